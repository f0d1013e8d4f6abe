// Calls that the runtime rejects or only just accepts: symbols, shared memory, launch bounds, event times.
#include <cstdio>

__device__ int counter;
__constant__ int table[4];
template <typename T> __device__ T made_of_template;
__device__ int twice(int x) { return 2 * x; }
typedef int (*Function)(int);
__device__ const Function function = twice;

extern "C" __global__ void __launch_bounds__(64) plain_name(int *out)
{
    extern __shared__ int dynamic[];
    dynamic[threadIdx.x] = 1;
    out[threadIdx.x] = dynamic[threadIdx.x];
}

__global__ void with_array(int *out)
{
    __shared__ int fixed[32 * 1024 / sizeof(int)];
    extern __shared__ int more[];
    fixed[threadIdx.x] = counter + table[0] + made_of_template<int>;
    more[threadIdx.x] = (threadIdx.x == 0 ? function : nullptr) != nullptr;
    __syncthreads();
    out[threadIdx.x] = fixed[31 - threadIdx.x] + more[31 - threadIdx.x];
}

__global__ void spin(int *out)
{
    for (int i = 0; i < 1000; i++) out[threadIdx.x] += i;
}

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
    cudaGetLastError();
}

static void expect_number(long got, long want, const char *what)
{
    printf("%s: %ld", what, got);
    if (got != want) {
        printf(", expected %ld", want);
        failures++;
    }
    printf("\n");
}

static void symbols()
{
    int value = 3, local = 0;
    size_t bytes = 0;
    void *address = nullptr;
    Function f;
    expect(cudaMemcpyToSymbol(counter, &value, sizeof value), cudaSuccess, "a variable");
    expect(cudaMemcpyToSymbol(made_of_template<int>, &value, sizeof value), cudaSuccess, "a template's");
    expect(cudaMemcpyFromSymbol(&f, function, sizeof f), cudaSuccess, "a constant pointer");
    expect(cudaGetSymbolSize(&bytes, table), cudaSuccess, "the size of an array");
    expect_number(bytes, 16, "its bytes");
    expect(cudaMemcpyToSymbol(&counter, &value, sizeof value), cudaErrorInvalidSymbol, "its address");
    expect(cudaMemcpyToSymbol(local, &value, sizeof value), cudaErrorInvalidSymbol, "the host's variable");
    expect(cudaMemcpyFromSymbol(&value, local, sizeof value), cudaErrorInvalidSymbol, "from the host's");
    expect(cudaMemcpyToSymbol("counter", &value, sizeof value), cudaErrorInvalidSymbol, "its name");
    expect(cudaGetSymbolAddress(&address, local), cudaErrorInvalidSymbol, "the address of the host's");
    expect(cudaGetSymbolSize(&bytes, local), cudaErrorInvalidSymbol, "the size of the host's");
}

static void shared_memory(int *out)
{
    const size_t dynamic = 32 * 1024;
    cudaFuncAttributes a;
    plain_name<<<1, 64, 2 * dynamic>>>(out);
    expect(cudaGetLastError(), cudaErrorInvalidValue, "64 KB that nobody asked for");
    cudaFuncSetAttribute(plain_name, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * dynamic);
    plain_name<<<1, 64, 2 * dynamic>>>(out);
    expect(cudaGetLastError(), cudaSuccess, "64 KB, asked for");
    expect(cudaFuncGetAttributes(&a, plain_name), cudaSuccess, "what it may have");
    expect_number(a.maxThreadsPerBlock, 64, "threads");

    expect(cudaFuncGetAttributes(&a, with_array), cudaSuccess, "a kernel with an array");
    expect_number(a.sharedSizeBytes, dynamic, "its array");
    expect_number(a.maxDynamicSharedSizeBytes, dynamic / 2, "what is left");
    with_array<<<1, 32, dynamic>>>(out);
    expect(cudaGetLastError(), cudaErrorInvalidValue, "32 KB beside an array of 32 KB");
    with_array<<<1, 32, dynamic / 2>>>(out);
    expect(cudaGetLastError(), cudaSuccess, "16 KB beside it");
    expect(cudaFuncSetAttribute(with_array, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024),
           cudaErrorInvalidValue, "227 KB beside it");
    cudaFuncSetAttribute(with_array, cudaFuncAttributeMaxDynamicSharedMemorySize, dynamic);
    with_array<<<1, 32, dynamic>>>(out);
    expect(cudaGetLastError(), cudaSuccess, "32 KB, asked for");
    expect(cudaDeviceSynchronize(), cudaSuccess, "all of them");
}

static void blocks()
{
    int grid = 0, block = 0;
    expect(cudaOccupancyMaxPotentialBlockSize(&grid, &block, spin, 0, 20), cudaSuccess, "blocks of at most 20");
    expect_number(block, 20, "threads");
    expect_number(grid > 0, 1, "blocks");
    expect(cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain_name), cudaSuccess, "blocks of its bounds");
    expect_number(block, 64, "threads");
}

static void events(int *out)
{
    cudaEvent_t start, stop;
    float milliseconds = -1;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    for (int i = 0; i < 20; i++) spin<<<1, 32>>>(out);
    cudaEventRecord(stop);
    expect(cudaEventElapsedTime(&milliseconds, start, stop), cudaErrorNotReady, "the time of what runs");
    expect(cudaEventSynchronize(stop), cudaSuccess, "its end");
    expect(cudaEventElapsedTime(&milliseconds, start, stop), cudaSuccess, "its time");
    expect_number(milliseconds >= 0, 1, "at least 0");
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
}

int main()
{
    int *out, host[64];
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    symbols();
    shared_memory(out);
    blocks();
    events(out);
    expect(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost), cudaSuccess, "the copy back");
    cudaFree(out);
    printf("refusals: %d surprises\n", failures);
    return failures != 0;
}
