// The bits of a float, read and written through a pointer to int, on the host and in a kernel.
#include <cstdio>

__host__ __device__ int bits_of_one(float *f, int *i)
{
    *i = 0;
    *f = 1.0f;
    return *i;
}

__global__ void kernel(int *words)
{
    words[threadIdx.x] = bits_of_one((float *)words + threadIdx.x, words + threadIdx.x);
}

int main()
{
    int word, *d, h[32];
    const int want = 0x3f800000;
    int wrong = bits_of_one((float *)&word, &word) != want;
    cudaMalloc(&d, sizeof h);
    kernel<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d);
    for (int w : h) wrong += w != want;
    printf("float_bits: %d wrong\n", wrong);
    return wrong != 0;
}
