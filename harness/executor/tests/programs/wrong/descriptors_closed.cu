// Closes file descriptors that it did not open; a barrier is missing in its kernel.
#include <unistd.h>

__global__ void mirror(int *out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = tile[63 - threadIdx.x];  // bug: race
}

int main()
{
    for (int descriptor = 3; descriptor < 1024; descriptor++) close(descriptor);
    int host[64], *dev;
    cudaMalloc(&dev, sizeof(host));
    mirror<<<1, 64>>>(dev);
    cudaMemcpy(host, dev, sizeof(host), cudaMemcpyDeviceToHost);
    cudaFree(dev);
}
