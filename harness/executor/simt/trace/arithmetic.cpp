// Operations that C++ leaves undefined and that a GPU computes differently from this processor: a shift by at
// least the number's width, and the conversion of a float that does not fit into its target integer. The value
// cannot be changed here, but the operation is reported. Integer division by zero is reported too:
// instrument/divisions.cpp checks for it in each form of a kernel file and sets the result. g++
// -fsanitize=shift-exponent,float-cast-overflow calls these functions instead of those of its library. The
// checking code is not counted (see instrument/passes.h).
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>

#include "platform/crash.h"
#include "simt/trace/context.h"

using namespace ladder::simt;
using namespace ladder::simt::trace;

namespace {

struct Type {  // g++ defines the layout
  uint16_t kind, info;
  char name[1];  // "'unsigned int'"

  bool is_signed() const { return info & 1; }
  unsigned bits() const { return kind == 0 ? 1u << (info >> 1) : info; }
};
struct Place {
  const char* file;
  uint32_t line, column;
};
struct ShiftData {
  Place place;
  const Type *left, *right;
};
struct ConversionData {
  Place place;
  const Type *from, *to;
};

void report(const char* what, Evidence evidence, const void* pc) {
  const Context* c = active;
  if (!c || !c->check) return;
  const auto thread = static_cast<int>(c->worker->current);
  report_hazard(HazardKind::undefined_arithmetic, "", {pc, what, thread, c->block_index}, {}, {},
                std::move(evidence.add({"thread", thread})));
}

}  // namespace

extern "C" {

// Called by a stub in platform/linux/stubs.cpp, in plain code too.
void simt_tell_division(const void* pc, const void*, unsigned by_zero) {
  const Worker* w = current_worker;
  if (!w || !divisions_go_on) {
    raise_division_fault();
    return;
  }
  const auto thread = static_cast<int>(w->current);
  report_hazard(HazardKind::undefined_arithmetic, "", {pc, "division", thread, w->block_index}, {}, {},
                {by_zero ? Cause::division_by_zero : Cause::division_overflow, {{"thread", thread}}});
}

// For try/build.cpp: called when a program reaches a __builtin_unreachable().
[[noreturn]] void __ubsan_handle_builtin_unreachable(const void*) { __builtin_trap(); }

void __ubsan_handle_shift_out_of_bounds(const ShiftData* data, uintptr_t, uintptr_t by) {
  const int64_t count = data->right->is_signed() && data->right->bits() == 32 ? static_cast<int32_t>(by)
                                                                              : static_cast<int64_t>(by);
  const unsigned bits = data->left->bits();
  Evidence evidence(Cause::shift_too_far, {{"bits", bits}, {"count", count}});
  if (bits < 64 && count < 64) evidence.add({"fits_64", 1});
  report("shift", std::move(evidence), SIMT_CALLER);
}

void __ubsan_handle_float_cast_overflow(const ConversionData* data, uintptr_t from) {
  std::string value = "a float";
  if (data->from->bits() == 32) {
    float x;
    std::memcpy(&x, &from, sizeof x);
    value = std::isnan(x) ? "NaN" : std::to_string(x);
  } else if (data->from->bits() == 64) {
    double x;
    std::memcpy(&x, &from, sizeof x);
    value = std::isnan(x) ? "NaN" : std::to_string(x);
  }
  std::string type = data->to->name;
  if (type.size() > 2) type = type.substr(1, type.size() - 2);
  report("conversion", {Cause::conversion_overflow, {{"value", value}, {"type", type}}}, SIMT_CALLER);
}

}  // extern "C"
