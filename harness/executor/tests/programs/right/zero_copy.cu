// Pinned memory that the device reads and writes without a copy.
#include <stdio.h>
#include <stdlib.h>

#define NUM 1024

__global__ void square(int *in, int *out)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	out[t] = in[t] * in[t];
}

int main(void)
{
	cudaDeviceProp prop;
	int device, *in, *out, *d_in, *d_out, i, bad = 0;

	cudaGetDevice(&device);
	cudaGetDeviceProperties(&prop, device);
	if (!prop.canMapHostMemory) {
		printf("zero_copy: the device cannot map host memory\n");
		return 0;
	}
	cudaSetDeviceFlags(cudaDeviceMapHost);
	cudaHostAlloc((void **)&in, NUM * sizeof(int), cudaHostAllocMapped | cudaHostAllocWriteCombined);
	cudaHostAlloc((void **)&out, NUM * sizeof(int), cudaHostAllocMapped);
	for (i = 0; i < NUM; i++)
		in[i] = i;
	cudaHostGetDevicePointer((void **)&d_in, in, 0);
	cudaHostGetDevicePointer((void **)&d_out, out, 0);

	square<<<NUM / 128, 128>>>(d_in, d_out);
	cudaDeviceSynchronize();

	for (i = 0; i < NUM; i++)
		if (out[i] != i * i)
			bad = 1;
	cudaFreeHost(in);
	cudaFreeHost(out);
	printf("zero_copy: %s\n", bad ? "wrong" : "right");
	return bad;
}
