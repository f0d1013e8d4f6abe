// The passes, their order, and the tables after the last line.
#include "instrument/passes.h"

namespace ladder::instrument {
namespace {

constexpr size_t kMostStaticShared = 49152, kMostConstants = 65536;  // nvcc's limits in bytes

std::string words(std::initializer_list<std::string_view> parts) {
  std::string out;
  for (const std::string_view part : parts) out += part;
  return out;
}

class Writer {
 public:
  explicit Writer(Assembly& a) : a_(a) {}

  void entry(std::string_view section, std::initializer_list<std::string_view> values) {
    a_.tail += words({"\t.section\t", section, ",\"aw\",@progbits\n\t.balign 8\n"});
    for (const std::string_view value : values) a_.tail += words({"\t.quad\t", value, "\n"});
  }
  // A shared-memory array and its location, which is an offset from the thread pointer. Data on 64-bit ARM
  // cannot contain such an offset, so the entry on ARM is a function that returns the offset. A size of 0
  // bytes means "dynamic".
  void shared_array(std::string_view name, std::string_view bytes, std::string_view symbol) {
    const std::string number = named(name), offset = ".Lsimt_offset_" + number;
    entry("simt_shared",
          {".Lsimt_name_" + number + " - .", bytes, a_.arm ? offset : words({symbol, "@tpoff"})});
    if (a_.arm)
      a_.tail += words({"\t.text\n", offset, ":\n\tmov\tx0, 0\n\tadd\tx0, x0, #:tprel_hi12:", symbol,
                        ", lsl #12\n\tadd\tx0, x0, #:tprel_lo12_nc:", symbol, "\n\tret\n"});
  }
  void variable(std::string_view name, const Variable& v) {
    const std::string number = named(name);
    entry("simt_variables", {".Lsimt_name_" + number + " - .", v.bytes, name, std::to_string(v.kind)});
  }

 private:
  Assembly& a_;
  unsigned entries_ = 0;

  std::string named(std::string_view name) {
    const std::string number = std::to_string(++entries_);
    a_.tail += words(
        {"\t.section\tsimt_names,\"a\",@progbits\n.Lsimt_name_", number, ":\n\t.string\t\"", name, "\"\n"});
    return number;
  }
};

// For each function, the total size of the __shared__ arrays that the function itself uses.
std::map<std::string_view, size_t> static_shared(const Assembly& a) {
  std::map<std::string_view, size_t> bytes;
  if (!a.options.whole_program()) return bytes;
  for (const auto& [function, symbol] : a.uses_of_shared) {
    const auto array = a.array_bytes.find(symbol);
    if (array != a.array_bytes.end() && !function.empty() && a.shared.contains(symbol))
      bytes[function] += std::stoull(std::string(array->second));
  }
  return bytes;
}

}  // namespace

void tables(Assembly& a) {
  Writer write(a);
  for (const auto& [symbol, bytes] : a.array_bytes)
    if (a.shared.contains(symbol)) write.shared_array(symbol, bytes, symbol);
  for (const auto& [symbol, variable] : a.variables) write.variable(symbol, variable);
  for (const auto& [thread, called] : a.thread_calls)
    write.entry("simt_calls", {words({thread, ", ", called})});
  for (const auto& [kernel, threads] : a.most_threads)
    write.entry("simt_bounds", {kernel, std::to_string(threads)});
  if (!a.options.traced)
    for (const auto& [function, bytes] : static_shared(a))
      write.entry("simt_static", {function, std::to_string(bytes)});
  std::set<std::string_view> dynamic;
  for (const auto& [function, symbol] : a.uses_of_shared)
    if (!a.is_own(symbol)) dynamic.insert(symbol);
  for (const std::string_view symbol : dynamic) {
    if (!a.arm) a.tail += words({"\t.set\t", symbol, ", simt_dynamic_shared\n"});
    write.shared_array(symbol, "0", "simt_dynamic_shared");
  }
}

std::string refusals(const Assembly& a) {
  std::string out;
  for (const auto& [function, bytes] : static_shared(a)) {
    if (bytes <= kMostStaticShared) continue;
    const auto at = a.begins_at.find(function);
    out +=
        words({at == a.begins_at.end() ? "" : at->second, ": error: this kernel has ", std::to_string(bytes),
               " bytes of __shared__ arrays, but nvcc allows ", std::to_string(kMostStaticShared),
               ": request more with extern __shared__ and cudaFuncSetAttribute(kernel, "
               "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)\n"});
  }
  size_t constants = 0;
  for (const auto& [symbol, variable] : a.variables)
    if (variable.kind == 1) constants += std::stoull(std::string(variable.bytes));
  if (a.options.whole_program() && constants > kMostConstants)
    out += words({a.own_file, ": error: this file has ", std::to_string(constants),
                  " bytes of __constant__ variables, but nvcc allows ", std::to_string(kMostConstants),
                  ": make the large ones __device__\n"});
  return out;
}

std::span<const Pass> all_passes() {
  static constexpr auto always = [](const Options&) { return true; };
  static constexpr auto traced = [](const Options& o) { return o.traced; };
  static constexpr auto whole = [](const Options& o) { return o.whole_program(); };
  static constexpr auto traced_whole = [](const Options& o) { return o.traced && o.whole_program(); };
  static constexpr auto traced_alone = [](const Options& o) { return o.traced && !o.whole_program(); };
  static constexpr auto plain_whole = [](const Options& o) { return !o.traced && o.whole_program(); };
  static constexpr Pass kPasses[] = {
      {"launch_bounds", launch_bounds, always},
      {"red_zones", red_zones, always},
      {"distant_indices", distant_indices, always},
      {"dynamic_shared_arrays", dynamic_shared_arrays, always},
      {"code_section", code_section, always},
      {"library_functions", library_functions, traced_alone},
      {"loops", loops, traced},
      {"unaligned_vectors", unaligned_vectors, traced},
      {"looks", looks, traced},
      {"division_counting", division_counting, traced},
      {"zero_divisors", zero_divisors, always},
      {"memory_functions", memory_functions, traced},
      {"volatile_accesses", volatile_accesses, whole},
      {"thread_calls", thread_calls, plain_whole},
      {"arguments", arguments, traced},
      {"results", results, traced},
      {"calls_through_pointers", calls_through_pointers, traced_whole},
      {"weak_symbols", weak_symbols, whole},
      {"tables", tables, always},
  };
  return kPasses;
}

}  // namespace ladder::instrument
