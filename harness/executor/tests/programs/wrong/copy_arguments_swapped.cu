// The destination and the source of a copy are swapped.
#include <stdio.h>
#include <stdlib.h>

__global__ void add(int *data, int by) { data[blockIdx.x] += by; }

int main()
{
    int *host = (int *)malloc(10 * sizeof(int)), *dev;
    for (int i = 0; i < 10; i++) host[i] = i;
    cudaMalloc((void **)&dev, 10 * sizeof(int));
    cudaMemcpy(dev, host, 10 * sizeof(int), cudaMemcpyHostToDevice);
    add<<<10, 1>>>(dev, 100);
    cudaMemcpy(dev, host, 10 * sizeof(int), cudaMemcpyDeviceToHost);  // bug: copy_direction
    printf("%d\n", host[0]);
    cudaFree(dev);
    free(host);
    return 0;
}
