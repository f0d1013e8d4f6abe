// An object launches a kernel before main(): its threads race as in any other launch.
#include <cstdio>

__global__ void shifted(int* out) {
  __shared__ int row[64];
  row[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = row[(threadIdx.x + 1) % 64];  // bug: race
}

struct Table {
  int values[64];
  Table() {
    int* device;
    cudaMalloc(&device, sizeof values);
    shifted<<<1, 64>>>(device);
    cudaMemcpy(values, device, sizeof values, cudaMemcpyDeviceToHost);
    cudaFree(device);
  }
};
static Table table;

int main() { printf("%d\n", table.values[5]); }
