// A variable that is set only if something is found, and used only then; the numbers are different in each run.
#include <cstdio>
#include <cstdlib>
#include <ctime>

__global__ void first_multiple(const int* numbers, int* place, int of, int each) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
  int at;
  bool found = false;
  for (int i = first; i < first + each; ++i)
    if (!found && numbers[i] % of == 0) {
      at = i;
      found = true;
    }
  place[blockIdx.x * blockDim.x + threadIdx.x] = found ? at : -1;
}

int main() {
  constexpr int kThreads = 256, kEach = 16;
  static int numbers[kThreads * kEach], places[kThreads];
  std::srand(static_cast<unsigned>(std::time(nullptr)));
  for (int& number : numbers) number = 1 + std::rand() % 1000;
  int *in, *out;
  cudaMalloc(&in, sizeof numbers);
  cudaMalloc(&out, sizeof places);
  cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  first_multiple<<<2, kThreads / 2>>>(in, out, 13, kEach);
  cudaMemcpy(places, out, sizeof places, cudaMemcpyDeviceToHost);
  for (int t = 0; t < kThreads; ++t) {
    int expected = -1;
    for (int i = (t + 1) * kEach - 1; i >= t * kEach; --i)
      if (numbers[i] % 13 == 0) expected = i;
    if (places[t] != expected) return 1;
  }
  cudaFree(in);
  cudaFree(out);
  std::printf("ok\n");
}
