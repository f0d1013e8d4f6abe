// Two kernels and a copy, in three streams, read the same input at the same time. Nothing writes to it.
#include <stdio.h>
#include <stdlib.h>
#define HANDLE_ERROR(err) (HandleError(err, __FILE__, __LINE__))

static void HandleError(cudaError_t err, const char *file, int line) {
    if (err != cudaSuccess) {
        printf("%s in %s at line %d\n", cudaGetErrorString(err), file, line);
        exit(EXIT_FAILURE);
    }
}

#define N (1024 * 4)

__global__ void doubled(const int *in, int *out) {
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    out[tid] = 2 * in[tid];
}
__global__ void neighbours(const int *in, int *out) {
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    out[tid] = in[(tid + 1) % N] + in[(tid + N - 1) % N];
}

int main(void) {
    const size_t bytes = N * sizeof(int);
    cudaStream_t stream[3];
    int *in, *out[2], *host[3], bad = 0;
    HANDLE_ERROR(cudaMalloc((void **)&in, bytes));
    for (int i = 0; i < 2; i++) HANDLE_ERROR(cudaMalloc((void **)&out[i], bytes));
    for (int i = 0; i < 3; i++) HANDLE_ERROR(cudaMallocHost((void **)&host[i], bytes));
    for (int i = 0; i < 3; i++) HANDLE_ERROR(cudaStreamCreate(&stream[i]));
    for (int i = 0; i < N; i++) host[0][i] = i * i % 1000;
    HANDLE_ERROR(cudaMemcpy(in, host[0], bytes, cudaMemcpyHostToDevice));

    doubled<<<N / 256, 256, 0, stream[0]>>>(in, out[0]);
    neighbours<<<N / 256, 256, 0, stream[1]>>>(in, out[1]);
    HANDLE_ERROR(cudaMemcpyAsync(host[2], in, bytes, cudaMemcpyDeviceToHost, stream[2]));
    HANDLE_ERROR(cudaMemcpyAsync(host[0], out[0], bytes, cudaMemcpyDeviceToHost, stream[0]));
    HANDLE_ERROR(cudaMemcpyAsync(host[1], out[1], bytes, cudaMemcpyDeviceToHost, stream[1]));
    for (int i = 0; i < 3; i++) HANDLE_ERROR(cudaStreamSynchronize(stream[i]));

    for (int i = 0; i < N; i++)
        bad += host[0][i] != 2 * host[2][i] || host[1][i] != host[2][(i + 1) % N] + host[2][(i + N - 1) % N];
    for (int i = 0; i < 3; i++) { HANDLE_ERROR(cudaStreamDestroy(stream[i])); HANDLE_ERROR(cudaFreeHost(host[i])); }
    for (int *p : {in, out[0], out[1]}) HANDLE_ERROR(cudaFree(p));
    printf("stream_readers: %d bad\n", bad);
    return bad != 0;
}
