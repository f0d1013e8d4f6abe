// Two extern __shared__ arrays begin at the same address.
// says: are both extern __shared__ arrays, which all begin at the same address
#include <cstdio>

__global__ void gather(const double* in, double* out) {
  extern __shared__ double value[];
  extern __shared__ int place[];
  const int t = threadIdx.x;
  place[t] = (t + 7) % blockDim.x;
  value[t] = in[t];  // bug: race
  __syncthreads();
  const int from = place[t];
  out[t] = from >= 0 && from < 64 ? value[from] : 0;
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
