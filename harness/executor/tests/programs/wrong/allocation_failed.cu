// Requests more memory than any device has, ignores the error, and never uses the array.
#include <cstdio>

__global__ void mark(int *p) { *p = 1; }

int main()
{
    char *huge = nullptr;
    int *small, value = 0;
    cudaMalloc(&huge, (size_t)1 << 50);  // bug: ignored_error
    cudaMalloc(&small, sizeof(int));
    mark<<<1, 1>>>(small);
    cudaMemcpy(&value, small, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(small);
    cudaFree(huge);
    printf("%d\n", value);
    return 0;
}
