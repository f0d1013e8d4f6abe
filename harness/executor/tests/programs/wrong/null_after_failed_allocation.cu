// The host's access through a null pointer ends the program, but the failed allocation before it is the cause.
#include <cstdio>

__global__ void square(int *values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] *= values[i];
}

int main()
{
    int n = 4096, *values = nullptr;
    cudaMallocManaged(&values, ~(size_t)0 / 2);  // bug: ignored_error
    for (int i = 0; i < n; ++i) values[i] = i;
    square<<<n / 256, 256>>>(values, n);
    cudaDeviceSynchronize();
    printf("%d\n", values[3]);
}
