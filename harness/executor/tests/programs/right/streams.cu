// Copy, compute and copy back in pieces, in two streams, with pinned memory.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                            \
    if (cudaError_t code_ = (call)) {                                          \
        fprintf(stderr, "%s: %s (line %d)\n", #call, cudaGetErrorName(code_), __LINE__); \
        exit(1);                                                               \
    }

__global__ void work(float *data, int offset, int n)
{
    int i = offset + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = sqrtf(data[i]) + 1.0f;
}

int main()
{
    const int n = 1 << 16, pieces = 8, each = n / pieces, lanes = 2;
    float *host, *device;
    cudaStream_t streams[lanes];
    CHECK(cudaMallocHost((void **)&host, n * sizeof(float)));
    CHECK(cudaMalloc((void **)&device, n * sizeof(float)));
    for (int s = 0; s < lanes; s++) CHECK(cudaStreamCreate(&streams[s]));
    for (int i = 0; i < n; i++) host[i] = (float)(i % 256) * (i % 256);

    for (int p = 0; p < pieces; p++) {
        cudaStream_t stream = streams[p % lanes];
        int offset = p * each;
        CHECK(cudaMemcpyAsync(&device[offset], &host[offset], each * sizeof(float), cudaMemcpyHostToDevice, stream));
        work<<<each / 256, 256, 0, stream>>>(device, offset, n);
        CHECK(cudaMemcpyAsync(&host[offset], &device[offset], each * sizeof(float), cudaMemcpyDeviceToHost, stream));
    }
    for (int s = 0; s < lanes; s++) CHECK(cudaStreamSynchronize(streams[s]));

    int wrong = 0;
    for (int i = 0; i < n; i++)
        if (host[i] != (float)(i % 256) + 1.0f) wrong++;
    for (int s = 0; s < lanes; s++) CHECK(cudaStreamDestroy(streams[s]));
    CHECK(cudaFree(device));
    CHECK(cudaFreeHost(host));
    printf("streams: %d wrong\n", wrong);
    return wrong != 0;
}
