// The launch has no third argument.
#include <cstdio>
#include <cstdlib>

__global__ void sum(const float *in, float *out)
{
    extern __shared__ float s[];
    int t = threadIdx.x;
    s[t] = in[t];  // bug: out_of_bounds
    __syncthreads();
    if (t == 0) {
        float total = 0;
        for (int k = 0; k < blockDim.x; k++) total += s[k];
        *out = total;
    }
}

int main()
{
    float host[64], total = 0, *in, *out;
    for (float &x : host) x = 1;
    cudaMalloc(&in, sizeof(host));
    cudaMalloc(&out, sizeof(float));
    cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);
    sum<<<1, 64>>>(in, out);
    cudaMemcpy(&total, out, sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    printf("%g\n", total);
    return EXIT_SUCCESS;
}
