#error \
    "cudnn.h: this library of NVIDIA's is not possible on the CPU executor: replace its calls by kernels of your own, or run this program on a GPU"
