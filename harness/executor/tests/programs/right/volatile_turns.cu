// The blocks take turns: a block tests the volatile word and changes it on the same line, but only in its own turn.
#include <cstdio>

__global__ void in_turn(volatile int *turn, int *order)
{
    if (threadIdx.x != 0) return;
    const int b = blockIdx.x;
    bool done = false;
    while (!done) {
        __threadfence();
        if (*turn == b) { order[b] = b + 1; __threadfence(); *turn = b + 1; done = true; }
    }
}
__global__ void note(volatile int *any, const int *values, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && values[i] % 8 == 0 && *any == 0) *any = 1;
}

int main()
{
    const int n = 64;
    int order[n], *d_order, *d_turn, any = 0;
    cudaMalloc(&d_order, sizeof(order));
    cudaMalloc(&d_turn, sizeof(int));
    cudaMemset(d_turn, 0, sizeof(int));
    in_turn<<<n, 32>>>(d_turn, d_order);
    cudaMemset(d_turn, 0, sizeof(int));
    note<<<2, 32>>>(d_turn, d_order, n);
    cudaMemcpy(order, d_order, sizeof(order), cudaMemcpyDeviceToHost);
    cudaMemcpy(&any, d_turn, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_order);
    cudaFree(d_turn);
    printf("%d %d\n", order[n - 1], any);
}
