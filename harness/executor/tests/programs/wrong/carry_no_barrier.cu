// Thread 0 changes the carry for the next piece while other threads are still using the old carry.
#include <cstdio>
#include <vector>

#define B 128

__global__ void scan(const int *in, int *out, int n)
{
    __shared__ int s[B];
    __shared__ int carry;
    int t = threadIdx.x;
    if (t == 0) carry = 0;
    for (int start = 0; start < n; start += B) {
        s[t] = in[start + t];
        __syncthreads();
        for (int d = 1; d < B; d *= 2) {
            int left = t >= d ? s[t - d] : 0;
            __syncthreads();
            s[t] += left;
            __syncthreads();
        }
        out[start + t] = carry + s[t];
        if (t == 0) carry += s[B - 1];  // bug: race
        __syncthreads();
    }
}

int main()
{
    const int n = 4 * B;
    std::vector<int> host(n, 1);
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    scan<<<1, B>>>(in, out, n);
    cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    printf("%d\n", host[n - 1]);
    return 0;
}
