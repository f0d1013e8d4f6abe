// All steps of an iteration in one cooperative launch, with a grid-wide barrier after each step.
#include <cooperative_groups.h>
#include <stdio.h>

using namespace cooperative_groups;

#define LENGTH 2048

__global__ void smooth(float *a, float *b, int length, int steps)
{
    grid_group grid = this_grid();
    for (int s = 0; s < steps; s++) {
        for (unsigned long long i = grid.thread_rank(); i < length; i += grid.size()) {
            float left = i > 0 ? a[i - 1] : a[i];
            float right = i < length - 1 ? a[i + 1] : a[i];
            b[i] = 0.5f * a[i] + 0.25f * (left + right);
        }
        grid.sync();
        float *t = a;
        a = b;
        b = t;
    }
}

int main()
{
    int device = 0, cooperative = 0, perSm = 0, sms = 0;
    cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device);
    if (!cooperative) {
        printf("cg_grid_sync: no cooperative launch here\n");
        return 0;
    }
    const int threads = 128;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perSm, smooth, threads, 0);
    int blocks = min(sms * perSm, 8);

    static float host[LENGTH], now[LENGTH], next[LENGTH];
    for (int i = 0; i < LENGTH; i++) now[i] = i == LENGTH / 2 ? 1024.0f : 0.0f;
    float *a, *b;
    cudaMalloc(&a, sizeof(now));
    cudaMalloc(&b, sizeof(now));
    cudaMemcpy(a, now, sizeof(now), cudaMemcpyHostToDevice);
    int length = LENGTH, steps = 10;
    void *args[] = {&a, &b, &length, &steps};
    cudaError_t e = cudaLaunchCooperativeKernel((void *)smooth, dim3(blocks), dim3(threads), args, 0, 0);
    if (e != cudaSuccess) {
        printf("cg_grid_sync: %s\n", cudaGetErrorString(e));
        return 1;
    }
    cudaDeviceSynchronize();
    cudaMemcpy(host, a, sizeof(host), cudaMemcpyDeviceToHost);   // a has the result of an even number of steps
    cudaFree(a);
    cudaFree(b);

    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < LENGTH; i++)
            next[i] = 0.5f * now[i] + 0.25f * ((i > 0 ? now[i - 1] : now[i]) + (i < LENGTH - 1 ? now[i + 1] : now[i]));
        for (int i = 0; i < LENGTH; i++) now[i] = next[i];
    }
    int wrong = 0;
    for (int i = 0; i < LENGTH; i++) wrong += host[i] != now[i];   // powers of two, so exact
    printf("cg_grid_sync: %d wrong\n", wrong);
    return wrong ? 1 : 0;
}
