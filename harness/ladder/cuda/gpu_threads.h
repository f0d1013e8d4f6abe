// A host thread for each GPU. A launch takes the host a few microseconds, and one thread would start the GPUs one after
// the other. With a thread for each, all GPUs start at the same time, and are waited for at the same time.
#pragma once
#include <functional>

namespace cuda {

// f(gpu) for GPU 0 on this thread, and for GPUs 1 to gpus - 1 at the same time, each on a thread of its own, with its
// GPU as the current one. Returns when all have returned; throws what one of them threw. This thread's current GPU
// must be GPU 0, and remains so. The threads are made when they are first needed, and stay.
void on_gpu_threads(unsigned gpus, const std::function<void(unsigned gpu)>& f);

}  // namespace cuda
