// CUDA's virtual memory management: an address range is reserved, and memory is created on each GPU and mapped
// to the range. The driver functions for this are looked up at run time, so that a program built with CUDA
// also starts on a machine without a driver.
#include "cuda/spread_memory.h"

#include <cuda.h>

#include <algorithm>
#include <utility>

#include "cuda/error.h"
#include "device/machine.h"
#include "device/shares.h"
#include "mpi/job.h"

using namespace ladder;

namespace ladder::cuda {
namespace {

template <typename Function>
Function driver_function(const char* name) {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found{};
#if CUDART_VERSION >= 12050
  check(cudaGetDriverEntryPointByVersion(name, &function, 12000, cudaEnableDefault, &found));
#else
  check(cudaGetDriverEntryPoint(name, &function, cudaEnableDefault, &found));
#endif
  if (found != cudaDriverEntryPointSuccess) throw Error(::std::string("the driver has no ") + name);
  return reinterpret_cast<Function>(function);
}

#define DRIVER(name) static const auto name = driver_function<decltype(&::name)>(#name)

void check_driver(CUresult status, const char* what) {
  if (status == CUDA_SUCCESS) return;
  if (status == CUDA_ERROR_OUT_OF_MEMORY) throw device::OutOfMemory("not enough free memory on the GPUs");
  DRIVER(cuGetErrorString);
  const char* words = "unknown error";
  cuGetErrorString(status, &words);
  throw Error(::std::string(what) + ": " + words);
}

CUmemAllocationProp memory_of(unsigned gpu) {
  CUmemAllocationProp properties{};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, device_of(gpu)};
  return properties;
}

size_t page_bytes() {
  DRIVER(cuMemGetAllocationGranularity);
  const CUmemAllocationProp properties = memory_of(mpi::rank());
  size_t bytes = 0;
  check_driver(cuMemGetAllocationGranularity(&bytes, &properties, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED),
               "cuMemGetAllocationGranularity");
  return bytes;
}

// The GPU whose memory backs each part of the range: whole pages, as many as possible in each part. The space
// before the data belongs to the GPU that has the first byte, the space after the data to the GPU that has the
// last byte.
std::vector<SpreadMemory::Piece> parts_of(size_t bytes, device::Placement placement, size_t page) {
  constexpr size_t kMargin = SpreadMemory::kMargin;
  const size_t share = std::max<size_t>(1, device::share_bytes(bytes, placement.gpus));
  std::vector<SpreadMemory::Piece> parts;
  for (size_t offset = 0; offset < bytes + 2 * kMargin; offset += page) {
    const size_t data = std::min(offset < kMargin ? 0 : offset - kMargin, bytes == 0 ? 0 : bytes - 1);
    const size_t gpu =
        placement.layout == device::Layout::dealt ? data / device::kUnitBytes % placement.gpus : data / share;
    if (!parts.empty() && parts.back().gpu == gpu)
      parts.back().bytes += page;
    else
      parts.push_back({static_cast<unsigned>(gpu), offset, page});
  }
  return parts;
}

// The GPUs' shares of the data, byte by byte. Used if there are several processes.
std::vector<SpreadMemory::Piece> shares_of(size_t bytes, unsigned gpus) {
  std::vector<SpreadMemory::Piece> shares;
  for (unsigned gpu = 0; gpu < gpus; ++gpu)
    if (const auto [first, its_bytes] = device::share_of_bytes(bytes, gpus, gpu); its_bytes > 0)
      shares.push_back({gpu, SpreadMemory::kMargin + first, its_bytes});
  return shares;
}

size_t round_up(size_t bytes, size_t page) { return (bytes + page - 1) / page * page; }

// The whole pages of this process's share, with a margin on each side.
std::vector<SpreadMemory::Piece> own_pages(size_t bytes, unsigned gpus, size_t page) {
  const auto [first, its_bytes] = device::share_of_bytes(bytes, gpus, mpi::rank());
  if (its_bytes == 0) return {};
  const size_t begin = first / page * page,
               end = round_up(first + its_bytes + 2 * SpreadMemory::kMargin, page);
  return {{mpi::rank(), begin, end - begin}};
}

}  // namespace

// If there are several processes, each can access only its own GPU (cli/processes.cpp).
int device_of(unsigned gpu) { return mpi::processes() > 1 ? 0 : static_cast<int>(gpu); }

SpreadMemory::SpreadMemory(size_t bytes, device::Placement placement) {
  DRIVER(cuMemAddressReserve);
  DRIVER(cuMemCreate);
  DRIVER(cuMemMap);
  DRIVER(cuMemRelease);
  DRIVER(cuMemSetAccess);
  const size_t page = page_bytes();
  const bool one_process = mpi::processes() == 1;
  parts_ = one_process ? parts_of(bytes, placement, page) : shares_of(bytes, placement.gpus);
  reserved_ = round_up(bytes + 2 * kMargin, page);
  CUdeviceptr range = 0;
  check_driver(cuMemAddressReserve(&range, reserved_, page, 0, 0), "cuMemAddressReserve");
  begin_ = reinterpret_cast<char*>(range);
  try {
    for (const Piece& part : one_process ? parts_ : own_pages(bytes, placement.gpus, page)) {
      const CUmemAllocationProp properties = memory_of(part.gpu);
      CUmemGenericAllocationHandle memory = 0;
      check_driver(cuMemCreate(&memory, part.bytes, &properties, 0), "cuMemCreate");
      const CUresult mapped = cuMemMap(range + part.offset, part.bytes, 0, memory, 0);
      check_driver(cuMemRelease(memory), "cuMemRelease");  // the mapping keeps the memory alive
      check_driver(mapped, "cuMemMap");
      mapped_.push_back(part);
    }
    std::vector<CUmemAccessDesc> all;
    for (unsigned gpu = 0; gpu < placement.gpus; ++gpu)
      if (mpi::here(gpu)) all.push_back({memory_of(gpu).location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE});
    if (mapped_.empty()) return;
    const size_t begin = mapped_.front().offset, end = mapped_.back().offset + mapped_.back().bytes;
    check_driver(cuMemSetAccess(range + begin, end - begin, all.data(), all.size()), "cuMemSetAccess");
  } catch (...) {
    unmap();
    throw;
  }
}

SpreadMemory::SpreadMemory(SpreadMemory&& other) noexcept
    : begin_(std::exchange(other.begin_, nullptr)),
      reserved_(other.reserved_),
      parts_(std::move(other.parts_)),
      mapped_(std::move(other.mapped_)) {}

SpreadMemory::~SpreadMemory() { unmap(); }

void SpreadMemory::unmap() {  // after a failed kernel, these calls fail too, and the error cannot be reported
  if (begin_ == nullptr) return;
  DRIVER(cuMemUnmap);
  DRIVER(cuMemAddressFree);
  const auto range = reinterpret_cast<CUdeviceptr>(std::exchange(begin_, nullptr));
  for (const Piece& part : mapped_) (void)cuMemUnmap(range + part.offset, part.bytes);
  (void)cuMemAddressFree(range, reserved_);
}

std::vector<SpreadMemory::Piece> SpreadMemory::pieces(size_t offset, size_t bytes) const {
  std::vector<Piece> all;
  const size_t end = offset + bytes;
  auto part = std::upper_bound(parts_.begin(), parts_.end(), offset,
                               [](size_t o, const Piece& p) { return o < p.offset + p.bytes; });
  for (; part != parts_.end() && part->offset < end; ++part) {
    const size_t from = std::max(offset, part->offset), to = std::min(end, part->offset + part->bytes);
    if (from < to) all.push_back({part->gpu, from, to - from});
  }
  return all;
}

}  // namespace ladder::cuda
