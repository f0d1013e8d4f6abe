// Host code created the object, so its table of virtual functions contains host functions.
// says: calls a virtual function of an object in device_shapes that host code created
#include <cstdio>

struct Shape {
  float size;
  __host__ __device__ explicit Shape(float s) : size(s) {}
  __host__ __device__ virtual float area() const { return size; }
};
struct Square : Shape {
  __host__ __device__ explicit Square(float s) : Shape(s) {}
  __host__ __device__ float area() const override { return size * size; }
};

__global__ void areas(const Shape* shapes, float* out) {
  out[threadIdx.x] = static_cast<const Square*>(shapes)[threadIdx.x].area();  // bug: invalid_address
}

int main() {
  Square shapes[3] = {Square(1), Square(2), Square(3)};
  Square* device_shapes;
  float *out, host[3];
  cudaMalloc(&device_shapes, sizeof shapes);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy((void*)device_shapes, shapes, sizeof shapes, cudaMemcpyHostToDevice);
  areas<<<1, 3>>>(device_shapes, out);
  printf("%d\n", cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess);
  cudaFree(device_shapes);
  cudaFree(out);
}
