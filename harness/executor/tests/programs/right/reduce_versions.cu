// Several versions of block-wide sums: pairs in global memory, pairs in shared memory, halves, and a first add on load.
#include <cstdio>
#include <cstdlib>
#include <numeric>

#define BLOCK 128

__global__ void pairsInGlobal(int *numbers, int *sums, int count)
{
    int *part = numbers + blockIdx.x * blockDim.x;
    int have = min(int(blockDim.x), count - int(blockIdx.x * blockDim.x));
    for (int gap = 1; gap < blockDim.x; gap *= 2)
    {
        if (threadIdx.x % (2 * gap) == 0 && threadIdx.x + gap < have)
            part[threadIdx.x] += part[threadIdx.x + gap];
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

__global__ void pairsInShared(int *numbers, int *sums, int count)
{
    __shared__ int part[BLOCK];
    int me = threadIdx.x, where = blockIdx.x * blockDim.x + me;
    part[me] = where < count ? numbers[where] : 0;
    __syncthreads();
    for (int gap = 1; gap < BLOCK; gap *= 2)
    {
        int slot = 2 * gap * me;
        if (slot < BLOCK) part[slot] += part[slot + gap];
        __syncthreads();
    }
    if (me == 0) sums[blockIdx.x] = part[0];
}

__global__ void halves(int *numbers, int *sums, int count)
{
    __shared__ int part[BLOCK];
    int me = threadIdx.x, where = blockIdx.x * blockDim.x + me;
    part[me] = where < count ? numbers[where] : 0;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half >>= 1)
    {
        if (me < half) part[me] += part[me + half];
        __syncthreads();
    }
    if (me == 0) sums[blockIdx.x] = part[0];
}

__global__ void halvesTwoEach(int *numbers, int *sums, int count)
{
    __shared__ int part[BLOCK];
    int me = threadIdx.x, where = blockIdx.x * blockDim.x * 2 + me;
    int mine = where < count ? numbers[where] : 0;
    if (where + BLOCK < count) mine += numbers[where + BLOCK];
    part[me] = mine;
    for (int half = BLOCK / 2; half > 0; half >>= 1)
    {
        __syncthreads();
        if (me < half) part[me] = mine += part[me + half];
    }
    if (me == 0) sums[blockIdx.x] = mine;
}

int main(int argc, char **argv)
{
    const int count = 5000;
    const int blocks = (count + BLOCK - 1) / BLOCK;
    int numbers[count], sums[blocks];
    for (int i = 0; i < count; i++) numbers[i] = rand() & 0xFF;
    const int want = std::accumulate(numbers, numbers + count, 0);

    int *dev_numbers = NULL, *dev_sums = NULL;
    cudaMalloc((void **)&dev_numbers, sizeof(numbers));
    cudaMalloc((void **)&dev_sums, sizeof(sums));

    bool ok = true;
    for (int version = 0; version < 4; version++)
    {
        cudaMemcpy(dev_numbers, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
        int grid = version == 3 ? (blocks + 1) / 2 : blocks;
        switch (version)
        {
            case 0: pairsInGlobal<<<grid, BLOCK>>>(dev_numbers, dev_sums, count); break;
            case 1: pairsInShared<<<grid, BLOCK>>>(dev_numbers, dev_sums, count); break;
            case 2: halves<<<grid, BLOCK>>>(dev_numbers, dev_sums, count); break;
            case 3: halvesTwoEach<<<grid, BLOCK>>>(dev_numbers, dev_sums, count); break;
        }
        cudaDeviceSynchronize();
        cudaMemcpy(sums, dev_sums, grid * sizeof(int), cudaMemcpyDeviceToHost);
        ok = ok && std::accumulate(sums, sums + grid, 0) == want;
    }
    cudaFree(dev_numbers);
    cudaFree(dev_sums);
    cudaDeviceReset();
    printf("reduce_versions: %s\n", ok ? "all equal" : "not equal");
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
