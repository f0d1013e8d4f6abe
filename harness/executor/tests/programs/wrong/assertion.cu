// An assertion in the kernel fails for the last thread.
#include <assert.h>
#include <cstdio>

__global__ void invert(const int *in, float *out)
{
    int i = threadIdx.x;
    assert(in[i] != 0);  // bug: crash
    out[i] = 1.0f / in[i];
}

int main()
{
    int in[32], *d_in;
    float out[32], *d_out;
    for (int i = 0; i < 32; i++) in[i] = 31 - i;
    cudaMalloc(&d_in, sizeof(in));
    cudaMalloc(&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    invert<<<1, 32>>>(d_in, d_out);
    cudaError_t e = cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    printf("%s\n", cudaGetErrorString(e));
    cudaFree(d_in);
    cudaFree(d_out);
    return e != cudaSuccess;
}
