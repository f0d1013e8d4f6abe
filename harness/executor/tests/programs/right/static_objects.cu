// Objects created before main() and destroyed after it: they own device memory and launch kernels.
#include <iostream>
#include <vector>

__global__ void number(int* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = i;
}
__global__ void twice(int* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] *= 2;
}

class Numbers {
 public:
  explicit Numbers(int n) : size_(n) {
    cudaMalloc(&p_, n * sizeof(int));
    number<<<(n + 127) / 128, 128>>>(p_, n);
  }
  ~Numbers() { cudaFree(p_); }
  int* data() const { return p_; }
  int size() const { return size_; }

 private:
  int* p_ = nullptr;
  int size_;
};
static Numbers numbers(300);
static const std::vector<int> expected = [] {
  std::vector<int> all;
  for (int i = 0; i < numbers.size(); ++i) all.push_back(2 * i);
  return all;
}();

int main() {
  std::vector<int> host(numbers.size());
  twice<<<3, 128>>>(numbers.data(), numbers.size());
  cudaMemcpy(host.data(), numbers.data(), host.size() * sizeof(int), cudaMemcpyDeviceToHost);
  std::cout << (host == expected ? "right" : "wrong") << '\n';
  return host != expected;
}
