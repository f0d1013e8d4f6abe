#include "practice/runner_protocol.h"

#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ladder::practice {
namespace {

using findings::Cause;

const char* name_of(stage::ScanKind kind) {
  constexpr std::array names = {"none", "inclusive", "exclusive", "inclusive_or_exclusive"};
  return names[static_cast<size_t>(kind)];
}
const char* name_of(device::Layout layout) {
  constexpr std::array names = {"one_gpu", "shares", "dealt"};
  return names[static_cast<size_t>(layout)];
}

}  // namespace

Registered registered(const stage::Stage& s) {
  Registered r;
  r.id = s.id;
  r.problem = s.problem;
  r.scan = name_of(s.scan);
  r.layout = name_of(s.layout);
  r.racy = s.racy;
  r.expect = s.expect;
  r.spoils = s.spoils;
  r.needs_gpu = s.needs_gpu;
  for (const stage::Variant& v : s.variants) r.dtypes.emplace_back(stage::dtype_name(v.dtype));
  r.min_block = s.min_block;
  r.max_block = s.max_block;
  r.max_n = s.max_n;
  r.needs_sm = s.needs_sm;
  r.serial = s.serial;
  r.needs_nccl = s.needs_nccl;
  return r;
}

findings::Evidence promise_broken(const Registered& file, const Registered& rung) {
  if (file.problem != rung.problem)
    return {Cause::other_job, {{"says", file.problem}, {"goal", rung.id}, {"goal_says", rung.problem}}};
  if (file.dtypes != rung.dtypes)
    return {Cause::other_types,
            {{"says", fmt::format("{}", fmt::join(file.dtypes, ", "))},
             {"goal", rung.id},
             {"goal_says", fmt::format("{}", fmt::join(rung.dtypes, ", "))}}};
  if (file.scan != rung.scan)
    return {Cause::other_scan, {{"says", file.scan}, {"goal", rung.id}, {"goal_says", rung.scan}}};
  if (!file.racy.empty() && rung.racy.empty()) return {Cause::declares_race, {{"goal", rung.id}}};
  if (!file.expect.empty()) return {Cause::expects_verdict};
  const auto says = [&](const std::string& word) {
    return findings::Evidence(Cause::stage_line_says, {{"word", word}, {"goal", rung.id}});
  };
  if (file.serial && !rung.serial) return says("serial()");
  if (file.needs_nccl && !rung.needs_nccl) return says("needs_nccl()");
  if (!file.needs_gpu.empty() && rung.needs_gpu.empty()) return says("needs_gpu(…)");
  if (file.needs_sm > rung.needs_sm) return says(fmt::format("needs_sm({})", file.needs_sm));
  if (file.layout != rung.layout) return says(fmt::format("{}()", file.layout));
  if (!file.spoils.empty() && file.spoils != rung.spoils) return says("spoils(…)");
  if (file.max_n < rung.max_n) return {Cause::stage_line_limit, {{"most", file.max_n}, {"goal", rung.id}}};
  if (file.min_block > rung.min_block || file.max_block < rung.max_block)
    return {Cause::stage_line_blocks,
            {{"least", file.min_block},
             {"most", file.max_block},
             {"goal", rung.id},
             {"goal_least", rung.min_block},
             {"goal_most", rung.max_block}}};
  return {};
}

}  // namespace ladder::practice
