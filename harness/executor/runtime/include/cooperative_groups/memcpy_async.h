#error \
    "cooperative_groups/memcpy_async.h: asynchronous copies are not possible on the CPU executor: copy in a loop, then group.sync()"
