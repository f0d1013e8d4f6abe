// The same array is freed twice; the error from the second call is ignored.
#include <stdio.h>

__global__ void fill(float *p, float value) { p[threadIdx.x] = value; }

int main()
{
    float *a, *b, host[64];
    cudaMalloc(&a, sizeof(host));
    cudaMalloc(&b, sizeof(host));
    fill<<<1, 64>>>(a, 1);
    fill<<<1, 64>>>(b, 2);
    cudaMemcpy(host, b, sizeof(host), cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(b);
    cudaFree(a);  // bug: ignored_error
    // says: has already been freed
    printf("%g\n", host[0]);
    return 0;
}
