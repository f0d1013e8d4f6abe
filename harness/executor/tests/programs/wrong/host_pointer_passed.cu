// The kernel is passed the host array instead of the device array.
#include <stdio.h>
#include <stdlib.h>

__global__ void scale(float *x, float by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= by;
}

int main()
{
    const int n = 1000;
    float *x = (float *)malloc(n * sizeof(float)), *d_x;
    for (int i = 0; i < n; i++) x[i] = i;
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
    scale<<<(n + 255) / 256, 256>>>(x, 2.0f, n);  // bug: host_pointer_in_kernel
    cudaMemcpy(x, d_x, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", x[10]);
    cudaFree(d_x);
    free(x);
    return 0;
}
