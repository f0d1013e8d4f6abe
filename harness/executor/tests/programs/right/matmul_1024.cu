// A tiled 1024 x 1024 product, compared with a product computed on the host.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define SIDE 1024
#define T 16

__global__ void product(float* left, float* right, float* result)
{
    __shared__ float l[T][T];
    __shared__ float r[T][T];
    int x = threadIdx.x, y = threadIdx.y;
    float *strip = left + blockIdx.y * T * SIDE;
    float *stack = right + blockIdx.x * T;
    float sum = 0;
    for (int step = 0; step < SIDE; step += T) {
        l[y][x] = strip[y * SIDE + step + x];
        r[y][x] = stack[(step + y) * SIDE + x];
        __syncthreads();
        for (int i = 0; i < T; i++) sum += l[y][i] * r[i][x];
        __syncthreads();
    }
    result[(blockIdx.y * T + y) * SIDE + blockIdx.x * T + x] = sum;
}

void product_on_host(const float* left, const float* right, float* result)
{
    for (int row = 0; row < SIDE; row++)
        for (int i = 0; i < SIDE; i++)
            for (int col = 0; col < SIDE; col++)
                result[row * SIDE + col] += left[row * SIDE + i] * right[i * SIDE + col];
}

int main()
{
    const size_t cells = SIDE * SIDE, bytes = cells * sizeof(float);
    float *a = (float*)malloc(bytes), *b = (float*)malloc(bytes), *c = (float*)malloc(bytes);
    float *expected = (float*)calloc(cells, sizeof(float));
    for (size_t i = 0; i < cells; i++) {
        a[i] = (float)((int)(i % 13) - 6);
        b[i] = (float)((int)(i % 7) - 3);
    }

    float *a_dev, *b_dev, *c_dev;
    cudaMalloc((void**)&a_dev, bytes);
    cudaMalloc((void**)&b_dev, bytes);
    cudaMalloc((void**)&c_dev, bytes);
    cudaMemcpy(a_dev, a, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b_dev, b, bytes, cudaMemcpyHostToDevice);

    product<<<dim3(SIDE / T, SIDE / T), dim3(T, T)>>>(a_dev, b_dev, c_dev);
    cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess) {
        printf("the launch failed: %s\n", cudaGetErrorString(err));
        return 1;
    }
    cudaMemcpy(c, c_dev, bytes, cudaMemcpyDeviceToHost);
    cudaFree(a_dev); cudaFree(b_dev); cudaFree(c_dev);

    product_on_host(a, b, expected);
    int wrong = 0;
    for (size_t i = 0; i < cells; i++)
        if (fabsf(c[i] - expected[i]) > 1e-3f) wrong++;
    printf("matmul_1024: %d wrong\n", wrong);
    free(a); free(b); free(c); free(expected);
    return wrong ? 1 : 0;
}
