// A block's own bins in shared memory need atomics too.
#include <stdio.h>
#include <stdlib.h>

#define BINS 64

__global__ void histogram(const int *data, int n, int *bins)
{
    __shared__ int mine[BINS];
    if (threadIdx.x < BINS) mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        mine[data[i]] += 1;  // bug: race
    __syncthreads();
    if (threadIdx.x < BINS) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

int main()
{
    const int n = 3000;
    int *data = (int *)malloc(n * sizeof(int)), bins[BINS], *d_data, *d_bins;
    for (int i = 0; i < n; i++) data[i] = rand() % BINS;
    cudaMalloc(&d_data, n * sizeof(int));
    cudaMalloc(&d_bins, sizeof(bins));
    cudaMemcpy(d_data, data, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(d_bins, 0, sizeof(bins));
    histogram<<<4, 128>>>(d_data, n, d_bins);
    cudaMemcpy(bins, d_bins, sizeof(bins), cudaMemcpyDeviceToHost);
    cudaFree(d_data);
    cudaFree(d_bins);
    free(data);
    printf("%d\n", bins[0]);
    return 0;
}
