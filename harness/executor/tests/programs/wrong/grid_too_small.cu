// One block for 1000 elements: the kernel computes only some of them, and the copy includes unwritten elements.
#include <stdio.h>

__global__ void doubled(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i];
}

int main()
{
    const int n = 1000;
    float host[n], *in, *out;
    for (int i = 0; i < n; i++) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    doubled<<<1, 256>>>(in, out, n);  // bug: not_computed
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    printf("%g\n", host[1]);
    return 0;
}
