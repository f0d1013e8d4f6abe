// A CUDA graph: what `work` enqueues to the stream, captured once, to be launched again and again.
#pragma once
#include <functional>
#include <memory>

namespace cuda {

class Graph {
 public:
  // `work` may allocate nothing: what it needs, an earlier run has made. Throws cuda::Error.
  Graph(void* stream, const std::function<void()>& work);
  ~Graph();
  void launch(void* stream);  // enqueued

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace cuda
