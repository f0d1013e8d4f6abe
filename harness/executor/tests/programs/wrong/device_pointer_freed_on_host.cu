// Memory from cudaMalloc() is passed to free().
#include <cstdio>
#include <cstdlib>

__global__ void square(int *x) { x[threadIdx.x] *= x[threadIdx.x]; }

int main()
{
    int *host = (int *)malloc(64 * sizeof(int)), *device;
    for (int i = 0; i < 64; i++) host[i] = i;
    cudaMalloc(&device, 64 * sizeof(int));
    cudaMemcpy(device, host, 64 * sizeof(int), cudaMemcpyHostToDevice);
    square<<<1, 64>>>(device);
    cudaMemcpy(host, device, 64 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", host[63]);
    free(host);
    free(device);  // bug: host_reads_device
    return 0;
}
