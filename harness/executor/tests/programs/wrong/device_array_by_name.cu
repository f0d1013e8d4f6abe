// A __device__ array is passed to the kernel by name: in main(), the name is a host address.
#include <cstdio>

__device__ float weights[64];

__global__ void fill(float *w)
{
    w[threadIdx.x] = 0.5f * threadIdx.x;
}

int main()
{
    fill<<<1, 64>>>(weights);  // bug: host_pointer_in_kernel
    cudaError_t e = cudaDeviceSynchronize();
    if (e != cudaSuccess) printf("%s\n", cudaGetErrorString(e));
    float first[2];
    e = cudaMemcpyFromSymbol(first, weights, sizeof(first));
    printf("%s %f\n", cudaGetErrorString(e), first[1]);
    return 0;
}
