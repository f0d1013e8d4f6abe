// Atomics that the hardware does not have, built from compare-and-swap, and a lock for a longer update.
#include <cstdio>
#include <cfloat>

__device__ float atomicMaxFloat(float *address, float value)
{
    int *bits = (int *)address;
    int old = *((volatile int *)bits), seen;
    do {
        seen = old;
        if (__int_as_float(seen) >= value) break;
        old = atomicCAS(bits, seen, __float_as_int(value));
    } while (old != seen);
    return __int_as_float(old);
}

__device__ void atomicMultiply(unsigned long long *address, unsigned long long factor)
{
    unsigned long long old = atomicAdd(address, 0ull), seen;
    do {
        seen = old;
        old = atomicCAS(address, seen, seen * factor);
    } while (old != seen);
}

struct Statistics { int count; float sum; };

__device__ int mutex = 0;

__device__ void lock() { while (atomicCAS(&mutex, 0, 1) != 0) { } __threadfence(); }
__device__ void unlock() { __threadfence(); atomicExch(&mutex, 0); }

__global__ void gather(const float *values, int n, float *largest, unsigned long long *power, Statistics *all)
{
    __shared__ float part[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float mine = i < n ? values[i] : -FLT_MAX;
    if (i < n) atomicMaxFloat(largest, mine);
    if (threadIdx.x == 0) atomicMultiply(power, 3);
    part[threadIdx.x] = i < n ? mine : 0.0f;
    __syncthreads();
    if (threadIdx.x == 0) {
        float sum = 0;
        int count = 0;
        for (int t = 0; t < blockDim.x && blockIdx.x * blockDim.x + t < n; t++, count++) sum += part[t];
        lock();
        volatile Statistics *s = all;
        s->count = s->count + count;
        s->sum = s->sum + sum;
        unlock();
    }
}

int main()
{
    const int n = 1000, blocks = 8;
    static float values[n];
    float largest = -FLT_MAX, want_largest = -FLT_MAX, want_sum = 0;
    for (int i = 0; i < n; i++) {
        values[i] = (float)((i * 37) % 501) - 300;
        want_sum += values[i];
        if (values[i] > want_largest) want_largest = values[i];
    }
    unsigned long long power = 1, want_power = 1;
    for (int b = 0; b < blocks; b++) want_power *= 3;
    Statistics all = {0, 0};

    float *d_values, *d_largest;
    unsigned long long *d_power;
    Statistics *d_all;
    cudaMalloc(&d_values, sizeof(values));
    cudaMalloc(&d_largest, sizeof(float));
    cudaMalloc(&d_power, sizeof(power));
    cudaMalloc(&d_all, sizeof(Statistics));
    cudaMemcpy(d_values, values, sizeof(values), cudaMemcpyHostToDevice);
    cudaMemcpy(d_largest, &largest, sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_power, &power, sizeof(power), cudaMemcpyHostToDevice);
    cudaMemcpy(d_all, &all, sizeof(all), cudaMemcpyHostToDevice);
    gather<<<blocks, 128>>>(d_values, n, d_largest, d_power, d_all);
    cudaMemcpy(&largest, d_largest, sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(&power, d_power, sizeof(power), cudaMemcpyDeviceToHost);
    cudaMemcpy(&all, d_all, sizeof(all), cudaMemcpyDeviceToHost);
    cudaFree(d_values);
    cudaFree(d_largest);
    cudaFree(d_power);
    cudaFree(d_all);
    printf("atomics_cas_lock: largest %g, sum %g of %d\n", largest, all.sum, all.count);
    return largest == want_largest && power == want_power && all.count == n && all.sum == want_sum ? 0 : 1;
}
