// Measures the time of a copy kernel with events.
#include <cstdio>
#include <cstdlib>

__global__ void copy(float4 *dst, const float4 *src, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) dst[i] = src[i];
}

int main()
{
    const int floats = 1 << 18;
    float *src, *dst, *host = (float *)malloc(floats * sizeof(float));
    for (int i = 0; i < floats; i++) host[i] = i;
    cudaMalloc(&src, floats * sizeof(float));
    cudaMalloc(&dst, floats * sizeof(float));

    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);

    cudaMemcpy(src, host, floats * sizeof(float), cudaMemcpyHostToDevice);
    cudaEventRecord(start, 0);
    for (int repeat = 0; repeat < 5; repeat++)
        copy<<<32, 256>>>((float4 *)dst, (const float4 *)src, floats / 4);
    cudaEventRecord(stop, 0);
    cudaEventSynchronize(stop);
    float milliseconds = -1;
    cudaEventElapsedTime(&milliseconds, start, stop);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);

    for (int i = 0; i < floats; i++) host[i] = 0;
    cudaMemcpy(host, dst, floats * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < floats; i++) wrong += host[i] != i;
    cudaFree(src);
    cudaFree(dst);
    free(host);
    printf("events_timing: %d wrong, the time is %s\n", wrong, milliseconds >= 0 ? "there" : "missing");
    return wrong || milliseconds < 0;
}
