// The shared-memory array is large enough for blocks of 128 threads, but the launch has blocks of 256.
#include <stdio.h>

#define BLOCK_SIZE 128

__global__ void rotate(int *data)
{
    __shared__ int buffer[BLOCK_SIZE];
    int t = threadIdx.x;
    buffer[t] = data[blockIdx.x * blockDim.x + t];  // bug: out_of_bounds
    __syncthreads();
    data[blockIdx.x * blockDim.x + t] = buffer[(t + 1) % BLOCK_SIZE];
}

int main(void)
{
    const int n = 1024, threads = 256;
    int host[n], *dev;
    for (int i = 0; i < n; i++) host[i] = i;
    cudaMalloc(&dev, sizeof(host));
    cudaMemcpy(dev, host, sizeof(host), cudaMemcpyHostToDevice);
    rotate<<<n / threads, threads>>>(dev);
    cudaMemcpy(host, dev, sizeof(host), cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%d\n", host[0]);
    return 0;
}
