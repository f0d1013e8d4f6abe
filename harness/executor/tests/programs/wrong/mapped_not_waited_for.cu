// The host can read mapped memory, but the kernel has not finished when its launch returns.
#include <cstdio>

__global__ void count_up(unsigned *values) { values[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

int main()
{
    const int n = 1024;
    unsigned *host, *device;
    cudaHostAlloc(&host, n * sizeof(unsigned), cudaHostAllocMapped);
    for (int i = 0; i < n; i++) host[i] = 6;
    cudaHostGetDevicePointer(&device, host, 0);
    count_up<<<n / 128, 128>>>(device);
    unsigned first = host[0];  // bug: not_waited_for
    cudaDeviceSynchronize();
    cudaFreeHost(host);
    printf("%u\n", first);
    return 0;
}
