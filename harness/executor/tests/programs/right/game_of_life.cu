// Conway's game of life on a torus: a glider returns to its starting position.
#include <cstdio>
#include <cstring>

using Cell = unsigned char;
constexpr int SIDE = 16;

__global__ void generation(const Cell* now, Cell* next) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= SIDE || y >= SIDE) return;
  int alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx || dy) alive += now[(y + dy + SIDE) % SIDE * SIDE + (x + dx + SIDE) % SIDE];
  next[y * SIDE + x] = alive == 3 || (alive == 2 && now[y * SIDE + x]);
}

int main() {
  Cell world[SIDE][SIDE] = {}, end[SIDE][SIDE];
  world[0][1] = world[1][2] = world[2][0] = world[2][1] = world[2][2] = 1;
  Cell* d[2];
  for (Cell*& one : d) cudaMalloc(&one, sizeof world);
  cudaMemcpy(d[0], world, sizeof world, cudaMemcpyHostToDevice);
  for (int g = 0; g < 4 * SIDE; ++g)
    generation<<<dim3(3, 3), dim3(6, 6)>>>(d[g % 2], d[(g + 1) % 2]);
  cudaMemcpy(end, d[0], sizeof end, cudaMemcpyDeviceToHost);
  for (Cell* one : d) cudaFree(one);
  const bool back = std::memcmp(world, end, sizeof world) == 0;
  std::puts(back ? "game_of_life: the glider is back" : "game_of_life: the glider is lost");
  return back ? 0 : 1;
}
