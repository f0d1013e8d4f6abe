// A triangle's corners in shared memory are passed to a function by value before all threads have written theirs.
#include <cstdio>

struct Corner {
  float x, y, z;
};

__device__ Corner operator-(Corner a, Corner b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__device__ float dot(Corner a, Corner b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

__global__ void length_of_side(const Corner* corners, float* squared) {
  __shared__ Corner triangle[3];
  if (threadIdx.x < 3) triangle[threadIdx.x] = corners[threadIdx.x];
  Corner side = triangle[1] - triangle[0];  // bug: race
  squared[threadIdx.x] = dot(side, side);
}

int main() {
  Corner corners[3] = {{0, 0, 0}, {3, 4, 0}, {0, 0, 1}}, *d_corners;
  float *d_squared, squared[64];
  cudaMalloc(&d_corners, sizeof corners);
  cudaMalloc(&d_squared, sizeof squared);
  cudaMemcpy(d_corners, corners, sizeof corners, cudaMemcpyHostToDevice);
  length_of_side<<<1, 64>>>(d_corners, d_squared);
  cudaMemcpy(squared, d_squared, sizeof squared, cudaMemcpyDeviceToHost);
  printf("%g\n", squared[0]);
  cudaFree(d_corners);
  cudaFree(d_squared);
  return 0;
}
