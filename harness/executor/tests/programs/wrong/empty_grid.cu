// 100 elements / 256 threads gives no blocks at all, because the division rounds down.
#include <stdio.h>

__global__ void add_one(int *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] += 1;
}

int main(void)
{
    const int n = 100;
    int host[n] = {0}, *dev;
    cudaMalloc((void **)&dev, sizeof(host));
    cudaMemcpy(dev, host, sizeof(host), cudaMemcpyHostToDevice);
    add_one<<<n / 256, 256>>>(dev, n);  // bug: ignored_error
    cudaMemcpy(host, dev, sizeof(host), cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%d\n", host[0]);
    return 0;
}
