// One pinned buffer in pieces of less than a page: the host works on some pieces while others are in flight,
// and writes them to files.
#include <cstdio>
#include <cstring>
#include <fstream>

__global__ void twice(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}

int main() {
  const int pieces = 4, n = 1300, bytes = n * sizeof(int);
  int *host, *x, wrong = 0;
  cudaMallocHost(&host, pieces * bytes);
  cudaMalloc(&x, pieces * bytes);
  cudaStream_t streams[pieces];
  for (cudaStream_t& s : streams) cudaStreamCreate(&s);
  std::FILE* file = std::tmpfile();
  for (int p = 0; p < pieces; ++p) {
    int *part = host + p * n, *there = x + p * n;
    for (int i = 0; i < n; ++i) part[i] = i + p;  // the previous piece is still in flight
    if (std::fwrite(part, sizeof(int), n, file) != n) ++wrong;
    cudaMemcpyAsync(there, part, bytes, cudaMemcpyHostToDevice, streams[p]);
    twice<<<(n + 255) / 256, 256, 0, streams[p]>>>(there, n);
    cudaMemcpyAsync(part, there, bytes, cudaMemcpyDeviceToHost, streams[p]);
  }
  const char* name = "pinned_in_pieces.out";
  for (int p = 0; p < pieces; ++p) {
    cudaStreamSynchronize(streams[p]);
    int* part = host + p * n;
    for (int i = 0; i < n; ++i) wrong += part[i] != 2 * (i + p);
    std::ofstream(name, std::ios::binary).write(reinterpret_cast<char*>(part), bytes);
    std::memset(part, 0, bytes);
    if (!std::ifstream(name, std::ios::binary).read(reinterpret_cast<char*>(part), bytes)) ++wrong;
    for (int i = 0; i < n; ++i) wrong += part[i] != 2 * (i + p);
  }

  // The border of an image is in flight while the host works on the interior.
  const int width = 64, height = 30, inner = width - 2;
  int *image = host, *sides = x;
  for (int i = 0; i < width * height; ++i) image[i] = 7;
  cudaMemset(sides, 0, pieces * bytes);
  cudaMemcpy2DAsync(image, width * sizeof(int), sides, (width + 64) * sizeof(int), sizeof(int), height,
                    cudaMemcpyDeviceToHost, streams[0]);
  long sum = 0;
  for (int y = 0; y < height; ++y)
    for (int i = 1; i <= inner; ++i) sum += image[y * width + i]++;
  wrong += sum != 7L * inner * height;
  cudaStreamSynchronize(streams[0]);
  for (int y = 0; y < height; ++y) wrong += image[y * width] != 0 || image[y * width + 1] != 8;

  for (cudaStream_t s : streams) cudaStreamDestroy(s);
  std::fclose(file);
  std::remove(name);
  cudaFree(x);
  cudaFreeHost(host);
  std::printf("pinned_in_pieces: %d wrong\n", wrong);
  return wrong != 0;
}
