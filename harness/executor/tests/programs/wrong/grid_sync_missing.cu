// Two steps in one cooperative launch, without a grid-wide barrier between them.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void two_steps(const int *in, int *middle, int *out, int n)
{
    cg::grid_group grid = cg::this_grid();
    int i = (int)grid.thread_rank();
    middle[i] = in[i] * 2;
    out[i] = middle[n - 1 - i] + 1;  // bug: race
}

int main()
{
    int n = 512, host[512], *in, *middle, *out;
    for (int i = 0; i < n; i++) host[i] = i;
    cudaMalloc(&in, sizeof(host));
    cudaMalloc(&middle, sizeof(host));
    cudaMalloc(&out, sizeof(host));
    cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);
    void *arguments[] = {&in, &middle, &out, &n};
    cudaLaunchCooperativeKernel((void *)two_steps, dim3(4), dim3(128), arguments, 0, 0);
    cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(middle);
    cudaFree(out);
    printf("%d\n", host[0]);
    return 0;
}
