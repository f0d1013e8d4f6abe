// Only the threads that perform an addition reach the barrier.
#include <cstdio>

#define THREADS 128

__global__ void sum(const int *in, int *out)
{
    __shared__ int s[THREADS];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (t < half) {
            s[t] += s[t + half];
            __syncthreads();  // bug: early_exit
        }
    }
    if (t == 0) *out = s[0];
}

int main()
{
    int in[THREADS], out = 0, *d_in, *d_out;
    for (int i = 0; i < THREADS; i++) in[i] = i;
    cudaMalloc(&d_in, sizeof(in));
    cudaMalloc(&d_out, sizeof(int));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    sum<<<1, THREADS>>>(d_in, d_out);
    cudaMemcpy(&out, d_out, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
    printf("%d\n", out);
    return 0;
}
