// Device memory owned by a static object: it is freed after main() has ended.
#include <cstdio>
#include <vector>

class Buffer {
public:
    explicit Buffer(int n) : n_(n), data_(nullptr) {}
    ~Buffer() { if (data_) cudaFree(data_); }
    float *data()
    {
        if (!data_) cudaMalloc((void **)&data_, n_ * sizeof(float));
        return data_;
    }
    int size() const { return n_; }

private:
    int n_;
    float *data_;
};

static Buffer input(1000), output(1000);

Buffer &scratch()
{
    static Buffer buffer(1000);
    return buffer;
}

__global__ void twice(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i];
}

int main()
{
    const int n = input.size();
    std::vector<float> host(n);
    for (int i = 0; i < n; i++) host[i] = i;
    cudaMemcpy(input.data(), host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    twice<<<(n + 127) / 128, 128>>>(input.data(), scratch().data(), n);
    twice<<<(n + 127) / 128, 128>>>(scratch().data(), output.data(), n);
    cudaMemcpy(host.data(), output.data(), n * sizeof(float), cudaMemcpyDeviceToHost);
    int mistakes = 0;
    for (int i = 0; i < n; i++) mistakes += host[i] != 4 * i;
    printf("static_buffer: %d mistakes\n", mistakes);
    return mistakes != 0;
}
