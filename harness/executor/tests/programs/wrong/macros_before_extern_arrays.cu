// Two extern __shared__ arrays begin at the same address. On the lines that use them, macros of the program and of a
// system header come first, so the text that the compiler reads is longer than these lines.
// says: value and place are both extern __shared__ arrays, which all begin at the same address
#include <cmath>
#include <cstdio>

#define THREAD static_cast<int>(threadIdx.x)

__global__ void gather(const double* in, double* out) {
  extern __shared__ double value[];
  extern __shared__ int place[];
  if (in[THREAD] < INFINITY) place[THREAD] = (THREAD + 7) % blockDim.x;
  if (in[THREAD] < INFINITY) value[THREAD] = in[THREAD];  // bug: race
  __syncthreads();
  const int from = in[THREAD] < INFINITY ? place[THREAD] : 0;
  out[THREAD] = from >= 0 && from < 64 ? value[from] : 0;
}

int main() {
  double host[64], *in, *out;
  for (int i = 0; i < 64; ++i) host[i] = 1.25 * i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  gather<<<1, 64, 64 * (sizeof(int) + sizeof(double))>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%g\n", host[1]);
  cudaFree(in);
  cudaFree(out);
}
