// volatile does not make the read, the addition and the write one operation: a block can overwrite another's sum.
#include <cstdio>

__global__ void add_up(const int *in, volatile int *sum)
{
    __shared__ int part[256];
    int t = threadIdx.x;
    part[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0) *sum = *sum + part[0];  // bug: race
}
// says: read d_sum[0], change it and write it back

int main()
{
    const int n = 4096;
    int in[n], sum = 0, *d_in, *d_sum;
    for (int i = 0; i < n; i++) in[i] = i;
    cudaMalloc(&d_in, sizeof(in));
    cudaMalloc(&d_sum, sizeof(sum));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    cudaMemset(d_sum, 0, sizeof(sum));
    add_up<<<n / 256, 256>>>(d_in, d_sum);
    cudaMemcpy(&sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_sum);
    printf("%d\n", sum);
}
