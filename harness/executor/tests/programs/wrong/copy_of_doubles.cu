// The arrays contain floats, but the copy is sized for doubles.
#include <cstdio>

__global__ void halve(float *data, int n)
{
    int i = threadIdx.x;
    if (i < n) data[i] /= 2;
}

int main()
{
    const int n = 256;
    static float host[2 * n];
    for (int i = 0; i < n; i++) host[i] = i;
    float *dev;
    cudaMalloc(&dev, n * sizeof(float));
    cudaMemcpy(dev, host, n * sizeof(double), cudaMemcpyHostToDevice);  // bug: copy_past_end
    halve<<<1, n>>>(dev, n);
    cudaMemcpy(host, dev, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%g\n", host[n - 1]);
    return 0;
}
