// The exchange is atomic, but the sum that it stores is not: another thread may have stored one since the read.
#include <cstdio>

__global__ void add_up(const int *in, int *sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicExch(sum, *sum + in[i]);  // bug: race
}
// says: The atomic stores a value that was computed from an earlier read

int main()
{
    const int n = 4000;
    int in[n], sum = 0, *d_in, *d_sum;
    for (int i = 0; i < n; i++) in[i] = i;
    cudaMalloc(&d_in, sizeof(in));
    cudaMalloc(&d_sum, sizeof(sum));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    cudaMemset(d_sum, 0, sizeof(sum));
    add_up<<<(n + 255) / 256, 256>>>(d_in, d_sum, n);
    cudaMemcpy(&sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_sum);
    printf("%d\n", sum);
}
