// The counters are set to zero between two batches in one stream; another stream has its own counters.
#include <stdio.h>
#include <stdlib.h>

#define BINS 64

static void die_if(cudaError_t code, const char *what)
{
    if (code) fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code)), exit(1);
}

__global__ void count(unsigned *bins, int n, int step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[i * step % BINS], 1u);
}
__global__ void largest(const unsigned *bins, unsigned *result) { atomicMax(result, bins[threadIdx.x]); }

int main(void)
{
    const int n = 3000;
    const int steps[2][2] = {{7, 8}, {16, 32}};
    unsigned *bins, *result, most[4], wrong = 0;
    cudaStream_t stream[2];
    for (int s = 0; s < 2; s++) die_if(cudaStreamCreate(&stream[s]), "stream");
    die_if(cudaMalloc((void **)&bins, 2 * BINS * sizeof(unsigned)), "bins");
    die_if(cudaMalloc((void **)&result, sizeof(most)), "result");
    die_if(cudaMemset(result, 0, sizeof(most)), "set");
    for (int s = 0; s < 2; s++) {
        unsigned *mine = bins + s * BINS;
        for (int batch = 0; batch < 2; batch++) {
            die_if(cudaMemsetAsync(mine, 0, BINS * sizeof(unsigned), stream[s]), "clear");
            count<<<(n + 127) / 128, 128, 0, stream[s]>>>(mine, n, steps[s][batch]);
            largest<<<1, BINS, 0, stream[s]>>>(mine, result + 2 * s + batch);
        }
    }
    die_if(cudaDeviceSynchronize(), "kernels");
    die_if(cudaMemcpy(most, result, sizeof(most), cudaMemcpyDeviceToHost), "copy");
    for (int s = 0; s < 2; s++) die_if(cudaStreamDestroy(stream[s]), "stream");
    die_if(cudaFree(bins), "bins"); die_if(cudaFree(result), "result");
    wrong = (most[0] != 47) + (most[1] != 375) + (most[2] != 750) + (most[3] != 1500);
    printf("stream_memset: %u %u %u %u, %u wrong\n", most[0], most[1], most[2], most[3], wrong);
    return wrong != 0;
}
