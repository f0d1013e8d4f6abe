// Measures the cycles of a loop in each block, without checking them.
#include <cstdio>

__global__ void __launch_bounds__(128, 1) spin(float *out, long long *cycles, int rounds)
{
    long long start = clock64();
    float x = threadIdx.x;
    for (int i = 0; i < rounds; i++) x = x * 0.5f + 1.0f;
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
    __syncthreads();
    if (threadIdx.x == 0) cycles[blockIdx.x] = clock64() - start;
}

int main()
{
    const int blocks = 6, threads = 128;
    float out[blocks * threads], *d_out;
    long long cycles[blocks], *d_cycles;
    cudaMalloc(&d_out, sizeof(out));
    cudaMalloc(&d_cycles, sizeof(cycles));
    spin<<<blocks, threads>>>(d_out, d_cycles, 40);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    cudaMemcpy(cycles, d_cycles, sizeof(cycles), cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    cudaFree(d_cycles);
    int wrong = 0;
    for (float x : out) wrong += x < 1.99f || x > 2.01f;
    for (long long c : cycles) wrong += c < 0;
    printf("clock_cycles: %d wrong\n", wrong);
    return wrong ? 1 : 0;
}
