// Converts a colour image to greyscale, first with three bytes per pixel and then with four (as uchar4).
#include <stdio.h>
#include <stdlib.h>

#define CHANNELS 3

__global__ void packed_to_grey(unsigned char *grey, const unsigned char *rgb, int width, int height)
{
    int col = threadIdx.x + blockIdx.x * blockDim.x;
    int row = threadIdx.y + blockIdx.y * blockDim.y;
    if (col < width && row < height) {
        int pixel = row * width + col;
        const unsigned char *p = rgb + pixel * CHANNELS;
        grey[pixel] = (unsigned char)((77 * p[0] + 151 * p[1] + 28 * p[2]) >> 8);
    }
}

__global__ void rgba_to_grey(unsigned char *const grey, const uchar4 *const rgba, int width, int height)
{
    const int2 at = make_int2(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y);
    if (at.x >= width || at.y >= height) return;
    const uchar4 p = rgba[at.y * width + at.x];
    grey[at.y * width + at.x] = (77 * p.x + 151 * p.y + 28 * p.z) / 256;
}

int main()
{
    const int width = 130, height = 75, pixels = width * height;
    unsigned char *rgb = (unsigned char *)malloc(pixels * CHANNELS), *first = (unsigned char *)malloc(pixels);
    unsigned char *second = (unsigned char *)malloc(pixels);
    uchar4 *rgba = (uchar4 *)malloc(pixels * sizeof(uchar4));
    for (int p = 0; p < pixels; p++) {
        rgba[p] = make_uchar4(p % 256, (p / 3) % 256, (p * 7) % 256, 255);
        rgb[3 * p] = rgba[p].x;
        rgb[3 * p + 1] = rgba[p].y;
        rgb[3 * p + 2] = rgba[p].z;
    }
    unsigned char *d_rgb, *d_grey;
    uchar4 *d_rgba;
    cudaMalloc(&d_rgb, pixels * CHANNELS);
    cudaMalloc(&d_rgba, pixels * sizeof(uchar4));
    cudaMalloc(&d_grey, pixels);
    cudaMemcpy(d_rgb, rgb, pixels * CHANNELS, cudaMemcpyHostToDevice);
    cudaMemcpy(d_rgba, rgba, pixels * sizeof(uchar4), cudaMemcpyHostToDevice);
    dim3 block(16, 16, 1), grid((width - 1) / 16 + 1, (height - 1) / 16 + 1, 1);
    packed_to_grey<<<grid, block>>>(d_grey, d_rgb, width, height);
    cudaMemcpy(first, d_grey, pixels, cudaMemcpyDeviceToHost);
    rgba_to_grey<<<grid, block>>>(d_grey, d_rgba, width, height);
    cudaMemcpy(second, d_grey, pixels, cudaMemcpyDeviceToHost);
    cudaFree(d_rgb);
    cudaFree(d_rgba);
    cudaFree(d_grey);
    int wrong = 0;
    for (int p = 0; p < pixels; p++) {
        int want = (77 * rgb[3 * p] + 151 * rgb[3 * p + 1] + 28 * rgb[3 * p + 2]) / 256;
        wrong += first[p] != want || second[p] != want;
    }
    free(rgb); free(rgba); free(first); free(second);
    printf("rgb_to_grey: %d pixels wrong\n", wrong);
    return wrong ? 1 : 0;
}
