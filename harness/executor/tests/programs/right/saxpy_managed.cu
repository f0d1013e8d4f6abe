// y = a x + y in managed memory, with a grid-stride loop.
#include <iostream>
using namespace std;

__global__ void saxpy(float a, float* x, float* y, long length) {
  long all = long(gridDim.x) * blockDim.x;
  for (long e = long(blockIdx.x) * blockDim.x + threadIdx.x; e < length; e += all) y[e] += a * x[e];
}

int main() {
  constexpr long length = 300'000;
  float *x = nullptr, *y = nullptr;
  cudaMallocManaged(&x, sizeof(float) * length);
  cudaMallocManaged(&y, sizeof(float) * length);
  for (long e = 0; e < length; ++e) x[e] = e % 8, y[e] = 1;

  saxpy<<<40, 192>>>(0.5f, x, y, length);
  const cudaError_t status = cudaDeviceSynchronize();
  if (status != cudaSuccess) {
    cerr << cudaGetErrorString(status) << endl;
    return 1;
  }

  long bad = 0;
  for (long e = 0; e < length; ++e) bad += y[e] != 1 + 0.5f * (e % 8);
  cudaFree(x);
  cudaFree(y);
  cout << "saxpy_managed: " << bad << " elements are wrong" << endl;
  return bad ? 1 : 0;
}
