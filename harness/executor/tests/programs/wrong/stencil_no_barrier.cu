// Halo cells are read before other threads have written them.
#include <stdio.h>

#define N 512
#define R 2
#define BLOCK 64

__global__ void stencil(const int *in, int *out)
{
    __shared__ int tile[BLOCK + 2 * R];
    int g = blockIdx.x * BLOCK + threadIdx.x + R;
    int l = threadIdx.x + R;
    tile[l] = in[g];
    if (threadIdx.x < R) {
        tile[l - R] = in[g - R];
        tile[l + BLOCK] = in[g + BLOCK];
    }
    int sum = 0;
    for (int d = -R; d <= R; d++)
        sum += tile[l + d];  // bug: race
    out[g - R] = sum;
}

int main()
{
    int in[N + 2 * R], out[N], *d_in, *d_out;
    for (int i = 0; i < N + 2 * R; i++) in[i] = 1;
    cudaMalloc(&d_in, sizeof(in));
    cudaMalloc(&d_out, sizeof(out));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    stencil<<<N / BLOCK, BLOCK>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
    printf("%d\n", out[N / 2]);
    return 0;
}
