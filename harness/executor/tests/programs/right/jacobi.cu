// Jacobi iteration for A x = b until the change is small; an atomic on the bits finds the largest change.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define SAFE(call) if ((call) != cudaSuccess) { fprintf(stderr, "failed at line %d\n", __LINE__); exit(1); }

__global__ void iterate(const float *A, const float *b, const float *x, float *x_new, int n, int *change)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    float sum = b[row];
    for (int col = 0; col < n; col++)
        if (col != row) sum -= A[row * n + col] * x[col];
    x_new[row] = sum / A[row * n + row];
    // Non-negative floats have the same order as their bits.
    atomicMax(change, __float_as_int(fabsf(x_new[row] - x[row])));
}

int main()
{
    const int n = 96;
    std::vector<float> A(n * n), b(n), want(n);
    for (int r = 0; r < n; r++) {
        float sum = 0;
        for (int c = 0; c < n; c++)
            if (r != c) sum += A[r * n + c] = ((r * 5 + c * 3) % 7) / 7.0f;
        A[r * n + r] = 2 * sum + 1;
        want[r] = 1 + r % 4;
    }
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) b[r] += A[r * n + c] * want[c];

    float *dA, *db, *dx, *dnew;
    int *dchange;
    SAFE(cudaMalloc(&dA, n * n * sizeof(float)));
    SAFE(cudaMalloc(&db, n * sizeof(float)));
    SAFE(cudaMalloc(&dx, n * sizeof(float)));
    SAFE(cudaMalloc(&dnew, n * sizeof(float)));
    SAFE(cudaMalloc(&dchange, sizeof(int)));
    SAFE(cudaMemcpy(dA, A.data(), n * n * sizeof(float), cudaMemcpyHostToDevice));
    SAFE(cudaMemcpy(db, b.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    SAFE(cudaMemset(dx, 0, n * sizeof(float)));
    float change = 1;
    int rounds = 0;
    while (change > 1e-5f && rounds < 200) {
        SAFE(cudaMemset(dchange, 0, sizeof(int)));
        iterate<<<(n + 31) / 32, 32>>>(dA, db, dx, dnew, n, dchange);
        SAFE(cudaGetLastError());
        SAFE(cudaMemcpy(&change, dchange, sizeof(float), cudaMemcpyDeviceToHost));
        float *t = dx; dx = dnew; dnew = t;
        rounds++;
    }
    std::vector<float> x(n);
    SAFE(cudaMemcpy(x.data(), dx, n * sizeof(float), cudaMemcpyDeviceToHost));
    SAFE(cudaFree(dA)); SAFE(cudaFree(db)); SAFE(cudaFree(dx)); SAFE(cudaFree(dnew)); SAFE(cudaFree(dchange));
    float worst = 0;
    for (int i = 0; i < n; i++) worst = std::fmax(worst, std::fabs(x[i] - want[i]));
    printf("jacobi: solved %s 200 rounds, %s\n", rounds < 200 ? "within" : "not within", worst < 1e-3f ? "right" : "wrong");
    return worst < 1e-3f && rounds < 200 ? 0 : 1;
}
