// What is run and timed beside the stages on a GPU: the libraries' answers (peers) and
// what the memory allows (ceilings).
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "device/machine.h"
#include "stage/registry.h"

namespace peers {

struct Workload {
  std::string id;                                       // "peer/cub_reduce"
  std::string idea;                                     // a few words
  std::string note = {};                                // what its time includes
  uint64_t bytes = 0;                                   // that it moves (ceilings)
  std::function<void(const stage::Job&)> run;           // enqueues on job.context->stream
  std::function<void(const stage::Job&)> deliver = {};  // not timed: brings an answer that run() left on the
                                                        // host to where the check looks for it
  std::function<std::string()> verify = {};             // ceilings: what is wrong, "" if nothing
};

// How a peer is made for an element type; `inclusive`: of which kind of scan. No `run`: there is none for it here.
using Make = std::function<Workload(stage::DType, bool inclusive)>;
// By its id. A static object: a file of this folder names its peers so.
struct Peer {
  Peer(std::string id, Make);
};

// Those of these ids (check::Task::peers) that there are for the element type, in this order. Answers go where a stage of
// that track puts them.
std::vector<Workload> named(const std::vector<std::string>& ids, stage::DType, bool inclusive);

// Of the CUB that the peers are: "3.0.1"; "" without CUDA.
std::string cub_version();

// Read-only kernel, copy kernel, cudaMemcpyAsync from device to device, over `bytes`; and an empty
// launch. The kernels' grids and loads in flight are chosen here, by timing each. Their buffers live
// in `machine`. Throws device::OutOfMemory.
std::vector<Workload> ceilings(device::Machine& machine, size_t bytes);

// What the link between the first two GPUs allows: a copy from the one to the other, a kernel on the one that
// reads the other's memory, NCCL's all-reduce of a single value, and an empty kernel on every GPU. `machine` has
// several GPUs. Of several processes none reaches another one's memory: the last two alone.
std::vector<Workload> link_ceilings(device::Machine& machine, size_t bytes);

}  // namespace peers
