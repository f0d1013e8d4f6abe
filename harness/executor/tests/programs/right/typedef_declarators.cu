// All names after the body of a structure in a typedef are type names, including the second and the third.
#include <cstdio>

typedef struct {
  int a;
} plain, *plain_p;
typedef struct node {
  int a;
  struct node* next;
} node, *node_p, **node_pp;
typedef union {
  int a;
  float f;
} word, *word_p;
typedef enum { red, green } colour, *colour_p;
typedef struct pair_s {
  int a;
} couple[2], (*couple_p)[2];
typedef struct {
  int x;
} aligned __attribute__((aligned(16))), *aligned_p;
typedef struct table {
  int n;
} const *table_p;
typedef int (*operation)(int, int), (*table_of_two[2])(int, int);
using plain_pp = struct {
  int a;
}*;
struct behind {
  int a;
} first_of_host, *second_of_host = &first_of_host;

__device__ struct of_device {
  int a;
} on_device, also_on_device[2];
__device__ int add(int a, int b) { return a + b; }
__device__ int sum(plain_p p, node_p q, word_p u, couple r, aligned z, table_p t) {
  node_pp chain = &q;
  colour c = green;
  colour_p cp = &c;
  aligned_p zp = &z;
  couple_p rp = reinterpret_cast<couple_p>(r);
  plain_pp none = nullptr;
  operation op = add;
  return op((*chain)->a, p->a) + u->a + (*rp)[1].a + zp->x + t->n + *cp + (none != nullptr);
}
__global__ void kernel(int* o) {
  plain a{1};
  node b{2, nullptr};
  word w;
  w.a = 4;
  couple r;
  r[1].a = 8;
  aligned z{16};
  table t{32};
  on_device.a = 64;
  also_on_device[1].a = on_device.a;
  *o = sum(&a, &b, &w, r, z, &t) + also_on_device[1].a;
}

int main() {
  int *o, h = 0;
  cudaMalloc(&o, sizeof h);
  kernel<<<1, 1>>>(o);
  cudaMemcpy(&h, o, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(o);
  second_of_host->a = h;
  std::printf("%d\n", first_of_host.a);
  return h != 1 + 2 + 4 + 8 + 16 + 32 + 64 + 1;
}
