// Ages from 0 to 100 need 101 bins.
#include <cstdio>

#define BINS 100

__global__ void count(const int *ages, int n, int *bins)
{
    __shared__ int mine[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) mine[b] = 0;
    __syncthreads();
    if (threadIdx.x < n) atomicAdd(&mine[ages[threadIdx.x]], 1);  // bug: out_of_bounds
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) bins[b] = mine[b];
}

int main()
{
    const int n = 64;
    int ages[n], bins[BINS], *d_ages, *d_bins;
    for (int i = 0; i < n; i++) ages[i] = 37 + i;
    cudaMalloc(&d_ages, sizeof(ages));
    cudaMalloc(&d_bins, sizeof(bins));
    cudaMemcpy(d_ages, ages, sizeof(ages), cudaMemcpyHostToDevice);
    count<<<1, n>>>(d_ages, n, d_bins);
    cudaMemcpy(bins, d_bins, sizeof(bins), cudaMemcpyDeviceToHost);
    cudaFree(d_ages);
    cudaFree(d_bins);
    printf("%d\n", bins[99]);
    return 0;
}
