// The elapsed time is queried while the kernel may still be running, so there is no elapsed time yet.
#include <cstdio>

__global__ void fill(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = i;
}

int main()
{
    const int n = 10000;
    static float host[n];
    float *x, milliseconds = 0;
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaMalloc(&x, n * sizeof(float));
    cudaEventRecord(start);
    fill<<<(n + 255) / 256, 256>>>(x, n);
    cudaEventRecord(stop);
    cudaEventElapsedTime(&milliseconds, start, stop);  // bug: ignored_error
    cudaMemcpy(host, x, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g ms, the last one is %g\n", milliseconds, host[n - 1]);
    cudaFree(x);
    return 0;
}
