// Counts the letters in a text, in a histogram with four letters per bin, as in a course.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define BINS 7

const char *sentence = "The grid is a set of blocks, a block is a set of threads, and 32 threads make a warp. ";

__global__ void count_letters(const char *text, unsigned length, unsigned *bins)
{
    __shared__ unsigned mine[BINS];
    for (unsigned b = threadIdx.x; b < BINS; b += blockDim.x) mine[b] = 0u;
    __syncthreads();
    unsigned running = 0;
    int last = -1;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < length; i += blockDim.x * gridDim.x) {
        int place = (text[i] | 32) - 'a';
        if (place < 0 || place > 25) continue;
        int bin = place / 4;
        if (bin == last) {
            running++;
        } else {
            if (running) atomicAdd(&mine[last], running);
            running = 1;
            last = bin;
        }
    }
    if (running) atomicAdd(&mine[last], running);
    __syncthreads();
    for (unsigned b = threadIdx.x; b < BINS; b += blockDim.x)
        if (mine[b]) atomicAdd(&bins[b], mine[b]);
}

int main()
{
    char text[4096] = "";
    while (strlen(text) + strlen(sentence) < sizeof(text)) strcat(text, sentence);
    unsigned length = strlen(text), bins[BINS], want[BINS] = {0};
    for (unsigned i = 0; i < length; i++)
        if (isalpha(text[i])) want[(tolower(text[i]) - 'a') / 4]++;

    char *d_text;
    unsigned *d_bins;
    cudaMalloc((void **)&d_text, length);
    cudaMalloc((void **)&d_bins, sizeof(bins));
    cudaMemcpy(d_text, text, length, cudaMemcpyHostToDevice);
    cudaMemset(d_bins, 0, sizeof(bins));
    count_letters<<<5, 96>>>(d_text, length, d_bins);
    cudaMemcpy(bins, d_bins, sizeof(bins), cudaMemcpyDeviceToHost);
    cudaFree(d_text);
    cudaFree(d_bins);
    printf("letters: %u from a to d, %u from e to h\n", bins[0], bins[1]);
    return memcmp(bins, want, sizeof(bins)) == 0 ? 0 : 1;
}
