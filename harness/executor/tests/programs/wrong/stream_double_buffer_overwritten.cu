// Two buffers: each kernel waits for its copy, but the copy two iterations later does not wait for the kernel.
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                            \
    if (cudaError_t code_ = (call)) {                                          \
        fprintf(stderr, "%s: %s (line %d)\n", #call, cudaGetErrorName(code_), __LINE__); \
        exit(1);                                                               \
    }

__global__ void sum(const int *part, int *total)
{
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) atomicAdd(total, part[i]);
}

int main()
{
    const int rounds = 4, each = 1024;
    int *host, *buffer[2], *total, result;
    cudaStream_t copies, kernels;
    cudaEvent_t full[2];
    CHECK(cudaMallocHost(&host, rounds * each * sizeof(int)));
    for (int i = 0; i < rounds * each; i++) host[i] = i % 10;
    CHECK(cudaStreamCreate(&copies));
    CHECK(cudaStreamCreate(&kernels));
    for (int i = 0; i < 2; i++) CHECK(cudaMalloc(&buffer[i], each * sizeof(int)));
    for (int i = 0; i < 2; i++) CHECK(cudaEventCreate(&full[i]));
    CHECK(cudaMalloc(&total, sizeof(int)));
    CHECK(cudaMemsetAsync(total, 0, sizeof(int), kernels));
    for (int r = 0; r < rounds; r++) {
        int *here = buffer[r % 2];
        CHECK(cudaMemcpyAsync(here, host + r * each, each * 4, cudaMemcpyHostToDevice, copies));  // bug: stream_race
        CHECK(cudaEventRecord(full[r % 2], copies));
        CHECK(cudaStreamWaitEvent(kernels, full[r % 2], 0));
        sum<<<1, 256, 0, kernels>>>(here, total);
    }
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(&result, total, sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 2; i++) { CHECK(cudaFree(buffer[i])); CHECK(cudaEventDestroy(full[i])); }
    CHECK(cudaFree(total)); CHECK(cudaFreeHost(host));
    CHECK(cudaStreamDestroy(copies)); CHECK(cudaStreamDestroy(kernels));
    printf("%d\n", result);
    return 0;
}
