// The lock itself is correct, but nothing orders the accesses made while it is held.
#include <stdio.h>

__device__ int mutex = 0;

__global__ void longest(const int *lengths, int *best, int *where)
{
    if (threadIdx.x != 0) return;
    int mine = lengths[blockIdx.x];
    while (atomicCAS(&mutex, 0, 1) != 0) { }
    if (mine > *best) {
        *best = mine;  // bug: race
        atomicExch(where, blockIdx.x);
    }
    atomicExch(&mutex, 0);
}

int main()
{
    const int n = 20;
    int lengths[n], best = -1, *d_lengths, *d_best, *d_where;
    for (int i = 0; i < n; i++) lengths[i] = i * 7 % n;
    cudaMalloc(&d_lengths, sizeof(lengths));
    cudaMalloc(&d_best, sizeof(int));
    cudaMalloc(&d_where, sizeof(int));
    cudaMemcpy(d_lengths, lengths, sizeof(lengths), cudaMemcpyHostToDevice);
    cudaMemcpy(d_best, &best, sizeof(int), cudaMemcpyHostToDevice);
    longest<<<n, 32>>>(d_lengths, d_best, d_where);
    cudaMemcpy(&best, d_best, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_lengths);
    cudaFree(d_best);
    cudaFree(d_where);
    printf("%d\n", best);
    return 0;
}
