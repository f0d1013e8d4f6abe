// A CUDA graph: the operations that `work` enqueues in the stream, captured once, to be launched many times.
#pragma once
#include <functional>
#include <memory>

namespace ladder::cuda {

class Graph {
 public:
  // `work` must not allocate memory: run it once before this call, so that its scratch memory exists. Throws
  // cuda::Error.
  Graph(void* stream, const std::function<void()>& work);
  ~Graph();
  void launch(void* stream);  // asynchronous

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace ladder::cuda
