// The guard does not exclude the lowest layer.
#include <cstdio>
#include <vector>

__global__ void laplace(const float* in, float* out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x > 0 && x < n - 1 && y > 0 && y < n - 1 && z < n - 1) {
    int c = (z * n + y) * n + x;
    float vertical = in[c - n * n] + in[c + n * n];  // bug: out_of_bounds
    out[c] = vertical + in[c - n] + in[c + n] + in[c - 1] + in[c + 1] - 6 * in[c];
  }
}

int main() {
  const int n = 12, cells = n * n * n;
  std::vector<float> host(cells, 1.0f);
  float *in, *out;
  cudaMalloc(&in, cells * sizeof(float));
  cudaMalloc(&out, cells * sizeof(float));
  cudaMemcpy(in, host.data(), cells * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, cells * sizeof(float));
  laplace<<<dim3(3, 3, 3), dim3(4, 4, 4)>>>(in, out, n);
  cudaMemcpy(host.data(), out, cells * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  printf("%g\n", host[cells / 2]);
  return 0;
}
