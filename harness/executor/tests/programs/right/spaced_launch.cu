// Launches as some editors format them: with spaces, over several lines, with a stream, with comments.
#include <cstdio>

template <typename T, int N>
__global__ void set(T* p, T value)
{
    int i = threadIdx.x + blockIdx.x * N;
    p[i] = value + (i >> 1 << 1);    // shifts are not launches
}

__global__ void plain(int *p) { p[threadIdx.x] += 1; }

int main()
{
    const char *text = "k<<<1, 1>>>(text);";   // this string is not a launch
    int host[64], wrong = 0;
    int *p;
    cudaMalloc(&p, sizeof(host));
    cudaStream_t stream;
    cudaStreamCreate(&stream);

    set<int, 32> << <2, 32 >> > (p, 7);
    plain << < 1, 64 >> >(p);
    plain<<<
        dim3(1),
        dim3(64, 1, 1),
        0,          // no shared memory
        stream
    >>>(
        p
    );
    plain <<<1, (1 << 6)>>> (p); plain<<<1, 64>>>(p);   /* two <<<>>> on one line */

    cudaStreamSynchronize(stream);
    cudaMemcpy(host, p, sizeof(host), cudaMemcpyDeviceToHost);
    cudaStreamDestroy(stream);
    cudaFree(p);
    for (int i = 0; i < 64; i++) wrong += host[i] != 7 + i / 2 * 2 + 4;
    printf("spaced_launch: %d wrong (%d)\n", wrong, (int)(text[0] == 'k'));
    return wrong ? 1 : 0;
}
