// Data that a copy writes to pinned memory is available to later operations in the same stream, even if the host has not waited.
#include <cstdio>

__global__ void add(int *to, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] += from[i];
}

int main()
{
    const int n = 4096, bytes = n * sizeof(int);
    int *pinned, *other, *a, *b;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocHost(&pinned, bytes);
    cudaMallocHost(&other, bytes);
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    for (int i = 0; i < n; i++) pinned[i] = i, other[i] = -1;
    cudaMemcpy(a, pinned, bytes, cudaMemcpyHostToDevice);
    for (int i = 0; i < n; i++) pinned[i] = 0;

    cudaMemcpyAsync(pinned, a, bytes, cudaMemcpyDeviceToHost, stream);  // i
    cudaMemcpyAsync(b, pinned, bytes, cudaMemcpyHostToDevice, stream);  // i
    cudaMemcpyAsync(other, b, bytes, cudaMemcpyDeviceToHost, stream);   // i
    add<<<n / 256, 256, 0, stream>>>(b, other, n);                      // reads pinned memory: 2 i
    add<<<n / 256, 256, 0, stream>>>(other, b, n);                      // and writes it: 3 i
    cudaStreamSynchronize(stream);
    int wrong = 0;
    for (int i = 0; i < n; i++) wrong += other[i] != 3 * i || pinned[i] != i;

    cudaMemcpyAsync(pinned, b, bytes, cudaMemcpyDeviceToHost, stream);
    cudaMemsetAsync(pinned, 0, bytes / 2, stream);
    add<<<n / 256, 256>>>(pinned, b, n);  // the default stream waits for `stream`
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) wrong += pinned[i] != (i < n / 2 ? 2 * i : 4 * i);

    cudaFree(a);
    cudaFree(b);
    cudaFreeHost(pinned);
    cudaFreeHost(other);
    cudaStreamDestroy(stream);
    printf("stream_pinned_round_trip: %d wrong\n", wrong);
    return wrong != 0;
}
