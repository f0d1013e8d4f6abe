// Objects with virtual functions, created by one kernel with new, used by a second and deleted by a third; a
// list that each thread builds with malloc(); and an object with virtual functions on the host.
#include <cstdio>
#include <vector>

class Shape {
public:
    __host__ __device__ virtual ~Shape() {}
    __host__ __device__ virtual float area() const = 0;
};

class Square : public Shape {
    float side;

public:
    __host__ __device__ explicit Square(float s) : side(s) {}
    __host__ __device__ float area() const override { return side * side; }
};

class Rectangle : public Shape {
    float a, b;

public:
    __host__ __device__ Rectangle(float a, float b) : a(a), b(b) {}
    __host__ __device__ float area() const override { return a * b; }
};

__global__ void make(Shape **shapes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (i % 2) shapes[i] = new Square(i);
    else shapes[i] = new Rectangle(i, 2);
}

__global__ void measure(Shape **shapes, float *areas, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) areas[i] = shapes[i]->area();
}

__global__ void unmake(Shape **shapes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) delete shapes[i];
}

__global__ void triangular(int *out)
{
    int t = threadIdx.x;
    int *list = (int *)malloc((t + 1) * sizeof(int));
    if (list == NULL) return;
    for (int i = 0; i <= t; i++) list[i] = i;
    int sum = 0;
    for (int i = 0; i <= t; i++) sum += list[i];
    out[t] = sum;
    free(list);
}

int main()
{
    const int n = 100;
    Shape **shapes;
    float *areas;
    int *sums;
    cudaMalloc(&shapes, n * sizeof(Shape *));
    cudaMalloc(&areas, n * sizeof(float));
    cudaMalloc(&sums, n * sizeof(int));
    cudaMemset(sums, 0, n * sizeof(int));
    make<<<4, 32>>>(shapes, n);
    measure<<<4, 32>>>(shapes, areas, n);
    unmake<<<4, 32>>>(shapes, n);
    triangular<<<1, n>>>(sums);

    std::vector<float> host(n);
    std::vector<int> host_sums(n);
    cudaMemcpy(host.data(), areas, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(host_sums.data(), sums, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(shapes);
    cudaFree(areas);
    cudaFree(sums);

    int mistakes = 0;
    for (int i = 0; i < n; i++) {
        Shape *expected = i % 2 ? (Shape *)new Square(i) : new Rectangle(i, 2);
        mistakes += host[i] != expected->area() || host_sums[i] != i * (i + 1) / 2;
        delete expected;
    }
    printf("device_heap: %d mistakes\n", mistakes);
    return mistakes != 0;
}
