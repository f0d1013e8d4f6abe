// The blocks take turns: a block tests the volatile word and then changes it, but only in its own turn.
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

__global__ void in_turn_again(volatile int *turn, int *order)
{
    if (threadIdx.x != 0) return;
    const int b = blockIdx.x;
    for (bool done = false; !done;) {
        if (*turn != b) continue;
        order[b] += *turn;
        __threadfence();
        (*turn)++;
        done = true;
    }
}

int main()
{
    const int n = 64;
    int order[n], *d_order, *d_turn;
    cudaMalloc(&d_order, sizeof(order));
    cudaMalloc(&d_turn, sizeof(int));
    cudaMemset(d_turn, 0, sizeof(int));
    in_turn<<<n, 32>>>(d_turn, d_order);
    cudaMemset(d_turn, 0, sizeof(int));
    in_turn_again<<<n, 32>>>(d_turn, d_order);
    cudaMemcpy(order, d_order, sizeof(order), cudaMemcpyDeviceToHost);
    cudaFree(d_order);
    cudaFree(d_turn);
    printf("%d\n", order[n - 1]);
}
