// Kernel arguments are written as { … }. The host evaluates them once, in order: they may name variables of static storage
// duration, call functions, be nested or designated, and contain constants of other types.
#include <cstdio>
#include <type_traits>

struct Range {
  int* first;
  size_t count;
};
struct Job {
  Range to;
  float factor;
  int offset;
};
struct Pair {
  int a, b;
};
int made;  // objects of the class Counted
struct Counted {
  int* to;
  Counted(int* to, int) : to(to) { ++made; }
};

static int* numbers;
int factor = 3;
static int next() { return ++factor; }
constexpr int kCount = 40;

__global__ void fill(Range to, int value) {
  if (threadIdx.x < to.count) to.first[threadIdx.x] = value;
}
__global__ void scale(Job job) {
  if (threadIdx.x < job.to.count)
    job.to.first[threadIdx.x] = static_cast<int>(job.to.first[threadIdx.x] * job.factor) + job.offset;
}
__global__ void store(Pair p, Pair q, int* to) { to[threadIdx.x] = 1000 * p.a + 100 * p.b + 10 * q.a + q.b; }
__global__ void put(Counted c) {
  if (threadIdx.x == 0) c.to[0] = 7;
}
template <typename T>
__global__ void add(T x, Range to) {
  if (threadIdx.x < to.count) to.first[threadIdx.x] += x;
}
template <typename... N>
void store_all(N... n) {
  store<<<1, 1>>>({n...}, {static_cast<int>(sizeof(int)), std::is_same_v<int, float>}, numbers + 2);
}

int main() {
  enum { kOffset = 4 };
  constexpr double kFactor = 3;
  int host[kCount];
  cudaMalloc(&numbers, sizeof host);
  fill<<<1, 64>>>({numbers, kCount}, {2});
  scale<<<1, 64>>>({{numbers, sizeof host / sizeof *host}, kFactor, kOffset});
  scale<<<1, 64>>>({.to = {numbers, 1}, .factor = 0, .offset{factor}});
  factor = 5;  // after the launch
  int* here = numbers;
  add<int><<<1, 64>>>(1, {numbers, 1});
  add<<<1, 64>>>(1, {here + 1, [] { return size_t{1}; }()});
  store<<<1, 1>>>({next(), next()}, {}, numbers + 3);
  store_all(1, 2);
  put<<<1, 32>>>({numbers + 4, 1});
  cudaMemcpy(host, numbers, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(numbers);
  std::printf("%d %d %d %d %d %d, %d\n", host[0], host[1], host[2], host[3], host[4], host[kCount - 1], made);
  return host[0] != 4 || host[1] != 11 || host[2] != 1240 || host[3] != 6700 || host[4] != 7 ||
         host[kCount - 1] != 10 || made != 1;
}
