// Reverses an array in shared memory without waiting for the other threads.
#include <stdio.h>

__global__ void reverse(int *d, int n)
{
	extern __shared__ int s[];
	int t = threadIdx.x;
	s[t] = d[t];
	d[t] = s[n - t - 1];  // bug: race
}

int main(void)
{
	const int n = 256;
	int a[n], *d;
	for (int i = 0; i < n; i++) a[i] = i;
	cudaMalloc((void **)&d, sizeof(a));
	cudaMemcpy(d, a, sizeof(a), cudaMemcpyHostToDevice);
	reverse<<<1, n, sizeof(a)>>>(d, n);
	cudaMemcpy(a, d, sizeof(a), cudaMemcpyDeviceToHost);
	cudaFree(d);
	printf("%d ... %d\n", a[0], a[n - 1]);
	return 0;
}
