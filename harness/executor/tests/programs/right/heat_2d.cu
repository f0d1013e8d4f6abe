// The heat equation on a plate, with explicit steps and two arrays that are swapped.
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#define NX 66
#define NY 50
#define IDX(x, y) ((y) * NX + (x))

__global__ void step(const double *u, double *u_new, double r)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && x < NX - 1 && y > 0 && y < NY - 1)
        u_new[IDX(x, y)] = u[IDX(x, y)] + r * (u[IDX(x - 1, y)] + u[IDX(x + 1, y)] + u[IDX(x, y - 1)]
                                               + u[IDX(x, y + 1)] - 4.0 * u[IDX(x, y)]);
}

int main()
{
    const int steps = 60;
    const double r = 0.2;
    std::vector<double> u(NX * NY, 0.0), next;
    for (int x = 0; x < NX; x++) u[IDX(x, 0)] = 100.0;
    for (int y = 20; y < 30; y++) u[IDX(30, y)] = 50.0;

    double *d_u, *d_new;
    const size_t bytes = u.size() * sizeof(double);
    cudaMalloc(&d_u, bytes);
    cudaMalloc(&d_new, bytes);
    cudaMemcpy(d_u, u.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_new, d_u, bytes, cudaMemcpyDeviceToDevice);

    dim3 block(16, 8), grid((NX + 15) / 16, (NY + 7) / 8);
    for (int s = 0; s < steps; s++) {
        step<<<grid, block>>>(d_u, d_new, r);
        std::swap(d_u, d_new);
    }
    std::vector<double> result(NX * NY);
    cudaMemcpy(result.data(), d_u, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_u);
    cudaFree(d_new);

    for (int s = 0; s < steps; s++) {
        next = u;
        for (int y = 1; y < NY - 1; y++)
            for (int x = 1; x < NX - 1; x++)
                next[IDX(x, y)] = u[IDX(x, y)] + r * (u[IDX(x - 1, y)] + u[IDX(x + 1, y)] + u[IDX(x, y - 1)]
                                                      + u[IDX(x, y + 1)] - 4.0 * u[IDX(x, y)]);
        u.swap(next);
    }
    double error = 0;
    for (size_t i = 0; i < u.size(); i++) error = std::max(error, std::fabs(u[i] - result[i]));
    printf("heat_2d: largest difference %.2e after %d steps\n", error, steps);
    return error < 1e-9 ? 0 : 1;
}
