// Events from `a` to `b` and from `b` to `c`: `c` may also read what `a` wrote, though it never waits for `a` directly.
#include <cstdio>
#include <cstdlib>

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line) {
   if (code == cudaSuccess) return;
   fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
   exit(code);
}

#define AT (blockIdx.x * blockDim.x + threadIdx.x)

__global__ void index(int *x) { x[AT] = AT; }
__global__ void seven(int *y) { y[AT] = 7; }
__global__ void product(int *x, const int *y) { x[AT] *= y[AT]; }

int main()
{
   const int n = 4096, threads = 256, blocks = n / threads;
   static int host[n];
   int *x, *y, wrong = 0;
   cudaStream_t a, b, c;
   cudaEvent_t after_a, after_b;
   gpuErrchk(cudaMalloc(&x, sizeof(host))); gpuErrchk(cudaMalloc(&y, sizeof(host)));
   for (cudaStream_t *s : {&a, &b, &c}) gpuErrchk(cudaStreamCreateWithFlags(s, cudaStreamNonBlocking));
   for (cudaEvent_t *e : {&after_a, &after_b}) gpuErrchk(cudaEventCreateWithFlags(e, cudaEventDisableTiming));

   index<<<blocks, threads, 0, a>>>(x);
   gpuErrchk(cudaEventRecord(after_a, a));
   gpuErrchk(cudaStreamWaitEvent(b, after_a, 0));
   seven<<<blocks, threads, 0, b>>>(y);
   gpuErrchk(cudaEventRecord(after_b, b));
   gpuErrchk(cudaStreamWaitEvent(c, after_b, 0));
   product<<<blocks, threads, 0, c>>>(x, y);
   gpuErrchk(cudaPeekAtLastError());
   gpuErrchk(cudaMemcpyAsync(host, x, sizeof(host), cudaMemcpyDeviceToHost, c));
   gpuErrchk(cudaStreamSynchronize(c));

   for (int i = 0; i < n; i++) wrong += host[i] != 7 * i;
   for (cudaStream_t s : {a, b, c}) gpuErrchk(cudaStreamDestroy(s));
   for (cudaEvent_t e : {after_a, after_b}) gpuErrchk(cudaEventDestroy(e));
   gpuErrchk(cudaFree(x)); gpuErrchk(cudaFree(y));
   printf("stream_chain: %d wrong\n", wrong);
   return wrong != 0;
}
