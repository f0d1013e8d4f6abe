#include "cuda/graph.h"

#include <cuda_runtime_api.h>

#include "cuda/error.h"

namespace ladder::cuda {

struct Graph::Parts {
  cudaGraph_t captured = nullptr;
  cudaGraphExec_t ready = nullptr;
  ~Parts() {
    if (ready != nullptr) (void)cudaGraphExecDestroy(ready);
    if (captured != nullptr) (void)cudaGraphDestroy(captured);
  }
};

Graph::Graph(void* stream, const std::function<void()>& work) : parts_(std::make_unique<Parts>()) {
  const auto s = static_cast<cudaStream_t>(stream);
  check(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  work();
  check(cudaStreamEndCapture(s, &parts_->captured));
  check(cudaGraphInstantiateWithFlags(&parts_->ready, parts_->captured, 0));
}

Graph::~Graph() = default;

void Graph::launch(void* stream) { check(cudaGraphLaunch(parts_->ready, static_cast<cudaStream_t>(stream))); }

}  // namespace ladder::cuda
