// Host code uses the names of __device__ and __constant__ variables without reading them: as symbols, through
// a reference, in sizeof, and where the name means something else.
#include <algorithm>
#include <cstdio>
#include <vector>

__device__ int hits[4], total;
__constant__ float weights[4];
__device__ __managed__ int rounds;
__device__ const int kRounds = 3;

__global__ void work() {
  atomicAdd(&hits[threadIdx.x % 4], 1);
  if (threadIdx.x == 0) {
    total = static_cast<int>(weights[0] + weights[3]);
    rounds += kRounds;
  }
}

template <typename T>
void set(T& symbol, const T& value) {
  cudaMemcpyToSymbol(symbol, &value, sizeof value);
}

struct Result {
  int total;
};
Result sum(const int (&hits)[4]) {
  Result r = {0};
  for (int hit : hits) r.total += hit;
  return r;
}

int main() {
  const float one_to_four[] = {1, 2, 3, 4};
  int host[sizeof(hits) / sizeof(hits[0])], last = 0;
  void* address;
  set(total, -1);
  cudaMemcpyToSymbol(weights, one_to_four, sizeof weights);
  cudaGetSymbolAddress(&address, hits);
  cudaMemset(address, 0, sizeof hits);
  work<<<1, 64>>>();
  cudaMemcpyFromSymbol(host, hits, sizeof host);
  cudaMemcpyFromSymbol(&last, total, sizeof(total));
  std::vector<int> weights(4, 16);
  const bool right = std::equal(weights.begin(), weights.end(), host) && sum(host).total == 64 && last == 5 &&
                     rounds == kRounds;
  printf("%s\n", right ? "right" : "wrong");
  return !right;
}
