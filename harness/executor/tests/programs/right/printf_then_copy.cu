// A kernel prints, and a copy to the host waits for the kernel; no other wait is needed.
#include <cstdio>

__global__ void count(int *found, const int *values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && values[i] > 90) {
        printf("values[%d] is %d\n", i, values[i]);
        printf("that is large\n");
        atomicAdd(found, 1);
    }
}

int main()
{
    int values[64], *d_values, *d_found, found = 0;
    for (int i = 0; i < 64; i++) values[i] = i * 37 % 100;
    cudaMalloc(&d_values, sizeof values);
    cudaMalloc(&d_found, sizeof(int));
    cudaMemcpy(d_values, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMemset(d_found, 0, sizeof(int));
    count<<<2, 32>>>(d_found, d_values, 64);
    cudaMemcpy(&found, d_found, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d large values\n", found);
    cudaFree(d_values);
    cudaFree(d_found);
    return found == 7 ? 0 : 1;
}
