// The sum of a block: the upper lanes read words that no thread has written, and add them.
#include <cstdio>

__global__ void block_sum(const float *input, float *sums, int n)
{
    __shared__ float warp_sums[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float v = i < n ? input[i] : 0.0f;
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
    if (lane == 0) warp_sums[warp] = v;
    __syncthreads();
    if (warp == 0) {
        // All 32 lanes read, but a block of 128 threads has written only four of the words.
        v = warp_sums[lane]; // bug: uninitialised
        for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
        if (lane == 0) sums[blockIdx.x] = v;
    }
}

int main()
{
    const int n = 1000, blocks = 8;
    float input[n], sums[blocks], *d_input, *d_sums, total = 0;
    for (int i = 0; i < n; i++) input[i] = i % 10;
    cudaMalloc(&d_input, sizeof input);
    cudaMalloc(&d_sums, sizeof sums);
    cudaMemcpy(d_input, input, sizeof input, cudaMemcpyHostToDevice);
    block_sum<<<blocks, 128>>>(d_input, d_sums, n);
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    for (int b = 0; b < blocks; b++) total += sums[b];
    printf("%g\n", total);
    cudaFree(d_input);
    cudaFree(d_sums);
    return 0;
}
