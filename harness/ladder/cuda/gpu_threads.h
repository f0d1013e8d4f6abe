// A host thread for each GPU. A launch takes the host a few microseconds, so a single thread would start the
// GPUs one after another. With a thread for each, all GPUs start at the same time, and the host waits for all
// of them together.
#pragma once
#include <functional>

namespace ladder::cuda {

// Calls f(gpu) for GPU 0 on this thread and, at the same time, for GPUs 1 to gpus - 1, each on its own thread
// with its GPU as the current one. Returns when all calls have returned; rethrows one of their exceptions. This
// thread's current GPU must be GPU 0, and is left unchanged. The threads are created on first use and kept.
void on_gpu_threads(unsigned gpus, const std::function<void(unsigned gpu)>& f);

}  // namespace ladder::cuda
