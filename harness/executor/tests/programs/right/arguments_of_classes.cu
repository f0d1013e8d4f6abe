// Kernel arguments whose classes have their own constructors and destructors: a thread receives the bytes of
// these objects, and the host destroys the objects that it has created.
#include <cstdio>

struct Counted {
  static int alive, copies;
  int *p, step;
  explicit Counted(int* p) : p(p), step(1) { ++alive; }
  Counted(const Counted& o) : p(o.p), step(o.step) { ++alive, ++copies; }
  ~Counted() { --alive; }
};
int Counted::alive = 0, Counted::copies = 0;
struct Moved {  // small, but still returned in memory
  int x;
  explicit Moved(int x) : x(x) {}
  Moved(Moved&& o) : x(o.x) { o.x = -1; }
  Moved(const Moved& o) : x(o.x) {}
};
struct Large {
  double table[20];
  Large() { table[19] = 0.5; }
  Large(const Large& o) { table[19] = o.table[19]; }
};
struct Temporary {  // frees its memory after the launch, as a GPU program may
  int* p;
  Temporary() { cudaMalloc(&p, 64 * sizeof *p); }
  ~Temporary() { cudaFree(p); }
};

__global__ void add(Counted c, Moved m, const Large l, int n) {
  c.p += threadIdx.x;  // each thread has its own copy
  m.x += static_cast<int>(l.table[19] * 2);
  if (static_cast<int>(threadIdx.x) < n) *c.p = m.x + c.step;
}
template <typename T>
__global__ void twice(T c, int n) {
  c.step *= 2;
  if (static_cast<int>(threadIdx.x) < n) c.p[threadIdx.x] *= c.step;
}
__global__ void set(Temporary t) {
  t.p[threadIdx.x] = static_cast<int>(threadIdx.x);
  if (threadIdx.x == 5 && t.p[5] != 5) printf("not seen\n");
}

int main() {
  int *d, h[64], wrong = 0;
  cudaMalloc(&d, sizeof h);
  Counted c(d);
  add<<<1, 64>>>(c, Moved(3), Large(), 64);
  twice<<<1, 32>>>(c, 32);
  int n = 32;
  void* arguments[] = {&c, &n};
  cudaLaunchKernel(reinterpret_cast<const void*>(twice<Counted>), dim3(1), dim3(64), arguments, 0, nullptr);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  set<<<1, 64>>>(Temporary());
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) wrong += h[i] != (i < 32 ? 20 : 5);
  cudaFree(d);
  std::printf("%d wrong, %d alive, %s\n", wrong, Counted::alive, Counted::copies > 0 ? "copied" : "not copied");
  return wrong != 0 || Counted::alive != 1;
}
