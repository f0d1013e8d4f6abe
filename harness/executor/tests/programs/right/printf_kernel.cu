// Hello from the device: text, numbers and a string.
#include <stdio.h>

__device__ void greet(const char *who, int block, int thread)
{
    printf("Hello, %s, from block %d, thread %d (%.2f %%)\n", who, block, thread, 12.5 * thread);
}

__global__ void hello()
{
    greet("world", blockIdx.x, threadIdx.x);
}

int main()
{
    hello<<<2, 4>>>();
    cudaError_t e = cudaDeviceSynchronize();
    printf("printf_kernel: %s\n", cudaGetErrorString(e));
    return e == cudaSuccess ? 0 : 1;
}
