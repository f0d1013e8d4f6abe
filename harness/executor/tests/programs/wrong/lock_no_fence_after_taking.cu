// There is a fence before the lock is released, but none after it is taken: the value read may be outdated.
#include <stdio.h>

__device__ int mutex = 0;

__global__ void longest(const int *lengths, volatile int *best)
{
    if (threadIdx.x != 0) return;
    int mine = lengths[blockIdx.x];
    while (atomicCAS(&mutex, 0, 1) != 0) { }
    if (mine > *best) {
        *best = mine;  // bug: race
    }
    __threadfence();
    atomicExch(&mutex, 0);
}

int main()
{
    const int n = 20;
    int host[n], *lengths, *best, result = 0;
    for (int i = 0; i < n; i++) host[i] = (i * 37) % 23;
    cudaMalloc(&lengths, sizeof(host));
    cudaMalloc(&best, sizeof(int));
    cudaMemcpy(lengths, host, sizeof(host), cudaMemcpyHostToDevice);
    cudaMemset(best, 0, sizeof(int));
    longest<<<n, 32>>>(lengths, best);
    cudaMemcpy(&result, best, sizeof(int), cudaMemcpyDeviceToHost);
    printf("longest: %d\n", result);
    cudaFree(lengths);
    cudaFree(best);
    return result != 22;
}
