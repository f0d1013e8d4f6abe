// A bitonic sort in shared memory, with no barriers between its passes.
#include <stdio.h>

#define N 256

__global__ void sort(int *data)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();
    for (int run = 2; run <= N; run *= 2)
        for (int distance = run / 2; distance > 0; distance /= 2) {
            int other = t ^ distance;
            bool rising = (t & run) == 0;
            if (other > t)
                if ((s[t] > s[other]) == rising) { int a = s[t]; s[t] = s[other]; s[other] = a; }  // bug: race
        }
    __syncthreads();
    data[t] = s[t];
}

int main()
{
    int host[N], *dev;
    for (int i = 0; i < N; i++) host[i] = i * 101 % N;
    cudaMalloc(&dev, sizeof(host));
    cudaMemcpy(dev, host, sizeof(host), cudaMemcpyHostToDevice);
    sort<<<1, N>>>(dev);
    cudaMemcpy(host, dev, sizeof(host), cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%d %d\n", host[0], host[N - 1]);
    return 0;
}
