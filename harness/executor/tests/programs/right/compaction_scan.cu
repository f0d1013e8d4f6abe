// Stream compaction in three launches: the flags, their scan, and the scatter.
#include <cstdio>
#include <iterator>
#include <algorithm>
#include <vector>

#define BLOCK 256

__global__ void mark(const int *in, int *flags, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) flags[i] = in[i] > 0 ? 1 : 0;
}

// One block processes the whole array, piece by piece, and carries the sum along.
__global__ void scan(const int *flags, int *places, int n)
{
    __shared__ int s[BLOCK];
    __shared__ int carry;
    int t = threadIdx.x;
    if (t == 0) carry = 0;
    for (int start = 0; start < n; start += BLOCK) {
        int flag = start + t < n ? flags[start + t] : 0;
        s[t] = flag;
        __syncthreads();
        for (int d = 1; d < BLOCK; d <<= 1) {
            int left = t >= d ? s[t - d] : 0;
            __syncthreads();
            s[t] += left;
            __syncthreads();
        }
        if (start + t < n) places[start + t] = carry + s[t] - flag;
        __syncthreads();
        if (t == BLOCK - 1) carry += s[t];
        __syncthreads();
    }
    if (t == 0) places[n] = carry;
}

__global__ void scatter(const int *in, const int *flags, const int *places, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && flags[i]) out[places[i]] = in[i];
}

int main()
{
    const int n = 4321, grid = (n + BLOCK - 1) / BLOCK;
    std::vector<int> in(n), want;
    for (int i = 0; i < n; i++) in[i] = (i * 101) % 37 - 18;
    std::copy_if(in.begin(), in.end(), std::back_inserter(want), [](int x) { return x > 0; });

    int *d_in, *d_flags, *d_places, *d_out, kept = 0;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_flags, n * sizeof(int));
    cudaMalloc(&d_places, (n + 1) * sizeof(int));
    cudaMalloc(&d_out, n * sizeof(int));
    cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    mark<<<grid, BLOCK>>>(d_in, d_flags, n);
    scan<<<1, BLOCK>>>(d_flags, d_places, n);
    scatter<<<grid, BLOCK>>>(d_in, d_flags, d_places, d_out, n);
    cudaMemcpy(&kept, d_places + n, sizeof(int), cudaMemcpyDeviceToHost);
    std::vector<int> out(kept);
    cudaMemcpy(out.data(), d_out, kept * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_flags);
    cudaFree(d_places);
    cudaFree(d_out);
    printf("compaction_scan: %d of %d kept\n", kept, n);
    return out == want ? 0 : 1;
}
