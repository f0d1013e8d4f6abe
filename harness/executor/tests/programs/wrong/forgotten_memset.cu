// The bins in global memory are never set to zero.
#include <cstdio>
#include <vector>

__global__ void histogram(const unsigned char *data, int n, unsigned *bins)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[data[i] / 16], 1u);  // bug: uninitialised
}

int main()
{
    const int n = 1000;
    std::vector<unsigned char> data(n);
    for (int i = 0; i < n; i++) data[i] = i;
    unsigned bins[16], *d_bins;
    unsigned char *d_data;
    cudaMalloc(&d_data, n);
    cudaMalloc(&d_bins, sizeof(bins));
    cudaMemcpy(d_data, data.data(), n, cudaMemcpyHostToDevice);
    histogram<<<(n + 255) / 256, 256>>>(d_data, n, d_bins);
    cudaMemcpy(bins, d_bins, sizeof(bins), cudaMemcpyDeviceToHost);
    cudaFree(d_data);
    cudaFree(d_bins);
    printf("%u\n", bins[0]);
    return 0;
}
