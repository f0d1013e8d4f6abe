// A service: daemon() ends the original process, and the child process continues.
#include <unistd.h>

__global__ void mirror(int *out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = tile[63 - threadIdx.x];  // bug: race
}

int main()
{
    if (daemon(0, 0) != 0) return 1;
    int host[64], *dev;
    cudaMalloc(&dev, sizeof(host));
    mirror<<<1, 64>>>(dev);
    cudaMemcpy(host, dev, sizeof(host), cudaMemcpyDeviceToHost);
    cudaFree(dev);
}
