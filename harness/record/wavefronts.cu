// Measures the number of wavefronts that one shared memory instruction takes. Tries handwritten and random
// address patterns with 4-, 8- and 16-byte loads and stores by one warp, and prints them: kind, bytes, and each
// lane's address (-1: inactive). Each line is one launch; wavefronts.py runs the program under Nsight Compute
// and adds the results.
#include <cstdio>
#include <functional>
#include <random>

struct Lanes {
  int at[32];
};

__global__ void access(Lanes address, int bytes, bool load, unsigned* out) {
  extern __shared__ unsigned char shared[];
  const int mine = address.at[threadIdx.x];
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(shared)) + mine;
  unsigned a = threadIdx.x, b = 1, c = 2, d = 3;
  if (mine >= 0 && load) {
    if (bytes == 4) asm volatile("ld.shared.u32 %0, [%1];" : "=r"(a) : "r"(at));
    if (bytes == 8) asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(at));
    if (bytes == 16)
      asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at));
  } else if (mine >= 0) {
    if (bytes == 4) asm volatile("st.shared.u32 [%1], %0;" ::"r"(a), "r"(at));
    if (bytes == 8) asm volatile("st.shared.v2.u32 [%2], {%0, %1};" ::"r"(a), "r"(b), "r"(at));
    if (bytes == 16)
      asm volatile("st.shared.v4.u32 [%4], {%0, %1, %2, %3};" ::"r"(a), "r"(b), "r"(c), "r"(d), "r"(at));
  }
  out[threadIdx.x] = a + b + c + d;
}

int main() {
  unsigned* out = nullptr;
  if (cudaMalloc(&out, 32 * sizeof(unsigned)) != cudaSuccess) return 1;
  std::mt19937 random(1);
  for (const int bytes : {4, 8, 16})
    for (const bool load : {true, false}) {
      const int row = 128 / bytes;  // this many elements cover all banks once
      // `element`: the element that a lane accesses; -1: none.
      const auto probe = [&](const std::function<int(int lane)>& element) {
        Lanes address;
        for (int lane = 0; lane < 32; ++lane)
          address.at[lane] = element(lane) < 0 ? -1 : bytes * element(lane);
        access<<<1, 32, 40000>>>(address, bytes, load, out);
        std::printf("%s %d", load ? "load" : "store", bytes);
        for (const int a : address.at) std::printf(" %d", a);
        std::printf("\n");
      };
      for (const int together : {1, 2, 4, 8, 16, 32})
        for (const int stride : {1, 2, row}) probe([&](int lane) { return lane / together * stride; });
      for (const int distinct : {1, 2, 4, 8, 16})
        for (const int stride : {1, row}) probe([&](int lane) { return lane % distinct * stride; });
      for (const int bit : {1, 2, 4, 8})
        probe([&](int lane) { return (lane & (bit - 1)) | lane / bit / 2 * bit; });
      for (const int every : {2, 4, 16}) probe([&](int lane) { return lane % every ? -1 : lane * row; });
      probe([&](int lane) { return lane < 16 ? lane * row : 0; });
      probe([&](int lane) { return 31 - lane; });
      for (int round = 0; round < 48; ++round) {
        const int range = row * (round % 3 == 0 ? 2 : round % 3 == 1 ? 8 : 19);
        const int group = round % 4;  // each lane separately; pairs; lanes two apart; half the warp in pairs
        const bool some_inactive = round % 8 >= 4;
        Lanes element, active;
        for (int lane = 0; lane < 32; ++lane) {
          element.at[lane] = static_cast<int>(random() % range);
          active.at[lane] = !some_inactive || random() % 3 > 0;
        }
        probe([&](int lane) {
          const int of = group == 1 || (group == 3 && lane < 16) ? lane & ~1 : group == 2 ? lane & ~2 : lane;
          return active.at[lane] ? element.at[of] : -1;
        });
      }
    }
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
