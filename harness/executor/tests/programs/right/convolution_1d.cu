// A 1-D convolution, with weights in constant memory and a tile with a halo in shared memory.
#include <iostream>
#include <vector>

constexpr int TAPS = 7, REACH = TAPS / 2, BLOCK = 128;

__constant__ float weights[TAPS];

__global__ void convolve(const float *signal, float *result, int length) {
  __shared__ float window[BLOCK + 2 * REACH];
  const int first = int(blockIdx.x) * BLOCK - REACH;
  for (int w = threadIdx.x; w < BLOCK + 2 * REACH; w += BLOCK) {
    const int at = first + w;
    window[w] = at >= 0 && at < length ? signal[at] : 0.0f;
  }
  __syncthreads();

  const int mine = blockIdx.x * BLOCK + threadIdx.x;
  if (mine >= length) return;
  float sum = 0;
  for (int tap = 0; tap < TAPS; tap++) sum += weights[tap] * window[threadIdx.x + tap];
  result[mine] = sum;
}

int main() {
  const int length = 1000;
  const float host_weights[TAPS] = {1, 2, 3, 4, 5, 6, 7};
  std::vector<float> signal(length), result(length);
  for (int i = 0; i < length; i++) signal[i] = (i * 31) % 17;

  float *d_signal, *d_result;
  cudaMalloc((void **)&d_signal, length * sizeof(float));
  cudaMalloc((void **)&d_result, length * sizeof(float));
  cudaMemcpy(d_signal, &signal[0], length * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(weights, host_weights, sizeof(host_weights));

  convolve<<<(length + BLOCK - 1) / BLOCK, BLOCK>>>(d_signal, d_result, length);
  cudaMemcpy(&result[0], d_result, length * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_signal);
  cudaFree(d_result);

  bool same = true;
  for (int i = 0; i < length; i++) {
    float sum = 0;
    for (int d = -REACH; d <= REACH; d++)
      if (i + d >= 0 && i + d < length) sum += signal[i + d] * host_weights[d + REACH];
    same = same && sum == result[i];
  }
  std::cout << "convolution_1d: " << (same ? "same" : "different") << "\n";
  return same ? 0 : 1;
}
