// A seven-point stencil in a cube, with blocks of 8 x 8 x 8 threads.
#include <cstdio>
#include <cstdlib>

__global__ void stencil(const float* in, float* out, int n) {
  unsigned int i = blockIdx.z * blockDim.z + threadIdx.z;
  unsigned int j = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1 && k >= 1 && k < n - 1) {
    out[i * n * n + j * n + k] = 6 * in[i * n * n + j * n + k]
                               - in[i * n * n + j * n + (k - 1)] - in[i * n * n + j * n + (k + 1)]
                               - in[i * n * n + (j - 1) * n + k] - in[i * n * n + (j + 1) * n + k]
                               - in[(i - 1) * n * n + j * n + k] - in[(i + 1) * n * n + j * n + k];
  }
}

int main() {
  const int n = 30, cells = n * n * n;
  float* h_in = new float[cells];
  float* h_out = new float[cells];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++) h_in[(i * n + j) * n + k] = float(i * i + 2 * j * j - 3 * k * k);

  float *d_in, *d_out;
  cudaMalloc(&d_in, cells * sizeof(float));
  cudaMalloc(&d_out, cells * sizeof(float));
  cudaMemcpy(d_in, h_in, cells * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(d_out, 0, cells * sizeof(float));
  dim3 threads(8, 8, 8);
  dim3 blocks((n + 7) / 8, (n + 7) / 8, (n + 7) / 8);
  stencil<<<blocks, threads>>>(d_in, d_out, n);
  cudaMemcpy(h_out, d_out, cells * sizeof(float), cudaMemcpyDeviceToHost);

  // The second differences are 2, 4 and -6: their sum is 0 everywhere.
  int wrong = 0;
  for (int c = 0; c < cells; c++) wrong += h_out[c] != 0.0f;
  printf("stencil_3d: %d cells wrong\n", wrong);
  cudaFree(d_in);
  cudaFree(d_out);
  delete[] h_in;
  delete[] h_out;
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
