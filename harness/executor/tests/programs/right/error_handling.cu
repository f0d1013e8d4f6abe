// Deliberate errors that are checked and then cleared.
#include <cstdio>
#include <cstring>

__global__ void nothing(int *p) { if (p) *p = 1; }

static int failures = 0;

// Prints each result, right or wrong, so that the output shows how a GPU's results differ.
static void expect(cudaError_t got, cudaError_t want, const char *what)
{
    printf("%s: %s", what, cudaGetErrorName(got));
    if (got != want) {
        printf(", expected %s", cudaGetErrorName(want));
        failures++;
    }
    printf("\n");
}

static void expect_text(const char *got, const char *want)
{
    printf("text: %s", got);
    if (std::strcmp(got, want)) {
        printf(", expected %s", want);
        failures++;
    }
    printf("\n");
}

int main()
{
    // As in CUDA 13; in earlier versions, these errors were cudaErrorInvalidConfiguration.
    nothing<<<1, 2048>>>(nullptr);
    expect(cudaPeekAtLastError(), cudaErrorInvalidValue, "too many threads, a look");
    expect(cudaGetLastError(), cudaErrorInvalidValue, "too many threads");
    expect(cudaGetLastError(), cudaSuccess, "after the look");

    nothing<<<0, 32>>>(nullptr);
    expect(cudaGetLastError(), cudaErrorInvalidValue, "no blocks");

    size_t free_bytes = 0, total = 0;
    expect(cudaMemGetInfo(&free_bytes, &total), cudaSuccess, "how much memory there is");
    void *p = nullptr;
    expect(cudaMalloc(&p, 2 * total), cudaErrorMemoryAllocation, "too much memory");
    expect(cudaGetLastError(), cudaErrorMemoryAllocation, "the same again");

    expect(cudaSetDevice(1000), cudaErrorInvalidDevice, "no such device");
    expect(cudaGetLastError(), cudaErrorInvalidDevice, "the same again");

    expect(cudaFree(nullptr), cudaSuccess, "free of nothing");
    expect_text(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue");
    expect_text(cudaGetErrorString(cudaSuccess), "no error");

    int *good, value = 0;
    expect(cudaMalloc(&good, sizeof(int)), cudaSuccess, "memory");
    nothing<<<1, 1>>>(good);
    expect(cudaDeviceSynchronize(), cudaSuccess, "a right launch");
    expect(cudaMemcpy(&value, good, sizeof(int), cudaMemcpyDefault), cudaSuccess, "a copy");
    printf("the kernel wrote %d\n", value);
    if (value != 1) failures++;
    cudaFree(good);
    printf("error_handling: %d surprises\n", failures);
    return failures != 0;
}
