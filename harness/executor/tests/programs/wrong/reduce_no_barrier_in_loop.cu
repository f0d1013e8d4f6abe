// A reduction lacks a barrier between its iterations.
#include <cstdio>
#include <vector>

#define THREADS 256

__global__ void sum(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * THREADS + t];
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2)
    {
        if (t < half)
            s[t] += s[t + half];  // bug: race
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

int main()
{
    const int blocks = 4;
    std::vector<int> in(blocks * THREADS, 1);
    int out[blocks], *d_in, *d_out;
    cudaMalloc(&d_in, in.size() * sizeof(int));
    cudaMalloc(&d_out, sizeof(out));
    cudaMemcpy(d_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice);
    sum<<<blocks, THREADS>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
    printf("%d\n", out[0]);
    return 0;
}
