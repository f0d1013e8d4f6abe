// An index past the end of a thread's own array, or of an array in a structure: the access stays within the
// same frame or structure, so its address alone does not reveal the mistake. g++ -fsanitize=bounds calls the
// function below before such an access. For other arrays, bounds.cpp reports more, such as their names. For an
// access through a pointer to a thread's own array, -fsanitize=object-size calls the other function. ./ladder
// try enables this option only for programs with such pointers, because it changes the code that g++ generates
// elsewhere.
#include <array>
#include <cstdlib>
#include <string>
#include <utility>

#include "simt/trace/context.h"
#include "simt/trace/hazards.h"
#include "platform/source.h"

namespace ladder::simt::trace {
namespace {

struct Type {  // g++ defines the layout
  uint16_t kind, info;
  char name[1];  // "'float [8]'"
};
struct IndexData {
  const char* file;
  uint32_t line, column;
  const Type *array, *index;
};

struct PointerData {
  const char* file;
  uint32_t line, column;
  const Type* type;
  unsigned char alignment, kind;  // kind 1: a store
};

// Is this array possibly a row of a larger one? Cached for each place.
bool may_be_row(const void* pc, std::string_view type) {
  struct Known {
    const void* pc;
    bool may;
  };
  static std::array<Known, 256> cache{};
  Known& known = cache[(reinterpret_cast<uintptr_t>(pc) >> 2) % cache.size()];
  if (known.pc != pc) known = {pc, simt::may_be_row(pc, type)};
  return known.may;
}

// How far a 32-bit unsigned index is below 0 (1 for 4294967295, which is -1); 0 if it is not close to the end
// of the range.
int64_t below_zero(int64_t index) {
  constexpr int64_t kEnd = int64_t{1} << 32, kNear = 1 << 16;
  return index < kEnd - kNear || index >= kEnd ? 0 : kEnd - index;
}

}  // namespace

namespace {
[[noreturn]] void report_index(Context& c, const std::string& row_of) {
  const IndexToCome bad = std::exchange(c.index_to_come, {});
  const auto& type = static_cast<const IndexData*>(bad.data)->array->name;
  const std::string quoted = type, name = quoted.substr(1, quoted.size() - 2);  // "float [8]"
  const size_t begin = name.find('['), end = name.find(']', begin);
  const std::string extent = name.substr(begin + 1, end - begin - 1);
  Evidence evidence(Cause::past_local_array,
                    {{"thread", bad.thread}, {"index", bad.index}, {"elements", extent}, {"array", name}});
  if (const int64_t below = below_zero(bad.index); below > 0) evidence.add({"below_zero", below});
  if (!row_of.empty()) evidence.add({"row", row_of});
  report_hazard(HazardKind::out_of_bounds, "", {bad.pc, "index", bad.thread, c.block_index}, {}, {},
                evidence);
  stop_thread();
}
}  // namespace

// (The hooks that call this one are short functions without a stack frame, so it takes no other argument.)
void report_index(Context& c) { report_index(c, ""); }
void report_index_in_row(Context& c, const std::string& array) { report_index(c, array); }

extern "C" void __ubsan_handle_type_mismatch_v1(const PointerData* data, uintptr_t address) {
  Context* c = active;
  if (!c || !c->check || !on_own_stack(*c, address)) return;  // bounds.cpp handles the other accesses
  const std::string quoted = data->type->name, type = quoted.substr(1, quoted.size() - 2);
  const auto thread = static_cast<int>(c->worker->current);
  const char* access = data->kind == 1 ? "write" : "read";
  report_hazard(HazardKind::out_of_bounds, "", {SIMT_CALLER, access, thread, c->block_index}, {}, {},
                {Cause::past_local_variable, {{"thread", thread}, {"access", access}, {"type", type}}});
  stop_thread();
}

extern "C" void __ubsan_handle_out_of_bounds(const IndexData* data, uintptr_t index) {
  Context* c = active;
  if (!c || !c->check) return;
  const void* pc = SIMT_CALLER;
  const std::string_view name = data->array->name;
  const bool row = name.find('[') == name.rfind('[') && may_be_row(pc, name);
  c->index_to_come = {pc,
                      row ? nullptr : pc,
                      data,
                      static_cast<int64_t>(index),
                      static_cast<int>(c->worker->current),
                      row ? std::strtoull(name.data() + name.find('[') + 1, nullptr, 10) : 0};
}

}  // namespace ladder::simt::trace
