// The edit distance between two words, one diagonal after another in a single block.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#define THREADS 64

__global__ void diagonals(const char *a, int la, const char *b, int lb, int *table)
{
    const int width = lb + 1;
    for (int d = 0; d <= la + lb; d++) {
        for (int i = threadIdx.x; i <= la; i += blockDim.x) {
            int j = d - i;
            if (j < 0 || j > lb) continue;
            int best;
            if (i == 0)
                best = j;
            else if (j == 0)
                best = i;
            else {
                best = table[(i - 1) * width + j - 1] + (a[i - 1] != b[j - 1]);
                best = min(best, min(table[(i - 1) * width + j], table[i * width + j - 1]) + 1);
            }
            table[i * width + j] = best;
        }
        __syncthreads();
    }
}

static int on_host(const std::string &a, const std::string &b)
{
    std::vector<int> row(b.size() + 1), next(b.size() + 1);
    for (size_t j = 0; j <= b.size(); j++) row[j] = int(j);
    for (size_t i = 1; i <= a.size(); i++) {
        next[0] = int(i);
        for (size_t j = 1; j <= b.size(); j++)
            next[j] = std::min({row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] != b[j - 1])});
        row.swap(next);
    }
    return row[b.size()];
}

int main()
{
    std::string a, b;
    for (int i = 0; i < 100; i++) a += char('a' + i * 7 % 13);
    for (int i = 0; i < 80; i++) b += char('a' + i * 5 % 11);
    char *d_a, *d_b;
    int *table, distance = -1;
    const size_t cells = (a.size() + 1) * (b.size() + 1);
    cudaMalloc(&d_a, a.size());
    cudaMalloc(&d_b, b.size());
    cudaMalloc(&table, cells * sizeof(int));
    cudaMemcpy(d_a, a.data(), a.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b.data(), b.size(), cudaMemcpyHostToDevice);
    diagonals<<<1, THREADS>>>(d_a, int(a.size()), d_b, int(b.size()), table);
    cudaMemcpy(&distance, table + cells - 1, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(table);
    std::cout << "edit_distance: " << distance << std::endl;
    return distance == on_host(a, b) ? 0 : 1;
}
