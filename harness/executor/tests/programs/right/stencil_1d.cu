// Each cell becomes the sum of itself and three cells on either side. The threads of a block share the cells.
#include <stdio.h>
#include <stdlib.h>

#define CELLS 4096
#define REACH 3
#define THREADS 64

__global__ void add_neighbours(int *row, int *sums) {
    __shared__ int near[THREADS + 2 * REACH];
    int cell = blockIdx.x * THREADS + threadIdx.x;
    int slot = threadIdx.x + REACH;

    near[slot] = row[cell];
    if (threadIdx.x < REACH) near[slot - REACH] = row[cell - REACH];
    if (threadIdx.x >= THREADS - REACH) near[slot + REACH] = row[cell + REACH];
    __syncthreads();

    int sum = 0;
    for (int k = slot - REACH; k <= slot + REACH; k++) sum += near[k];
    sums[cell] = sum;
}

int main(void) {
    const int with_edges = CELLS + 2 * REACH;
    int *row = (int *)malloc(with_edges * sizeof(int));
    int *sums = (int *)malloc(CELLS * sizeof(int));
    for (int i = 0; i < with_edges; i++) row[i] = i;

    int *d_row, *d_sums;
    cudaMalloc((void **)&d_row, with_edges * sizeof(int));
    cudaMalloc((void **)&d_sums, CELLS * sizeof(int));
    cudaMemcpy(d_row, row, with_edges * sizeof(int), cudaMemcpyHostToDevice);

    add_neighbours<<<CELLS / THREADS, THREADS>>>(d_row + REACH, d_sums);

    cudaMemcpy(sums, d_sums, CELLS * sizeof(int), cudaMemcpyDeviceToHost);
    int errors = 0;
    for (int i = 0; i < CELLS; i++)
        if (sums[i] != 7 * (i + REACH)) errors++;
    free(row); free(sums);
    cudaFree(d_row); cudaFree(d_sums);
    printf("stencil_1d: %d errors\n", errors);
    return errors ? 1 : 0;
}
