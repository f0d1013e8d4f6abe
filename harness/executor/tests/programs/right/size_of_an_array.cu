// sizeof in copies: of arrays, of an array behind a reference, of a pointer that is itself copied, of a member.
#include <cstdio>
__global__ void through(float* const* table, float* out) { out[threadIdx.x] = 2 * table[0][threadIdx.x]; }

struct Result {
  float values[32];
};

template <int kSize>
void fill(float* device, const float (&host)[kSize]) {
  cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice);
}

int main() {
  float host[32], *in, *out, **table;
  Result result;
  for (int i = 0; i < 32; i++) host[i] = i;
  cudaMalloc(&in, sizeof(host));
  cudaMalloc(&out, sizeof(host));
  cudaMalloc(&table, 4 * sizeof(float*));
  fill(in, host);
  cudaMemset(out, 0, sizeof(host));
  cudaMemcpy(table, &in, sizeof(in), cudaMemcpyHostToDevice);
  through<<<1, 32>>>(table, out);
  cudaMemcpy(result.values, out, sizeof(result.values), cudaMemcpyDeviceToHost);
  printf("%g\n", result.values[31]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(table);
  return result.values[31] == 62 ? 0 : 1;
}
