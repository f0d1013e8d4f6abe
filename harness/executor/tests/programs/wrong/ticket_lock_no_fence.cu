// A ticket lock whose holder releases it with a volatile store, but without a fence.
// says: put a __threadfence() between the write and the atomic or volatile store that announces it
#include <cstdio>

struct TicketLock {
  unsigned next;
  volatile unsigned serving;
};

__global__ void append(TicketLock* lock, int* list, int* length) {
  if (threadIdx.x == 0) {
    unsigned mine = atomicAdd(&lock->next, 1u);
    while (lock->serving != mine) {
    }
    __threadfence();
    list[*length] = blockIdx.x;
    *length += 1;  // bug: race
    lock->serving = mine + 1;
  }
}

int main() {
  TicketLock* lock;
  int *list, *length, host = 0;
  cudaMalloc(&lock, sizeof(TicketLock));
  cudaMalloc(&list, 20 * sizeof(int));
  cudaMalloc(&length, sizeof(int));
  cudaMemset(lock, 0, sizeof(TicketLock));
  cudaMemset(length, 0, sizeof(int));
  append<<<20, 32>>>(lock, list, length);
  cudaMemcpy(&host, length, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", host);
  cudaFree(lock);
  cudaFree(list);
  cudaFree(length);
  return 0;
}
