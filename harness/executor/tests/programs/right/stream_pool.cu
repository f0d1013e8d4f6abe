// A stream's scratch memory: allocated, used and freed in each iteration, often at the same address.
#include <cstdio>
#include <cstdlib>

#define CHECK(call) if (cudaError_t e = (call)) printf("%s: %s\n", #call, cudaGetErrorString(e)), exit(1)

struct Scratch {
    Scratch(size_t n, cudaStream_t s) : stream(s) { CHECK(cudaMallocAsync(&data, n * sizeof(int), s)); }
    ~Scratch() { CHECK(cudaFreeAsync(data, stream)); }
    Scratch(const Scratch &) = delete;
    int *data;
    cudaStream_t stream;
};

__global__ void fill(int *x, int n, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = value;
}
__global__ void add_up(const int *x, int n, int *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(sum, x[i]);
}

int main()
{
    const int n = 1000, grid = (n + 255) / 256;
    int result = -1;
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    {
        Scratch sum(1, stream);
        CHECK(cudaMemsetAsync(sum.data, 0, sizeof(int), stream));
        for (int round = 1; round <= 4; round++) {
            Scratch part(n, stream);
            fill<<<grid, 256, 0, stream>>>(part.data, n, round);
            add_up<<<grid, 256, 0, stream>>>(part.data, n, sum.data);
            CHECK(cudaGetLastError());
        }
        CHECK(cudaMemcpyAsync(&result, sum.data, sizeof(int), cudaMemcpyDeviceToHost, stream));
    }
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaStreamDestroy(stream));
    printf("stream_pool: %d of %d\n", result, 10 * n);
    return result != 10 * n;
}
