// A helper launches any kernel, given its address and arguments; this kernel adds without an atomic.
#include <cstdio>

__global__ void count(int *total)
{
    *total += 1;  // bug: race
}

__global__ void clear(int *total) { *total = 0; }

static void start(const void *kernel, int threads, int *total)
{
    void *arguments[] = {&total};
    if (cudaLaunchKernel(kernel, dim3(1), dim3(threads), arguments, 0, 0) != cudaSuccess) printf("not started\n");
}

int main()
{
    int *total, host = 0;
    cudaMalloc(&total, sizeof(int));
    start((const void *)clear, 1, total);
    start((const void *)count, 64, total);
    cudaMemcpy(&host, total, sizeof(int), cudaMemcpyDeviceToHost);
    printf("launch_by_address_race: %d\n", host);
    cudaFree(total);
    return 0;
}
