// The largest of many numbers, found with one atomic per number: nearly all of these atomics change nothing.
// The grid has many more blocks than can be resident on a GPU.
#include <cstdio>
#include <vector>

__global__ void largest(const int *values, int n, int *result)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicMax(result, values[i]);
}

int main()
{
    const int n = 1 << 21;
    std::vector<int> values(n);
    for (int i = 0; i < n; i++) values[i] = i % 1000;
    values[5] = 5000;

    int *d_values, *d_result, result = 0;
    cudaMalloc(&d_values, n * sizeof(int));
    cudaMalloc(&d_result, sizeof(int));
    cudaMemcpy(d_values, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_result, &result, sizeof(int), cudaMemcpyHostToDevice);
    largest<<<6000, 32>>>(d_values, n, d_result);
    cudaError_t e = cudaMemcpy(&result, d_result, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_values);
    cudaFree(d_result);
    printf("%s, the largest is %d\n", cudaGetErrorString(e), result);
    return e != cudaSuccess || result != 5000;
}
