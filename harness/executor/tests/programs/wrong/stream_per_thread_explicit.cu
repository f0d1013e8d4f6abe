// cudaStreamPerThread is ordered with the legacy default stream, but not with the streams that the program creates.
#include <stdio.h>
#include <stdlib.h>

#define MUST(call)                                                               \
	do {                                                                     \
		cudaError_t err = (call);                                        \
		if (err != cudaSuccess) {                                        \
			fprintf(stderr, #call ": %s\n", cudaGetErrorName(err));  \
			exit(1);                                                 \
		}                                                                \
	} while (0)

__global__ void table(float *t, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) t[i] = sqrtf(i);
}

__global__ void lookup(const float *t, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[i] = t[i * 17 % n];
}

int main(void)
{
	const int n = 2500, grid = (n + 63) / 64;
	float *t, *out, second;
	cudaStream_t mine;

	MUST(cudaMalloc((void **)&t, n * sizeof(*t)));
	MUST(cudaMalloc((void **)&out, n * sizeof(*out)));
	MUST(cudaStreamCreate(&mine));
	table<<<grid, 64, 0, cudaStreamPerThread>>>(t, n);
	lookup<<<grid, 64, 0, mine>>>(t, out, n);  // bug: stream_race
	MUST(cudaGetLastError());
	MUST(cudaDeviceSynchronize());
	MUST(cudaMemcpy(&second, out + 1, sizeof(second), cudaMemcpyDeviceToHost));
	MUST(cudaStreamDestroy(mine));
	MUST(cudaFree(t));
	MUST(cudaFree(out));
	printf("%f\n", second);
	return 0;
}
