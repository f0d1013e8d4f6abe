// The rows of an image are copied back, but the host reads the last row before the rows have arrived.
#include <cstdio>

__global__ void fill(float* image, size_t pitch, int width) {
  float* row = reinterpret_cast<float*>(reinterpret_cast<char*>(image) + blockIdx.x * pitch);
  if (threadIdx.x < width) row[threadIdx.x] = blockIdx.x;
}

int main() {
  const int width = 20, height = 9;
  float *image, *host;
  size_t pitch;
  cudaMallocPitch(&image, &pitch, width * sizeof(float), height);
  cudaMallocHost(&host, width * height * sizeof(float));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  fill<<<height, 32, 0, stream>>>(image, pitch, width);
  cudaMemcpy2DAsync(host, width * sizeof(float), image, pitch, width * sizeof(float), height, cudaMemcpyDeviceToHost,
                    stream);
  float last = host[width * height - 1];  // bug: not_waited_for
  cudaStreamSynchronize(stream);
  std::printf("%g, then %g\n", last, host[width * height - 1]);
  cudaStreamDestroy(stream);
  cudaFree(image);
  cudaFreeHost(host);
}
