// cudaMemcpy() goes through the default stream, which is not ordered with a non-blocking stream.
#include <cstdio>
#include <cstdlib>

#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)

void check(cudaError_t result, char const *const func, const char *const file, int const line)
{
    if (result) {
        fprintf(stderr, "CUDA error at %s:%d code=%s \"%s\"\n", file, line, cudaGetErrorName(result), func);
        exit(EXIT_FAILURE);
    }
}

__global__ void squares(unsigned *g_odata)
{
    const unsigned int tid = blockIdx.x * blockDim.x + threadIdx.x;
    g_odata[tid] = tid * tid;
}

int main(int argc, char **argv)
{
    const unsigned int num_threads = 128, num_blocks = 16, n = num_threads * num_blocks;
    unsigned *h_odata = (unsigned *)malloc(n * sizeof(unsigned)), *d_odata;
    checkCudaErrors(cudaMalloc((void **)&d_odata, n * sizeof(unsigned)));

    cudaStream_t stream;
    checkCudaErrors(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    squares<<<num_blocks, num_threads, 0, stream>>>(d_odata);
    checkCudaErrors(cudaGetLastError());
    checkCudaErrors(cudaMemcpy(h_odata, d_odata, n * sizeof(unsigned), cudaMemcpyDeviceToHost));  // bug: stream_race
    checkCudaErrors(cudaStreamSynchronize(stream));

    printf("%s: %u\n", argc > 0 ? argv[0] : "", h_odata[n - 1]);
    checkCudaErrors(cudaStreamDestroy(stream));
    checkCudaErrors(cudaFree(d_odata));
    free(h_odata);
    return EXIT_SUCCESS;
}
