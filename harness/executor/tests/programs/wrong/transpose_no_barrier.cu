// A column of the tile is read before other warps have written its rows.
#include <cstdio>
#include <vector>

#define T 16

__global__ void transpose(const float *in, float *out, int n)
{
    __shared__ float tile[T][T + 1];
    tile[threadIdx.y][threadIdx.x] = in[(blockIdx.y * T + threadIdx.y) * n + blockIdx.x * T + threadIdx.x];
    out[(blockIdx.x * T + threadIdx.y) * n + blockIdx.y * T + threadIdx.x] = tile[threadIdx.x][threadIdx.y];  // bug: race
}

int main()
{
    const int n = 64;
    std::vector<float> host(n * n);
    for (int i = 0; i < n * n; i++) host[i] = i;
    float *in, *out;
    cudaMalloc(&in, n * n * sizeof(float));
    cudaMalloc(&out, n * n * sizeof(float));
    cudaMemcpy(in, host.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
    transpose<<<dim3(n / T, n / T), dim3(T, T)>>>(in, out, n);
    cudaMemcpy(host.data(), out, n * n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    printf("%g\n", host[1]);
    return 0;
}
