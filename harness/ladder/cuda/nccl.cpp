// NCCL's collectives for stages (stage/nccl.h). A process creates the communicators for each number of GPUs
// once: this takes about a second, which is not part of any sample. With several processes, each creates one
// communicator, and MPI distributes the id through which they find each other.
#include "cuda/nccl.h"

#include "cuda/error.h"
#include "mpi/job.h"

#ifdef LADDER_HAS_NCCL
#include <nccl.h>

#include <map>
#include <numeric>
#include <vector>
#endif

using namespace ladder;

namespace ladder::cuda {

#ifdef LADDER_HAS_NCCL

namespace {

void check(ncclResult_t status) {
  if (status != ncclSuccess) throw Error(::std::string("NCCL: ") + ncclGetErrorString(status));
}

const ::std::vector<ncclComm_t>& communicators(unsigned gpus) {
  static ::std::map<unsigned, ::std::vector<ncclComm_t>> known;
  auto& all = known[gpus];
  if (all.empty() && mpi::processes() > 1) {
    ncclUniqueId name{};
    if (mpi::rank() == 0) check(ncclGetUniqueId(&name));
    mpi::broadcast(&name, sizeof name, 0);
    all.resize(gpus);
    check(ncclCommInitRank(&all[mpi::rank()], static_cast<int>(gpus), name, static_cast<int>(mpi::rank())));
  } else if (all.empty()) {
    ::std::vector<int> devices(gpus);
    ::std::iota(devices.begin(), devices.end(), 0);
    all.resize(gpus);
    check(ncclCommInitAll(all.data(), static_cast<int>(gpus), devices.data()));
  }
  return all;
}

ncclDataType_t type_of(Number type) {
  switch (type) {
    case Number::f32:
      return ncclFloat32;
    case Number::f64:
      return ncclFloat64;
    case Number::i32:
      return ncclInt32;
    case Number::u32:
      return ncclUint32;
    case Number::i64:
      return ncclInt64;
    case Number::u64:
      break;
  }
  return ncclUint64;
}

// Calls call(gpu, its communicator, its stream) for all GPUs of this process, as one group.
template <typename Call>
void in_group(device::Context& context, Call call) {
  const auto& all = communicators(context.gpus());
  check(ncclGroupStart());
  for (unsigned gpu = 0; gpu < context.gpus(); ++gpu) {
    if (!mpi::here(gpu)) continue;
    context.use_gpu(gpu);
    check(call(gpu, all[gpu], static_cast<cudaStream_t>(context.stream)));
  }
  check(ncclGroupEnd());
  context.use_gpu(0);
}

}  // namespace

std::string why_no_nccl() { return ""; }

void nccl_all_reduce(device::Context& context, Number type, const void* const* values, void* const* sums) {
  in_group(context, [&](unsigned gpu, ncclComm_t communicator, cudaStream_t stream) {
    return ncclAllReduce(values[gpu], sums[gpu], 1, type_of(type), ncclSum, communicator, stream);
  });
}

void nccl_all_gather(device::Context& context, Number type, const void* const* values, void* const* all) {
  in_group(context, [&](unsigned gpu, ncclComm_t communicator, cudaStream_t stream) {
    return ncclAllGather(values[gpu], all[gpu], 1, type_of(type), communicator, stream);
  });
}

#else

namespace {

constexpr const char* kWhyNot =
    "this program was built without NCCL: install it (libnccl-dev), or set NCCL_HOME to its folder, remove "
    "build/cuda, and ./ladder will rebuild it with NCCL";

}  // namespace

std::string why_no_nccl() { return kWhyNot; }
void nccl_all_reduce(device::Context&, Number, const void* const*, void* const*) { throw Error(kWhyNot); }
void nccl_all_gather(device::Context&, Number, const void* const*, void* const*) { throw Error(kWhyNot); }

#endif

}  // namespace ladder::cuda
