// Half of the warp has already exited, but the other half names all lanes in its mask.
#include <stdio.h>

__global__ void sum(const int *in, int *out, int n)
{
    int t = threadIdx.x;
    if (t >= n) return;
    int x = in[t];
    for (int d = 16; d > 0; d /= 2)
        x += __shfl_down_sync(0xffffffff, x, d);  // bug: inactive_lane
    if (t == 0) *out = x;
}

int main()
{
    const int n = 20;
    int in[n], out = 0, *d_in, *d_out;
    for (int i = 0; i < n; i++) in[i] = 1;
    cudaMalloc(&d_in, sizeof(in));
    cudaMalloc(&d_out, sizeof(int));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    sum<<<1, 32>>>(d_in, d_out, n);
    cudaMemcpy(&out, d_out, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
    printf("%d\n", out);
    return 0;
}
