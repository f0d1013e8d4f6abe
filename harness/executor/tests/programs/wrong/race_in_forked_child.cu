// A barrier is missing in the kernel of the child process; the parent's kernel is correct.
#include <sys/wait.h>
#include <unistd.h>

__global__ void mirror(int *out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = tile[63 - threadIdx.x];  // bug: race
}

__global__ void ones(int *out)
{
    out[threadIdx.x] = 1;
}

static void use(void (*kernel)(int *))
{
    int host[64], *dev;
    cudaMalloc(&dev, sizeof(host));
    kernel<<<1, 64>>>(dev);
    cudaMemcpy(host, dev, sizeof(host), cudaMemcpyDeviceToHost);
    cudaFree(dev);
}

int main()
{
    pid_t child = fork();
    if (child == 0) {
        use(mirror);
        _exit(0);
    }
    use(ones);
    return waitpid(child, nullptr, 0) != child;
}
