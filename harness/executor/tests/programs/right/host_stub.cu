// The host initialises a kernel's parameters as those of any function, whichever overload or template the
// arguments select: braces, conversions, default arguments, unnamed parameters, packs, names that hide a kernel.
#include <cstdio>
#include <type_traits>
#include <utility>

struct Range {
  int* first;
  size_t count;
};
static int* numbers;
static int conversions;
struct Handle {
  int offset;
  operator int*() const { return ++conversions, numbers + offset; }  // host code
};

template <typename T>
__global__ void add(T, Range);  // defined below, with names
template <int kBy, typename... T>
__global__ void store(int* to, T... values) {
  const int all[] = {static_cast<int>(values)...};
  if (threadIdx.x < sizeof...(T)) to[threadIdx.x] = kBy * all[threadIdx.x];
}
__global__ void put(int* to, int value = 3 - -1) { *to = value; }
__global__ void put(Range to, float value) { to.first[0] = static_cast<int>(2 * value); }
__global__ void sum(const int* x, int* to);  // the definitions follow in another order
__global__ void sum(const float* x, int* to) { *to = x == nullptr ? 100 : 0; }
__global__ void sum(const int* const x, int* to) { *to = x[0] + x[1]; }
namespace inner {
template <typename T>
__global__ std::enable_if_t<std::is_integral_v<T>> scale(const T, int*, std::pair<T, int>);
template <typename T>
__global__ std::enable_if_t<std::is_integral_v<T>> scale(const T factor, int* x, std::pair<T, int> by) {
  x[0] *= factor * by.first + by.second;
}
template <typename T>
__global__ std::enable_if_t<!std::is_integral_v<T>> scale(const T factor, int* x, std::pair<T, int> by) {
  x[0] += static_cast<int>(factor * by.first) + by.second;
}
}  // namespace inner
using inner::scale;

template <typename T>
__global__ void add(T x, Range to) {
  if (threadIdx.x < to.count) to.first[threadIdx.x] += x;
}
template <>
__global__ void add<float>(float, Range to) {
  if (threadIdx.x == 0) to.first[0] = -5;
}

template <typename F, typename... A>
void launch(F add, A... arguments) {  // not the kernel of that name
  add<<<1, 32>>>(arguments...);
}
struct Solver {
  int* x;
  void run() { add<<<1, 32>>>(2, {x, 1}); }
};

int main() {
  int host[16];
  cudaMalloc(&numbers, sizeof host);
  cudaMemset(numbers, 0, sizeof host);
  add<<<1, 32>>>(1, {numbers, 2});                // 0, 1
  Solver{numbers + 1}.run();                      // 1
  launch(add<int>, 4, Range{numbers + 2, 1});     // 2
  add<<<1, 32>>>(1.0f, {numbers + 3, 1});         // 3
  store<10><<<1, 32>>>(Handle{4}, 1, 2.0, 'a');   // 4, 5, 6
  put<<<1, 1>>>(Handle{7});                       // 7
  put<<<1, 1>>>({numbers + 8, 1}, 4);             // 8
  put<<<1, 1>>>(numbers + 9, {});                 // 9
  scale<<<1, 1>>>(3, numbers + 7, {2, 1});        // 7
  scale<<<1, 1>>>(1.5, numbers + 8, {2, 1});      // 8
  sum<<<1, 1>>>(numbers + 1, numbers + 10);       // 10
  sum<<<1, 1>>>(static_cast<float*>(nullptr), {numbers + 11});  // 11
  cudaMemcpy(host, numbers, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(numbers);
  for (int i = 0; i < 12; ++i) std::printf("%d ", host[i]);
  std::printf("%d\n", conversions);
  const int right[] = {1, 3, 4, -5, 10, 20, 970, 28, 12, 0, 7, 100};
  for (int i = 0; i < 12; ++i)
    if (host[i] != right[i]) return 1;
  return conversions != 2;
}
