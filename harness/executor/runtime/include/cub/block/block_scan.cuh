#error \
    "cub/block/block_scan.cuh: NVIDIA's CUB is not possible on the CPU executor: write the step as a kernel of your own, or use cooperative_groups/reduce.h and cooperative_groups/scan.h"
