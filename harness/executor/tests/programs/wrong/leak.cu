// One of two arrays is never freed.
#include <stdio.h>

__global__ void copy(const int *from, int *to) { to[threadIdx.x] = from[threadIdx.x]; }

int main()
{
    int host[32], *a, *b;
    for (int i = 0; i < 32; i++) host[i] = i;
    cudaMalloc(&a, sizeof(host));
    cudaMalloc(&b, sizeof(host));  // bug: leak
    cudaMemcpy(a, host, sizeof(host), cudaMemcpyHostToDevice);
    copy<<<1, 32>>>(a, b);
    cudaMemcpy(host, b, sizeof(host), cudaMemcpyDeviceToHost);
    cudaFree(a);
    printf("%d\n", host[31]);
    return 0;
}
