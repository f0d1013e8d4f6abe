// The event is recorded in the right stream, but the stream that waits for it is not the stream that reads the data.
#include <cstdio>
#include <cstdlib>

#define CUDA(call) \
    if (cudaError_t e = (call)) fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(e)), exit(1)

__global__ void ramp(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; }

__global__ void reverse(const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[gridDim.x * blockDim.x - 1 - i];
}

int main()
{
    const int n = 2048, block = 256;
    enum { make, use, copy, streams };
    float *x, *y, *z, last;
    cudaStream_t stream[streams];
    cudaEvent_t made;
    CUDA(cudaMalloc(&x, n * sizeof(float)));
    CUDA(cudaMalloc(&y, n * sizeof(float)));
    CUDA(cudaMalloc(&z, n * sizeof(float)));
    for (cudaStream_t &s : stream) CUDA(cudaStreamCreate(&s));
    CUDA(cudaEventCreate(&made));

    ramp<<<n / block, block, 0, stream[make]>>>(x);
    CUDA(cudaEventRecord(made, stream[make]));
    CUDA(cudaStreamWaitEvent(stream[copy], made, 0));
    reverse<<<n / block, block, 0, stream[use]>>>(x, y);  // bug: stream_race
    CUDA(cudaMemcpyAsync(z, x, n * sizeof(float), cudaMemcpyDeviceToDevice, stream[copy]));
    CUDA(cudaDeviceSynchronize());

    CUDA(cudaMemcpy(&last, y, sizeof(float), cudaMemcpyDeviceToHost));
    CUDA(cudaEventDestroy(made));
    for (cudaStream_t s : stream) CUDA(cudaStreamDestroy(s));
    CUDA(cudaFree(x));
    CUDA(cudaFree(y));
    CUDA(cudaFree(z));
    printf("%g\n", last);
    return 0;
}
