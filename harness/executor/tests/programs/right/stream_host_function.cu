// A host function runs as an operation in a stream: it reads data that a copy fetched, and its results are copied back.
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) do { if ((call) != cudaSuccess) failed(#call, __LINE__); } while (0)
static void failed(const char *call, int line) { printf("%s failed on line %d\n", call, line), exit(1); }

enum { N = 1024 };
typedef struct { float values[N], largest; } Shared;

static void CUDART_CB find_largest(void *data)
{
    Shared *s = (Shared *)data;
    s->largest = s->values[0];
    for (int i = 1; i < N; i++)
        if (s->values[i] > s->largest) s->largest = s->values[i];
}

__global__ void parabola(float *x) { x[threadIdx.x] = (float)(threadIdx.x * (N - threadIdx.x)); }
__global__ void divide(float *x, const float *by) { x[threadIdx.x] /= *by; }

int main(void)
{
    Shared *host;
    float *x, *largest;
    cudaStream_t stream, reader;
    cudaEvent_t divided;
    CHECK(cudaMallocHost((void **)&host, sizeof(Shared)));
    CHECK(cudaMalloc((void **)&x, N * sizeof(float))); CHECK(cudaMalloc((void **)&largest, sizeof(float)));
    CHECK(cudaStreamCreate(&stream)); CHECK(cudaStreamCreate(&reader)); CHECK(cudaEventCreate(&divided));
    parabola<<<1, N, 0, stream>>>(x);
    CHECK(cudaMemcpyAsync(host->values, x, N * sizeof(float), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaLaunchHostFunc(stream, find_largest, host));
    CHECK(cudaMemcpyAsync(largest, &host->largest, sizeof(float), cudaMemcpyHostToDevice, stream));
    divide<<<1, N, 0, stream>>>(x, largest);
    CHECK(cudaEventRecord(divided, stream));
    CHECK(cudaStreamWaitEvent(reader, divided, 0));
    CHECK(cudaMemcpyAsync(host->values, x, N * sizeof(float), cudaMemcpyDeviceToHost, reader));
    CHECK(cudaStreamSynchronize(reader));
    int good = host->values[N / 2] == 1.0f && host->values[0] == 0.0f;
    CHECK(cudaFree(x)); CHECK(cudaFree(largest)); CHECK(cudaFreeHost(host));
    CHECK(cudaStreamDestroy(stream)); CHECK(cudaStreamDestroy(reader)); CHECK(cudaEventDestroy(divided));
    printf("stream_host_function: %s\n", good ? "right" : "wrong");
    return !good;
}
