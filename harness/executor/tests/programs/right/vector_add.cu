// The first program in every course: adds two arrays.
#include <stdio.h>
#include <stdlib.h>

__global__ void add_arrays(int *left, int *right, int *total, int count)
{
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    if (me < count)
        total[me] = left[me] + right[me];
}

int main(int argc, char *argv[])
{
    int count = 100000, mistakes = 0, k;
    size_t bytes = count * sizeof(int);
    int *left = (int *)malloc(bytes), *right = (int *)malloc(bytes), *total = (int *)malloc(bytes);
    int *gpu_left, *gpu_right, *gpu_total;

    for (k = 0; k < count; k++) {
        left[k] = k;
        right[k] = 3 * k + 1;
    }

    cudaMalloc((void **)&gpu_left, bytes);
    cudaMalloc((void **)&gpu_right, bytes);
    cudaMalloc((void **)&gpu_total, bytes);
    cudaMemcpy(gpu_left, left, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(gpu_right, right, bytes, cudaMemcpyHostToDevice);

    add_arrays<<<(count + 1023) / 1024, 1024>>>(gpu_left, gpu_right, gpu_total, count);

    cudaMemcpy(total, gpu_total, bytes, cudaMemcpyDeviceToHost);
    for (k = 0; k < count; k++)
        if (total[k] != 4 * k + 1)
            mistakes++;
    printf("vector_add: %d mistakes\n", mistakes);

    cudaFree(gpu_left);
    cudaFree(gpu_right);
    cudaFree(gpu_total);
    free(left);
    free(right);
    free(total);
    return mistakes != 0;
}
