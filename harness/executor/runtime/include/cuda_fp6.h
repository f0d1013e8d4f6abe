#error \
    "cuda_fp6.h: 8-bit, 6-bit and 4-bit floats are not possible on the CPU executor: use cuda_fp16.h or cuda_bf16.h"
