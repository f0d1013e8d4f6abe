// Computes the mean of each group, but one of the groups is empty.
#include <stdio.h>

__global__ void means(const int *sums, const int *sizes, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = sums[i] / sizes[i];  // bug: undefined_arithmetic
}

int main()
{
    const int n = 100;
    int sums[n], sizes[n], out[n], *d_sums, *d_sizes, *d_out;
    for (int i = 0; i < n; i++) { sums[i] = 6 * i; sizes[i] = i == 40 ? 0 : 3; }
    cudaMalloc(&d_sums, sizeof(sums));
    cudaMalloc(&d_sizes, sizeof(sizes));
    cudaMalloc(&d_out, sizeof(out));
    cudaMemcpy(d_sums, sums, sizeof(sums), cudaMemcpyHostToDevice);
    cudaMemcpy(d_sizes, sizes, sizeof(sizes), cudaMemcpyHostToDevice);
    means<<<1, 128>>>(d_sums, d_sizes, d_out, n);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    printf("%d %d\n", out[39], out[41]);
    cudaFree(d_sums);
    cudaFree(d_sizes);
    cudaFree(d_out);
    return out[39] != 78 || out[41] != 82;
}
