// cudaMemcpy and cudaMemset go through the default stream, which is ordered with a blocking stream.
#include <cstdio>
#include <cstdlib>

#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)

void check(cudaError_t result, char const *const func, const char *const file, int const line)
{
    if (!result) return;
    fprintf(stderr, "CUDA error at %s:%d code=%s \"%s\"\n", file, line, cudaGetErrorName(result), func);
    exit(EXIT_FAILURE);
}

__global__ void multiplyAdd(unsigned *g_acc, const unsigned *g_idata, unsigned factor)
{
    const unsigned int tid = blockIdx.x * blockDim.x + threadIdx.x;
    g_acc[tid] += factor * g_idata[tid];
}

int main()
{
    const unsigned int num_threads = 128, num_blocks = 16, n = 128 * 16, mem_size = n * sizeof(unsigned);
    unsigned *h_data = (unsigned *)malloc(mem_size), *d_acc, *d_idata, errors = 0;
    for (unsigned i = 0; i < n; i++) h_data[i] = i;
    checkCudaErrors(cudaMalloc((void **)&d_acc, mem_size));
    checkCudaErrors(cudaMalloc((void **)&d_idata, mem_size));
    cudaStream_t stream[2];
    for (int i = 0; i < 2; i++) checkCudaErrors(cudaStreamCreateWithFlags(&stream[i], cudaStreamDefault));

    checkCudaErrors(cudaMemset(d_acc, 0, mem_size));
    checkCudaErrors(cudaMemcpy(d_idata, h_data, mem_size, cudaMemcpyHostToDevice));
    multiplyAdd<<<num_blocks, num_threads, 0, stream[0]>>>(d_acc, d_idata, 7);
    checkCudaErrors(cudaMemcpy(h_data, d_acc, mem_size, cudaMemcpyDeviceToHost));
    for (unsigned i = 0; i < n; i++) errors += h_data[i] != 7 * i;
    multiplyAdd<<<num_blocks, num_threads, 0, stream[1]>>>(d_acc, d_idata, 10);
    checkCudaErrors(cudaMemcpy(h_data, d_acc, mem_size, cudaMemcpyDeviceToHost));
    for (unsigned i = 0; i < n; i++) errors += h_data[i] != 17 * i;

    for (int i = 0; i < 2; i++) checkCudaErrors(cudaStreamDestroy(stream[i]));
    checkCudaErrors(cudaFree(d_acc));
    checkCudaErrors(cudaFree(d_idata));
    free(h_data);
    printf("stream_blocking_memcpy: %u errors\n", errors);
    return errors ? EXIT_FAILURE : EXIT_SUCCESS;
}
