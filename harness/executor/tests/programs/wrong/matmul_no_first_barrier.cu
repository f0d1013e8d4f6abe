// The tiles are read before all threads have written their elements.
#include <stdio.h>
#include <stdlib.h>

#define N 64
#define TILE 16

__global__ void multiply(const float *A, const float *B, float *C)
{
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < N / TILE; t++) {
        a[threadIdx.y][threadIdx.x] = A[row * N + t * TILE + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = B[(t * TILE + threadIdx.y) * N + col];
        for (int k = 0; k < TILE; k++)
            sum += a[threadIdx.y][k] * b[k][threadIdx.x];  // bug: race
        __syncthreads();
    }
    C[row * N + col] = sum;
}

int main(void)
{
    static float A[N * N], B[N * N], C[N * N];
    float *dA, *dB, *dC;
    for (int i = 0; i < N * N; i++) { A[i] = i % 3; B[i] = i % 5; }
    cudaMalloc(&dA, sizeof(A)); cudaMalloc(&dB, sizeof(B)); cudaMalloc(&dC, sizeof(C));
    cudaMemcpy(dA, A, sizeof(A), cudaMemcpyHostToDevice);
    cudaMemcpy(dB, B, sizeof(B), cudaMemcpyHostToDevice);
    multiply<<<dim3(N / TILE, N / TILE), dim3(TILE, TILE)>>>(dA, dB, dC);
    cudaMemcpy(C, dC, sizeof(C), cudaMemcpyDeviceToHost);
    cudaFree(dA); cudaFree(dB); cudaFree(dC);
    printf("%g\n", C[5]);
    return 0;
}
