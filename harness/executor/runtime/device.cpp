// The device that programs see: an H200, as for stages, with as much memory as this machine has.
#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "runtime/order.h"
#include "runtime/state.h"
#include "simt/executor.h"
#include "simt/launch_bounds.h"

using namespace ladder;

using namespace ladder::simt_runtime;
namespace presented = simt::presented;

namespace {

constexpr int kMost = simt::kMaxThreads, kMostPitch = 0x7fffffff;
unsigned device_flags = 0;
size_t limits[] = {1024, size_t{1} << 20, size_t{8} << 20, 2, 2048, 64, 0};

bool is_managed(const void* p, size_t bytes) {
  const Block* b = find_block(p);
  return b && b->where == Where::managed &&
         bytes <= static_cast<size_t>(b->begin + b->bytes - static_cast<const char*>(p));
}

cudaError_t known(int device) { return device == 0 ? cudaSuccess : cudaErrorInvalidDevice; }

size_t memory() {
  size_t free = 0, total = 0;
  cudaMemGetInfo(&free, &total);
  return total;
}

constexpr std::pair<cudaDeviceAttr, int> kAttributes[] = {
    {cudaDevAttrMaxThreadsPerBlock, kMost},
    {cudaDevAttrMaxBlockDimX, kMost},
    {cudaDevAttrMaxBlockDimY, kMost},
    {cudaDevAttrMaxBlockDimZ, presented::kBlockZ},
    {cudaDevAttrMaxGridDimX, presented::kGridX},
    {cudaDevAttrMaxGridDimY, presented::kGridYZ},
    {cudaDevAttrMaxGridDimZ, presented::kGridYZ},
    {cudaDevAttrMaxSharedMemoryPerBlock, presented::kStaticShared},
    {cudaDevAttrTotalConstantMemory, presented::kConstant},
    {cudaDevAttrWarpSize, simt::kLanes},
    {cudaDevAttrMaxPitch, kMostPitch},
    {cudaDevAttrMaxRegistersPerBlock, presented::kRegisters},
    {cudaDevAttrMaxRegistersPerMultiprocessor, presented::kRegisters},
    {cudaDevAttrClockRate, presented::kKilohertz},
    {cudaDevAttrMemoryClockRate, presented::kMemoryKilohertz},
    {cudaDevAttrGlobalMemoryBusWidth, presented::kBusBits},
    {cudaDevAttrL2CacheSize, presented::kL2},
    {cudaDevAttrTexturePitchAlignment, 32},
    {cudaDevAttrMaxTexture1DWidth, 131072},
    {cudaDevAttrMaxTexture2DWidth, 131072},
    {cudaDevAttrMaxTexture2DHeight, 65536},
    {cudaDevAttrMaxTexture3DWidth, 16384},
    {cudaDevAttrMaxTexture3DHeight, 16384},
    {cudaDevAttrMaxTexture3DDepth, 16384},
    {cudaDevAttrTextureAlignment, 512},
    {cudaDevAttrSurfaceAlignment, 512},
    {cudaDevAttrMultiProcessorCount, presented::kMultiprocessors},
    {cudaDevAttrMaxThreadsPerMultiProcessor, presented::kThreadsPerMultiprocessor},
    {cudaDevAttrMaxBlocksPerMultiprocessor, presented::kBlocksPerMultiprocessor},
    {cudaDevAttrMaxSharedMemoryPerMultiprocessor, presented::kSharedPerMultiprocessor},
    {cudaDevAttrMaxSharedMemoryPerBlockOptin, simt::kMaxDynamicShared},
    {cudaDevAttrReservedSharedMemoryPerBlock, presented::kReservedShared},
    {cudaDevAttrComputeCapabilityMajor, presented::kMajor},
    {cudaDevAttrAsyncEngineCount, 3},
    {cudaDevAttrSingleToDoublePrecisionPerfRatio, 2}};

int attribute(cudaDeviceAttr a, bool& right) {
  for (const auto& [known, value] : kAttributes)
    if (known == a) return value;
  for (const cudaDeviceAttr yes :
       {cudaDevAttrGpuOverlap, cudaDevAttrCanMapHostMemory, cudaDevAttrConcurrentKernels,
        cudaDevAttrUnifiedAddressing, cudaDevAttrStreamPrioritiesSupported, cudaDevAttrGlobalL1CacheSupported,
        cudaDevAttrLocalL1CacheSupported, cudaDevAttrManagedMemory, cudaDevAttrConcurrentManagedAccess,
        cudaDevAttrComputePreemptionSupported, cudaDevAttrCanUseHostPointerForRegisteredMem,
        cudaDevAttrCooperativeLaunch, cudaDevAttrHostRegisterSupported, cudaDevAttrMemoryPoolsSupported,
        cudaDevAttrEccEnabled})
    if (yes == a) return 1;
  right = a >= 1 && a <= cudaDevAttrOnlyPartialHostNativeAtomicSupported;
  return 0;
}

}  // namespace

namespace ladder::simt_runtime {

size_t heap_bytes() { return limits[cudaLimitMallocHeapSize]; }

unsigned resident_blocks(uint64_t threads, size_t shared) {
  if (threads > kMost) return 0;
  const unsigned in_warps = (static_cast<unsigned>(threads) + simt::kLanes - 1) / simt::kLanes * simt::kLanes;
  return static_cast<unsigned>(presented::resident_blocks(in_warps, shared));
}
cudaError_t occupancy(int* blocks, const void* kernel, int block, size_t dynamic_shared) {
  Call call("cudaOccupancyMaxActiveBlocksPerMultiprocessor", SIMT_CALLER);
  if (!blocks || block <= 0) return call.end(cudaErrorInvalidValue);
  if (!is_function(kernel)) return call.end(cudaErrorInvalidDeviceFunction);
  const size_t shared = dynamic_shared + simt::static_shared(kernel);
  *blocks = static_cast<int>(resident_blocks(static_cast<unsigned>(block), shared));
  return cudaSuccess;
}

int multiprocessors() { return presented::kMultiprocessors; }

}  // namespace ladder::simt_runtime

extern "C" {
cudaError_t cudaDeviceReset() {
  const Call call("cudaDeviceReset", SIMT_CALLER);
  host_knows_all();
  forget_memory();
  state().last = state().sticky = cudaSuccess;
  return cudaSuccess;
}
cudaError_t cudaThreadExit() { return cudaDeviceReset(); }
cudaError_t cudaSetDevice(int device) {
  SIMT_CALL(cudaSetDevice);
  return call.end(known(device));
}
cudaError_t cudaGetDevice(int* device) {
  SIMT_CALL(cudaGetDevice);
  if (!device) return call.end(cudaErrorInvalidValue);
  *device = 0;
  return call.end(cudaSuccess);
}
cudaError_t cudaGetDeviceCount(int* count) {
  SIMT_CALL(cudaGetDeviceCount);
  if (!count) return call.end(cudaErrorInvalidValue);
  *count = 1;
  return call.end(cudaSuccess);
}
cudaError_t cudaSetDeviceFlags(unsigned flags) {
  SIMT_CALL(cudaSetDeviceFlags);
  const unsigned schedule = flags & cudaDeviceScheduleMask;
  if ((flags & ~(cudaDeviceMask | cudaDeviceSyncMemops)) || (schedule & (schedule - 1)))
    return call.end(cudaErrorInvalidValue);
  device_flags = flags;
  return call.end(cudaSuccess);
}
cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  SIMT_CALL(cudaGetDeviceFlags);
  if (!flags) return call.end(cudaErrorInvalidValue);
  *flags = device_flags;
  return call.end(cudaSuccess);
}
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted) {
  SIMT_CALL(cudaChooseDevice);
  if (!device || !wanted) return call.end(cudaErrorInvalidValue);
  *device = 0;
  return call.end(cudaSuccess);
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* p, int device) {
  SIMT_CALL(cudaGetDeviceProperties);
  if (known(device) || !p) return call.end(known(device) ? known(device) : cudaErrorInvalidValue);
  std::memset(static_cast<void*>(p), 0, sizeof *p);
  std::strcpy(p->name, presented::kName);
  p->totalGlobalMem = memory();
  p->sharedMemPerBlock = presented::kStaticShared;
  p->sharedMemPerBlockOptin = simt::kMaxDynamicShared;
  p->sharedMemPerMultiprocessor = presented::kSharedPerMultiprocessor;
  p->reservedSharedMemPerBlock = presented::kReservedShared;
  p->regsPerBlock = p->regsPerMultiprocessor = presented::kRegisters;
  p->warpSize = simt::kLanes;
  p->memPitch = kMostPitch;
  p->maxThreadsPerBlock = kMost;
  p->maxThreadsDim[0] = p->maxThreadsDim[1] = kMost;
  p->maxThreadsDim[2] = presented::kBlockZ;
  p->maxGridSize[0] = presented::kGridX;
  p->maxGridSize[1] = p->maxGridSize[2] = presented::kGridYZ;
  p->clockRate = presented::kKilohertz;
  p->memoryClockRate = presented::kMemoryKilohertz;
  p->memoryBusWidth = presented::kBusBits;
  p->totalConstMem = presented::kConstant;
  p->major = presented::kMajor;
  p->textureAlignment = p->surfaceAlignment = 512;
  p->texturePitchAlignment = 32;
  p->multiProcessorCount = presented::kMultiprocessors;
  p->maxThreadsPerMultiProcessor = presented::kThreadsPerMultiprocessor;
  p->maxBlocksPerMultiProcessor = presented::kBlocksPerMultiprocessor;
  p->l2CacheSize = presented::kL2;
  p->asyncEngineCount = 3;
  p->singleToDoublePrecisionPerfRatio = 2;
  p->deviceOverlap = p->canMapHostMemory = p->concurrentKernels = p->ECCEnabled = p->unifiedAddressing = 1;
  p->streamPrioritiesSupported = p->globalL1CacheSupported = p->localL1CacheSupported = p->managedMemory = 1;
  p->concurrentManagedAccess = p->computePreemptionSupported = p->canUseHostPointerForRegisteredMem = 1;
  p->cooperativeLaunch = p->hostRegisterSupported = p->memoryPoolsSupported = p->unifiedFunctionPointers = 1;
  p->maxTexture1D = 131072;
  p->maxTexture2D[0] = 131072;
  p->maxTexture2D[1] = 65536;
  p->maxTexture3D[0] = p->maxTexture3D[1] = p->maxTexture3D[2] = 16384;
  return call.end(cudaSuccess);
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr a, int device) {
  SIMT_CALL(cudaDeviceGetAttribute);
  if (!value) return call.end(cudaErrorInvalidValue);
  if (known(device)) return call.end(known(device));
  bool right = true;
  *value = attribute(a, right);
  return call.end(right ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int device) {
  SIMT_CALL(cudaDeviceGetPCIBusId);
  if (known(device)) return call.end(known(device));
  if (!id || length <= 0) return call.end(cudaErrorInvalidValue);
  snprintf(id, static_cast<size_t>(length), "0000:00:00.0");
  return call.end(cudaSuccess);
}
cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  SIMT_CALL(cudaDeviceGetLimit);
  if (!value) return call.end(cudaErrorInvalidValue);
  if (limit < 0 || static_cast<size_t>(limit) >= std::size(limits))
    return call.end(cudaErrorUnsupportedLimit);
  *value = limits[limit];
  return call.end(cudaSuccess);
}
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  SIMT_CALL(cudaDeviceSetLimit);
  if (limit < 0 || static_cast<size_t>(limit) >= std::size(limits))
    return call.end(cudaErrorUnsupportedLimit);
  limits[limit] = value;
  return call.end(cudaSuccess);
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  SIMT_CALL(cudaDeviceGetCacheConfig);
  if (!config) return call.end(cudaErrorInvalidValue);
  *config = cudaFuncCachePreferNone;
  return cudaSuccess;
}
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return cudaSuccess; }
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  SIMT_CALL(cudaDeviceGetSharedMemConfig);
  if (!config) return call.end(cudaErrorInvalidValue);
  *config = cudaSharedMemBankSizeFourByte;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  SIMT_CALL(cudaDeviceGetStreamPriorityRange);
  if (least) *least = 0;
  if (greatest) *greatest = -5;
  return call.end(cudaSuccess);
}
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  SIMT_CALL(cudaDeviceCanAccessPeer);
  if (!can) return call.end(cudaErrorInvalidValue);
  if (known(device) || known(peer)) return call.end(cudaErrorInvalidDevice);
  *can = 0;
  return call.end(cudaSuccess);
}
cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr, int device, int peer) {
  SIMT_CALL(cudaDeviceGetP2PAttribute);
  if (!value) return call.end(cudaErrorInvalidValue);
  *value = 0;
  return call.end(known(device) || known(peer) || device == peer ? cudaErrorInvalidDevice : cudaSuccess);
}
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) {
  SIMT_CALL(cudaDeviceEnablePeerAccess);
  return call.end(cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceDisablePeerAccess(int) {
  SIMT_CALL(cudaDeviceDisablePeerAccess);
  return call.end(cudaErrorPeerAccessNotEnabled);
}
cudaError_t cudaDriverGetVersion(int* version) {
  SIMT_CALL(cudaDriverGetVersion);
  if (!version) return call.end(cudaErrorInvalidValue);
  *version = CUDART_VERSION;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  SIMT_CALL(cudaRuntimeGetVersion);
  if (!version) return call.end(cudaErrorInvalidValue);
  *version = CUDART_VERSION;
  return cudaSuccess;
}
cudaError_t cudaProfilerStart() { return cudaSuccess; }
cudaError_t cudaProfilerStop() { return cudaSuccess; }
}

namespace {
cudaError_t prefetch(const void* p, size_t bytes, int device, cudaStream_t stream) {
  if (!exists(stream)) return cudaErrorInvalidResourceHandle;
  if (device != cudaCpuDeviceId && known(device)) return cudaErrorInvalidDevice;
  return is_managed(p, bytes) ? cudaSuccess : cudaErrorInvalidValue;
}
cudaError_t advise(const void* p, size_t bytes, cudaMemoryAdvise advice, int device) {
  if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy)
    return cudaErrorInvalidValue;
  if (advice > cudaMemAdviseUnsetReadMostly && advice != cudaMemAdviseUnsetPreferredLocation &&
      device != cudaCpuDeviceId && known(device))
    return cudaErrorInvalidDevice;
  return is_managed(p, bytes) ? cudaSuccess : cudaErrorInvalidValue;
}
int number_of(const cudaMemLocation& l) {
  return l.type == cudaMemLocationTypeDevice ? l.id : cudaCpuDeviceId;
}
}  // namespace

cudaError_t cudaMemPrefetchAsync(const void* p, size_t bytes, int device, cudaStream_t stream) {
  SIMT_CALL(cudaMemPrefetchAsync);
  return call.end(prefetch(p, bytes, device, stream));
}
cudaError_t cudaMemPrefetchAsync(const void* p, size_t bytes, cudaMemLocation location, unsigned flags,
                                 cudaStream_t stream) {
  SIMT_CALL(cudaMemPrefetchAsync);
  if (flags != 0 || location.type == cudaMemLocationTypeInvalid) return call.end(cudaErrorInvalidValue);
  return call.end(prefetch(p, bytes, number_of(location), stream));
}
cudaError_t cudaMemAdvise(const void* p, size_t bytes, cudaMemoryAdvise advice, int device) {
  SIMT_CALL(cudaMemAdvise);
  return call.end(advise(p, bytes, advice, device));
}
cudaError_t cudaMemAdvise(const void* p, size_t bytes, cudaMemoryAdvise advice, cudaMemLocation location) {
  SIMT_CALL(cudaMemAdvise);
  return call.end(advise(p, bytes, advice, number_of(location)));
}
