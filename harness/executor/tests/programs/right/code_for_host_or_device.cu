// A function whose behaviour on the device differs from that on the host.
#include <nv/target>
#include <cstdio>
__host__ __device__ int where() {
  NV_IF_ELSE_TARGET(NV_IS_DEVICE, (return 1;), (return 0;))
}
__host__ __device__ int doubled(int x) {
  NV_DISPATCH_TARGET(NV_PROVIDES_SM_70, (x += x;), NV_IS_HOST, (x *= 2;))
  NV_IF_TARGET(NV_IS_HOST, (printf("host\n");))
  return x;
}
__global__ void ask(int* places) { places[threadIdx.x] = where() + doubled(threadIdx.x); }

int main() {
  int *places, host[32];
  cudaMalloc(&places, sizeof host);
  ask<<<1, 32>>>(places);
  cudaMemcpy(host, places, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", host[31], where(), doubled(4));
  cudaFree(places);
  return host[31] != 63;
}
