// The table has eight entries, but the values go up to eight.
#include <cstdio>

__device__ int table[8] = {1, 2, 4, 8, 16, 32, 64, 128};

__global__ void look_up(const int *which, int *out, int n)
{
    int i = threadIdx.x;
    if (i < n) out[i] = table[which[i]];  // bug: out_of_bounds
}

int main()
{
    const int n = 27;
    int which[n], out[n], *d_which, *d_out;
    for (int i = 0; i < n; i++) which[i] = i % 9;
    cudaMalloc(&d_which, sizeof(which));
    cudaMalloc(&d_out, sizeof(out));
    cudaMemcpy(d_which, which, sizeof(which), cudaMemcpyHostToDevice);
    look_up<<<1, 32>>>(d_which, d_out, n);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    cudaFree(d_which);
    cudaFree(d_out);
    printf("%d\n", out[3]);
    return 0;
}
