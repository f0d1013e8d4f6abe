#include "bench/first_difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstring>
#include <map>
#include <tuple>
#include <vector>

#include "bench/elsewhere.h"

namespace bench {
namespace {

using simt::Stored;
using WarpOfLaunch = std::tuple<uint32_t, uint64_t, uint32_t>;  // launch, block, warp
using ByWarp = std::map<WarpOfLaunch, std::vector<const Stored*>>;

bool is_whole(const Stored& s) {  // what another process says is not to be trusted
  const auto lanes = static_cast<size_t>(std::popcount(s.lanes));
  const bool a_name =
      s.array.size() < 100 &&
      std::all_of(s.array.begin(), s.array.end(), [](unsigned char c) { return std::isprint(c) != 0; });
  return s.places.size() == lanes && s.values.size() == 2 * lanes && lanes > 0 && s.bytes <= 16 && a_name;
}

bool is_shuffle(const Stored& s) { return s.array.empty(); }

ByWarp by_warp(const std::vector<Stored>& all) {
  ByWarp warps;
  for (const Stored& s : all)
    if (is_whole(s)) warps[{s.launch, s.block, s.warp}].push_back(&s);
  return warps;
}

unsigned bytes_of(stage::DType type) {
  return type == stage::DType::f64 || type == stage::DType::i64 || type == stage::DType::u64 ? 8 : 4;
}

class Comparison {
 public:
  // `cut`: not all that the kernels stored is known.
  Comparison(stage::DType dtype, bool cut) : dtype_(dtype), cut_(cut) {}

  std::string told(const ByWarp& mine, const ByWarp& right) {
    std::tuple<uint32_t, uint64_t, uint32_t> first_at{};  // launch, block, interval
    std::string first;
    for (const auto& [warp, its] : mine) {
      const auto other = right.find(warp);
      if (other == right.end()) continue;
      const auto [interval, text] = of_a_warp(its, other->second);
      if (text.empty()) continue;
      const std::tuple at{std::get<0>(warp), std::get<1>(warp), interval};
      if (first.empty() || at < first_at) first = text, first_at = at;
    }
    return first;
  }

 private:
  // When, in barriers, and what.
  std::pair<uint32_t, std::string> of_a_warp(const std::vector<const Stored*>& mine,
                                             const std::vector<const Stored*>& right) const {
    for (size_t i = 0; i < mine.size(); ++i) {
      const Stored& a = *mine[i];
      if (i == right.size())
        return {a.interval, i == 0 || cut_ ? "" : does(a, 0, "there nothing more is stored")};
      const Stored& b = *right[i];
      if (is_shuffle(a) != is_shuffle(b) || a.bytes != b.bytes) {
        if (i == 0) return {};
        return {std::min(a.interval, b.interval), does(a, 0, "there it " + deed(b, 0))};
      }
      // The same thing behind another number of barriers, or in an array of another number, is no difference.
      if (std::string text = of_lanes(a, b); !text.empty()) return {a.interval, text};
    }
    if (mine.size() < right.size() && !mine.empty() && !cut_) {
      const Stored& b = *right[mine.size()];
      return {b.interval, fmt::format("after line {}, {} does nothing more of the kind; there it {}",
                                      mine.back()->line, who(b, 0), deed(b, 0))};
    }
    return {};
  }

  std::string of_lanes(const Stored& a, const Stored& b) const {
    const uint32_t either = a.lanes | b.lanes;
    for (uint32_t m = either; m != 0; m &= m - 1) {
      const uint32_t bit = m & -m;
      const size_t in_a = place_of(a, bit), in_b = place_of(b, bit);
      if ((a.lanes & bit) == 0)
        return fmt::format("in line {}, {} {}; there it {}", a.line, who(b, in_b),
                           is_shuffle(a) ? "takes no part" : "stores nothing", deed(b, in_b));
      if ((b.lanes & bit) == 0)
        return does(a, in_a, is_shuffle(a) ? "there it takes no part" : "there it stores nothing");
      if (a.places[in_a] != b.places[in_b]) return does(a, in_a, "there it " + deed(b, in_b));
      if (differing_word(a, in_a, b, in_b) >= 0)
        return does(a, in_a, fmt::format("there it is {}", value(b, in_b, differing_word(a, in_a, b, in_b))),
                    differing_word(a, in_a, b, in_b));
    }
    return "";
  }

  static size_t place_of(const Stored& s, uint32_t bit) {
    return static_cast<size_t>(std::popcount(s.lanes & (bit - 1)));
  }

  std::string does(const Stored& s, size_t lane, const std::string& instead, int word = 0) const {
    return fmt::format("in line {}, {} {}; {}", s.line, who(s, lane), deed(s, lane, word), instead);
  }
  static std::string who(const Stored& s, size_t lane) {
    uint32_t m = s.lanes;
    for (size_t i = 0; i < lane; ++i) m &= m - 1;
    const std::string block = s.block == 0 ? "" : fmt::format(" of block {}", s.block);
    return fmt::format("thread {}{}", 32 * s.warp + static_cast<unsigned>(std::countr_zero(m)), block);
  }
  std::string deed(const Stored& s, size_t lane, int word = 0) const {
    if (is_shuffle(s)) return fmt::format("gets {} from lane {}", value(s, lane, word), s.places[lane]);
    if (s.bytes == 16 && !of_the_job(s))
      return fmt::format("stores 16 bytes in {}", s.array);  // of what type?
    return fmt::format("stores {} in {}[{}]", value(s, lane, word), s.array,
                       s.places[lane] / size_of_element(s) + static_cast<unsigned>(word));
  }

  // Of the job's own type? What is larger elsewhere may be a count of 8 bytes.
  static bool of_the_job(const Stored& s) { return s.array == "output"; }
  unsigned size_of_element(const Stored& s) const {
    const unsigned own = bytes_of(dtype_);
    return s.bytes > own && of_the_job(s) ? own : std::clamp(s.bytes, 1u, 8u);
  }

  // Of the elements that a lane stores at once, the first that differs; -1: none.
  int differing_word(const Stored& a, size_t in_a, const Stored& b, size_t in_b) const {
    const unsigned element = size_of_element(a);
    for (unsigned word = 0; word * element < a.bytes; ++word)
      if (value(a, in_a, static_cast<int>(word)) != value(b, in_b, static_cast<int>(word)))
        return static_cast<int>(word);
    return -1;
  }

  std::string value(const Stored& s, size_t lane, int word) const {
    const unsigned element = size_of_element(s);
    unsigned char bytes[16];
    std::memcpy(bytes, &s.values[2 * lane], sizeof bytes);
    const unsigned char* at = bytes + static_cast<unsigned>(word) * element;
    const auto as = [&](auto x) {
      std::memcpy(&x, at, std::min<size_t>(sizeof x, element));
      return fmt::format("{}", x);
    };
    const bool own = element == bytes_of(dtype_);
    // What is no float, but a count or an index, would be a very small one.
    float single = 0;
    double both = 0;
    std::memcpy(&single, at, std::min<size_t>(sizeof single, element));
    if (own && element == sizeof both) std::memcpy(&both, at, sizeof both);
    if (own && dtype_ == stage::DType::f32 && std::fpclassify(single) != FP_SUBNORMAL) return as(float{});
    if (own && dtype_ == stage::DType::f64 && std::fpclassify(both) != FP_SUBNORMAL) return as(double{});
    if (own && dtype_ == stage::DType::i32) return as(int32_t{});
    if (own && dtype_ == stage::DType::i64) return as(int64_t{});
    return as(uint64_t{0});
  }

  stage::DType dtype_;
  bool cut_;
};

struct Both {
  Observed mine, right;
};

Both both(const stage::Stage& stage, const Conditions& conditions, bool stored) {
  const simt::TraceOptions options{.counters = true, .hazards = false, .stored = stored};
  Conditions c = conditions;
  c.input = check::InputKind::iota;
  Elsewhere* const held = elsewhere();
  Both two;
  two.mine = observe(stage, c, options);
  set_elsewhere(nullptr);
  two.right = observe(stage, c, options);
  set_elsewhere(held);
  return two;
}

std::string blocks_differ(const stage::Stage& stage, const Conditions& c, const Both& two) {
  const simt::Counters &mine = two.mine.observation.counters, &right = two.right.observation.counters;
  if (mine.launches != right.launches || mine.total_blocks == right.total_blocks) return "";
  return fmt::format(
      "with n = {}, the launcher starts {} blocks in all, and that of {} starts {}: how many does the work "
      "need?",
      c.n, mine.total_blocks, stage.id, right.total_blocks);
}

}  // namespace

std::vector<std::string> other_number_of_blocks(const stage::Stage& stage, const Conditions& c) {
  const std::string told = blocks_differ(stage, c, both(stage, c, false));
  return told.empty() ? std::vector<std::string>() : std::vector<std::string>{told};
}

std::vector<std::string> first_difference(const stage::Stage& stage, const Conditions& c) {
  constexpr size_t kTracedMost = 100'000;  // as a check
  if (c.n > kTracedMost) return {};
  const Both two = both(stage, c, true);
  if (!two.mine.stopped.empty() || !two.mine.no_memory.empty() || two.mine.verdict.passed()) return {};
  const simt::Counters &mine = two.mine.observation.counters, &right = two.right.observation.counters;
  const auto shared = [](const simt::Counters& n) {
    return n.shared_load_requests + n.shared_store_requests;
  };
  std::vector<std::string> told;
  if (mine.barriers > 0 && mine.shuffles == 0 && shared(mine) == 0 && shared(right) > 0)
    told.push_back(
        "the threads wait for each other, and nothing goes through shared memory: an array without "
        "__shared__ in front of "
        "it belongs to one thread alone");
  const bool cut =
      std::max(two.mine.observation.stored.size(), two.right.observation.stored.size()) >= simt::kMostStored;
  if (const std::string blocks = blocks_differ(stage, c, two); !blocks.empty()) told.push_back(blocks);
  const std::string first =
      Comparison(c.dtype, cut)
          .told(by_warp(two.mine.observation.stored), by_warp(two.right.observation.stored));
  if (!first.empty())
    told.push_back(
        fmt::format("the first difference from {} (input 0, 1, 2, … of n = {}): {}", stage.id, c.n, first));
  return told;
}

}  // namespace bench
