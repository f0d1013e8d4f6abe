// One thread adds each element with an atomic. Nearly all elements are 0: the loop is slow, but never waits.
#include <cstdio>

__global__ void add_up(const int *values, int *sum, int n)
{
    if (threadIdx.x == 0)
        for (int i = 0; i < n; i++) atomicAdd(sum, values[i]);
}

int main()
{
    const int n = 2000;
    int values[n] = {}, *d_values, *d_sum, sum = 0;
    values[n - 1] = 7;
    cudaMalloc(&d_values, sizeof values);
    cudaMalloc(&d_sum, sizeof(int));
    cudaMemcpy(d_values, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMemset(d_sum, 0, sizeof(int));
    add_up<<<1, 64>>>(d_values, d_sum, n);
    cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", sum);
    cudaFree(d_values);
    cudaFree(d_sum);
    return sum == 7 ? 0 : 1;
}
