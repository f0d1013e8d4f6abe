// Intrinsics for bits and whole numbers, each compared with plain code on the host.
#include <cstdint>
#include <cstdio>
#include <vector>

constexpr int kResults = 9;

__global__ void device_tricks(const uint32_t* in, uint32_t* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const uint32_t x = in[i], y = in[n - 1 - i];
  uint32_t* r = out + i * kResults;
  r[0] = __popc(x);
  r[1] = __clz(x);
  r[2] = __ffs(x);
  r[3] = __brev(x);
  r[4] = __umulhi(x, y);
  r[5] = __byte_perm(x, y, 0x5140);
  r[6] = __funnelshift_l(x, y, 5);
  r[7] = __popcll((uint64_t(x) << 32) | y);
  r[8] = __float_as_uint(__uint_as_float(x & 0x7f7fffffu));
}

void host_tricks(uint32_t x, uint32_t y, uint32_t* r) {
  uint32_t ones = 0, zeros = 0, first = 0, reversed = 0;
  for (int b = 0; b < 32; b++) {
    ones += x >> b & 1;
    if (!first && (x >> b & 1)) first = b + 1;
    reversed |= (x >> b & 1) << (31 - b);
  }
  for (int b = 31; b >= 0 && !(x >> b & 1); b--) zeros++;
  uint32_t more = ones;
  for (int b = 0; b < 32; b++) more += y >> b & 1;
  r[0] = ones;
  r[1] = zeros;
  r[2] = first;
  r[3] = reversed;
  r[4] = uint32_t(uint64_t(x) * y >> 32);
  r[5] = (x & 0xff) | (y & 0xff) << 8 | (x >> 8 & 0xff) << 16 | (y >> 8 & 0xff) << 24;
  r[6] = y << 5 | x >> 27;
  r[7] = more;
  r[8] = x & 0x7f7fffffu;
}

int main() {
  const int n = 300;
  std::vector<uint32_t> in(n), out(n * kResults);
  for (int i = 0; i < n; i++) in[i] = i == 0 ? 0 : i == 1 ? 0x80000000u : i * 2654435761u;
  uint32_t *d_in, *d_out;
  cudaMalloc(&d_in, in.size() * 4);
  cudaMalloc(&d_out, out.size() * 4);
  cudaMemcpy(d_in, in.data(), in.size() * 4, cudaMemcpyHostToDevice);
  device_tricks<<<(n + 95) / 96, 96>>>(d_in, d_out, n);
  cudaMemcpy(out.data(), d_out, out.size() * 4, cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  int wrong = 0;
  for (int i = 0; i < n; i++) {
    uint32_t want[kResults];
    host_tricks(in[i], in[n - 1 - i], want);
    for (int k = 0; k < kResults; k++)
      if (want[k] != out[i * kResults + k]) {
        wrong++;
        std::printf("trick %d of %08x\n", k, in[i]);
      }
  }
  std::printf("bit_tricks: %d wrong\n", wrong);
  return wrong != 0;
}
