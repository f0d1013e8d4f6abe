// A Hillis–Steele scan with one buffer: a neighbour's value may come from this step or from the previous one.
#include <stdio.h>

#define N 256

__global__ void scan(int *data)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();
    for (int d = 1; d < N; d *= 2) {
        if (t >= d) s[t] += s[t - d];  // bug: race
        __syncthreads();
    }
    data[t] = s[t];
}

int main()
{
    int host[N], *dev;
    for (int i = 0; i < N; i++) host[i] = 1;
    cudaMalloc(&dev, sizeof(host));
    cudaMemcpy(dev, host, sizeof(host), cudaMemcpyHostToDevice);
    scan<<<1, N>>>(dev);
    cudaMemcpy(host, dev, sizeof(host), cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%d\n", host[N - 1]);
    return 0;
}
