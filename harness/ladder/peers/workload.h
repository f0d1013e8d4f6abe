// Workloads run and timed along with the stages on a GPU: library calls (peers) and the
// hardware's limits (ceilings).
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "device/machine.h"
#include "stage/registry.h"

namespace ladder::peers {

struct Workload {
  std::string id;                              // "peer/cub_reduce"
  std::string idea;                            // a short description
  std::string note = {};                       // the parts that its time includes
  uint64_t bytes = 0;                          // bytes moved (ceilings)
  std::function<void(const stage::Job&)> run;  // enqueues on job.context->stream
  std::function<void(const stage::Job&)> deliver =
      {};  // not timed: moves an answer that run() left on the host to where
           // the check expects it
  std::function<std::string()> verify = {};  // ceilings: an error message, "" if correct
};

// Makes a peer for an element type; `inclusive` selects the kind of scan. If the result has no `run`, there is
// no peer for this combination.
using Make = std::function<Workload(stage::DType, bool inclusive)>;
// A static object in a file in this folder registers a peer by its id.
struct Peer {
  Peer(std::string id, Make);
};

// The peers with these ids (check::Task::peers) that support the element type, in this order. Answers are
// stored where a stage of that track stores them.
std::vector<Workload> named(const std::vector<std::string>& ids, stage::DType, bool inclusive);

// The version of CUB that the peers use: "3.0.1"; "" without CUDA.
std::string cub_version();

// A read-only kernel, a copy kernel and a device-to-device cudaMemcpyAsync, each for `bytes` bytes, and an
// empty kernel. The kernels' grids and loads in flight are chosen here by timing them. Their buffers are in
// `machine`. Throws device::OutOfMemory.
std::vector<Workload> ceilings(device::Machine& machine, size_t bytes);

// Limits of the link between the first two GPUs: a copy from one to the other, a kernel on one that reads the
// other's memory, NCCL's all-reduce of a single value, and an empty kernel on every GPU. `machine` has several
// GPUs. With several processes, none can access the memory of another, so only the last two are included.
std::vector<Workload> link_ceilings(device::Machine& machine, size_t bytes);

}  // namespace ladder::peers
