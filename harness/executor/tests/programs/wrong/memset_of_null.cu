// The allocation was forgotten.
// says: is passed a null pointer: allocate device memory first
#include <cstdio>

int main() {
  int* counts = nullptr;
  cudaMemset(counts, 0, 64 * sizeof(int));  // bug: copy_direction
  printf("done\n");
  return 0;
}
