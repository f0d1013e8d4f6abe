// The same step on an array of structures and on a structure of arrays.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct { float x, y, vx, vy; } Particle;
typedef struct { float *x, *y, *vx, *vy; } Particles;

#define N 5000
#define STEP 0.125f

__global__ void step_aos(Particle *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Particle me = p[i];
    me.x += STEP * me.vx;
    me.y += STEP * me.vy;
    if (me.x < 0 || me.x > 1) me.vx = -me.vx;
    if (me.y < 0 || me.y > 1) me.vy = -me.vy;
    p[i] = me;
}

__global__ void step_soa(Particles p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    p.x[i] += STEP * p.vx[i];
    p.y[i] += STEP * p.vy[i];
    if (p.x[i] < 0 || p.x[i] > 1) p.vx[i] *= -1;
    if (p.y[i] < 0 || p.y[i] > 1) p.vy[i] *= -1;
}

int main(void)
{
    Particle *aos = (Particle *)malloc(N * sizeof(Particle)), *d_aos;
    float *soa = (float *)malloc(4 * N * sizeof(float)), *d_soa;
    int i, s, wrong = 0;
    for (i = 0; i < N; i++) {
        aos[i].x = soa[i] = (i % 100) / 128.0f;
        aos[i].y = soa[N + i] = (i % 77) / 128.0f;
        aos[i].vx = soa[2 * N + i] = (i % 9 - 4) / 4.0f;
        aos[i].vy = soa[3 * N + i] = (i % 7 - 3) / 4.0f;
    }
    cudaMalloc((void **)&d_aos, N * sizeof(Particle));
    cudaMalloc((void **)&d_soa, 4 * N * sizeof(float));
    cudaMemcpy(d_aos, aos, N * sizeof(Particle), cudaMemcpyHostToDevice);
    cudaMemcpy(d_soa, soa, 4 * N * sizeof(float), cudaMemcpyHostToDevice);
    Particles arrays = {d_soa, d_soa + N, d_soa + 2 * N, d_soa + 3 * N};
    for (s = 0; s < 8; s++) {
        step_aos<<<(N + 255) / 256, 256>>>(d_aos, N);
        step_soa<<<(N + 255) / 256, 256>>>(arrays, N);
    }
    cudaMemcpy(aos, d_aos, N * sizeof(Particle), cudaMemcpyDeviceToHost);
    cudaMemcpy(soa, d_soa, 4 * N * sizeof(float), cudaMemcpyDeviceToHost);
    for (i = 0; i < N; i++)
        if (aos[i].x != soa[i] || aos[i].y != soa[N + i] || aos[i].vx != soa[2 * N + i] || aos[i].vy != soa[3 * N + i])
            wrong++;
    cudaFree(d_aos);
    cudaFree(d_soa);
    free(aos);
    free(soa);
    printf("particles: %d differ\n", wrong);
    return wrong ? 1 : 0;
}
