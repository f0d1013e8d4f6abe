// A bitonic sort of keys in global memory, with one launch for each pass.
#include <stdlib.h>
#include <stdio.h>
#include <time.h>

#define KEYS 4096

__device__ void exchange(unsigned *a, unsigned *b)
{
  unsigned t = *a;
  *a = *b;
  *b = t;
}

__global__ void pass(unsigned *keys, int distance, int run)
{
  int low = blockIdx.x * blockDim.x + threadIdx.x;
  int high = low ^ distance;
  if (high < low) return;               // the partner swaps the keys
  bool rising = (low & run) == 0;
  if ((keys[low] > keys[high]) == rising && keys[low] != keys[high])
    exchange(keys + low, keys + high);
}

int main(void)
{
  unsigned *keys = (unsigned *)malloc(KEYS * sizeof(unsigned)), *gpu;
  unsigned before = 0, after = 0;
  srand(12345);
  for (int i = 0; i < KEYS; ++i) before += keys[i] = (unsigned)rand() % 100000;

  clock_t start = clock();
  cudaMalloc((void **)&gpu, KEYS * sizeof(unsigned));
  cudaMemcpy(gpu, keys, KEYS * sizeof(unsigned), cudaMemcpyHostToDevice);
  for (int run = 2; run <= KEYS; run *= 2)
    for (int distance = run / 2; distance >= 1; distance /= 2)
      pass<<<KEYS / 256, 256>>>(gpu, distance, run);
  cudaMemcpy(keys, gpu, KEYS * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(gpu);
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;

  int unordered = 0;
  for (int i = 0; i < KEYS; ++i) {
    after += keys[i];
    if (i > 0 && keys[i - 1] > keys[i]) ++unordered;
  }
  free(keys);
  printf("bitonic_sort: %d keys, %d out of order\n", KEYS, unordered);
  return unordered == 0 && after == before && seconds >= 0 ? 0 : 1;
}
