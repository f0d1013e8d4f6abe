// A typical first program: the kernel prints, but the host does not wait for the kernel.
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
