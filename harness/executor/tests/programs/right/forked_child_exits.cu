// A child process without GPU work calls exit() after its parent has run a kernel.
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

__global__ void ones(int *out)
{
    out[threadIdx.x] = 1;
}

int main()
{
    int host[64], *dev, sum = 0, status = 0;
    cudaMalloc(&dev, sizeof(host));
    ones<<<1, 64>>>(dev);
    cudaMemcpy(host, dev, sizeof(host), cudaMemcpyDeviceToHost);
    cudaFree(dev);
    for (int one : host) sum += one;
    pid_t child = fork();
    if (child == 0) exit(0);
    return waitpid(child, &status, 0) != child || status != 0 || sum != 64;
}
