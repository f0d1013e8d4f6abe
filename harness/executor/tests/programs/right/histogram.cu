// A histogram of random bytes, once with atomics in global memory, and once with shared memory in each block.
#include "cuda_runtime.h"
#include "device_launch_parameters.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH (200 * 1024 + 17)
#define BINS 256

static void stop_on(cudaError_t code, int line)
{
    if (code == cudaSuccess) return;
    printf("line %d: %s\n", line, cudaGetErrorString(code));
    exit(EXIT_FAILURE);
}
#define STOP_ON(expression) stop_on(expression, __LINE__)

__global__ void count_global(const unsigned char *data, long length, unsigned int *bins)
{
    for (long p = blockIdx.x * blockDim.x + threadIdx.x; p < length; p += blockDim.x * gridDim.x)
        atomicAdd(&bins[data[p]], 1u);
}

__global__ void count_shared(const unsigned char *data, long length, unsigned int *bins)
{
    __shared__ unsigned int mine[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) mine[b] = 0;
    __syncthreads();
    for (long p = blockIdx.x * blockDim.x + threadIdx.x; p < length; p += blockDim.x * gridDim.x)
        atomicAdd(mine + data[p], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        if (mine[b] > 0) atomicAdd(bins + b, mine[b]);
}

int main(void)
{
    unsigned char *data = (unsigned char *)malloc(LENGTH);
    unsigned int expected[BINS] = {0}, got[BINS];
    srand(42);
    for (int p = 0; p < LENGTH; p++) {
        data[p] = (unsigned char)(rand() >> 7);
        expected[data[p]]++;
    }

    unsigned char *gpu_data;
    unsigned int *gpu_bins;
    STOP_ON(cudaMalloc((void **)&gpu_data, LENGTH));
    STOP_ON(cudaMalloc((void **)&gpu_bins, sizeof(got)));
    STOP_ON(cudaMemcpy(gpu_data, data, LENGTH, cudaMemcpyHostToDevice));

    int wrong = 0;
    for (int way = 0; way < 2; way++) {
        STOP_ON(cudaMemset(gpu_bins, 0, sizeof(got)));
        if (way == 0)
            count_global<<<16, 128>>>(gpu_data, LENGTH, gpu_bins);
        else
            count_shared<<<16, 128>>>(gpu_data, LENGTH, gpu_bins);
        STOP_ON(cudaGetLastError());
        STOP_ON(cudaMemcpy(got, gpu_bins, sizeof(got), cudaMemcpyDeviceToHost));
        if (memcmp(got, expected, sizeof(got)) != 0) wrong++;
    }
    STOP_ON(cudaFree(gpu_bins));
    STOP_ON(cudaFree(gpu_data));
    free(data);
    printf("histogram: %d of 2 ways are wrong\n", wrong);
    return wrong ? 1 : 0;
}
