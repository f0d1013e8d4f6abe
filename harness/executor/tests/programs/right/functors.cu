// map(f, values) for any f: templates and function objects, and a launch with a default argument.
#include <algorithm>
#include <iostream>
#include <vector>

template <typename T>
struct Scale {
  T factor;
  __host__ __device__ T operator()(T x) const { return factor * x; }
};

template <typename T>
struct Clamp {
  T low, high;
  __host__ __device__ T operator()(T x) const { return x < low ? low : x > high ? high : x; }
};

template <typename F, typename G>
struct Then {
  F f;
  G g;
  template <typename T>
  __host__ __device__ T operator()(T x) const { return g(f(x)); }
};

template <typename T, typename F>
__global__ void map(F f, const T* in, T* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) out[i] = f(in[i]);
}

template <typename T, typename F>
std::vector<T> map_on_device(F f, const std::vector<T>& values, unsigned threads = 128) {
  T *in, *out;
  const size_t bytes = values.size() * sizeof(T);
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, values.data(), bytes, cudaMemcpyHostToDevice);
  map<T, F><<<unsigned(values.size() + threads - 1) / threads, threads>>>(f, in, out, int(values.size()));
  std::vector<T> result(values.size());
  cudaMemcpy(result.data(), out, bytes, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return result;
}

template <typename T, typename F>
bool same(F f, const std::vector<T>& values) {
  std::vector<T> want(values.size());
  std::transform(values.begin(), values.end(), want.begin(), f);
  return map_on_device(f, values) == want;
}

int main() {
  std::vector<int> ints(1000);
  std::vector<double> doubles(777);
  for (size_t i = 0; i < ints.size(); ++i) ints[i] = int(i) - 500;
  for (size_t i = 0; i < doubles.size(); ++i) doubles[i] = i * 0.25;
  const bool right = same(Scale<int>{3}, ints) && same(Clamp<double>{10, 100}, doubles) &&
                     same(Then<Scale<int>, Clamp<int>>{{-2}, {-100, 300}}, ints);
  std::cout << "functors: " << std::boolalpha << right << "\n";
  return !right;
}
