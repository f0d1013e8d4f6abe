// Each iteration has its own event, but both iterations wait for the first event: the second is unordered.
#include <cstdio>
#include <cstdlib>

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line) {
   if (code != cudaSuccess) {
      fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
      exit(code);
   }
}

__global__ void generate(int *data, int n, int round)
{
   int i = blockIdx.x * blockDim.x + threadIdx.x;
   if (i < n) data[i] = i ^ round;
}

__global__ void filter(int *data, int n)
{
   int i = blockIdx.x * blockDim.x + threadIdx.x;
   if (i < n && data[i] % 3) data[i] = 0;
}

int main()
{
   const int rounds = 2, n = 1000;
   int *data, last;
   cudaStream_t source, sink;
   cudaEvent_t generated[rounds];
   gpuErrchk(cudaMalloc(&data, rounds * n * sizeof(int)));
   gpuErrchk(cudaStreamCreate(&source)); gpuErrchk(cudaStreamCreate(&sink));
   for (int r = 0; r < rounds; r++) gpuErrchk(cudaEventCreate(&generated[r]));
   for (int r = 0; r < rounds; r++) {
      generate<<<4, 256, 0, source>>>(data + r * n, n, r);
      gpuErrchk(cudaEventRecord(generated[r], source));
      gpuErrchk(cudaStreamWaitEvent(sink, generated[0], 0));
      filter<<<4, 256, 0, sink>>>(data + r * n, n);  // bug: stream_race
   }
   gpuErrchk(cudaDeviceSynchronize());
   gpuErrchk(cudaMemcpy(&last, data + rounds * n - 3, sizeof(int), cudaMemcpyDeviceToHost));
   for (int r = 0; r < rounds; r++) gpuErrchk(cudaEventDestroy(generated[r]));
   gpuErrchk(cudaStreamDestroy(source)); gpuErrchk(cudaStreamDestroy(sink)); gpuErrchk(cudaFree(data));
   printf("%d\n", last);
}
