// A fast warp loads the next tile of bodies while a slow warp is still using the current tile.
#include <cstdio>
#include <vector>

constexpr int P = 64;

__global__ void forces(const float4* bodies, float3* out, int n) {
  extern __shared__ float4 tile[];
  const int i = blockIdx.x * P + threadIdx.x;
  const float4 me = bodies[i];
  float3 f = make_float3(0, 0, 0);
  for (int start = 0; start < n; start += P) {
    tile[threadIdx.x] = bodies[start + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < P; ++k) {
      const float4 other = tile[k];  // bug: race
      const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
      const float s = other.w / (dx * dx + dy * dy + dz * dz + 0.1f);
      f.x += s * dx;
      f.y += s * dy;
      f.z += s * dz;
    }
  }
  out[i] = f;
}

int main() {
  const int n = 3 * P;
  std::vector<float4> bodies(n);
  for (int i = 0; i < n; ++i) bodies[i] = make_float4(i, i % 7, i % 11, 1);
  std::vector<float3> result(n);
  float4* d_bodies;
  float3* d_result;
  cudaMalloc(&d_bodies, n * sizeof(float4));
  cudaMalloc(&d_result, n * sizeof(float3));
  cudaMemcpy(d_bodies, bodies.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
  forces<<<n / P, P, P * sizeof(float4)>>>(d_bodies, d_result, n);
  cudaMemcpy(result.data(), d_result, n * sizeof(float3), cudaMemcpyDeviceToHost);
  cudaFree(d_bodies);
  cudaFree(d_result);
  printf("%g\n", result[0].x);
  return 0;
}
