// The case in which a stage is examined.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "bench/observe.h"
#include "data/counts.h"
#include "stage/registry.h"

namespace ladder::look {

// The requested options. Everything else takes its default from bench/defaults.h; the element type is
// the first one that the stage lists.
struct Asked {
  std::optional<data::Extent> n = {};
  std::optional<unsigned> block = {}, gpus = {};
  std::optional<stage::DType> dtype = {};
  uint64_t seed = 1;
  check::InputKind input = check::InputKind::random;
};
// Throws os::Error for anything that the stage does not support.
bench::Conditions case_of(const stage::Stage&, const Asked&);

check::InputKind input_of(const std::string& name);  // "iota"; throws os::Error

// "n = 2^20, block 256, f32"; for a task with several sizes, "m = 33, n = 65, k = 17, …"
std::string in_words(const stage::Stage&, const bench::Conditions&);

}  // namespace ladder::look
