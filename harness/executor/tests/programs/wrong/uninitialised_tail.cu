// In the last block, no thread loads the elements past the end, but the reduction still adds them.
#include <stdio.h>

#define BLOCK 64
#define N 100

__global__ void sum(const int *in, int *out)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    if (i < N) s[t] = in[i];
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half) s[t] += s[t + half];  // bug: uninitialised
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

int main()
{
    int in[N], out[2], *d_in, *d_out;
    for (int i = 0; i < N; i++) in[i] = 1;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    sum<<<2, BLOCK>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
    printf("%d\n", out[0] + out[1]);
    return 0;
}
