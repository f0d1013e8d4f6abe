// A user-defined atomic addition: thousands of threads try repeatedly to swap one word.
#include <cstdio>
#include <vector>

__device__ int add(int *address, int value)
{
    int old = *address, assumed;
    do {
        assumed = old;
        old = atomicCAS(address, assumed, assumed + value);
    } while (assumed != old);
    return old;
}

__global__ void sum(const int *in, int *total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) add(total, in[i]);
}

int main()
{
    const int n = 20001;
    std::vector<int> host(n, 1);
    int *in, *total, result;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&total, sizeof(int));
    cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(total, 0, sizeof(int));
    sum<<<(n + 255) / 256, 256>>>(in, total, n);
    cudaMemcpy(&result, total, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(total);
    printf("%d of %d\n", result, n);
    return result != n;
}
