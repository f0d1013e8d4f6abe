// An array class that frees its memory, although its copies in kernels do not. Uses umin and umax for min and max.
#include <cstdio>
#include <vector>

template <typename T>
class DeviceArray {
public:
    explicit DeviceArray(const std::vector<T> &host) : n_(host.size()), owner_(true)
    {
        cudaMalloc(&data_, n_ * sizeof(T));
        cudaMemcpy(data_, host.data(), n_ * sizeof(T), cudaMemcpyHostToDevice);
    }
    __host__ __device__ DeviceArray(const DeviceArray &other) : data_(other.data_), n_(other.n_), owner_(false) {}
    __host__ ~DeviceArray()
    {
        if (owner_) cudaFree(data_);
    }
    std::vector<T> to_host() const
    {
        std::vector<T> host(n_);
        cudaMemcpy(host.data(), data_, n_ * sizeof(T), cudaMemcpyDeviceToHost);
        return host;
    }
    __device__ T &operator[](size_t i) { return data_[i]; }
    __host__ __device__ size_t size() const { return n_; }

private:
    T *data_;
    size_t n_;
    bool owner_;
};

__global__ void clamp(DeviceArray<unsigned> values, unsigned low, unsigned high)
{
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < values.size()) values[i] = umax(low, umin(high, values[i]));
}

int main()
{
    std::vector<unsigned> host(1000);
    for (unsigned i = 0; i < host.size(); i++) host[i] = i * 7919 % 1000;
    DeviceArray<unsigned> values(host);
    clamp<<<(int)(values.size() + 255) / 256, 256>>>(values, 100, 900);
    std::vector<unsigned> result = values.to_host();
    int mistakes = 0;
    for (size_t i = 0; i < host.size(); i++) mistakes += result[i] != (host[i] < 100 ? 100 : host[i] > 900 ? 900 : host[i]);
    printf("owner_and_views: %d mistakes\n", mistakes);
    return mistakes != 0;
}
