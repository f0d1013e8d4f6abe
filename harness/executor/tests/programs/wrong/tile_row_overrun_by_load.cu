// The last thread of each row stores past the row: into the next row, which nobody reads. The load on the right-hand
// side, and the test before it, come between the index and the store.
#include <cstdio>

__global__ void rotate(const float *in, float *out, int n)
{
    __shared__ float tile[6][32];
    int w = threadIdx.x / 32, c = threadIdx.x % 32;
    tile[2 * w + 1][c + 1] = threadIdx.x < n ? in[threadIdx.x] : 0;  // bug: out_of_bounds
    __syncwarp();
    out[threadIdx.x] = tile[2 * w + 1][c == 0 ? 1 : c];
}
// says: accesses element 32 of a row of tile

int main()
{
    float h[64], *in, *out;
    for (int i = 0; i < 64; i++) h[i] = i;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    rotate<<<1, 64>>>(in, out, 64);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    printf("%g\n", h[9]);
}
