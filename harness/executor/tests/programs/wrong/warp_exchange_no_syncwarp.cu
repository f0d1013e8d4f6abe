// Neighbouring lanes of a warp exchange values through shared memory without __syncwarp().
#include <cstdio>

__global__ void swap_pairs(int *data)
{
    __shared__ int s[32];
    int lane = threadIdx.x;
    s[lane] = data[lane];
    data[lane] = s[lane ^ 1];  // bug: race
}

int main()
{
    int host[32], *dev;
    for (int i = 0; i < 32; i++) host[i] = i;
    cudaMalloc(&dev, sizeof(host));
    cudaMemcpy(dev, host, sizeof(host), cudaMemcpyHostToDevice);
    swap_pairs<<<1, 32>>>(dev);
    cudaMemcpy(host, dev, sizeof(host), cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%d %d\n", host[0], host[1]);
    return 0;
}
