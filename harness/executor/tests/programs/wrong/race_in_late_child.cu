// The process ends at once, and its child process, which the C library does not know, launches a kernel later.
#include <sys/syscall.h>
#include <unistd.h>

__global__ void mirror(int *out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = tile[63 - threadIdx.x];  // bug: race
}

int main()
{
    if (syscall(SYS_fork) != 0) _exit(0);
    usleep(50000);
    int host[64], *dev;
    cudaMalloc(&dev, sizeof(host));
    mirror<<<1, 64>>>(dev);
    cudaMemcpy(host, dev, sizeof(host), cudaMemcpyDeviceToHost);
    cudaFree(dev);
}
