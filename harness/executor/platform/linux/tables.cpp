#include "platform/tables.h"

using namespace ladder;

// The tables that instrument/tables.cpp and instrument/places.cpp write, each in its own section.
extern "C" {
struct SimtSharedEntry {
  int64_t name_from_here, bytes;
#ifdef __aarch64__
  int64_t (*offset_of)();
  int64_t offset() const { return offset_of(); }
#else
  int64_t offset_here;
  int64_t offset() const { return offset_here; }
#endif
};
struct SimtVariableEntry {
  int64_t name_from_here, bytes;
  uintptr_t begin;
  int64_t kind;  // 1: __constant__, 2: may be __managed__, 3: is __managed__
};
struct SimtLoopEntry {
  uintptr_t place, to;
  int64_t is_call;
};
extern const SimtSharedEntry __start_simt_shared[] __attribute__((weak));
extern const SimtSharedEntry __stop_simt_shared[] __attribute__((weak));
extern const SimtVariableEntry __start_simt_variables[] __attribute__((weak));
extern const SimtVariableEntry __stop_simt_variables[] __attribute__((weak));
extern const simt::KernelEntry __start_simt_bounds[] __attribute__((weak));
extern const simt::KernelEntry __stop_simt_bounds[] __attribute__((weak));
extern const simt::KernelEntry __start_simt_static[] __attribute__((weak));
extern const simt::KernelEntry __stop_simt_static[] __attribute__((weak));
extern const SimtLoopEntry __start_simt_loops[] __attribute__((weak));
extern const SimtLoopEntry __stop_simt_loops[] __attribute__((weak));
extern const uintptr_t __start_simt_unaligned[] __attribute__((weak));
extern const uintptr_t __stop_simt_unaligned[] __attribute__((weak));
}

namespace ladder::simt {
namespace {

template <typename Entry>
const char* name_of(const Entry* e) {
  return reinterpret_cast<const char*>(&e->name_from_here) + e->name_from_here;
}

}  // namespace

std::vector<SharedArrayEntry> shared_array_entries() {
  std::vector<SharedArrayEntry> all;
  for (const auto* e = __start_simt_shared; e != __stop_simt_shared; ++e)
    if (e->bytes > 0) all.push_back({name_of(e), e->offset(), static_cast<size_t>(e->bytes)});
  return all;
}

std::vector<VariableEntry> variable_entries() {
  std::vector<VariableEntry> all;
  for (const auto* e = __start_simt_variables; e != __stop_simt_variables; ++e)
    all.push_back(
        {name_of(e), e->begin, static_cast<size_t>(e->bytes), e->kind == 1, e->kind >= 2, e->kind == 3});
  return all;
}

std::span<const KernelEntry> launch_bound_entries() { return {__start_simt_bounds, __stop_simt_bounds}; }
std::span<const KernelEntry> static_shared_entries() { return {__start_simt_static, __stop_simt_static}; }

std::vector<LoopEntry> loop_entries() {
  std::vector<LoopEntry> all;
  for (const auto* e = __start_simt_loops; e != __stop_simt_loops; ++e)
    all.push_back({e->place, e->to, e->is_call != 0});
  return all;
}
std::span<const uintptr_t> unaligned_vector_entries() {
  return {__start_simt_unaligned, __stop_simt_unaligned};
}

}  // namespace ladder::simt
