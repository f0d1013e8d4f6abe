// Errors made on purpose, looked at, and gone afterwards.
#include <cstdio>
#include <cstring>

__global__ void nothing(int *p) { if (p) *p = 1; }

static int failures = 0;

static void expect(cudaError_t got, cudaError_t want, const char *what)
{
    if (got == want) return;
    printf("%s: %s and not %s\n", what, cudaGetErrorName(got), cudaGetErrorName(want));
    failures++;
}

int main()
{
    nothing<<<1, 2048>>>(nullptr);
    expect(cudaPeekAtLastError(), cudaErrorInvalidConfiguration, "too many threads, a look");
    expect(cudaGetLastError(), cudaErrorInvalidConfiguration, "too many threads");
    expect(cudaGetLastError(), cudaSuccess, "after the look");

    nothing<<<0, 32>>>(nullptr);
    expect(cudaGetLastError(), cudaErrorInvalidConfiguration, "no blocks");

    void *p = nullptr;
    expect(cudaMalloc(&p, size_t(1) << 60), cudaErrorMemoryAllocation, "too much memory");
    expect(cudaGetLastError(), cudaErrorMemoryAllocation, "the same again");

    expect(cudaSetDevice(1000), cudaErrorInvalidDevice, "no such device");
    cudaGetLastError();

    expect(cudaFree(nullptr), cudaSuccess, "free of nothing");
    if (std::strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue")) failures++;
    if (std::strcmp(cudaGetErrorString(cudaSuccess), "no error")) failures++;

    int *good, value = 0;
    expect(cudaMalloc(&good, sizeof(int)), cudaSuccess, "memory");
    nothing<<<1, 1>>>(good);
    expect(cudaDeviceSynchronize(), cudaSuccess, "a right launch");
    expect(cudaMemcpy(&value, good, sizeof(int), cudaMemcpyDefault), cudaSuccess, "a copy");
    cudaFree(good);
    printf("error_handling: %d surprises\n", failures + (value != 1));
    return failures || value != 1;
}
