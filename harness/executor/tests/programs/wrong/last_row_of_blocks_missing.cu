// 12 by 8 blocks of 8 by 8 threads do not cover a picture of 100 by 70 pixels, whose size comes from macros.
#include <cstdio>
#include <vector>

#define WIDTH 100
#define HEIGHT 70

__global__ void invert(const unsigned *in, unsigned *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < WIDTH && y < HEIGHT) out[y * WIDTH + x] = ~in[y * WIDTH + x];
}

int main()
{
    std::vector<unsigned> picture(WIDTH * HEIGHT, 7);
    const size_t bytes = picture.size() * sizeof(unsigned);
    unsigned *in, *out;
    cudaMalloc(&in, bytes);
    cudaMalloc(&out, bytes);
    cudaMemcpy(in, picture.data(), bytes, cudaMemcpyHostToDevice);
    invert<<<dim3(WIDTH / 8, HEIGHT / 8), dim3(8, 8)>>>(in, out);  // bug: not_computed
    cudaMemcpy(picture.data(), out, bytes, cudaMemcpyDeviceToHost);
    printf("%u\n", picture[0]);
    cudaFree(in);
    cudaFree(out);
}
