// Breadth-first search, level by level, with queues of vertices.
#include <iostream>
#include <queue>
#include <vector>
#include <utility>

__global__ void expand(const int* starts, const int* neighbours, const int* frontier, int frontier_size, int depth,
                       int* depths, int* next, int* next_size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= frontier_size) return;
  int v = frontier[i];
  for (int e = starts[v]; e < starts[v + 1]; ++e) {
    int w = neighbours[e];
    if (atomicCAS(&depths[w], -1, depth) == -1) next[atomicAdd(next_size, 1)] = w;
  }
}

int main() {
  const int vertices = 2000;
  std::vector<std::vector<int>> adjacent(vertices);
  for (int v = 0; v < vertices; ++v) {
    auto join = [&](int w) { if (w != v && v % 97) adjacent[v].push_back(w); };
    join((v * 7 + 1) % vertices);
    join((v * 3 + 11) % vertices);
    if (v % 5 == 0) join((v + vertices / 2) % vertices);
  }
  std::vector<int> starts(1, 0), edges;
  for (auto& list : adjacent) {
    edges.insert(edges.end(), list.begin(), list.end());
    starts.push_back(edges.size());
  }

  const int source = 1;
  std::vector<int> want(vertices, -1), got(vertices, -1);
  std::queue<int> queue;
  want[source] = 0;
  for (queue.push(source); !queue.empty(); queue.pop())
    for (int w : adjacent[queue.front()])
      if (want[w] < 0) {
        want[w] = want[queue.front()] + 1;
        queue.push(w);
      }

  int *d_starts, *d_edges, *d_depths, *frontier, *next, *next_size;
  cudaMalloc(&d_starts, starts.size() * sizeof(int));
  cudaMalloc(&d_edges, edges.size() * sizeof(int));
  cudaMalloc(&d_depths, vertices * sizeof(int));
  cudaMalloc(&frontier, vertices * sizeof(int));
  cudaMalloc(&next, vertices * sizeof(int));
  cudaMalloc(&next_size, sizeof(int));
  cudaMemcpy(d_starts, starts.data(), starts.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_edges, edges.data(), edges.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_depths, 0xFF, vertices * sizeof(int));  // -1
  const int zero = 0;
  cudaMemcpy(d_depths + source, &zero, sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(frontier, &source, sizeof(int), cudaMemcpyHostToDevice);
  int size = 1, depth = 0;
  while (size > 0) {
    cudaMemset(next_size, 0, sizeof(int));
    expand<<<(size + 63) / 64, 64>>>(d_starts, d_edges, frontier, size, ++depth, d_depths, next, next_size);
    cudaMemcpy(&size, next_size, sizeof(int), cudaMemcpyDeviceToHost);
    std::swap(frontier, next);
  }
  cudaMemcpy(got.data(), d_depths, vertices * sizeof(int), cudaMemcpyDeviceToHost);
  for (int* p : {d_starts, d_edges, d_depths, frontier, next, next_size}) cudaFree(p);
  std::cout << "bfs: " << depth - 1 << " levels, " << (got == want ? "right" : "wrong") << std::endl;
  return got == want ? 0 : 1;
}
