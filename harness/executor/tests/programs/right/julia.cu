// A Julia set: first with one block of one thread for each pixel, then with a grid of square blocks.
#include <stdio.h>

#define DIM 40

struct Number {
    float r, i;
    __device__ Number(float a, float b) : r(a), i(b) {}
    __device__ float size2(void) { return r * r + i * i; }
};
__device__ Number operator*(const Number &a, const Number &b)
{
    return Number(a.r * b.r - a.i * b.i, a.i * b.r + a.r * b.i);
}
__device__ Number operator+(const Number &a, const Number &b) { return Number(a.r + b.r, a.i + b.i); }

__device__ int inside(int x, int y)
{
    Number z(3.0f * x / DIM - 1.5f, 3.0f * y / DIM - 1.5f);
    for (int k = 0; k < 80; k++) {
        z = z * z + Number(-0.4f, 0.59f);
        if (z.size2() > 4.0f) return 0;
    }
    return 1;
}

__global__ void pixel_blocks(unsigned char *picture)
{
    int offset = blockIdx.x + blockIdx.y * gridDim.x;
    picture[offset] = 255 * inside(blockIdx.x, blockIdx.y);
}

__global__ void square_blocks(unsigned char *picture)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    picture[x + y * DIM] = 255 * inside(x, y);
}

int main(void)
{
    unsigned char first[DIM * DIM], second[DIM * DIM], *dev;
    cudaMalloc((void **)&dev, sizeof first);
    pixel_blocks<<<dim3(DIM, DIM), 1>>>(dev);
    cudaMemcpy(first, dev, sizeof first, cudaMemcpyDeviceToHost);
    square_blocks<<<dim3(DIM / 8, DIM / 8), dim3(8, 8)>>>(dev);
    cudaMemcpy(second, dev, sizeof second, cudaMemcpyDeviceToHost);
    cudaFree(dev);

    int white = 0, different = 0;
    for (int p = 0; p < DIM * DIM; p++) {
        white += first[p] == 255;
        different += first[p] != second[p];
    }
    printf("julia: %d pixels inside, %d differ between the two pictures\n", white, different);
    return different == 0 && white > 0 && white < DIM * DIM ? 0 : 1;
}
