// The executor's interface for kernel files: launch(kernel, grid, block, …) runs every CUDA thread on the CPU.
// simt/executor.h explains how it works.
#pragma once
#include <cstddef>
#include <span>
#include <tuple>
#include <utility>

#include "simt/async.h"
#include "simt/language.h"

namespace ladder::simt {

struct Launch {
  dim3 grid, block;
  size_t dynamic_shared;            // bytes
  void (*thread)(void* arguments);  // runs one CUDA thread
  void* arguments;                  // the kernel's parameters, in one piece of memory
  size_t argument_bytes;
  bool traced;
  const void* kernel;
  bool resident;                        // all blocks are resident on the GPU at the same time
  unsigned gpus = 1;                    // all GPUs run this grid at the same time
  std::span<const Argument> list = {};  // one entry for each parameter; empty: unknown
};

// Returns when all blocks have finished. Throws std::invalid_argument for a shape that the device does not
// support.
void run(const Launch&);

template <bool kTraced, typename... Parameters>
void launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, size_t dynamic_shared, bool resident,
            Parameters... parameters) {
  struct Arguments {
    void (*kernel)(Parameters...);
    std::tuple<Parameters...> parameters;
  } arguments{kernel, {parameters...}};
  const auto thread = [](void* p) {
    auto* a = static_cast<Arguments*>(p);
    std::apply(a->kernel, a->parameters);
  };
  run({grid, block, dynamic_shared, thread, &arguments, sizeof arguments, kTraced,
       reinterpret_cast<const void*>(kernel), resident});
}

unsigned running_gpu();  // the GPU that the calling block runs on

// One launch on each of several GPUs: kernel(gpu, parameters…).
template <bool kTraced, typename... Parameters>
void launch_on_each(unsigned gpus, void (*kernel)(unsigned gpu, Parameters...), dim3 grid, dim3 block,
                    size_t dynamic_shared, bool resident, Parameters... parameters) {
  struct Arguments {
    void (*kernel)(unsigned, Parameters...);
    std::tuple<Parameters...> parameters;
  } arguments{kernel, {parameters...}};
  const auto thread = [](void* p) {
    auto* a = static_cast<Arguments*>(p);
    std::apply([&](const auto&... parameter) { a->kernel(running_gpu(), parameter...); }, a->parameters);
  };
  run({grid, block, dynamic_shared, thread, &arguments, sizeof arguments, kTraced,
       reinterpret_cast<const void*>(kernel), resident, gpus});
}

}  // namespace ladder::simt
