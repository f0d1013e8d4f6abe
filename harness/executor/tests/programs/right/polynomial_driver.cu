// Sizes from the command line with defaults, a class that owns its memory, and a const method that launches a kernel.
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <vector>

template <typename T>
class Buffer {
 public:
  explicit Buffer(std::size_t count) : count_(count) {
    if (cudaMalloc(reinterpret_cast<void**>(&data_), count * sizeof(T)) != cudaSuccess)
      throw std::runtime_error("no memory on the device");
  }
  Buffer(Buffer&& other) noexcept : data_(other.data_), count_(other.count_) { other.data_ = nullptr; }
  ~Buffer() { cudaFree(data_); }
  void upload(const std::vector<T>& from) {
    cudaMemcpy(data_, from.data(), count_ * sizeof(T), cudaMemcpyHostToDevice);
  }
  std::vector<T> download() const {
    std::vector<T> to(count_);
    cudaMemcpy(to.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost);
    return to;
  }
  T* data() const { return data_; }
  std::size_t size() const { return count_; }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

template <int DEGREE>
struct Polynomial {
  long long coefficient[DEGREE + 1];
  __host__ __device__ long long operator()(long long x) const {
    long long y = 0;
    for (int k = DEGREE; k >= 0; --k) y = y * x + coefficient[k];
    return y;
  }
  void evaluate(const Buffer<long long>& x, Buffer<long long>& y) const;
};

template <int DEGREE>
__global__ void evaluate_kernel(const Polynomial<DEGREE> p, const long long* x, long long* y, std::size_t n) {
  for (std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x; i < n; i += std::size_t(gridDim.x) * blockDim.x)
    y[i] = p(x[i]);
}

template <int DEGREE>
void Polynomial<DEGREE>::evaluate(const Buffer<long long>& x, Buffer<long long>& y) const {
  const unsigned threads = 192;
  evaluate_kernel<DEGREE><<<static_cast<unsigned>((x.size() + threads - 1) / threads), threads>>>(*this, x.data(), y.data(),
                                                                                                   x.size());
}

int main(int argc, char** argv) try {
  const std::size_t n = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 2500;
  std::vector<long long> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<long long>(i) - 1200;
  const Polynomial<4> p{{7, -3, 0, 2, 1}};
  Buffer<long long> x(n), y = Buffer<long long>(n);
  x.upload(values);
  p.evaluate(x, y);
  const auto result = y.download();
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < n; ++i) wrong += result[i] != p(values[i]);
  std::cout << "polynomial_driver: " << wrong << " of " << n << " wrong\n";
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
} catch (const std::exception& e) {
  std::cerr << e.what() << '\n';
  return 2;
}
