// A matrix is too large for registers, so a function returns it in memory. A neighbour's matrix is read too early.
#include <cstdio>

struct Matrix {
  double a[3][3];
};

__device__ __noinline__ Matrix turned(const Matrix& m) {
  Matrix r;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) r.a[i][k] = m.a[k][i];
  return r;
}

__global__ void turn(const Matrix* in, double* traces) {
  __shared__ Matrix all[64];
  int t = threadIdx.x;
  all[t] = turned(in[t]);
  const Matrix& next = all[(t + 1) % 64];
  traces[t] = next.a[0][0] + next.a[1][1] + next.a[2][2];  // bug: race
}

int main() {
  Matrix host[64], *in;
  double traces[64], *d_traces;
  for (int i = 0; i < 64; ++i)
    for (int k = 0; k < 9; ++k) host[i].a[k / 3][k % 3] = i + k;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&d_traces, sizeof traces);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  turn<<<1, 64>>>(in, d_traces);
  cudaMemcpy(traces, d_traces, sizeof traces, cudaMemcpyDeviceToHost);
  printf("%g\n", traces[0]);
  cudaFree(in);
  cudaFree(d_traces);
  return 0;
}
