// Block 0 sets a volatile flag after a fence; the other blocks wait for it. A volatile store releases a lock.
#include <stdio.h>

__device__ int lock_word = 0;

__global__ void hand_over(volatile int *flag, volatile int *data, volatile int *count, int *out)
{
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        *data = 42;
        __threadfence();
        *flag = 1;
    } else {
        while (*flag == 0) { }
        __threadfence();
        out[blockIdx.x] = *data;
    }
    while (atomicCAS(&lock_word, 0, 1) != 0) { }
    __threadfence();
    *count = *count + 1;
    __threadfence();
    *(volatile int *)&lock_word = 0;
}

int main()
{
    const int blocks = 24;
    int *memory, host[3 + blocks];
    cudaMalloc(&memory, sizeof(host));
    cudaMemset(memory, 0, sizeof(host));
    hand_over<<<blocks, 32>>>(memory, memory + 1, memory + 2, memory + 3);
    cudaMemcpy(host, memory, sizeof(host), cudaMemcpyDeviceToHost);
    int wrong = host[2] != blocks;
    for (int b = 1; b < blocks; b++) wrong += host[3 + b] != 42;
    printf("volatile_flag: %d wrong\n", wrong);
    cudaFree(memory);
    return wrong != 0;
}
