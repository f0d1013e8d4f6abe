// An exit handler registered before the first launch launches one last kernel.
#include <cstdlib>
__global__ void ones(int *out) { out[threadIdx.x] = 1; }
static int sum() { int h[64], *d, s = 0; cudaMalloc(&d, 256); ones<<<1, 64>>>(d); cudaMemcpy(h, d, 256, cudaMemcpyDeviceToHost); cudaFree(d); for (int x : h) s += x; return s; }
static void last() { if (sum() != 64) _Exit(2); }
int main() { atexit(last); return sum() != 64; }
