// cudaMalloc() takes a size in bytes, so the array of partial sums has only a quarter of the size that it needs.
#include <stdio.h>

__global__ void partial_sums(const int *in, int *partial, int each)
{
    int sum = 0, t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < each; k++) sum += in[t * each + k];
    partial[t] = sum;  // bug: out_of_bounds
}

__global__ void finish(const int *partial, int count, int *total)
{
    int sum = 0;
    for (int k = 0; k < count / 4; k++) sum += partial[k];
    *total = sum;
}

int main(void)
{
    const int threads = 128, each = 8;
    int in[threads * each], total, *d_in, *d_partial, *d_total;
    for (int i = 0; i < threads * each; i++) in[i] = 1;
    cudaMalloc(&d_in, sizeof(in));
    cudaMalloc(&d_partial, threads);
    cudaMalloc(&d_total, sizeof(int));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    partial_sums<<<2, threads / 2>>>(d_in, d_partial, each);
    finish<<<1, 1>>>(d_partial, threads, d_total);
    cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_partial);
    cudaFree(d_total);
    printf("%d\n", total);
    return 0;
}
