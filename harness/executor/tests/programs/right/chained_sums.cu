// Each block waits for the sum of the preceding blocks. The launch is so large that not all of its blocks are
// watched; blocks between two watched blocks pass the ordering on.
#include <cstdio>
#include <cstdlib>

__global__ void chained(const int *x, int *out, volatile int *sums, int *ready, int *ticket)
{
    __shared__ int part[256], block;
    if (threadIdx.x == 0) block = atomicAdd(ticket, 1);
    __syncthreads();
    part[threadIdx.x] = x[block * 256 + threadIdx.x];
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        int before = 0;
        if (block > 0) {
            while (atomicAdd(&ready[block - 1], 0) == 0) { }
            __threadfence();
            before = sums[block - 1];
        }
        sums[block] = before + part[0];
        __threadfence();
        atomicExch(&ready[block], 1);
        out[block] = before;
    }
}

int main()
{
    const int blocks = 4096, n = blocks * 256;
    int *host = (int *)malloc(n * sizeof(int)), *x, *out, *sums, *ready, *ticket;
    for (int i = 0; i < n; i++) host[i] = i % 3;
    cudaMalloc(&x, n * sizeof(int));
    cudaMalloc(&out, blocks * sizeof(int));
    cudaMalloc(&sums, blocks * sizeof(int));
    cudaMalloc(&ready, blocks * sizeof(int));
    cudaMalloc(&ticket, sizeof(int));
    cudaMemcpy(x, host, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(ready, 0, blocks * sizeof(int));
    cudaMemset(ticket, 0, sizeof(int));
    chained<<<blocks, 256>>>(x, out, sums, ready, ticket);
    cudaMemcpy(host, out, blocks * sizeof(int), cudaMemcpyDeviceToHost);
    int wrong = 0, sum = 0;
    for (int b = 0; b < blocks; b++) {
        wrong += host[b] != sum;
        for (int i = b * 256; i < (b + 1) * 256; i++) sum += i % 3;
    }
    printf("chained_sums: %d wrong\n", wrong);
    cudaFree(x);
    cudaFree(out);
    cudaFree(sums);
    cudaFree(ready);
    cudaFree(ticket);
    free(host);
    return wrong != 0;
}
