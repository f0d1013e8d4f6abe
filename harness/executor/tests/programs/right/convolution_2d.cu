// A 2-D convolution: the block is as large as its input tile, and only some of its threads write results.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define FILTER_RADIUS 2
#define FILTER_SIZE (2 * FILTER_RADIUS + 1)
#define IN_TILE 16
#define OUT_TILE (IN_TILE - 2 * FILTER_RADIUS)

__constant__ int filter[FILTER_SIZE][FILTER_SIZE];

class Image {
 public:
  Image(int w, int h) : width(w), height(h), pixels(w * h) {}
  int& at(int x, int y) { return pixels[y * width + x]; }
  int get(int x, int y) const {
    return x < 0 || y < 0 || x >= width || y >= height ? 0 : pixels[y * width + x];
  }
  size_t bytes() const { return pixels.size() * sizeof(int); }
  int* data() { return pixels.data(); }
  const int width, height;

 private:
  std::vector<int> pixels;
};

__global__ void convolve(const int* in, int* out, int width, int height) {
  const int col = blockIdx.x * OUT_TILE + threadIdx.x - FILTER_RADIUS;
  const int row = blockIdx.y * OUT_TILE + threadIdx.y - FILTER_RADIUS;
  __shared__ int tile[IN_TILE][IN_TILE];
  if (row >= 0 && row < height && col >= 0 && col < width)
    tile[threadIdx.y][threadIdx.x] = in[row * width + col];
  else
    tile[threadIdx.y][threadIdx.x] = 0;
  __syncthreads();

  const int tile_col = threadIdx.x - FILTER_RADIUS, tile_row = threadIdx.y - FILTER_RADIUS;
  if (col >= 0 && col < width && row >= 0 && row < height)
    if (tile_col >= 0 && tile_col < OUT_TILE && tile_row >= 0 && tile_row < OUT_TILE) {
      int value = 0;
      for (int y = 0; y < FILTER_SIZE; y++)
        for (int x = 0; x < FILTER_SIZE; x++) value += filter[y][x] * tile[tile_row + y][tile_col + x];
      out[row * width + col] = value;
    }
}

int main() {
  Image in(75, 43), out(75, 43);
  for (int y = 0; y < in.height; y++)
    for (int x = 0; x < in.width; x++) in.at(x, y) = (x * 7 + y * 13) % 251;
  int weights[FILTER_SIZE][FILTER_SIZE];
  for (int y = 0; y < FILTER_SIZE; y++)
    for (int x = 0; x < FILTER_SIZE; x++) weights[y][x] = x * y - 3;

  int *d_in, *d_out;
  if (cudaMalloc(&d_in, in.bytes()) != cudaSuccess || cudaMalloc(&d_out, out.bytes()) != cudaSuccess) {
    puts("no memory");
    return EXIT_FAILURE;
  }
  cudaMemcpy(d_in, in.data(), in.bytes(), cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(filter, weights, sizeof weights);
  dim3 block(IN_TILE, IN_TILE);
  dim3 grid((in.width + OUT_TILE - 1) / OUT_TILE, (in.height + OUT_TILE - 1) / OUT_TILE);
  convolve<<<grid, block>>>(d_in, d_out, in.width, in.height);
  cudaMemcpy(out.data(), d_out, out.bytes(), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);

  int wrong = 0;
  for (int y = 0; y < in.height; y++)
    for (int x = 0; x < in.width; x++) {
      int value = 0;
      for (int dy = -FILTER_RADIUS; dy <= FILTER_RADIUS; dy++)
        for (int dx = -FILTER_RADIUS; dx <= FILTER_RADIUS; dx++)
          value += weights[dy + FILTER_RADIUS][dx + FILTER_RADIUS] * in.get(x + dx, y + dy);
      wrong += value != out.at(x, y);
    }
  printf("convolution_2d: %d pixels wrong\n", wrong);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
