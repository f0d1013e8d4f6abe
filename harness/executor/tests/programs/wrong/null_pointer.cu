// The output was never allocated.
#include <cstdio>
#include <cstdlib>

__global__ void square(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * in[i];  // bug: invalid_address
}

int main()
{
    const int n = 100;
    int host[n], *in = NULL, *out = NULL;
    for (int i = 0; i < n; i++) host[i] = i;
    cudaMalloc((void **)&in, sizeof(host));
    cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);
    square<<<1, 128>>>(in, out, n);
    cudaError_t e = cudaDeviceSynchronize();
    if (e != cudaSuccess) {
        printf("%s\n", cudaGetErrorString(e));
        cudaFree(in);
        return EXIT_FAILURE;
    }
    cudaFree(in);
    return EXIT_SUCCESS;
}
