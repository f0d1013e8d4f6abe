// A block of 2048 threads: the launch fails, and the error is not checked.
#include <cstdio>

__global__ void increment(int *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i]++;
}

int main()
{
    const int n = 2048;
    static int host[n];
    int *dev;
    cudaMalloc(&dev, sizeof(host));
    cudaMemcpy(dev, host, sizeof(host), cudaMemcpyHostToDevice);
    increment<<<1, n>>>(dev, n);  // bug: ignored_error
    cudaMemcpy(host, dev, sizeof(host), cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%d and not 1\n", host[0]);
    return 0;
}
