// A structure is copied to the device, but the pointer in it still refers to a host array.
#include <stdio.h>

struct Vector { int length; float *data; };

__global__ void sum(const Vector *v, float *out)
{
    float s = 0;
    for (int i = 0; i < v->length; i++)
        s += v->data[i];  // bug: invalid_address
    *out = s;
}

int main()
{
    float numbers[20], *out;
    for (int i = 0; i < 20; i++) numbers[i] = 1;
    Vector v = {20, numbers}, *d_v;
    cudaMalloc(&d_v, sizeof(Vector));
    cudaMalloc(&out, sizeof(float));
    cudaMemcpy(d_v, &v, sizeof(Vector), cudaMemcpyHostToDevice);
    sum<<<1, 1>>>(d_v, out);
    cudaError_t e = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(e));
    cudaFree(d_v);
    cudaFree(out);
    return e != cudaSuccess;
}
