// Data that the host extracts from the linker's map and the module (host/tables.js) before anything runs.
#include "platform/wasm/tables.h"

#include <cstdlib>
#include <cstring>
#include <unordered_map>
#include <unordered_set>

namespace ladder::simt {
namespace {

std::vector<SharedArrayEntry>& arrays() {
  static auto& all = *new std::vector<SharedArrayEntry>;
  return all;
}
std::vector<VariableEntry>& variables() {
  static auto& all = *new std::vector<VariableEntry>;
  return all;
}
std::unordered_map<const void*, std::vector<const void*>>& calls() {
  static auto& all = *new std::unordered_map<const void*, std::vector<const void*>>;
  return all;
}
std::unordered_set<const void*>& functions() {
  static auto& all = *new std::unordered_set<const void*>;
  return all;
}
std::vector<KernelEntry>& shared_of_kernels() {
  static auto& all = *new std::vector<KernelEntry>;
  return all;
}
std::vector<KernelEntry>& bounds_of_kernels() {
  static auto& all = *new std::vector<KernelEntry>;
  return all;
}
std::vector<LoopEntry>& loops() {
  static auto& all = *new std::vector<LoopEntry>;
  return all;
}

}  // namespace

std::vector<SharedArrayEntry> shared_array_entries() { return arrays(); }
std::vector<const void*> called_by(const void* function) { return calls()[function]; }
bool is_function_of_kernels(const void* p) { return functions().contains(p); }

std::vector<VariableEntry> variable_entries() { return variables(); }
std::span<const KernelEntry> launch_bound_entries() { return bounds_of_kernels(); }
std::span<const KernelEntry> static_shared_entries() { return shared_of_kernels(); }
std::vector<LoopEntry> loop_entries() { return loops(); }
std::span<const uintptr_t> unaligned_vector_entries() { return {}; }

extern "C" {
__attribute__((export_name("simt_add_shared_array"))) void simt_add_shared_array(const char* name,
                                                                                 int address, int bytes) {
  arrays().push_back({strdup(name), address, static_cast<size_t>(bytes)});
}
// A managed variable begins a new page (harness/browser/program_file.h).
__attribute__((export_name("simt_add_variable"))) void simt_add_variable(const char* name, uintptr_t address,
                                                                         size_t bytes, bool constant,
                                                                         bool managed) {
  variables().push_back({strdup(name), address, bytes, constant, managed, managed});
}
__attribute__((export_name("simt_add_function"))) void simt_add_function(const void* function) {
  functions().insert(function);
}
__attribute__((export_name("simt_add_call"))) void simt_add_call(const void* function, const void* called) {
  calls()[function].push_back(called);
}
__attribute__((export_name("simt_add_static_shared"))) void simt_add_static_shared(const void* kernel,
                                                                                   int bytes) {
  shared_of_kernels().push_back({kernel, bytes});
}
__attribute__((export_name("simt_add_launch_bounds"))) void simt_add_launch_bounds(const void* kernel,
                                                                                   int threads) {
  bounds_of_kernels().push_back({kernel, threads});
}
__attribute__((export_name("simt_add_loop"))) void simt_add_loop(uintptr_t place, uintptr_t to, bool call) {
  loops().push_back({place, to, call});
}
[[gnu::used]] void simt_reads_only() {}
[[gnu::used]] void simt_launch_bounds(int) {}  // a program's kernels pass their bounds to it
}

}  // namespace ladder::simt
