// Registers memory from malloc(): kernels use its device or host pointer; copies overlap with work on the host.
#include <cstdio>
#include <cstdlib>

__global__ void scale(float *data, float factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] *= factor;
}

int main()
{
    const int n = 1000;
    float *host = (float *)malloc(n * sizeof(float)), *mapped, *device;
    for (int i = 0; i < n; i++) host[i] = i;
    cudaHostRegister(host, n * sizeof(float), cudaHostRegisterMapped);
    cudaHostGetDevicePointer((void **)&mapped, host, 0);
    scale<<<(n + 127) / 128, 128>>>(mapped, 2, n);
    cudaDeviceSynchronize();
    int mistakes = 0;
    for (int i = 0; i < n; i++) mistakes += host[i] != 2 * i;

    for (int i = 0; i < n; i++) host[i] = 5;  // the next kernel sees this value
    scale<<<(n + 127) / 128, 128>>>(mapped + n / 2, 3, n / 2);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&device, n * sizeof(float));
    cudaDeviceSynchronize();
    cudaMemcpyAsync(device, host, n * sizeof(float), cudaMemcpyHostToDevice, stream);
    scale<<<(n + 127) / 128, 128, 0, stream>>>(device, 10, n);
    cudaMemcpyAsync(host, device, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    for (int i = 0; i < n; i++) mistakes += host[i] != (i < n / 2 ? 50 : 150);

    int same_pointer = 0;
    cudaDeviceGetAttribute(&same_pointer, cudaDevAttrCanUseHostPointerForRegisteredMem, 0);
    if (same_pointer) {
        scale<<<(n + 127) / 128, 128>>>(host, 2, n);
        cudaDeviceSynchronize();
        for (int i = 0; i < n; i++) mistakes += host[i] != (i < n / 2 ? 100 : 300);
    }

    cudaFree(device);
    cudaStreamDestroy(stream);
    cudaHostUnregister(host);
    free(host);
    printf("registered_memory: %d mistakes\n", mistakes);
    return mistakes != 0;
}
