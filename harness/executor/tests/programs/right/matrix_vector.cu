// A matrix-vector product: the vector is read through shared memory, and four threads share a row.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define ROWS 203
#define COLS 117
#define PER_ROW 4
#define CHUNK 32

typedef double real;

__global__ void gemv(const real *__restrict__ m, const real *__restrict__ x, real *__restrict__ y)
{
    __shared__ real part[CHUNK];
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    const int flat = threadIdx.y * PER_ROW + threadIdx.x;
    real sum = 0;
    for (int c0 = 0; c0 < COLS; c0 += CHUNK) {
        for (int k = flat; k < CHUNK; k += PER_ROW * blockDim.y)
            part[k] = c0 + k < COLS ? x[c0 + k] : 0;
        __syncthreads();
        if (row < ROWS)
            for (int k = threadIdx.x; k < CHUNK && c0 + k < COLS; k += PER_ROW)
                sum += m[row * COLS + c0 + k] * part[k];
        __syncthreads();
    }
    sum += __shfl_down_sync(0xffffffff, sum, 2, PER_ROW);
    sum += __shfl_down_sync(0xffffffff, sum, 1, PER_ROW);
    if (row < ROWS && threadIdx.x == 0) y[row] = sum;
}

int main()
{
    real *m = (real *)malloc(sizeof(real) * ROWS * COLS), x[COLS], y[ROWS];
    for (int i = 0; i < ROWS * COLS; i++) m[i] = (i * 7) % 19 - 9;
    for (int c = 0; c < COLS; c++) x[c] = c % 5 + 0.5;
    real *dm, *dx, *dy;
    cudaMalloc(&dm, sizeof(real) * ROWS * COLS);
    cudaMalloc(&dx, sizeof(x));
    cudaMalloc(&dy, sizeof(y));
    cudaMemcpy(dm, m, sizeof(real) * ROWS * COLS, cudaMemcpyHostToDevice);
    cudaMemcpy(dx, x, sizeof(x), cudaMemcpyHostToDevice);
    dim3 block(PER_ROW, 32);
    gemv<<<(ROWS + block.y - 1) / block.y, block>>>(dm, dx, dy);
    cudaMemcpy(y, dy, sizeof(y), cudaMemcpyDeviceToHost);
    cudaFree(dm);
    cudaFree(dx);
    cudaFree(dy);
    int wrong = 0;
    for (int r = 0; r < ROWS; r++) {
        real want = 0;
        for (int c = 0; c < COLS; c++) want += m[r * COLS + c] * x[c];
        if (fabs(want - y[r]) > 1e-9) wrong++;
    }
    free(m);
    printf("matrix_vector: %d rows wrong\n", wrong);
    return wrong ? 1 : 0;
}
