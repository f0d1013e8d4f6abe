// Every block adds its part to one sum, without an atomic. The launch is so large that only some blocks are watched.
#include <cstdio>
#include <cstdlib>

__global__ void sum(const float *x, float *total, int n)
{
    __shared__ float part[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = i < n ? x[i] : 0.0f;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) *total += part[0];  // bug: race
}

int main()
{
    const int n = 1 << 21;
    float *host = (float *)malloc(n * sizeof(float)), *x, *total, result = 0;
    for (int i = 0; i < n; i++) host[i] = 1.0f;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&total, sizeof(float));
    cudaMemcpy(x, host, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(total, 0, sizeof(float));
    sum<<<n / 256, 256>>>(x, total, n);
    cudaMemcpy(&result, total, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%.0f of %d\n", result, n);
    cudaFree(x);
    cudaFree(total);
    free(host);
}
