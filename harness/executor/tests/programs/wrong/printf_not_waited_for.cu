// The first program of many: the kernel prints, and nobody waits for it.
#include <cstdio>

__global__ void hello()
{
    printf("Hello from thread %d\n", threadIdx.x);
}

int main()
{
    hello<<<1, 8>>>(); // bug: not_waited_for
    printf("Hello from the host\n");
    return 0;
}
