// Fork and join: two streams wait for the first stream, each does its half, and the first waits for both.
#include <stdio.h>

#define N 8192
#define TRY(call) if ((err = (call)) != cudaSuccess) goto failed

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

__global__ void fill(int *v) { v[INDEX] = INDEX; }
__global__ void square(int *v) { v[INDEX] *= v[INDEX]; }
__global__ void mirror(const int *v, int *w) { w[INDEX] = v[N - 1 - INDEX]; }

int main(void)
{
	static int host[N];
	cudaError_t err;
	cudaStream_t trunk, branch[2];
	cudaEvent_t fork, join[2];
	int *v, *w, i, wrong = 0;

	TRY(cudaMalloc((void **)&v, sizeof(host))); TRY(cudaMalloc((void **)&w, sizeof(host)));
	TRY(cudaStreamCreate(&trunk)); TRY(cudaEventCreate(&fork));
	fill<<<N / 256, 256, 0, trunk>>>(v);
	TRY(cudaEventRecord(fork, trunk));
	for (i = 0; i < 2; i++) {
		TRY(cudaStreamCreate(&branch[i])); TRY(cudaEventCreate(&join[i]));
		TRY(cudaStreamWaitEvent(branch[i], fork, 0));
		square<<<N / 512, 256, 0, branch[i]>>>(v + i * N / 2);
		TRY(cudaEventRecord(join[i], branch[i]));
		TRY(cudaStreamWaitEvent(trunk, join[i], 0));
	}
	mirror<<<N / 256, 256, 0, trunk>>>(v, w);
	TRY(cudaMemcpyAsync(host, w, sizeof(host), cudaMemcpyDeviceToHost, trunk));
	TRY(cudaStreamSynchronize(trunk));
	for (i = 0; i < N; i++) wrong += host[i] != (N - 1 - i) * (N - 1 - i);
	for (i = 0; i < 2; i++) { TRY(cudaStreamDestroy(branch[i])); TRY(cudaEventDestroy(join[i])); }
	TRY(cudaStreamDestroy(trunk)); TRY(cudaEventDestroy(fork));
	TRY(cudaFree(v)); TRY(cudaFree(w));
	printf("stream_fork_join: %d wrong\n", wrong);
	return wrong != 0;
failed:
	fprintf(stderr, "%s\n", cudaGetErrorString(err));
	return 1;
}
