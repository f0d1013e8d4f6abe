// cudaMemcpy from pinned memory, or to the host, has finished when it returns: other streams may continue.
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                    \
    do {                                                               \
        if ((call) != cudaSuccess) {                                   \
            fprintf(stderr, "%s failed on line %d\n", #call, __LINE__); \
            exit(EXIT_FAILURE);                                        \
        }                                                              \
    } while (false)

__global__ void add(int *x, int value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] += value;
}

int main()
{
    const int n = 1000, grid = (n + 127) / 128;
    int *pinned, *x, wrong = 0;
    cudaStream_t stream;
    CHECK(cudaMallocHost(&pinned, n * sizeof(int)));
    CHECK(cudaMalloc(&x, n * sizeof(int)));
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (int i = 0; i < n; i++) pinned[i] = i;
    CHECK(cudaMemcpy(x, pinned, n * sizeof(int), cudaMemcpyHostToDevice));
    add<<<grid, 128, 0, stream>>>(x, 100, n);
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaMemcpy(pinned, x, n * sizeof(int), cudaMemcpyDeviceToHost));
    add<<<grid, 128, 0, stream>>>(x, 1000, n);
    for (int i = 0; i < n; i++) wrong += pinned[i] != i + 100;
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaMemcpy(pinned, x, n * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) wrong += pinned[i] != i + 1100;
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(x));
    CHECK(cudaFreeHost(pinned));
    printf("stream_pinned_memcpy: %d wrong\n", wrong);
    return wrong != 0;
}
