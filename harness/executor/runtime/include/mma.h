#error "mma.h: tensor cores are not possible on the CPU executor: run this kernel on a GPU"
