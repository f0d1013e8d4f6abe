// The event is recorded before the kernel instead of after it, so it completes immediately.
#include <stdio.h>

#define N 8192
#define TRY(call) if ((err = (call)) != cudaSuccess) goto failed

__global__ void fill(int *v, int value)
{
	v[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ void add(int *sum, const int *v)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	sum[i] = v[i] + i;
}

int main(void)
{
	cudaError_t err;
	cudaStream_t first, second;
	cudaEvent_t filled;
	int *v, *sum, out;

	TRY(cudaMalloc((void **)&v, N * sizeof(int)));
	TRY(cudaMalloc((void **)&sum, N * sizeof(int)));
	TRY(cudaStreamCreate(&first));
	TRY(cudaStreamCreate(&second));
	TRY(cudaEventCreate(&filled));
	TRY(cudaEventRecord(filled, first));
	fill<<<N / 256, 256, 0, first>>>(v, 7);
	TRY(cudaStreamWaitEvent(second, filled, 0));
	add<<<N / 256, 256, 0, second>>>(sum, v);  // bug: stream_race
	TRY(cudaDeviceSynchronize());
	TRY(cudaMemcpy(&out, sum + N - 1, sizeof(int), cudaMemcpyDeviceToHost));
	TRY(cudaEventDestroy(filled));
	TRY(cudaStreamDestroy(first));
	TRY(cudaStreamDestroy(second));
	TRY(cudaFree(v)); TRY(cudaFree(sum));
	printf("%d\n", out);
	return 0;
failed:
	fprintf(stderr, "%s\n", cudaGetErrorString(err));
	return 1;
}
