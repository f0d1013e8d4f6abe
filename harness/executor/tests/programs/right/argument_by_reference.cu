// A kernel parameter is a reference to an object in managed memory: the guide forbids this, but nvcc accepts
// it, and the device receives the object's address.
#include <cstdio>
#include <new>

struct Managed {
  void* operator new(size_t bytes) {
    void* p;
    cudaMallocManaged(&p, bytes);
    cudaDeviceSynchronize();
    return p;
  }
  void operator delete(void* p) {
    cudaDeviceSynchronize();
    cudaFree(p);
  }
};
struct Item : Managed {
  int number, factor;
  Item(int number, int factor) : number(number), factor(factor) {}
  Item(const Item& o) : number(o.number), factor(o.factor) {}
};

__global__ void by_reference(Item& item, int add) { item.number = item.number * item.factor + add; }
template <typename T>
__global__ void by_const_reference(const T& item, int* o) {
  *o = item.number;
}

int main() {
  auto* item = new Item(5, 4);
  int *o, h = 0;
  cudaMalloc(&o, sizeof h);
  by_reference<<<1, 1>>>(*item, 3);
  by_const_reference<<<1, 1>>>(*item, o);
  cudaMemcpy(&h, o, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(o);
  std::printf("%d %d\n", item->number, h);
  delete item;
  return h != 23;
}
