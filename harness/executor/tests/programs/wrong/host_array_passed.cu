// The array is a global variable: in main(), its name denotes the host's copy.
#include <cstdio>

#define N 256

int values[N];

__global__ void twice(int *v)
{
    v[threadIdx.x] *= 2;
}

int main()
{
    for (int i = 0; i < N; i++) values[i] = i;
    twice<<<1, N>>>(values);  // bug: host_pointer_in_kernel
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
