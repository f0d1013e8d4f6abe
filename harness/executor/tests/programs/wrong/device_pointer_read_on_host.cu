// The host prints the result directly from device memory.
#include <stdio.h>

__global__ void answer(int *p) { *p = 42; }

int main()
{
    int *d;
    cudaMalloc((void **)&d, sizeof(int));
    answer<<<1, 1>>>(d);
    cudaDeviceSynchronize();
    printf("%d\n", *d);  // bug: host_reads_device
    cudaFree(d);
    return 0;
}
