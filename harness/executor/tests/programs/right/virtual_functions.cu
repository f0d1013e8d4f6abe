// Objects with virtual functions: a kernel creates some of them; the host creates and uses the others.
#include <cstdio>
#include <new>

struct Shape {
  __host__ __device__ virtual float area() const = 0;
  __host__ __device__ virtual ~Shape() {}
};
struct Square : Shape {
  float side;
  __host__ __device__ explicit Square(float s) : side(s) {}
  __host__ __device__ float area() const override { return side * side; }
};
struct Strip : Shape {
  float length;
  __host__ __device__ explicit Strip(float l) : length(l) {}
  __host__ __device__ float area() const override { return length / 8; }
};

__global__ void make(Shape** shapes, Square* place) {
  const int i = threadIdx.x;
  if (i % 2)
    shapes[i] = new Strip(i);
  else
    shapes[i] = new (place + i) Square(i);
}
__global__ void areas(Shape* const* shapes, float* out) { out[threadIdx.x] = shapes[threadIdx.x]->area(); }
__global__ void drop(Shape** shapes) {
  if (threadIdx.x % 2) delete shapes[threadIdx.x];
}

int main() {
  Shape** shapes;
  Square* place;
  float *out, host[32];
  cudaMalloc(&shapes, 32 * sizeof *shapes);
  cudaMalloc(&place, 32 * sizeof *place);
  cudaMalloc(&out, sizeof host);
  make<<<1, 32>>>(shapes, place);
  areas<<<1, 32>>>(shapes, out);
  drop<<<1, 32>>>(shapes);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  const Square on_host(3);
  const Shape* any = &on_host;
  cudaFree(shapes);
  cudaFree(place);
  cudaFree(out);
  return any->area() != 9 || host[6] != 36 || host[16] != 256 || host[8] != 64 || host[7] != 0.875f;
}
