// cudaMemset() also takes a size in bytes, and here it sets twice as many bytes as were allocated.
#include <cstdio>

__global__ void count(int *counters) { atomicAdd(&counters[threadIdx.x % 10], 1); }

int main()
{
    int host[10], *dev;
    cudaMalloc(&dev, 10 * sizeof(int));
    cudaMemset(dev, 0, 10 * sizeof(long long));  // bug: copy_past_end
    count<<<1, 50>>>(dev);
    cudaMemcpy(host, dev, sizeof(host), cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%d\n", host[0]);
    return 0;
}
