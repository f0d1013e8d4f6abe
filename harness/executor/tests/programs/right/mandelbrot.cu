// The Mandelbrot set, with a struct for complex numbers that host and device share.
#include <iostream>
#include <vector>

struct Complex {
  double re, im;
  __host__ __device__ Complex(double r, double i) : re(r), im(i) {}
  __host__ __device__ Complex operator+(const Complex& o) const { return Complex(re + o.re, im + o.im); }
  __host__ __device__ Complex operator*(const Complex& o) const {
    return {re * o.re - im * o.im, re * o.im + im * o.re};
  }
  __host__ __device__ double norm() const { return re * re + im * im; }
};

const int WIDTH = 120, HEIGHT = 80, MAX_ITER = 60;

__host__ __device__ int iterations(int px, int py) {
  Complex c(-2.0 + 3.0 * px / WIDTH, -1.0 + 2.0 * py / HEIGHT), z(0, 0);
  int i = 0;
  while (i < MAX_ITER && z.norm() <= 4.0) {
    z = z * z + c;
    ++i;
  }
  return i;
}

__global__ void mandelbrot(int* image) {
  int px = threadIdx.x + blockIdx.x * blockDim.x, py = threadIdx.y + blockIdx.y * blockDim.y;
  if (px < WIDTH && py < HEIGHT) image[py * WIDTH + px] = iterations(px, py);
}

int main() {
  std::vector<int> image(WIDTH * HEIGHT);
  int* d;
  cudaMalloc((void**)&d, image.size() * sizeof(int));
  dim3 block{16, 16}, grid{(WIDTH + 15) / 16, (HEIGHT + 15) / 16};
  mandelbrot<<<grid, block>>>(d);
  cudaMemcpy(image.data(), d, image.size() * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
  int different = 0;  // a GPU may fuse multiplications and additions, so a few pixels at the edge may differ
  for (int y = 0; y < HEIGHT; ++y)
    for (int x = 0; x < WIDTH; ++x) different += image[y * WIDTH + x] != iterations(x, y);
  std::cout << "mandelbrot: " << different << " pixels differ from the host's\n";
  return different < WIDTH * HEIGHT / 100 ? 0 : 1;
}
