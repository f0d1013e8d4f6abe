// An exclusive Blelloch scan, up the tree and down again, with padding in shared memory against bank conflicts.
#include <stdio.h>
#include <stdlib.h>

#define COUNT 1024
#define PADDED(i) ((i) + (i) / 32)

__global__ void exclusive_scan(const int *in, int *out)
{
    __shared__ int tree[PADDED(COUNT)];
    const int t = threadIdx.x;
    tree[PADDED(t)] = in[t];
    tree[PADDED(t + COUNT / 2)] = in[t + COUNT / 2];
    __syncthreads();

    int width = 1;
    for (int active = COUNT / 2; active > 0; active /= 2, width *= 2) {
        if (t < active) {
            int left = width * (2 * t + 1) - 1, right = left + width;
            tree[PADDED(right)] += tree[PADDED(left)];
        }
        __syncthreads();
    }

    if (t == 0) tree[PADDED(COUNT - 1)] = 0;

    for (int active = 1; active < COUNT; active *= 2) {
        width /= 2;
        __syncthreads();
        if (t < active) {
            int left = width * (2 * t + 1) - 1, right = left + width;
            int below = tree[PADDED(left)];
            tree[PADDED(left)] = tree[PADDED(right)];
            tree[PADDED(right)] += below;
        }
    }
    __syncthreads();
    out[t] = tree[PADDED(t)];
    out[t + COUNT / 2] = tree[PADDED(t + COUNT / 2)];
}

int main(void)
{
    int in[COUNT], out[COUNT];
    for (int i = 0; i < COUNT; ++i) in[i] = rand() % 1000;
    int *din, *dout;
    cudaMalloc(&din, sizeof(in));
    cudaMalloc(&dout, sizeof(out));
    cudaMemcpy(din, in, sizeof(in), cudaMemcpyHostToDevice);
    exclusive_scan<<<1, COUNT / 2>>>(din, dout);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    cudaFree(din);
    cudaFree(dout);
    int sum = 0, bad = 0;
    for (int i = 0; i < COUNT; ++i) {
        bad += out[i] != sum;
        sum += in[i];
    }
    printf("scan_blelloch: %d wrong\n", bad);
    return bad ? 1 : 0;
}
