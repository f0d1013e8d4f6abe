// __launch_bounds__ accepts any constant expression: names of all kinds, calls, members of a template argument.
#include <cstdio>

constexpr int named = 64;
const int old_style = 64;
enum { of_enum = 64 };
enum Size : unsigned char { small = 64 };
struct Config {
  static constexpr int threads = 64;
  static const int blocks_per_sm = 2;
};
constexpr int doubled(int x) { return 2 * x; }
template <int n>
constexpr int half_of = n / 2;

__global__ void __launch_bounds__(named) by_name(int* a) { atomicAdd(a, 1); }
__global__ void __launch_bounds__(old_style, 2) by_const(int* a) { atomicAdd(a, 1); }
__global__ __launch_bounds__(of_enum) void by_enum(int* a) { atomicAdd(a, 1); }
__global__ void __launch_bounds__(small) by_typed_enum(int* a) { atomicAdd(a, 1); }
__global__ void __launch_bounds__(Config::threads, Config::blocks_per_sm) by_member(int* a) { atomicAdd(a, 1); }
__global__ void __launch_bounds__(doubled(named / 2) + 32 - sizeof(long) * 4, 1) by_call(int* a) { atomicAdd(a, 1); }
template <int n>
__global__ void __launch_bounds__(n) by_argument(int* a) {
  atomicAdd(a, 1);
}
template <typename C, typename... Numbers>
__global__ void __launch_bounds__(C::threads, 1) by_type(int* a, Numbers... numbers) {
  atomicAdd(a, (0 + ... + numbers));
}
template <int n>
__global__ void __launch_bounds__(half_of<n>) by_variable(int* a) {
  atomicAdd(a, 1);
}

int main() {
  int *a, sum = 0, limits = 0;
  cudaMalloc(&a, sizeof *a);
  cudaMemset(a, 0, sizeof *a);
  by_name<<<1, 64>>>(a);
  by_const<<<1, 64>>>(a);
  by_enum<<<1, 64>>>(a);
  by_typed_enum<<<1, 64>>>(a);
  by_member<<<1, 64>>>(a);
  by_call<<<1, 64>>>(a);
  by_argument<64><<<1, 64>>>(a);
  by_type<Config><<<1, 64>>>(a, 1, 0);
  by_variable<128><<<1, 64>>>(a);
  cudaMemcpy(&sum, a, sizeof sum, cudaMemcpyDeviceToHost);
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, by_member);
  limits += attributes.maxThreadsPerBlock;
  cudaFuncGetAttributes(&attributes, by_variable<64>);
  limits += attributes.maxThreadsPerBlock;
  cudaFree(a);
  std::printf("%d threads, limits %d\n", sum, limits);
  return sum != 9 * 64 || limits != 64 + 32;
}
