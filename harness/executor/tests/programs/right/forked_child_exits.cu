// A child that does no work on the GPU ends by exit(), and a last kernel is launched when main() is over.
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

__global__ void ones(int *out)
{
    out[threadIdx.x] = 1;
}

static int sum_of_ones()
{
    int host[64], *dev, sum = 0;
    cudaMalloc(&dev, sizeof(host));
    ones<<<1, 64>>>(dev);
    cudaMemcpy(host, dev, sizeof(host), cudaMemcpyDeviceToHost);
    cudaFree(dev);
    for (int one : host) sum += one;
    return sum;
}

static bool is_parent = true;

static void at_the_end()
{
    if (is_parent && sum_of_ones() != 64) _exit(2);
}

int main()
{
    int status = 0;
    atexit(at_the_end);
    if (sum_of_ones() != 64) return 1;
    pid_t child = fork();
    if (child == 0) {
        is_parent = false;
        exit(0);
    }
    return waitpid(child, &status, 0) != child || status != 0;
}
