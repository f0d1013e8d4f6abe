// Each branch has a barrier, but all threads in a block must reach the same barrier.
#include <stdio.h>

__global__ void halves(const int *in, int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < n / 2) {
        s[t] = in[t];
        __syncthreads();  // bug: barrier_divergence
    } else {
        s[t] = -in[t];
        __syncthreads();
    }
    out[t] = s[n - 1 - t];
}

int main()
{
    int in[64], out[64], *d_in, *d_out;
    for (int i = 0; i < 64; i++) in[i] = i;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    halves<<<1, 64>>>(d_in, d_out, 64);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
    printf("%d\n", out[0]);
    return 0;
}
