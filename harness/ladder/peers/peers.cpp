// Library calls in the form of workloads, with which stages are compared.
#include <map>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "cuda/error.h"
#include "peers/calls.h"
#include "peers/workload.h"

namespace ladder::peers {
namespace {

using calls::Call;
using stage::DType;
using stage::Job;

constexpr const char* kCharged = "temporary storage is allocated beforehand";

Call call_of(const Job& job) {
  return {job.inputs[0],
          job.outputs[0],
          job.output<uint64_t>(1),
          job.n,
          static_cast<cudaStream_t>(job.context->stream),
          [](void* context, size_t bytes) {
            return static_cast<device::Context*>(context)->scratch("temporary_storage", bytes);
          },
          job.context};
}

// The two calls to CUB: one for the size of the temporary storage (queried once for each n), one for the work.
template <typename CubCall>
Workload cub(const char* id, const char* idea, CubCall asked) {
  return {.id = id,
          .idea = idea,
          .note = kCharged,
          .run = [asked, known_n = SIZE_MAX, bytes = size_t{0}](const Job& job) mutable {
            const Call call = call_of(job);
            if (known_n != job.n) {
              cuda::check(asked(nullptr, bytes, call));
              known_n = job.n;
            }
            cuda::check(asked(call.storage(bytes), bytes, call));
          }};
}

template <typename T>
Workload cub_reduce() {
  return cub("peer/cub_reduce", "cub::DeviceReduce::Sum", calls::cub_reduce<T>);
}

template <typename T>
Workload cub_scan(bool inclusive) {
  return cub("peer/cub_scan", inclusive ? "cub::DeviceScan::InclusiveSum" : "cub::DeviceScan::ExclusiveSum",
             [inclusive](void* storage, size_t& bytes, const Call& call) {
               return calls::cub_scan<T>(storage, bytes, call, inclusive);
             });
}

template <typename T>
Workload cub_select() {
  Workload workload = cub("peer/cub_select", "cub::DeviceSelect::If", calls::cub_select<T>);
  workload.run = [run = workload.run](const Job& job) {
    if (job.n == 0) job.context->zero(job.outputs[1], sizeof(uint64_t));
    run(job);
  };
  return workload;
}

// The storage is requested during the call and taken from the job's scratch memory.
template <typename CubCall>
Workload cub_with_a_determinism(const char* id, const char* idea, CubCall asked) {
  return {.id = id, .idea = idea, .note = kCharged, .run = [asked](const Job& job) {
            cuda::check(asked(call_of(job)));
          }};
}

template <typename T>
Workload thrust_reduce() {
  const auto answer = std::make_shared<T>();
  return {
      .id = "peer/thrust_reduce",
      .idea = "thrust::reduce",
      .note =
          "its answer is returned to the host: the copy and the wait for it are included; temporary storage "
          "is kept between calls",
      .run = [answer](const Job& job) { *answer = calls::thrust_reduce<T>(call_of(job)); },
      .deliver =
          [answer](const Job& job) {
            const auto stream = static_cast<cudaStream_t>(job.context->stream);
            cuda::check(
                cudaMemcpyAsync(job.outputs[0], answer.get(), sizeof(T), cudaMemcpyHostToDevice, stream));
          }};
}

template <typename T>
Workload thrust_scan(bool inclusive) {
  return {.id = "peer/thrust_scan",
          .idea = inclusive ? "thrust::inclusive_scan" : "thrust::exclusive_scan",
          .note = "par_nosync; temporary storage is kept between calls",
          .run = [inclusive](const Job& job) { calls::thrust_scan<T>(call_of(job), inclusive); }};
}

// Calls f(float{}) or f(uint32_t{}); i32 is computed as u32, which gives the same bits.
template <typename F>
Make for_types(F f) {
  return [f](DType type, bool inclusive) -> Workload {
    if (type == DType::f32) return f(float{}, inclusive);
    if (type == DType::i32 || type == DType::u32) return f(uint32_t{}, inclusive);
    return {};
  };
}
template <typename F>
Make with_a_determinism(F f) {
  return [f](DType type, bool inclusive) -> Workload {
    if (type != DType::f32 || !calls::has_determinism()) return {};
    return f(inclusive);
  };
}

const Peer peers[] = {
    {"peer/cub_reduce", for_types([]<typename T>(T, bool) { return cub_reduce<T>(); })},
    {"peer/thrust_reduce", for_types([]<typename T>(T, bool) { return thrust_reduce<T>(); })},
    {"peer/cub_scan", for_types([]<typename T>(T, bool inclusive) { return cub_scan<T>(inclusive); })},
    {"peer/thrust_scan", for_types([]<typename T>(T, bool inclusive) { return thrust_scan<T>(inclusive); })},
    {"peer/cub_select", for_types([]<typename T>(T, bool) { return cub_select<T>(); })},
    {"peer/cub_reduce_any_order", with_a_determinism([](bool) {
       return cub_with_a_determinism("peer/cub_reduce_any_order", "cub::DeviceReduce, not_guaranteed",
                                     calls::cub_reduce_any_order);
     })},
    {"peer/cub_reduce_gpu_to_gpu", with_a_determinism([](bool) {
       return cub_with_a_determinism("peer/cub_reduce_gpu_to_gpu", "cub::DeviceReduce, gpu_to_gpu",
                                     calls::cub_reduce_gpu_to_gpu);
     })},
    {"peer/cub_scan_run_to_run", with_a_determinism([](bool inclusive) {
       return cub_with_a_determinism(
           "peer/cub_scan_run_to_run", "cub::DeviceScan, run_to_run",
           [inclusive](const Call& call) { return calls::cub_scan_run_to_run(call, inclusive); });
     })}};

std::map<std::string, Make>& made() {
  static std::map<std::string, Make> made;
  return made;
}

}  // namespace

std::string cub_version() {
  const calls::Version version = calls::cub_version();
  return fmt::format("{}.{}.{}", version.major, version.minor, version.subminor);
}

Peer::Peer(std::string id, Make make) { made().emplace(std::move(id), std::move(make)); }

std::vector<Workload> named(const std::vector<std::string>& ids, DType type, bool inclusive) {
  std::vector<Workload> all;
  for (const std::string& id : ids)
    if (const auto found = made().find(id); found != made().end())
      if (Workload peer = found->second(type, inclusive); peer.run) all.push_back(std::move(peer));
  return all;
}

}  // namespace ladder::peers
