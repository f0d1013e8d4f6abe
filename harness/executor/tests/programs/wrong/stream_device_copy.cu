// A device-to-device copy is in a different stream from the kernel that computes the data.
#include <stdio.h>
#include <stdlib.h>
#define HANDLE_ERROR(err) (HandleError(err, __FILE__, __LINE__))

static void HandleError(cudaError_t err, const char *file, int line) {
    if (err != cudaSuccess) {
        printf("%s in %s at line %d\n", cudaGetErrorString(err), file, line);
        exit(EXIT_FAILURE);
    }
}

#define N (1024 * 8)

__global__ void step(float *field) {
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    while (tid < N) {
        field[tid] = 1.0f / (1.0f + tid);
        tid += blockDim.x * gridDim.x;
    }
}

int main(void) {
    cudaStream_t compute, save;
    float *field, *snapshot, first[2];
    const size_t bytes = N * sizeof(float);

    HANDLE_ERROR(cudaStreamCreate(&compute));
    HANDLE_ERROR(cudaStreamCreate(&save));
    HANDLE_ERROR(cudaMalloc((void **)&field, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&snapshot, bytes));

    step<<<8, 256, 0, compute>>>(field);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpyAsync(snapshot, field, bytes, cudaMemcpyDeviceToDevice, save));  // bug: stream_race
    HANDLE_ERROR(cudaStreamSynchronize(save));
    HANDLE_ERROR(cudaStreamSynchronize(compute));

    HANDLE_ERROR(cudaMemcpy(first, snapshot, sizeof(first), cudaMemcpyDeviceToHost));
    printf("%f %f\n", first[0], first[1]);
    HANDLE_ERROR(cudaFree(field));
    HANDLE_ERROR(cudaFree(snapshot));
    HANDLE_ERROR(cudaStreamDestroy(compute));
    HANDLE_ERROR(cudaStreamDestroy(save));
}
