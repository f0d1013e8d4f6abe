// All threads add to one number without an atomic.
#include <cstdio>

__global__ void sum(const int *values, int n, int *total)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        *total += values[i];  // bug: race
}

int main()
{
    const int n = 500;
    int values[n], total, *d_values, *d_total;
    for (int i = 0; i < n; i++) values[i] = 1;
    cudaMalloc(&d_values, sizeof(values));
    cudaMalloc(&d_total, sizeof(int));
    cudaMemcpy(d_values, values, sizeof(values), cudaMemcpyHostToDevice);
    cudaMemset(d_total, 0, sizeof(int));
    sum<<<4, 128>>>(d_values, n, d_total);
    cudaMemcpy(&total, d_total, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_values);
    cudaFree(d_total);
    printf("%d and not %d\n", total, n);
    return 0;
}
