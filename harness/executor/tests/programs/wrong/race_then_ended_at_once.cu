// In the second launch, a barrier is missing if n is not 0, and the program ends without running exit handlers.
#include <cstdlib>

__global__ void mirror(int *out, int n)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = threadIdx.x;
    if (n != 0) out[threadIdx.x] = tile[63 - threadIdx.x];  // bug: race
}

int main()
{
    int host[64], *dev;
    cudaMalloc(&dev, sizeof(host));
    cudaMemset(dev, 0, sizeof(host));
    mirror<<<1, 64>>>(dev, 0);
    mirror<<<1, 64>>>(dev, 1);
    cudaMemcpy(host, dev, sizeof(host), cudaMemcpyDeviceToHost);
    cudaFree(dev);
    _Exit(host[0] == 63 ? 0 : 1);
}
