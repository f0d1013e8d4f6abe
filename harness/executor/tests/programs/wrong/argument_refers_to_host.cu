// A kernel parameter is a reference to a host object.
#include <cstdio>

struct Item {
  int number;
};

__global__ void raise(Item& item) { item.number += 1; }

int main() {
  Item item{5};
  raise<<<1, 1>>>(item);  // bug: host_pointer_in_kernel
  if (cudaDeviceSynchronize() != cudaSuccess) std::printf("failed\n");
  std::printf("%d\n", item.number);
}
