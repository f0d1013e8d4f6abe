// The wait comes before the recording: waiting for an event that has never been recorded has no effect.
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                    \
    do {                                                               \
        if ((call) != cudaSuccess) {                                   \
            fprintf(stderr, "%s failed on line %d\n", #call, __LINE__); \
            exit(EXIT_FAILURE);                                        \
        }                                                              \
    } while (false)

struct Particle { float x, v; };

__global__ void start(Particle *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = {0.0f, 0.25f * i};
}

__global__ void move(Particle *p, float dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i].x += p[i].v * dt;
}

int main()
{
    const int n = 777;
    Particle *p, one;
    cudaStream_t setup, simulate;
    cudaEvent_t started;
    CHECK(cudaMalloc(&p, n * sizeof(Particle)));
    CHECK(cudaStreamCreate(&setup)); CHECK(cudaStreamCreate(&simulate));
    CHECK(cudaEventCreate(&started));
    CHECK(cudaStreamWaitEvent(simulate, started, 0));
    start<<<(n + 31) / 32, 32, 0, setup>>>(p, n);
    CHECK(cudaEventRecord(started, setup));
    move<<<(n + 31) / 32, 32, 0, simulate>>>(p, 0.5f, n);  // bug: stream_race
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(&one, p + 8, sizeof(one), cudaMemcpyDeviceToHost));
    CHECK(cudaEventDestroy(started)); CHECK(cudaStreamDestroy(setup)); CHECK(cudaStreamDestroy(simulate));
    CHECK(cudaFree(p));
    printf("%g\n", one.x);
}
