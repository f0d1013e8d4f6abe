// One block waits for a flag that no block sets.
#include <cstdio>

__device__ volatile int ready = 0;

__global__ void pipeline(int *data)
{
    if (blockIdx.x == 1 && threadIdx.x == 0)
        while (ready == 0) { }  // bug: deadlock
    __syncthreads();
    data[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
}

int main()
{
    int host[64], *dev;
    cudaMalloc(&dev, sizeof(host));
    pipeline<<<2, 32>>>(dev);
    cudaError_t e = cudaMemcpy(host, dev, sizeof(host), cudaMemcpyDeviceToHost);
    printf("%s\n", cudaGetErrorString(e));
    cudaFree(dev);
    return e != cudaSuccess;
}
