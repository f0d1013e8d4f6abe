// One thread for each element of C = A B; the sizes are not multiples of the block size.
#include <stdio.h>
#include <stdlib.h>

#define M 70
#define K 90
#define N 50

__global__ void MatMulKernel(const int *A, const int *B, int *C)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= M || col >= N) return;

	int sum = 0;
	for (int k = 0; k < K; k++)
		sum += A[row * K + k] * B[k * N + col];
	C[row * N + col] = sum;
}

void host_matmul(const int *A, const int *B, int *C)
{
	for (int i = 0; i < M; i++)
		for (int j = 0; j < N; j++) {
			C[i * N + j] = 0;
			for (int k = 0; k < K; k++)
				C[i * N + j] += A[i * K + k] * B[k * N + j];
		}
}

int main(void)
{
	static int A[M * K], B[K * N], C[M * N], expected[M * N];
	int *dA, *dB, *dC;
	srand(1);
	for (int i = 0; i < M * K; i++) A[i] = rand() % 100;
	for (int i = 0; i < K * N; i++) B[i] = rand() % 100;

	cudaMalloc((void **)&dA, sizeof(A));
	cudaMalloc((void **)&dB, sizeof(B));
	cudaMalloc((void **)&dC, sizeof(C));
	cudaMemcpy(dA, A, sizeof(A), cudaMemcpyHostToDevice);
	cudaMemcpy(dB, B, sizeof(B), cudaMemcpyHostToDevice);

	dim3 dimBlock(16, 16);
	dim3 dimGrid((N + dimBlock.x - 1) / dimBlock.x, (M + dimBlock.y - 1) / dimBlock.y);
	MatMulKernel<<<dimGrid, dimBlock>>>(dA, dB, dC);

	cudaMemcpy(C, dC, sizeof(C), cudaMemcpyDeviceToHost);
	cudaFree(dA); cudaFree(dB); cudaFree(dC);

	host_matmul(A, B, expected);
	int wrong = 0;
	for (int i = 0; i < M * N; i++)
		if (C[i] != expected[i]) wrong++;
	printf("matmul_naive: %d of %d wrong\n", wrong, M * N);
	return wrong != 0;
}
