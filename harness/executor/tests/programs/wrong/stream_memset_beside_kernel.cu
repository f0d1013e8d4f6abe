// The counters are set to zero for the next batch while a kernel in another stream is still reading them.
#include <stdio.h>
#include <stdlib.h>

#define BINS 64

static void die_if(cudaError_t code, const char *what)
{
    if (code == cudaSuccess) return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code));
    exit(1);
}

__global__ void count(unsigned *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[i * 7 % BINS], 1u);
}

__global__ void largest(const unsigned *bins, unsigned *result) { atomicMax(result, bins[threadIdx.x]); }

int main(void)
{
    const int n = 3000;
    unsigned *bins, *result, most;
    cudaStream_t work, clear;
    die_if(cudaMalloc((void **)&bins, BINS * sizeof(unsigned)), "bins");
    die_if(cudaMalloc((void **)&result, sizeof(unsigned)), "result");
    die_if(cudaStreamCreate(&work), "stream");
    die_if(cudaStreamCreate(&clear), "stream");
    die_if(cudaMemsetAsync(bins, 0, BINS * sizeof(unsigned), work), "set");
    die_if(cudaMemsetAsync(result, 0, sizeof(unsigned), work), "set");
    count<<<(n + 127) / 128, 128, 0, work>>>(bins, n);
    largest<<<1, BINS, 0, work>>>(bins, result);
    die_if(cudaMemsetAsync(bins, 0, BINS * sizeof(unsigned), clear), "clear");  // bug: stream_race
    die_if(cudaDeviceSynchronize(), "kernels");
    die_if(cudaMemcpy(&most, result, sizeof(unsigned), cudaMemcpyDeviceToHost), "copy");
    die_if(cudaStreamDestroy(work), "stream");
    die_if(cudaStreamDestroy(clear), "stream");
    die_if(cudaFree(bins), "bins");
    die_if(cudaFree(result), "result");
    printf("the largest bin has %u\n", most);
    return 0;
}
