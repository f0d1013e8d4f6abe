// All blocks update one histogram with an operation that is atomic only within a block.
#include <stdio.h>

__global__ void histogram(const unsigned char *letters, int n, unsigned *counts)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd_block(&counts[letters[i] % 26], 1u);  // bug: race
}

int main()
{
    const int n = 4000;
    static unsigned char host[n];
    unsigned counts[26], *device, sum = 0;
    unsigned char *letters;
    for (int i = 0; i < n; i++) host[i] = (unsigned char)(i * 7 % 256);
    cudaMalloc(&letters, n);
    cudaMalloc(&device, sizeof(counts));
    cudaMemcpy(letters, host, n, cudaMemcpyHostToDevice);
    cudaMemset(device, 0, sizeof(counts));
    histogram<<<(n + 255) / 256, 256>>>(letters, n, device);
    cudaMemcpy(counts, device, sizeof(counts), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 26; i++) sum += counts[i];
    printf("%u letters\n", sum);
    cudaFree(letters);
    cudaFree(device);
}
