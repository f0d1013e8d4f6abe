// Each thread allocates memory for n values but writes n + 1 values.
#include <cstdio>

__global__ void count_up(int *last, int n)
{
    int *values = new int[n];
    for (int i = 0; i <= n; i++) values[i] = i;  // bug: out_of_bounds
    last[threadIdx.x] = values[n - 1];
    delete[] values;
}

int main()
{
    int host[32], *last;
    cudaMalloc(&last, sizeof(host));
    count_up<<<1, 32>>>(last, 10);
    cudaError_t e = cudaMemcpy(host, last, sizeof(host), cudaMemcpyDeviceToHost);
    if (e == cudaSuccess) printf("heap_block_too_small: %d\n", host[31]);
    cudaFree(last);
    return 0;
}
