// The pitch of the device rows is also used for the host rows, so the copy reads far past the host block.
#include <cstdio>
#include <vector>
__global__ void negate(unsigned char* image, size_t pitch, int width, int height) {
  const int x = threadIdx.x, y = blockIdx.x;
  if (x < width && y < height) image[y * pitch + x] = 255 - image[y * pitch + x];
}

int main() {
  const int width = 100, height = 37;
  std::vector<unsigned char> host(width * height, 1);
  unsigned char* image;
  size_t pitch;
  cudaMallocPitch(&image, &pitch, width, height);
  cudaMemset2D(image, pitch, 0, width, height);
  cudaMemcpy2D(image, pitch, host.data(), pitch, width, height, cudaMemcpyHostToDevice);  // bug: copy_past_end
  // says: 37 rows are 512 bytes apart
  negate<<<height, 128>>>(image, pitch, width, height);
  cudaMemcpy2D(host.data(), width, image, pitch, width, height, cudaMemcpyDeviceToHost);
  printf("%d\n", host[0]);
  cudaFree(image);
}
