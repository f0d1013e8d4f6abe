// The second operand is never copied to the device.
#include <stdio.h>
#include <stdlib.h>

__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];  // bug: uninitialised
}

int main(void)
{
    const int n = 300;
    size_t bytes = n * sizeof(float);
    float *a = (float *)malloc(bytes), *b = (float *)malloc(bytes), *c = (float *)malloc(bytes);
    float *d_a, *d_b, *d_c;
    for (int i = 0; i < n; i++) a[i] = b[i] = i;
    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_b, bytes);
    cudaMalloc(&d_c, bytes);
    cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_a, b, bytes, cudaMemcpyHostToDevice);
    add<<<(n + 127) / 128, 128>>>(d_a, d_b, d_c, n);
    cudaMemcpy(c, d_c, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    printf("%g\n", c[10]);
    free(a);
    free(b);
    free(c);
    return 0;
}
