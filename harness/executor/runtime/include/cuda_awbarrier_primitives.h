#error \
    "cuda_awbarrier_primitives.h: asynchronous barriers are not possible on the CPU executor: use __syncthreads(), and __pipeline_memcpy_async() of cuda_pipeline.h for asynchronous copies"
