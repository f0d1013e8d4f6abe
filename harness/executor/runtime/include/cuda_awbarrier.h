#error \
    "cuda_awbarrier.h: asynchronous barriers and copies are not possible on the CPU executor: copy in a loop, then __syncthreads()"
