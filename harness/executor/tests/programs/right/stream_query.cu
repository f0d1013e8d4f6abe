// The host queries a stream and an event until they have finished, and only then continues in other streams.
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) check(call, __LINE__)
static void check(cudaError_t code, int line)
{
    if (code) { printf("line %d: %s\n", line, cudaGetErrorString(code)); exit(2); }
}

__global__ void powers(unsigned *x) { x[threadIdx.x] = 1u << threadIdx.x % 32; }
__global__ void invert(unsigned *x) { x[threadIdx.x] = ~x[threadIdx.x]; }
__global__ void halve(unsigned *x) { x[threadIdx.x] /= 2; }

int main(void)
{
    const int n = 512;
    unsigned *x, host[n];
    cudaStream_t a, b, c;
    cudaEvent_t inverted;
    cudaError_t state;
    int wrong = 0;
    CHECK(cudaMalloc(&x, sizeof(host)));
    for (cudaStream_t *s : {&a, &b, &c}) CHECK(cudaStreamCreateWithFlags(s, cudaStreamNonBlocking));
    CHECK(cudaEventCreate(&inverted));

    powers<<<1, n, 0, a>>>(x);
    CHECK(cudaGetLastError());
    while ((state = cudaStreamQuery(a)) == cudaErrorNotReady) continue;
    CHECK(state);
    invert<<<1, n, 0, b>>>(x);
    CHECK(cudaEventRecord(inverted, b));
    while ((state = cudaEventQuery(inverted)) == cudaErrorNotReady) continue;
    CHECK(state);
    halve<<<1, n, 0, c>>>(x);
    CHECK(cudaStreamSynchronize(c));

    CHECK(cudaMemcpy(host, x, sizeof(host), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) wrong += host[i] != ~(1u << i % 32) / 2;
    CHECK(cudaStreamDestroy(a)); CHECK(cudaStreamDestroy(b)); CHECK(cudaStreamDestroy(c));
    CHECK(cudaEventDestroy(inverted));
    CHECK(cudaFree(x));
    printf("stream_query: %d wrong\n", wrong);
    return wrong != 0;
}
