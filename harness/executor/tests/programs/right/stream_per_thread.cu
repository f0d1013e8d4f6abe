// cudaStreamPerThread is a blocking stream: the legacy default stream runs after it, but before other streams.
#include <stdio.h>
#include <stdlib.h>

#define MUST(call) \
	do { if ((call) != cudaSuccess) { fprintf(stderr, "%s failed\n", #call); exit(1); } } while (0)

__global__ void table(int *t, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) t[i] = i * i;
}

__global__ void lookup(const int *t, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[i] = t[i * 17 % n];
}

int main(void)
{
	const int n = 2500, grid = (n + 63) / 64;
	static int host[n];
	int *t, *out, *again, wrong = 0;
	cudaStream_t mine;

	MUST(cudaMalloc((void **)&t, sizeof(host)));
	MUST(cudaMalloc((void **)&out, sizeof(host))); MUST(cudaMalloc((void **)&again, sizeof(host)));
	MUST(cudaStreamCreate(&mine));
	table<<<grid, 64, 0, cudaStreamPerThread>>>(t, n);
	lookup<<<grid, 64, 0, cudaStreamLegacy>>>(t, out, n);
	lookup<<<grid, 64, 0, mine>>>(out, again, n);
	MUST(cudaMemcpyAsync(host, again, sizeof(host), cudaMemcpyDeviceToHost, mine));
	MUST(cudaStreamSynchronize(mine));
	for (int i = 0; i < n; i++) {
		int at = (i * 17 % n) * 17 % n;
		wrong += host[i] != at * at;
	}
	MUST(cudaStreamDestroy(mine));
	MUST(cudaFree(t)); MUST(cudaFree(out)); MUST(cudaFree(again));
	printf("stream_per_thread: %d wrong\n", wrong);
	return wrong != 0;
}
