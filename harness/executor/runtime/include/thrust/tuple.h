#error \
    "thrust/tuple.h: NVIDIA's Thrust is not possible on the CPU executor: use cudaMalloc, cudaMemcpy and a kernel of your own"
