// The header that nvcc includes in every CUDA file, for programs that run on the executor (./ladder try).
// This header is compiled twice, with and without instrumentation; only the plain form runs host code.
#pragma once
#ifndef __cplusplus
#error "cuda_runtime.h cannot be used in a C file: rename the file to .cu or .cpp"
#endif
// Some headers check whether these include guards are defined.
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>

#include "cuda_runtime_api.h"
#include "nv_atomics.h"
#include "platform/parameters.h"
#include "simt/language.h"

// The rewriter (harness/executor/try/rewrite.cpp) finds kernels by this keyword.
#ifndef SIMT_EDITOR
#undef __global__
#define __global__ __attribute__((noinline, simt_global))
#endif

// These functions are templates, so a program may define functions with the same names.
template <typename = void>
inline unsigned umin(unsigned a, unsigned b) {
  return a < b ? a : b;
}
template <typename = void>
inline unsigned umax(unsigned a, unsigned b) {
  return a < b ? b : a;
}
template <typename = void>
inline long long llmin(long long a, long long b) {
  return a < b ? a : b;
}
template <typename = void>
inline long long llmax(long long a, long long b) {
  return a < b ? b : a;
}
template <typename = void>
inline unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return a < b ? a : b;
}
template <typename = void>
inline unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return a < b ? b : a;
}

// Address-space queries (CUDA C++ Programming Guide, "Address Space Predicate Functions"). __isGridConstant()
// cannot be implemented: a parameter is stored with the thread's own variables.
namespace ladder::simt_runtime {
enum class Space { global, shared, constant, local };
Space space_of(const void*);
}  // namespace ladder::simt_runtime
inline unsigned __isGlobal(const void* p) {
  return ladder::simt_runtime::space_of(p) == ladder::simt_runtime::Space::global;
}
inline unsigned __isShared(const void* p) {
  return ladder::simt_runtime::space_of(p) == ladder::simt_runtime::Space::shared;
}
inline unsigned __isConstant(const void* p) {
  return ladder::simt_runtime::space_of(p) == ladder::simt_runtime::Space::constant;
}
inline unsigned __isLocal(const void* p) {
  return ladder::simt_runtime::space_of(p) == ladder::simt_runtime::Space::local;
}
__attribute__((error("__isGridConstant() is not supported by the CPU executor"))) unsigned __isGridConstant(
    const void*);
#define SIMT_CONVERSIONS(SPACE)                                                                  \
  inline size_t __cvta_generic_to_##SPACE(const void* p) { return reinterpret_cast<size_t>(p); } \
  inline void* __cvta_##SPACE##_to_generic(size_t p) { return reinterpret_cast<void*>(p); }
SIMT_CONVERSIONS(global)
SIMT_CONVERSIONS(shared)
SIMT_CONVERSIONS(constant)
SIMT_CONVERSIONS(local)
#undef SIMT_CONVERSIONS

void __brkpt();
// For profilers: __prof_trigger(counter), and the old names of its triggers.
inline void __prof_trigger(int) {}
inline void __pm0() {}
inline void __pm1() {}
inline void __pm2() {}
inline void __pm3() {}
#define __assume(condition) __builtin_assume(condition)

namespace ladder::simt_runtime {

// <<<grid, block, dynamic shared memory, stream>>>
struct Shape {
  dim3 grid, block;
  size_t dynamic_shared;
  cudaStream_t stream;
  const void* kernel = nullptr;  // only for a launch through a pointer
  Shape(dim3 grid, dim3 block, size_t dynamic_shared = 0, cudaStream_t stream = nullptr)
      : grid(grid), block(block), dynamic_shared(dynamic_shared), stream(stream) {}
  Shape of(const void* pointer) const {
    Shape s = *this;
    s.kernel = pointer;
    return s;
  }
};

// One launch, with types erased. `thread` runs one CUDA thread in plain form; the runtime finds the function's
// traced twin.
struct Request {
  const char* name;
  void (*thread)(void* parcel);
  void* parcel;
  size_t parcel_bytes;
  const void*
      site;  // return address of a call that returns the launch's error; nullptr for <<<>>>, which returns
             // nothing
  bool cooperative;
  const void* const* pointers;  // the pointers among the arguments
  unsigned pointer_count;
  const simt::Argument* arguments;
  unsigned argument_count;
};
cudaError_t launch(const Request&, const Shape&);

// A kernel's parameter as the device receives it: bytes, copied once; for a reference, the object's address.
// The host destroys the object from which they were copied; no constructor or destructor runs in a thread (CUDA
// C++ Programming Guide, "__global__ Function Argument Processing").
template <typename P>
struct Parameter {
  using Held = std::conditional_t<std::is_reference_v<P>, std::remove_reference_t<P>*, P>;
  alignas(Held) unsigned char bytes[sizeof(Held)];
  Held& held() { return reinterpret_cast<Held&>(bytes); }
};
template <typename P, typename T>
void receive(Parameter<P>& parameter, T& object) {
  if constexpr (std::is_reference_v<P>) {
    auto* address = __builtin_addressof(object);
    std::memcpy(parameter.bytes, &address, sizeof address);
  } else {
    std::memcpy(parameter.bytes, (const void*)__builtin_addressof(object), sizeof object);
  }
}
// The parameter of a thread. An object whose class has its own copy constructor is returned in memory, so the
// function that returns it may simply copy bytes.
template <typename T>
constexpr bool is_class_of_its_own =
    !std::is_trivially_copy_constructible_v<T> || !std::is_trivially_destructible_v<T> ||
    (std::is_move_constructible_v<T> && !std::is_trivially_move_constructible_v<T>);
template <typename P>
__attribute__((always_inline)) inline decltype(auto) argument(Parameter<P>& parameter) {
  if constexpr (std::is_reference_v<P>)
    return static_cast<P>(*parameter.held());
  else if constexpr (is_class_of_its_own<P>)
    return copied<P>(&parameter.held());
  else
    return (parameter.held());
}

// What a kernel's stub on the host returns: the parameters, which the caller of the stub has initialised as
// those of any other function. The rewriter defines a stub for each kernel; stub() returns that of a pointer
// to a kernel.
template <typename Kernel>
struct Parameters;
template <typename Result, typename... P>
struct Parameters<Result(P...)> {
  std::tuple<Parameter<P>...> all;
  template <typename... T>
  Parameters(T&... given) {
    std::apply([&](auto&... parameter) { (receive(parameter, given), ...); }, all);
  }
};
template <typename Result, typename... P>
Parameters<Result(P...)> stub_of(P... given) {
  return {given...};
}
template <typename Result, typename... P>
auto stub(Result (*)(P...)) {
  return stub_of<Result, P...>;
}

struct OverAnyway {
  __attribute__((always_inline)) void operator()() const {}
};

template <typename Call, typename... P>
struct Parcel {
  Call call;
  std::tuple<Parameter<P>...> parameters;
};
// Runs one CUDA thread. Both forms of this function are in the linker's table of twins:
// harness/executor/try/build.cpp.
template <typename Call, typename... P>
__attribute__((noinline)) void simt_thread(void* parcel) {
  auto* p = static_cast<Parcel<Call, P...>*>(parcel);
  const auto run = [p](auto over) __attribute__((always_inline)) {
    std::apply([&](auto&... parameter) { p->call(over, parameter...); }, p->parameters);
  };
  if constexpr ((std::is_trivially_destructible_v<P> && ...)) {
    run(OverAnyway{});
  } else {
    SIMT_UNTIL_OVER(run);
  }
}

template <typename P>
void add_pointer(Parameter<P>& parameter, const void** pointers, unsigned& count) {
  using T = std::remove_cv_t<typename Parameter<P>::Held>;
  if constexpr (std::is_pointer_v<T> && !std::is_function_v<std::remove_pointer_t<T>>)
    pointers[count++] = (const void*)parameter.held();
}

template <typename Call, typename Result, typename... P>
__attribute__((always_inline)) inline cudaError_t start(const char* name, const Shape& shape,
                                                        const void* site, bool cooperative, Call call,
                                                        const Parameters<Result(P...)>& parameters) {
  const void* pointers[sizeof...(P) + 1];
  unsigned count = 0, listed = 0;
  simt::Argument list[sizeof...(P) + 1];
  Parcel<Call, P...> parcel{call, {}};
  parcel.parameters = parameters.all;
  std::apply(
      [&](auto&... parameter) {
        (add_pointer(parameter, pointers, count), ...);
        ((list[listed++] = {parameter.bytes, sizeof parameter.bytes}), ...);
      },
      parcel.parameters);
  return launch({name, simt_thread<Call, P...>, &parcel, sizeof parcel, site, cooperative, pointers, count,
                 list, listed},
                shape);
}

// The rewriter turns name<<<shape>>>(arguments) into a call to this function.
template <typename Call, typename Result, typename... P>
__attribute__((always_inline)) inline void launch(const char* name, const Shape& shape, Call call,
                                                  const Parameters<Result(P...)>& parameters) {
  start(name, shape, nullptr, false, call, parameters);
}

// Names the next allocation after the variable that receives its address.
void name_next_allocation(const char*);
template <typename T>
__attribute__((always_inline)) inline void** named(const char* name, T** pointer) {
  name_next_allocation(name);
  return (void**)pointer;  // so that the call goes to the runtime itself, at the user's line
}
template <typename P>
std::enable_if_t<std::is_same_v<P, cudaPitchedPtr>, P*> named(const char* name, P* pointer) {
  name_next_allocation(name);
  return pointer;
}
inline void** named(const char*, std::nullptr_t) { return nullptr; }
// Announces that the next call is a whole statement, so its return value is discarded.
void discarded();
// Called before a copy whose size is `sizeof name`, if the pointer `name` is also the source or the
// destination of the copy. "": the size contains a different sizeof.
void size_of_pointer(const char* name);
inline void measured() { size_of_pointer(""); }
template <typename T>
inline void sized(const char* name, const T&) {
  size_of_pointer(std::is_pointer_v<T> ? name : "");
}
inline void sized(const char*, ...) { measured(); }  // an array of variable length

cudaError_t copy_symbol(void* symbol, size_t symbol_bytes, size_t element_bytes, size_t offset, void* other,
                        size_t bytes, bool to_symbol, cudaMemcpyKind, bool asynchronous, cudaStream_t);
cudaError_t symbol_address(void** address, const void* symbol, size_t bytes);
cudaError_t symbol_size(size_t* bytes, const void* symbol, size_t its_bytes);
cudaError_t occupancy(int* blocks, const void* kernel, int block, size_t dynamic_shared);
int multiprocessors();
cudaError_t set_attribute(const void* kernel, cudaFuncAttribute, int value);
cudaError_t get_attributes(cudaFuncAttributes*, const void* kernel);

template <typename... P, size_t... I>
cudaError_t launch_pointers(void (*kernel)(P...), const Shape& shape, void** arguments, bool cooperative,
                            const void* site, std::index_sequence<I...>) {
  const auto call = [kernel](auto over, auto&... parameter) { kernel(argument(parameter)...), over(); };
  return start("", shape.of((const void*)kernel), site, cooperative, call,
               Parameters<void(P...)>(*static_cast<std::remove_reference_t<P>*>(arguments[I])...));
}

// For a kernel whose address the program stores as a const void*: the function that knows the kernel's
// parameters.
using PointerLaunch = cudaError_t (*)(const void* kernel, const Shape&, void** arguments, bool cooperative,
                                      const void* site);
void know(const void* kernel, PointerLaunch);
cudaError_t launch_known(const void* kernel, const Shape&, void** arguments, bool cooperative);

// The rewriter inserts a call to this function into (const void*)kernel after the cast, even before a variable
// that shares a kernel's name.
template <typename T>
T known(T other) {
  return other;
}
template <typename... P>
auto known(void (*kernel)(P...)) {
  know((const void*)kernel,
       [](const void* k, const Shape& shape, void** arguments, bool cooperative, const void* site) {
         return launch_pointers((void (*)(P...))k, shape, arguments, cooperative, site,
                                std::index_sequence_for<P...>{});
       });
  return kernel;
}

}  // namespace ladder::simt_runtime

template <typename T>
inline __attribute__((always_inline)) cudaError_t cudaMalloc(T** pointer, size_t bytes) {
  return cudaMalloc((void**)pointer, bytes);
}
template <typename T>
inline __attribute__((always_inline)) cudaError_t cudaMallocManaged(T** pointer, size_t bytes,
                                                                    unsigned flags = cudaMemAttachGlobal) {
  return cudaMallocManaged((void**)pointer, bytes, flags);
}
template <typename T>
inline __attribute__((always_inline)) cudaError_t cudaMallocHost(T** pointer, size_t bytes,
                                                                 unsigned flags = 0) {
  return cudaMallocHost((void**)pointer, bytes, flags);
}
template <typename T>
inline __attribute__((always_inline)) cudaError_t cudaHostAlloc(T** pointer, size_t bytes, unsigned flags) {
  return cudaHostAlloc((void**)pointer, bytes, flags);
}
template <typename T>
inline __attribute__((always_inline)) cudaError_t cudaHostGetDevicePointer(T** device, void* host,
                                                                           unsigned flags) {
  return cudaHostGetDevicePointer((void**)device, host, flags);
}
template <typename T>
inline __attribute__((always_inline)) cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width,
                                                                  size_t height) {
  return cudaMallocPitch((void**)pointer, pitch, width, height);
}
template <typename T>
inline __attribute__((always_inline)) cudaError_t cudaMallocAsync(T** pointer, size_t bytes,
                                                                  cudaStream_t stream) {
  return cudaMallocAsync((void**)pointer, bytes, stream);
}

template <typename T>
inline __attribute__((always_inline)) cudaError_t cudaMemcpyToSymbol(
    const T& symbol, const void* from, size_t bytes, size_t offset = 0,
    cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ladder::simt_runtime::copy_symbol((void*)&symbol, sizeof(T), sizeof(std::remove_all_extents_t<T>),
                                           offset, const_cast<void*>(from), bytes, true, kind, false,
                                           nullptr);
}
template <typename T>
inline __attribute__((always_inline)) cudaError_t cudaMemcpyToSymbolAsync(
    const T& symbol, const void* from, size_t bytes, size_t offset = 0,
    cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = nullptr) {
  return ladder::simt_runtime::copy_symbol((void*)&symbol, sizeof(T), sizeof(std::remove_all_extents_t<T>),
                                           offset, const_cast<void*>(from), bytes, true, kind, true, stream);
}
template <typename T>
inline __attribute__((always_inline)) cudaError_t cudaMemcpyFromSymbol(
    void* to, const T& symbol, size_t bytes, size_t offset = 0,
    cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ladder::simt_runtime::copy_symbol((void*)&symbol, sizeof(T), sizeof(std::remove_all_extents_t<T>),
                                           offset, to, bytes, false, kind, false, nullptr);
}
template <typename T>
inline __attribute__((always_inline)) cudaError_t cudaMemcpyFromSymbolAsync(
    void* to, const T& symbol, size_t bytes, size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
    cudaStream_t stream = nullptr) {
  return ladder::simt_runtime::copy_symbol((void*)&symbol, sizeof(T), sizeof(std::remove_all_extents_t<T>),
                                           offset, to, bytes, false, kind, true, stream);
}
template <typename P, typename T>
inline __attribute__((always_inline)) cudaError_t cudaGetSymbolAddress(P** address, const T& symbol) {
  return ladder::simt_runtime::symbol_address((void**)address, (const void*)&symbol, sizeof(T));
}
template <typename T>
inline __attribute__((always_inline)) cudaError_t cudaGetSymbolSize(size_t* bytes, const T& symbol) {
  return ladder::simt_runtime::symbol_size(bytes, (const void*)&symbol, sizeof(T));
}

inline __attribute__((always_inline)) cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block,
                                                                   void** arguments,
                                                                   size_t dynamic_shared = 0,
                                                                   cudaStream_t stream = nullptr) {
  return ladder::simt_runtime::launch_known(kernel, {grid, block, dynamic_shared, stream}, arguments, false);
}
inline __attribute__((always_inline)) cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid,
                                                                              dim3 block, void** arguments,
                                                                              size_t dynamic_shared = 0,
                                                                              cudaStream_t stream = nullptr) {
  return ladder::simt_runtime::launch_known(kernel, {grid, block, dynamic_shared, stream}, arguments, true);
}
template <typename... P>
inline __attribute__((always_inline)) cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid,
                                                                   dim3 block, void** arguments,
                                                                   size_t dynamic_shared = 0,
                                                                   cudaStream_t stream = nullptr) {
  return cudaLaunchKernel((const void*)ladder::simt_runtime::known(kernel), grid, block, arguments,
                          dynamic_shared, stream);
}
template <typename... P>
inline __attribute__((always_inline)) cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(P...), dim3 grid,
                                                                              dim3 block, void** arguments,
                                                                              size_t dynamic_shared = 0,
                                                                              cudaStream_t stream = nullptr) {
  return cudaLaunchCooperativeKernel((const void*)ladder::simt_runtime::known(kernel), grid, block, arguments,
                                     dynamic_shared, stream);
}

struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute* attrs;
  unsigned numAttrs;
};
namespace ladder::simt_runtime {
// Ends the program if the executor does not support an attribute.
bool is_cooperative(const cudaLaunchConfig_t&);
}  // namespace ladder::simt_runtime

inline __attribute__((always_inline)) cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config,
                                                                      const void* kernel, void** arguments) {
  if (config == nullptr) return cudaErrorInvalidValue;
  const bool cooperative = ladder::simt_runtime::is_cooperative(*config);
  return ladder::simt_runtime::launch_known(
      kernel, {config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream}, arguments,
      cooperative);
}
template <typename... P, typename... A>
inline __attribute__((always_inline)) cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config,
                                                                     void (*kernel)(P...), A&&... given) {
  std::tuple<std::remove_cv_t<P>...> values(std::forward<A>(given)...);
  void* arguments[sizeof...(P) + 1] = {};
  size_t filled = 0;
  std::apply([&](auto&... each) { ((arguments[filled++] = &each), ...); }, values);
  return cudaLaunchKernelExC(config, (const void*)ladder::simt_runtime::known(kernel), arguments);
}
// These functions have an effect only in a launch with an attribute that is_cooperative() refuses.
inline void cudaGridDependencySynchronize() {}
inline void cudaTriggerProgrammaticLaunchCompletion() {}

template <typename F>
inline cudaError_t cudaFuncSetAttribute(F* kernel, cudaFuncAttribute attribute, int value) {
  return ladder::simt_runtime::set_attribute((const void*)kernel, attribute, value);
}
template <typename F>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, F* kernel) {
  return ladder::simt_runtime::get_attributes(attributes, (const void*)kernel);
}
template <typename F>
inline cudaError_t cudaFuncSetCacheConfig(F*, cudaFuncCache) {
  return cudaSuccess;
}
template <typename F>
inline cudaError_t cudaFuncSetSharedMemConfig(F*, cudaSharedMemConfig) {
  return cudaSuccess;
}
template <typename F>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, F* kernel, int block,
                                                                 size_t dynamic_shared) {
  return ladder::simt_runtime::occupancy(blocks, (const void*)kernel, block, dynamic_shared);
}
template <typename F>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, F* kernel, int block,
                                                                          size_t dynamic_shared, unsigned) {
  return ladder::simt_runtime::occupancy(blocks, (const void*)kernel, block, dynamic_shared);
}
template <typename Shared, typename F>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid, int* block, F* kernel,
                                                                  Shared shared, int limit = 0) {
  cudaFuncAttributes attributes;
  if (const cudaError_t e = cudaFuncGetAttributes(&attributes, kernel)) return e;
  const int largest = attributes.maxThreadsPerBlock;
  if (limit <= 0 || limit > largest) limit = largest;
  *grid = *block = 0;
  int most = 0;
  for (int warps = (limit + 31) / 32; warps > 0; --warps) {
    int blocks = 0;
    const int size = warps * 32 < limit ? warps * 32 : limit;
    if (const cudaError_t e =
            ladder::simt_runtime::occupancy(&blocks, (const void*)kernel, size, shared(size)))
      return e;
    if (blocks * size <= most) continue;
    most = blocks * size;
    *block = size;
    *grid = blocks * ladder::simt_runtime::multiprocessors();
  }
  return cudaSuccess;
}
template <typename F>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* block, F* kernel,
                                                      size_t dynamic_shared = 0, int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      grid, block, kernel, [dynamic_shared](int) { return dynamic_shared; }, limit);
}

__attribute__((always_inline)) inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags) {
  return cudaEventCreateWithFlags(event, flags);
}
#ifndef SIMT_EDITOR  // clang has its own definition
#define __builtin_assume(...) ((void)sizeof(!(__VA_ARGS__)))
#endif

// For instrument/host_use.h: these marks show whether a name belongs to the host or the device.
#ifdef SIMT_MARKS
#undef __global__
#undef __device__
#undef __host__
#undef __shared__
#undef __constant__
#undef __managed__
#endif
