// A volume in pitched 3-D memory, copied with cudaMemcpy3D; the upper half of each slice is then set with cudaMemset3D.
#include <stdio.h>
#include <string.h>

#define W 20
#define H 12
#define D 6

__global__ void weigh(cudaPitchedPtr volume)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x >= W || y >= H) return;
    char *slice = (char *)volume.ptr + z * volume.pitch * H;
    float *row = (float *)(slice + y * volume.pitch);
    row[x] += 100 * z + 10 * y;
}

int main()
{
    static float in[D][H][W], out[D][H][W];
    for (int z = 0; z < D; z++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) in[z][y][x] = x;

    cudaExtent extent = make_cudaExtent(W * sizeof(float), H, D);
    cudaPitchedPtr volume;
    if (cudaMalloc3D(&volume, extent) != cudaSuccess) return 2;

    cudaMemcpy3DParms there;
    memset(&there, 0, sizeof(there));
    there.srcPtr = make_cudaPitchedPtr(in, W * sizeof(float), W, H);
    there.dstPtr = volume;
    there.extent = extent;
    there.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&there);

    weigh<<<dim3((W + 7) / 8, (H + 7) / 8, D), dim3(8, 8)>>>(volume);

    cudaMemset3D(volume, 0, make_cudaExtent(W * sizeof(float), H / 2, D));

    cudaMemcpy3DParms back = {0};
    back.srcPtr = volume;
    back.dstPtr = make_cudaPitchedPtr(out, W * sizeof(float), W, H);
    back.extent = extent;
    back.kind = cudaMemcpyDeviceToHost;
    cudaMemcpy3D(&back);
    cudaFree(volume.ptr);

    int wrong = 0;
    for (int z = 0; z < D; z++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) wrong += out[z][y][x] != (y < H / 2 ? 0 : 100 * z + 10 * y + x);
    printf("volume: %d cells wrong\n", wrong);
    return wrong != 0;
}
