// One event is used twice: the wait refers to the newer recording, in another stream, instead of the older one.
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) check(call, __LINE__)
static void check(cudaError_t code, int line)
{
    if (code) { printf("line %d: %s\n", line, cudaGetErrorString(code)); exit(2); }
}

__global__ void set(int *x, int value) { x[blockIdx.x * blockDim.x + threadIdx.x] = value; }
__global__ void sum(const int *x, const int *y, int *z)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    z[i] = x[i] + y[i];
}

int main()
{
    const int threads = 128, blocks = 32, bytes = threads * blocks * sizeof(int);
    int *x, *y, *z, result;
    cudaStream_t left, right, both;
    cudaEvent_t done;
    CHECK(cudaMalloc(&x, bytes));
    CHECK(cudaMalloc(&y, bytes));
    CHECK(cudaMalloc(&z, bytes));
    for (cudaStream_t *s : {&left, &right, &both}) CHECK(cudaStreamCreate(s));
    CHECK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));

    set<<<blocks, threads, 0, left>>>(x, 40);
    CHECK(cudaEventRecord(done, left));
    set<<<blocks, threads, 0, right>>>(y, 2);
    CHECK(cudaEventRecord(done, right));
    CHECK(cudaStreamWaitEvent(both, done, 0));
    sum<<<blocks, threads, 0, both>>>(x, y, z);  // bug: stream_race
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    CHECK(cudaMemcpy(&result, z, sizeof(int), cudaMemcpyDeviceToHost));
    printf("%d\n", result);
    for (int *p : {x, y, z}) CHECK(cudaFree(p));
    for (cudaStream_t s : {left, right, both}) CHECK(cudaStreamDestroy(s));
    CHECK(cudaEventDestroy(done));
}
