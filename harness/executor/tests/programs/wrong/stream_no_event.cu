// A kernel reads data that a kernel in another stream writes, and nothing makes the first one wait.
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                        \
    do {                                                                                   \
        cudaError_t code_ = (call);                                                        \
        if (code_ != cudaSuccess) {                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(code_)); \
            exit(1);                                                                       \
        }                                                                                  \
    } while (0)

__global__ void produce(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = 3 * i;
}

__global__ void consume(const int *x, int *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] + 1;
}

int main(void)
{
    const int n = 10000;
    int *x, *y, last;
    cudaStream_t a, b;
    CHECK(cudaMalloc((void **)&x, n * sizeof(int)));
    CHECK(cudaMalloc((void **)&y, n * sizeof(int)));
    CHECK(cudaStreamCreate(&a));
    CHECK(cudaStreamCreate(&b));
    produce<<<(n + 255) / 256, 256, 0, a>>>(x, n);
    consume<<<(n + 255) / 256, 256, 0, b>>>(x, y, n);  // bug: stream_race
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(&last, y + n - 1, sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaStreamDestroy(a)); CHECK(cudaStreamDestroy(b));
    CHECK(cudaFree(x)); CHECK(cudaFree(y));
    printf("%d\n", last);
    return 0;
}
