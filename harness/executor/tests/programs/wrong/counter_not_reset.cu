// The count of kept elements continues from the first launch, so the second launch writes past the end.
#include <cstdio>

__global__ void keep_even(const int *in, int n, int *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] % 2 == 0)
        out[atomicAdd(count, 1)] = in[i];  // bug: out_of_bounds
}

int main()
{
    const int n = 256;
    int in[n], count = 0, *d_in, *d_out, *d_count;
    for (int i = 0; i < n; i++) in[i] = i;
    cudaMalloc(&d_in, sizeof(in));
    cudaMalloc(&d_out, n / 2 * sizeof(int));
    cudaMalloc(&d_count, sizeof(int));
    cudaMemset(d_count, 0, sizeof(int));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    for (int round = 0; round < 2; round++)
        keep_even<<<n / 64, 64>>>(d_in, n, d_out, d_count);
    cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
    cudaFree(d_count);
    printf("%d\n", count);
    return 0;
}
