// Kernels that check their own results with assert.
#include <assert.h>
#include <stdio.h>

__global__ void ranks(const int *keys, int *rank, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(blockDim.x % 32 == 0);
    if (i >= n) return;
    int smaller = 0;
    for (int k = 0; k < n; k++) smaller += keys[k] < keys[i] || (keys[k] == keys[i] && k < i);
    assert(smaller >= 0 && smaller < n);
    rank[i] = smaller;
}

int main()
{
    const int n = 150;
    int keys[n], rank[n], sorted[n], *d_keys, *d_rank;
    for (int i = 0; i < n; i++) keys[i] = (i * 47) % 61;
    cudaMalloc(&d_keys, sizeof(keys));
    cudaMalloc(&d_rank, sizeof(rank));
    cudaMemcpy(d_keys, keys, sizeof(keys), cudaMemcpyHostToDevice);
    ranks<<<(n + 63) / 64, 64>>>(d_keys, d_rank, n);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        puts("assert_in_kernel: an assertion failed");
        return 1;
    }
    cudaMemcpy(rank, d_rank, sizeof(rank), cudaMemcpyDeviceToHost);
    cudaFree(d_keys);
    cudaFree(d_rank);
    int wrong = 0;
    for (int i = 0; i < n; i++) sorted[rank[i]] = keys[i];
    for (int i = 1; i < n; i++) wrong += sorted[i - 1] > sorted[i];
    printf("assert_in_kernel: %d out of order\n", wrong);
    return wrong != 0;
}
