// The interactions between all pairs of bodies, tile by tile through shared memory.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define BODIES 300
#define P 64
#define SOFTENING 0.01f
#define DT 0.01f

__device__ float3 pull(float4 me, float4 other, float3 a)
{
    float dx = other.x - me.x;
    float dy = other.y - me.y;
    float dz = other.z - me.z;
    float d2 = dx * dx + dy * dy + dz * dz + SOFTENING;
    float inverse = rsqrtf(d2);
    float s = other.w * inverse * inverse * inverse;
    a.x += dx * s;
    a.y += dy * s;
    a.z += dz * s;
    return a;
}

__global__ void forces(const float4 *pos, float3 *acc, int n)
{
    extern __shared__ float4 tile[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = i < n ? pos[i] : make_float4(0, 0, 0, 0);
    float3 a = make_float3(0.0f, 0.0f, 0.0f);
    for (int start = 0; start < n; start += blockDim.x) {
        int j = start + threadIdx.x;
        tile[threadIdx.x] = j < n ? pos[j] : make_float4(0, 0, 0, 0);   // no mass, so no pull
        __syncthreads();
        for (int k = 0; k < blockDim.x; k++) a = pull(me, tile[k], a);
        __syncthreads();
    }
    if (i < n) acc[i] = a;
}

__global__ void move(float4 *pos, float3 *vel, const float3 *acc, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float3 v = vel[i];
    v.x += acc[i].x * DT; v.y += acc[i].y * DT; v.z += acc[i].z * DT;
    float4 p = pos[i];
    p.x += v.x * DT; p.y += v.y * DT; p.z += v.z * DT;
    vel[i] = v;
    pos[i] = p;
}

static float uniform(void) { return 2.0f * rand() / RAND_MAX - 1.0f; }

int main()
{
    float4 *pos = (float4 *)malloc(BODIES * sizeof(float4));
    float3 *vel = (float3 *)calloc(BODIES, sizeof(float3));
    for (int i = 0; i < BODIES; i++) pos[i] = make_float4(uniform(), uniform(), uniform(), 1.0f / BODIES);

    float4 *d_pos;
    float3 *d_vel, *d_acc;
    cudaMalloc(&d_pos, BODIES * sizeof(float4));
    cudaMalloc(&d_vel, BODIES * sizeof(float3));
    cudaMalloc(&d_acc, BODIES * sizeof(float3));
    cudaMemcpy(d_pos, pos, BODIES * sizeof(float4), cudaMemcpyHostToDevice);
    cudaMemcpy(d_vel, vel, BODIES * sizeof(float3), cudaMemcpyHostToDevice);
    for (int step = 0; step < 3; step++) {
        forces<<<(BODIES + P - 1) / P, P, P * sizeof(float4)>>>(d_pos, d_acc, BODIES);
        move<<<(BODIES + P - 1) / P, P>>>(d_pos, d_vel, d_acc, BODIES);
    }
    cudaMemcpy(vel, d_vel, BODIES * sizeof(float3), cudaMemcpyDeviceToHost);
    cudaFree(d_pos); cudaFree(d_vel); cudaFree(d_acc);

    /* Every pull has its opposite, so the total momentum must stay 0, but the bodies must move. */
    double px = 0, py = 0, pz = 0, speed = 0;
    for (int i = 0; i < BODIES; i++) {
        px += vel[i].x; py += vel[i].y; pz += vel[i].z;
        speed += fabs(vel[i].x) + fabs(vel[i].y) + fabs(vel[i].z);
    }
    free(pos);
    free(vel);
    double rest = fabs(px) + fabs(py) + fabs(pz);
    printf("nbody: momentum %.1e, speed %.3f\n", rest, speed);
    return rest < 1e-3 && speed > 1.0 ? 0 : 1;
}
