// An inclusive Hillis–Steele scan with two buffers in dynamic shared memory.
#include <stdio.h>

#define N 512

__global__ void running_sum(const float *in, float *out)
{
    extern __shared__ float both[];
    float *now = both, *next = both + blockDim.x;
    unsigned me = threadIdx.x;
    now[me] = in[me];
    for (unsigned back = 1; back < blockDim.x; back <<= 1) {
        __syncthreads();
        next[me] = now[me] + (me >= back ? now[me - back] : 0.0f);
        float *swap = now; now = next; next = swap;
    }
    out[me] = now[me];
}

int main()
{
    float in[N], out[N];
    for (int i = 0; i < N; i++) in[i] = i % 5;

    float *gpu_in, *gpu_out;
    cudaMalloc(&gpu_in, sizeof in);
    cudaMalloc(&gpu_out, sizeof out);
    cudaMemcpy(gpu_in, in, sizeof in, cudaMemcpyHostToDevice);
    running_sum<<<1, N, 2 * sizeof in>>>(gpu_in, gpu_out);
    cudaMemcpy(out, gpu_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(gpu_in);
    cudaFree(gpu_out);

    float running = 0;
    for (int i = 0; i < N; i++) {
        running += in[i];
        if (out[i] != running) {
            printf("scan_hillis_steele: element %d is %f and not %f\n", i, out[i], running);
            return 1;
        }
    }
    printf("scan_hillis_steele: passed\n");
    return 0;
}
