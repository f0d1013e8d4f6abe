// The work of a second stream waits for an event in the first one: a kernel, and a device-to-device copy.
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                           \
    do {                                                                      \
        cudaError_t code_ = (call);                                           \
        if (code_) printf("%s: %s\n", #call, cudaGetErrorString(code_)), exit(1); \
    } while (0)

__global__ void produce(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = 3 * i;
}
__global__ void increase(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] += 1;
}

int main(void)
{
    const int n = 10000, grid = (n + 255) / 256;
    const size_t bytes = n * sizeof(int);
    int *x, *y, *host = (int *)malloc(bytes), wrong = 0;
    cudaStream_t a, b;
    cudaEvent_t produced;
    CHECK(cudaMalloc((void **)&x, bytes)); CHECK(cudaMalloc((void **)&y, bytes));
    CHECK(cudaStreamCreate(&a)); CHECK(cudaStreamCreate(&b)); CHECK(cudaEventCreate(&produced));
    produce<<<grid, 256, 0, a>>>(x, n);
    CHECK(cudaEventRecord(produced, a));
    CHECK(cudaStreamWaitEvent(b, produced, 0));
    CHECK(cudaMemcpyAsync(y, x, bytes, cudaMemcpyDeviceToDevice, b));
    increase<<<grid, 256, 0, b>>>(x, n);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(host, x, bytes, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) wrong += host[i] != 3 * i + 1;
    CHECK(cudaMemcpy(host, y, bytes, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) wrong += host[i] != 3 * i;
    CHECK(cudaStreamDestroy(a)); CHECK(cudaStreamDestroy(b)); CHECK(cudaEventDestroy(produced));
    CHECK(cudaFree(x)); CHECK(cudaFree(y)); free(host);
    printf("stream_event: %d wrong\n", wrong);
    return wrong != 0;
}
