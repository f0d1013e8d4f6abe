// A few steps of k-means in the plane: assign points, add up in shared memory, divide.
#include <float.h>
#include <math.h>
#include <stdio.h>

#define POINTS 3000
#define K 5
#define THREADS 128

__constant__ float2 centres[K];

__global__ void assign(const float2 *points, int n, int *label, int *sum_x, int *sum_y, int *count)
{
    __shared__ int sx[K], sy[K], c[K];
    if (threadIdx.x < K) sx[threadIdx.x] = sy[threadIdx.x] = c[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float best = FLT_MAX;
        int where = 0;
        for (int k = 0; k < K; k++) {
            float dx = points[i].x - centres[k].x, dy = points[i].y - centres[k].y;
            float d = dx * dx + dy * dy;
            if (d < best) { best = d; where = k; }
        }
        label[i] = where;
        atomicAdd(&sx[where], (int)points[i].x);
        atomicAdd(&sy[where], (int)points[i].y);
        atomicAdd(&c[where], 1);
    }
    __syncthreads();
    if (threadIdx.x < K) {
        atomicAdd(&sum_x[threadIdx.x], sx[threadIdx.x]);
        atomicAdd(&sum_y[threadIdx.x], sy[threadIdx.x]);
        atomicAdd(&count[threadIdx.x], c[threadIdx.x]);
    }
}

int main()
{
    static float2 points[POINTS];
    static int label[POINTS];
    float2 c[K];
    for (int i = 0; i < POINTS; i++) {      // five clusters, far from each other
        points[i].x = (float)(1000 * (i % K) + (i * 31) % 97);
        points[i].y = (float)(500 * (i % K % 2) + (i * 17) % 89);
    }
    for (int k = 0; k < K; k++) c[k] = points[k];

    float2 *d_points;
    int *d_label, *d_sums, sums[3 * K];
    cudaMalloc(&d_points, sizeof(points));
    cudaMalloc(&d_label, sizeof(label));
    cudaMalloc(&d_sums, sizeof(sums));
    cudaMemcpy(d_points, points, sizeof(points), cudaMemcpyHostToDevice);
    for (int step = 0; step < 4; step++) {
        cudaMemcpyToSymbol(centres, c, sizeof(c));
        cudaMemset(d_sums, 0, sizeof(sums));
        assign<<<(POINTS + THREADS - 1) / THREADS, THREADS>>>(d_points, POINTS, d_label, d_sums, d_sums + K, d_sums + 2 * K);
        cudaMemcpy(sums, d_sums, sizeof(sums), cudaMemcpyDeviceToHost);
        for (int k = 0; k < K; k++)
            if (sums[2 * K + k] > 0) c[k] = make_float2((float)sums[k] / sums[2 * K + k], (float)sums[K + k] / sums[2 * K + k]);
    }
    cudaMemcpy(label, d_label, sizeof(label), cudaMemcpyDeviceToHost);
    cudaFree(d_points);
    cudaFree(d_label);
    cudaFree(d_sums);
    int wrong = 0;
    for (int i = 0; i < POINTS; i++) wrong += label[i] != i % K;
    printf("kmeans: %d points in the wrong cloud\n", wrong);
    return wrong ? 1 : 0;
}
