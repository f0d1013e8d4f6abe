// An index goes through the whole array from its first row, and on the same line, other accesses begin at a row.
#include <cstdio>

__constant__ float filter[3][8];

__global__ void filter_rows(const float *in, float *out)
{
    __shared__ float tile[6][8];
    int t = threadIdx.x;
    tile[t / 8][t % 8] = in[t];
    __syncthreads();
    float sum = t < 32 ? tile[0][t + 8] * tile[t / 8 + 2][t % 8] : 0;
    for (int i = 0; i < 24; i++) sum += filter[0][i] * tile[1 + i / 8][i % 8];
    out[t] = sum;
}

int main()
{
    float h[48], *in, *out;
    for (int i = 0; i < 48; i++) h[i] = i % 7;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpyToSymbol(filter, h, sizeof(float) * 24);
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    filter_rows<<<1, 48>>>(in, out);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    printf("%g\n", h[3]);
}
