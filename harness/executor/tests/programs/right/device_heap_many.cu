// A large number of threads allocate and free heap memory at the same time, in watched and unwatched launches.
#include <cstdio>

__global__ void take_and_give(int *sums, int rounds)
{
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
        int *p = (int *)malloc(4 * sizeof(int));
        if (!p) continue;
        for (int j = 0; j < 4; j++) p[j] = j + i;
        for (int j = 0; j < 4; j++) sum += p[j] - i;
        free(p);
    }
    for (int i = 0; i < 2000; i++) sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

int main()
{
    const int blocks = 64, threads = 64, n = blocks * threads, rounds = 12;
    int *device, *host = new int[n], wrong = 0;
    cudaMalloc(&device, n * sizeof(int));
    for (int launch = 0; launch < 18; launch++) {
        take_and_give<<<blocks, threads>>>(device, launch < 8 ? 1 : rounds);
    }
    cudaMemcpy(host, device, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) wrong += host[i] != 6 * rounds;
    cudaFree(device);
    delete[] host;
    printf("device_heap_many: %d wrong\n", wrong);
    return wrong != 0;
}
