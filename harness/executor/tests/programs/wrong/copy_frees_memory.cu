// An object is passed to the kernel by value: the destructor of the copy frees memory that the original frees again.
#include <cstdio>

struct Counter {
    int *value;
    Counter() { cudaMalloc((void **)&value, sizeof(int)); cudaMemset(value, 0, sizeof(int)); }
    ~Counter() { cudaFree(value); }  // bug: ignored_error
    __device__ void add(int n) { atomicAdd(value, n); }
};

__global__ void count(Counter counter, const int *numbers, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && numbers[i] > 10) counter.add(1);
}

int main()
{
    const int n = 200;
    int host[n], *numbers;
    for (int i = 0; i < n; i++) host[i] = i % 20;
    cudaMalloc(&numbers, sizeof(host));
    cudaMemcpy(numbers, host, sizeof(host), cudaMemcpyHostToDevice);
    {
        Counter counter;
        count<<<2, 128>>>(counter, numbers, n);
    }
    cudaFree(numbers);
    printf("copy_frees_memory: counted\n");
    return 0;
}
