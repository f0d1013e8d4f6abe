// One thread for each element of c.
#include "product.h"

namespace {

template <typename T>
__global__ void product(const T* a, const T* b, T* c, size_t m, size_t n, size_t k) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= m * n) return;
  const size_t row = i / n, column = i % n;
  T sum{};
  for (size_t j = 0; j < k; ++j) sum += a[row * k + j] * b[j * n + column];
  c[i] = sum;
}

template <typename T>
void run(const ProductJob<T>& job) {
  launch(job, product<T>, {blocks_for(job.m * job.n, job.block), job.block}, job.a, job.b, job.c, job.m,
         job.n, job.k);
}

STAGE("test_product/naive", "a thread for each element", run<float>, run<double>, run<int>);

}  // namespace
