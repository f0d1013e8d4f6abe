// Kernels are declared, named and launched in the ways that C++ allows; each launch passes its own arguments.
#include <cstdio>
#include <utility>
#include <vector>

constexpr int kFew = 8;
__global__ void swap(int* x) { x[0] = 1; }  // as std::swap, which the headers name in using-declarations
struct Later;
__global__ void by_value(int* x, Later);  // not defined yet
struct Later {
  int value;
};
__global__ void by_value(int* x, Later l) { x[1] = l.value; }
class Hidden {
  int value = 3;
  friend __global__ void of_friend(int* x, Hidden h);
};
__global__ void of_friend(int* x, Hidden h) { x[2] = h.value; }
__global__ void again(int x[], int, int);
__global__ void again(int* __restrict__, const int n, int);
__global__ void again(int* x, int n, int by __attribute__((unused))) { x[3] = n; }
__global__ void again(int* x, int, int);
extern "C" {
__global__ void plain(int* x, int n = 4);
}
__global__ void plain(int* x, int n) { x[4] = n; }
namespace outer {
namespace inner {
__global__ void qualified(int* x, int n = 5);
template <class T>
__global__ void of_template(T* x, T n);
}  // namespace inner
using inner::of_template, inner::qualified;
}  // namespace outer
__global__ void outer::inner::qualified(int* x, int n) { x[5] = n; }
template <class U>
__global__ void outer::inner::of_template(U* x, U n) {
  x[6] = n;
}
__global__ void defaults(int* x, int a = kFew < 4 ? 1 : 2, int b = 1 << 2, std::pair<int, int> c = {3, 4},
                         std::pair<int, std::pair<int, int>> d = {5, {6, 7}}) {
  x[7] = a + 10 * b + 100 * c.second + 1000 * d.second.first;
}
__global__ void one(int* x, int n) { x[8] = n; }
__global__ void two(int* x, int n) { x[8] = -n; }
__global__ void kernel(int* x) { x[0] = -1; }

using Pointer = void (*)(int*, int);
struct Entry {
  Pointer one;
  int at;
  void run(int* x) { one<<<1, 1>>>(x + at, at); }
};
template <Pointer kernel>
void run_template(int* x) {
  kernel<<<1, 1>>>(x + 3, 11);
}
Pointer chosen(bool first) { return first ? one : two; }

int main() {
  int *x, host[24];
  cudaMalloc(&x, sizeof host);
  cudaMemset(x, 0, sizeof host);
  swap<<<1, 1>>>(x);
  by_value<<<1, 1>>>(x, {2});
  of_friend<<<1, 1>>>(x, {});
  again<<<1, 1>>>(x, 4, 0);
  plain<<<1, 1>>>(x);
  outer::qualified<<<1, 1>>>(x);
  outer::of_template<<<1, 1>>>(x, 6);
  defaults<<<1, 1>>>(x, 9, 0);
  (kFew > 4 ? one : two)<<<1, 1>>>(x, 8);           // x[8]
  Entry{two, 1}.run(x);                             // x[9]
  std::vector<Entry> entries = {{one, 2}};
  entries.at(0).one<<<1, 1>>>(x + 2, 10);           // x[10]
  run_template<two>(x);                             // x[11]
  for (auto kernel : {&one, &two}) kernel<<<1, 1>>>(x + 4, 12);
  for (auto& [kernel, at] : entries) kernel<<<1, 1>>>(x + 5, 13);
  [kernel = &one, x] { kernel<<<1, 1>>>(x + 6, 14); }();
  chosen(false)<<<1, 1>>>(x + 7, 15);
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(x);
  const int right[] = {1, 2, 3, 4, 4, 5, 6, 6409, 8, -1, 10, -11, -12, 13, 14, -15};
  for (int i = 0; i < 16; ++i) {
    std::printf("%d ", host[i]);
    if (host[i] != right[i]) return std::printf("at %d\n", i), 1;
  }
  return 0;
}
