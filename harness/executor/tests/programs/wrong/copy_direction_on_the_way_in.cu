// The first copy goes to the device, but its direction argument is that of a copy to the host.
#include <stdio.h>

__global__ void negate(int *data) { data[threadIdx.x] = -data[threadIdx.x]; }

int main()
{
    int host[64], *dev;
    for (int i = 0; i < 64; i++) host[i] = i;
    cudaMalloc(&dev, sizeof(host));
    cudaMemcpy(dev, host, sizeof(host), cudaMemcpyDeviceToHost);  // bug: copy_direction
    negate<<<1, 64>>>(dev);
    cudaMemcpy(host, dev, sizeof(host), cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%d\n", host[63]);
    return 0;
}
