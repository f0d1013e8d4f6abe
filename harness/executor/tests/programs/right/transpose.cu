// Three versions of a matrix transpose: directly, through shared memory, and with a padded tile.
#include <assert.h>
#include <stdio.h>

enum { SIDE = 32, ROWS = 8, WIDTH = 96, HEIGHT = 160 };

#define MUST(call) do { cudaError_t rc = (call); if (rc) { puts(cudaGetErrorString(rc)); assert(!rc); } } while (0)

__global__ void straight(float *to, const float *from)
{
  int x = blockIdx.x * SIDE + threadIdx.x;
  int top = blockIdx.y * SIDE;
  for (int y = top + threadIdx.y; y < top + SIDE; y += ROWS) to[x * HEIGHT + y] = from[y * WIDTH + x];
}

template <int PAD>
__global__ void through_shared(float *to, const float *from)
{
  __shared__ float square[SIDE][SIDE + PAD];
  int left = blockIdx.x * SIDE, top = blockIdx.y * SIDE;
  for (int y = threadIdx.y; y < SIDE; y += ROWS) square[y][threadIdx.x] = from[(top + y) * WIDTH + left + threadIdx.x];
  __syncthreads();
  for (int y = threadIdx.y; y < SIDE; y += ROWS) to[(left + y) * HEIGHT + top + threadIdx.x] = square[threadIdx.x][y];
}

typedef void (*Transposer)(float *, const float *);

int main()
{
  static float before[HEIGHT][WIDTH], after[WIDTH][HEIGHT];
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) before[y][x] = 1000.0f * y + x;
  float *from, *to;
  MUST(cudaMalloc(&from, sizeof before));
  MUST(cudaMalloc(&to, sizeof after));
  MUST(cudaMemcpy(from, before, sizeof before, cudaMemcpyHostToDevice));

  dim3 grid(WIDTH / SIDE, HEIGHT / SIDE, 1), block(SIDE, ROWS, 1);
  const Transposer all[] = {straight, through_shared<0>, through_shared<1>};
  int wrong = 0;
  for (Transposer one : all) {
    MUST(cudaMemset(to, 0, sizeof after));
    one<<<grid, block>>>(to, from);
    MUST(cudaGetLastError());
    MUST(cudaMemcpy(after, to, sizeof after, cudaMemcpyDeviceToHost));
    for (int y = 0; y < HEIGHT; y++)
      for (int x = 0; x < WIDTH; x++) wrong += after[x][y] != before[y][x];
  }
  MUST(cudaFree(from));
  MUST(cudaFree(to));
  printf("transpose: %s\n", wrong ? "failed" : "passed");
  return wrong != 0;
}
