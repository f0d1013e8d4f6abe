// The destination of an asynchronous copy is read immediately, without waiting.
#include <stdio.h>

__global__ void square(int *x) { x[threadIdx.x] *= x[threadIdx.x]; }

int main()
{
    const int n = 256;
    int *host, *dev, sum = 0;
    cudaStream_t stream;
    cudaMallocHost(&host, n * sizeof(int));
    cudaMalloc(&dev, n * sizeof(int));
    cudaStreamCreate(&stream);
    for (int i = 0; i < n; i++) host[i] = i % 5;
    cudaMemcpyAsync(dev, host, n * sizeof(int), cudaMemcpyHostToDevice, stream);
    square<<<1, n, 0, stream>>>(dev);
    cudaMemcpyAsync(host, dev, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
    for (int i = 0; i < n; i++)
        sum += host[i];  // bug: not_waited_for
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFree(dev);
    cudaFreeHost(host);
    printf("%d\n", sum);
    return 0;
}
