// Two buffers, two streams, and two events for each buffer: full, and free again.
#include <cstdio>
#include <cstdlib>

#define CHECK(call) \
    if (cudaError_t e = (call)) fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(e)), exit(1)

struct Buffer { int *data; cudaEvent_t full, free; };

__global__ void sum(const int *part, int n, int *total)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(total, part[i]);
}

int main()
{
    const int rounds = 5, each = 1024;
    int *host, *total, result, expected = 0;
    Buffer buffers[2];
    cudaStream_t copies, kernels;
    CHECK(cudaMallocHost(&host, rounds * each * sizeof(int)));
    for (int i = 0; i < rounds * each; i++) expected += host[i] = i % 10;
    CHECK(cudaStreamCreate(&copies)); CHECK(cudaStreamCreate(&kernels));
    for (Buffer &b : buffers) {
        CHECK(cudaMalloc(&b.data, each * sizeof(int)));
        CHECK(cudaEventCreate(&b.full)); CHECK(cudaEventCreate(&b.free));
    }
    CHECK(cudaMalloc(&total, sizeof(int)));
    CHECK(cudaMemsetAsync(total, 0, sizeof(int), kernels));
    for (int r = 0; r < rounds; r++) {
        Buffer &b = buffers[r % 2];
        CHECK(cudaStreamWaitEvent(copies, b.free, 0));  // no effect before the event is recorded
        CHECK(cudaMemcpyAsync(b.data, host + r * each, each * sizeof(int), cudaMemcpyHostToDevice, copies));
        CHECK(cudaEventRecord(b.full, copies));
        CHECK(cudaStreamWaitEvent(kernels, b.full, 0));
        sum<<<1, 256, 0, kernels>>>(b.data, each, total);
        CHECK(cudaEventRecord(b.free, kernels));
    }
    CHECK(cudaMemcpyAsync(&result, total, sizeof(int), cudaMemcpyDeviceToHost, kernels));
    CHECK(cudaStreamSynchronize(kernels));
    for (Buffer &b : buffers) {
        CHECK(cudaFree(b.data));
        CHECK(cudaEventDestroy(b.full)); CHECK(cudaEventDestroy(b.free));
    }
    CHECK(cudaFree(total)); CHECK(cudaFreeHost(host));
    CHECK(cudaStreamDestroy(copies)); CHECK(cudaStreamDestroy(kernels));
    printf("stream_double_buffer: %d of %d\n", result, expected);
    return result != expected;
}
