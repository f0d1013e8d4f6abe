// All-pairs shortest paths, with one launch for each vertex that a path may pass through.
#include <stdio.h>
#include <stdlib.h>

#define V 48
#define FAR 1000000

__global__ void through(int k, const int *before, int *after)
{
	int from = blockIdx.y * blockDim.y + threadIdx.y;
	int to = blockIdx.x * blockDim.x + threadIdx.x;
	if (from >= V || to >= V)
		return;
	int round_about = before[from * V + k] + before[k * V + to];
	int straight = before[from * V + to];
	after[from * V + to] = round_about < straight ? round_about : straight;
}

int main(void)
{
	static int length[V][V], got[V][V];
	int *one, *other, i, j, k, wrong = 0;
	srand(5);
	for (i = 0; i < V; i++)
		for (j = 0; j < V; j++)
			length[i][j] = i == j ? 0 : rand() % 6 ? FAR : 1 + rand() % 50;

	cudaMalloc((void **)&one, sizeof(length));
	cudaMalloc((void **)&other, sizeof(length));
	cudaMemcpy(one, length, sizeof(length), cudaMemcpyHostToDevice);
	for (k = 0; k < V; k++) {
		through<<<dim3(V / 16, V / 16), dim3(16, 16)>>>(k, one, other);
		int *t = one;
		one = other;
		other = t;
	}
	cudaMemcpy(got, one, sizeof(got), cudaMemcpyDeviceToHost);
	cudaFree(one);
	cudaFree(other);

	for (k = 0; k < V; k++)
		for (i = 0; i < V; i++)
			for (j = 0; j < V; j++)
				if (length[i][k] + length[k][j] < length[i][j])
					length[i][j] = length[i][k] + length[k][j];
	for (i = 0; i < V; i++)
		for (j = 0; j < V; j++)
			wrong += got[i][j] != length[i][j];
	printf("floyd_warshall: %d of %d wrong\n", wrong, V * V);
	return wrong ? 1 : 0;
}
