// The kernel promises the compiler blocks of at most 128 threads, but is launched with 256.
#include <cstdio>

__global__ void __launch_bounds__(128) square(int *out)
{
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    out[me] = me * me;
}

int main()
{
    const int n = 1024;
    int *out;
    static int host[n];
    cudaMalloc(&out, n * sizeof(int));
    cudaMemset(out, 0, n * sizeof(int));
    square<<<n / 256, 256>>>(out);  // bug: ignored_error
    cudaMemcpy(host, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(out);
    int mistakes = 0;
    for (int i = 0; i < n; i++) mistakes += host[i] != i * i;
    printf("launch_bounds_exceeded: %d mistakes\n", mistakes);
    return 0;
}
