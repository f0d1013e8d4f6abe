// Dynamic shared memory: a reversed array, and three arrays of different types in one allocation.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__global__ void reverse(int *d, int n)
{
	extern __shared__ int s[];
	int t = threadIdx.x;
	s[t] = d[t];
	__syncthreads();
	d[t] = s[n - 1 - t];
}

__global__ void three_arrays(double *out, int n)
{
	extern __shared__ char pool[];
	double *reals = (double *)pool;
	int *whole = (int *)&reals[n];
	unsigned char *flags = (unsigned char *)&whole[n];
	int t = threadIdx.x;
	reals[t] = t * 0.5;
	whole[t] = t * t;
	flags[t] = t % 2;
	__syncthreads();
	int other = (t + 1) % n;
	out[t] = flags[other] ? reals[other] : whole[other];
}

int main(void)
{
	const int n = 200;
	int ints[n], back[n], bad = 0;
	double out[n];
	int *d_ints;
	double *d_out;
	for (int i = 0; i < n; i++) ints[i] = i;
	cudaMalloc(&d_ints, n * sizeof(int));
	cudaMalloc(&d_out, n * sizeof(double));
	cudaMemcpy(d_ints, ints, n * sizeof(int), cudaMemcpyHostToDevice);
	reverse<<<1, n, n * sizeof(int)>>>(d_ints, n);
	three_arrays<<<1, n, n * (sizeof(double) + sizeof(int) + 1)>>>(d_out, n);
	cudaMemcpy(back, d_ints, n * sizeof(int), cudaMemcpyDeviceToHost);
	cudaMemcpy(out, d_out, n * sizeof(double), cudaMemcpyDeviceToHost);
	cudaFree(d_ints);
	cudaFree(d_out);
	for (int i = 0; i < n; i++) {
		int other = (i + 1) % n;
		bad += back[i] != n - 1 - i;
		bad += out[i] != (other % 2 ? other * 0.5 : other * other);
	}
	printf("dynamic_shared: %d wrong\n", bad);
	return bad ? 1 : 0;
}
