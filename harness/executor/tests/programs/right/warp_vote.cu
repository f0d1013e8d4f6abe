// ballot, any, all and match: votes within a warp.
#include <stdio.h>

#define ALL 0xffffffff

struct Facts {
    unsigned odd, same;
    int any_big, all_small, before;
};

__global__ void look(const int *values, Facts *facts)
{
    int t = threadIdx.x, lane = t % 32;
    int v = values[t];
    Facts f;
    f.odd = __ballot_sync(ALL, v & 1);
    f.any_big = __any_sync(ALL, v > 90) != 0;
    f.all_small = __all_sync(ALL, v < 90) != 0;
    f.same = __match_any_sync(ALL, v % 4);
    f.before = __popc(f.odd & ((1u << lane) - 1));
    facts[t] = f;
}

int main()
{
    const int n = 96;
    int values[n];
    Facts facts[n];
    for (int i = 0; i < n; i++) values[i] = (i * i + 3 * i) / 2 % (i < 64 ? 100 : 50);

    int *d_values;
    Facts *d_facts;
    cudaMalloc(&d_values, sizeof values);
    cudaMalloc(&d_facts, sizeof facts);
    cudaMemcpy(d_values, values, sizeof values, cudaMemcpyHostToDevice);
    look<<<1, n>>>(d_values, d_facts);
    cudaMemcpy(facts, d_facts, sizeof facts, cudaMemcpyDeviceToHost);
    cudaFree(d_values);
    cudaFree(d_facts);

    int wrong = 0;
    for (int t = 0; t < n; t++) {
        Facts f = {0, 0, 0, 1, 0};
        for (int lane = 0; lane < 32; lane++) {
            int v = values[t / 32 * 32 + lane];
            f.odd |= (unsigned)(v & 1) << lane;
            f.same |= (unsigned)(v % 4 == values[t] % 4) << lane;
            f.any_big |= v > 90;
            f.all_small &= v < 90;
            if (lane < t % 32) f.before += v & 1;
        }
        wrong += f.odd != facts[t].odd || f.same != facts[t].same || f.any_big != facts[t].any_big ||
                 f.all_small != facts[t].all_small || f.before != facts[t].before;
    }
    printf("warp_vote: %d of %d wrong\n", wrong, n);
    return wrong > 0;
}
