// A kernel in the legacy default stream, launched between kernels in two blocking streams, orders those two.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA(call) \
    if (cudaError_t e = (call)) fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(e)), exit(1)

__global__ void first(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = i;
}
__global__ void unrelated(int *flag) { *flag = 1; }
__global__ void second(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[n - 1 - i];
}

int main()
{
    const int n = 7000, block = 128, grid = (n + block - 1) / block;
    std::vector<float> result(n);
    float *x, *y;
    int *flag, set = 0, wrong = 0;
    cudaStream_t a, b;
    CUDA(cudaMalloc(&x, n * sizeof(float)));
    CUDA(cudaMalloc(&y, n * sizeof(float)));
    CUDA(cudaMalloc(&flag, sizeof(int)));
    CUDA(cudaStreamCreate(&a));
    CUDA(cudaStreamCreate(&b));
    first<<<grid, block, 0, a>>>(x, n);
    unrelated<<<1, 1>>>(flag);
    second<<<grid, block, 0, b>>>(x, y, n);
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(result.data(), y, n * sizeof(float), cudaMemcpyDeviceToHost));
    CUDA(cudaMemcpy(&set, flag, sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) wrong += result[i] != n - 1 - i;
    CUDA(cudaStreamDestroy(a));
    CUDA(cudaStreamDestroy(b));
    for (void *p : {(void *)x, (void *)y, (void *)flag}) CUDA(cudaFree(p));
    printf("stream_legacy_default: %d wrong, flag %d\n", wrong, set);
    return wrong || set != 1;
}
