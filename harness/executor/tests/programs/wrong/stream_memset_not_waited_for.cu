// cudaMemset() returns before device memory is set, and a non-blocking stream does not wait for the default stream.
#include <stdio.h>
#include <stdlib.h>

void ensure(cudaError_t code, int line)
{
    if (code == cudaSuccess) return;
    fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(code));
    exit(1);
}
#define ENSURE(call) ensure((call), __LINE__)

__global__ void votes(int *box, int voters)
{
    int voter = blockIdx.x * blockDim.x + threadIdx.x;
    if (voter < voters) atomicAdd(&box[voter % 3 == 0], 1);
}

int main()
{
    const int voters = 9000;
    int *box, result[2];
    cudaStream_t stream;
    ENSURE(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    ENSURE(cudaMalloc(&box, sizeof(result)));
    ENSURE(cudaMemset(box, 0, sizeof(result)));
    votes<<<(voters + 255) / 256, 256, 0, stream>>>(box, voters);  // bug: stream_race
    ENSURE(cudaGetLastError());
    ENSURE(cudaDeviceSynchronize());
    ENSURE(cudaMemcpy(result, box, sizeof(result), cudaMemcpyDeviceToHost));
    ENSURE(cudaStreamDestroy(stream));
    ENSURE(cudaFree(box));
    printf("%d no, %d yes\n", result[0], result[1]);
    return 0;
}
