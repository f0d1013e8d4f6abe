#error \
    "curand_uniform.h: random numbers of cuRAND are not possible on the CPU executor: use a generator of your own (a xorshift of three lines), or run this program on a GPU"
