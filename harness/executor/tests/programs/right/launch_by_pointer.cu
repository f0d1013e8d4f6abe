// cudaLaunchKernel, a table of kernels, and device functions called through a pointer.
#include <stdio.h>

typedef int (*Step)(int);

__device__ int twice(int x) { return 2 * x; }
__device__ int minus_one(int x) { return x - 1; }
__device__ Step steps[2] = {twice, minus_one};

__global__ void apply(int *data, int which, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = steps[which](data[i]);
}

__global__ void negate(int *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = -data[i];
}

__global__ void add_ten(int *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] += 10;
}

int main()
{
    int n = 500, host[500], bad = 0;
    int *data;
    for (int i = 0; i < n; i++) host[i] = i;
    cudaMalloc(&data, sizeof(host));
    cudaMemcpy(data, host, sizeof(host), cudaMemcpyHostToDevice);

    void (*table[])(int *, int) = {negate, add_ten};
    for (int k = 0; k < 2; k++) {
        void *arguments[] = {&data, &n};
        cudaError_t e = cudaLaunchKernel((const void *)table[k], dim3(4), dim3(128), arguments, 0, NULL);
        if (e != cudaSuccess) printf("%s\n", cudaGetErrorString(e));
    }
    for (int which = 0; which < 2; which++) {
        void *arguments[] = {(void *)&data, (void *)&which, (void *)&n};
        cudaLaunchKernel((void *)apply, 4, 128, arguments, 0, 0);
    }
    (*table[0])<<<4, 128>>>(data, n);

    cudaMemcpy(host, data, sizeof(host), cudaMemcpyDeviceToHost);
    cudaFree(data);
    for (int i = 0; i < n; i++) bad += host[i] != -(2 * (10 - i) - 1);
    printf("launch_by_pointer: %d wrong\n", bad);
    return bad > 0;
}
