#include "bench/first_difference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "bench/launcher_differs.h"
#include "bench/places_differ.h"
#include "bench/stored_in_words.h"
#include "bench/two_runs.h"
#include "check/tasks.h"

namespace bench {
namespace {

constexpr const char* kOwnValue =
    ". A lane that asks for one that does not exist gets its own value back: is that added, where nothing "
    "should be?";

using simt::Launched;
using simt::Stored;

std::ptrdiff_t shuffles(const std::vector<Step>& steps) {
  return std::count_if(steps.begin(), steps.end(), [](const Step& s) { return is_shuffle(*s.stored); });
}

class Comparison : StoredInWords {
 public:
  // `cut`: not all that the kernels stored is known. And what was launched.
  Comparison(stage::DType dtype, bool cut, const std::vector<Launched>& mine,
             const std::vector<Launched>& right)
      : StoredInWords{dtype}, cut_(cut), partners_(partners(mine, right)), launched_(mine) {}

  std::string told(const ByWarp& mine, const ByWarp& right) {
    right_ = &right;
    std::tuple<uint32_t, uint64_t, uint32_t> first_at{};  // launch, block, interval
    std::string first;
    for (const auto& [warp, its] : mine) {
      const auto& [launch, block, number] = warp;
      const uint32_t partner = launch > 0 && launch <= partners_.size() ? partners_[launch - 1] : launch;
      const auto other = right.find({partner, block, number});
      if (other == right.end()) continue;
      const auto [interval, text] = of_a_warp(its, other->second);
      if (text.empty()) continue;
      const std::tuple at{std::get<0>(warp), std::get<1>(warp), interval};
      if (first.empty() || at < first_at) first = text, first_at = at;
    }
    return first.empty() && !cut_ ? of_an_idle_warp(mine, right) : first;
  }

  // Of what is packed: a warp whose lanes do not work side by side, and do there. They do so where each lane has the place of
  // the whole warp, and adds how many lanes before it take part.
  std::string not_side_by_side(const ByWarp& mine, const ByWarp& right) const {
    const auto steps_of = [](const std::vector<Step>& steps) {
      std::vector<const Stored*> all;
      for (const Step& step : steps) {
        for (const Stored* load : step.loads)
          if (load->array == "packed") all.push_back(load);
        if (step.stored->array == "output") all.push_back(step.stored);
      }
      return all;
    };
    const auto side_by_side = [](const Stored& s) {
      for (size_t i = 1; i < s.places.size(); ++i)
        if (s.places[i] != s.places[i - 1] + s.bytes) return false;
      return true;
    };
    for (const auto& [warp, its] : mine) {
      const auto other = right.find(warp);
      if (other == right.end()) continue;
      const std::vector<const Stored*> here = steps_of(its), there = steps_of(other->second);
      for (size_t i = 0; i < std::min(here.size(), there.size()); ++i) {
        const Stored &a = *here[i], &b = *there[i];
        if (a.array != b.array || a.lanes != b.lanes || a.places.size() < 3 || a.load != b.load) break;
        if (side_by_side(a) || !side_by_side(b)) continue;
        std::vector<std::string> places;
        for (size_t lane = 0; lane < 3; ++lane) places.push_back(element(a, lane));
        const auto not_after = [](uint64_t place, uint64_t next) { return place <= next; };
        if (std::adjacent_find(a.places.begin(), a.places.end(), not_after) == a.places.end())
          return fmt::format(
              "in line {}, the lanes of a warp {} {}, …, backwards; in the solution {} and on. Are the lanes "
              "before a lane counted, or those behind it?",
              a.line, a.load ? "read" : "write", fmt::join(places, ", "), element(b, 0));
        return fmt::format(
            "in line {}, the lanes of a warp {} {}, …; in the solution they lie side by side, from {} on. "
            "Has each lane of the warp the same place to begin with, also one that took no part before?",
            a.line, a.load ? "read" : "write", fmt::join(places, ", "), element(b, 0));
      }
    }
    return "";
  }

  // Of a sum: the first element that several threads read, and one alone in the solution.
  std::string read_by_several(const std::vector<Stored>& mine, const std::vector<Stored>& right) const {
    struct Reader {
      const Stored* stored;
      size_t lane;
      std::string thread;
    };
    const auto readers_of = [&](const std::vector<Stored>& all) {
      std::map<uint64_t, std::vector<Reader>> readers;
      for (const Stored& s : all) {
        if (!s.load || s.array != "input" || !is_whole(s)) continue;
        for (size_t lane = 0; lane < s.places.size(); ++lane)
          for (unsigned word = 0; word * size_of_element(s) < s.bytes; ++word)
            readers[s.places[lane] / size_of_element(s) + word].push_back({&s, lane, who(s, lane)});
      }
      return readers;
    };
    const auto its = readers_of(mine), other = readers_of(right);
    for (const auto& [element, readers] : its) {
      const auto there = other.find(element);
      if (there == other.end() || there->second.size() != 1) continue;
      std::vector<std::string> threads;
      const Reader *added = nullptr, *first = nullptr;
      for (const Reader& r : readers) {
        if (std::find(threads.begin(), threads.end(), r.thread) != threads.end()) continue;
        threads.push_back(r.thread);
        if (added == nullptr && r.thread != there->second[0].thread)
          added = &r;
        else if (first == nullptr)
          first = &r;
      }
      if (threads.size() < 2 || added == nullptr || first == nullptr) continue;
      const bool of_block_0 = first->stored->block == 0 && added->stored->block != 0;
      return fmt::format("{}, {} reads input[{}], and so {}; in the solution {}", where(*added->stored),
                         added->thread, element,
                         threads.size() == 2 ? "does " + first->thread + (of_block_0 ? " of block 0" : "")
                                             : fmt::format("do {} others", threads.size() - 1),
                         kOneAlone);
    }
    return "";
  }

 private:
  // A warp that does nothing, in a launch that both have.
  std::string of_an_idle_warp(const ByWarp& mine, const ByWarp& right) const {
    for (const auto& [warp, its] : right) {
      const auto& [launch, block, number] = warp;
      const auto partner = std::find(partners_.begin(), partners_.end(), launch);
      // A store to shared memory may be left out by the compiler, where nothing that is written in the end depends on it.
      if (its.empty() || its.front().stored->kind.starts_with("shared") || partner == partners_.end() ||
          block >= launched_[static_cast<size_t>(partner - partners_.begin())].blocks ||
          mine.contains({static_cast<uint32_t>(partner - partners_.begin()) + 1, block, number}))
        continue;
      const Stored& b = *its.front().stored;
      return fmt::format(
          "{} stores nothing at all; in the solution it {}: is a condition false for it, or has it returned?",
          who(b, 0), deed(b, 0));
    }
    return "";
  }

  // When, in barriers, and what.
  std::pair<uint32_t, std::string> of_a_warp(const std::vector<Step>& mine,
                                             const std::vector<Step>& right) const {
    std::vector<const Stored*> its_loads, other_loads;
    for (size_t i = 0; i < mine.size(); ++i) {
      const Stored& a = *mine[i].stored;
      if (i == right.size())
        return {a.interval, i == 0 || cut_ ? "" : does(a, 0, another_does(a, 0, "nothing more is stored"))};
      const Stored& b = *right[i].stored;
      if (is_shuffle(a) != is_shuffle(b) || a.bytes != b.bytes || of_the_job(a) != of_the_job(b)) {
        if (i == 0) return {};
        if (const std::string more = of_more_rounds(mine, i, right); !more.empty()) return {a.interval, more};
        return {std::min(a.interval, b.interval), does(a, 0, "in the solution it " + deed(b, 0))};
      }
      its_loads.insert(its_loads.end(), mine[i].loads.begin(), mine[i].loads.end());
      other_loads.insert(other_loads.end(), right[i].loads.begin(), right[i].loads.end());
      // The same thing behind another number of barriers, or in an array of another number, is no difference.
      if (const std::string doubled = of_a_doubled_value(mine, i, b); !doubled.empty())
        return {a.interval, doubled};
      if (const auto [bit, text] = of_lanes(a, b); bit != 0) {
        if (const std::string rounds = of_the_shuffles(mine, i, right); !rounds.empty())
          return {a.interval, rounds};
        if (!is_shuffle(a) && (a.lanes & b.lanes & bit) != 0)
          if (const std::string lost = overwritten(mine, right, i, bit); !lost.empty())
            return {a.interval, lost + text};
        if (const std::string own = of_its_own_value(mine, i, b, bit); !own.empty())
          return {a.interval, text + own};
        std::erase_if(its_loads, [&](const Stored* load) { return load->interval != a.interval; });
        std::erase_if(other_loads, [&](const Stored* load) { return load->interval != b.interval; });
        std::string before = of_loads(its_loads, other_loads, bit);
        if (before.empty() && is_shuffle(a) && (a.lanes & bit) != 0)
          before = of_loads(its_loads, other_loads, uint32_t{1} << a.places[place_of(a, bit)] % 32);
        return {a.interval, before + text};
      }
    }
    if (mine.size() < right.size() && !mine.empty() && !cut_) {
      if (is_shuffle(*mine.back().stored) && is_shuffle(*right[mine.size()].stored))
        return {
            right[mine.size()].stored->interval,
            fmt::format(
                "after line {}, a warp has made {} shuffles and makes no more; in the solution it makes {}. "
                "Does a loop end too early?",
                mine.back().stored->line, shuffles(mine), shuffles(right))};
      const Stored& b = *right[mine.size()].stored;
      return {b.interval, fmt::format("after line {}, {} stores nothing more; in the solution it {}: is a "
                                      "condition false for it, or has it returned?",
                                      mine.back().stored->line, who(b, 0), deed(b, 0))};
    }
    return {};
  }

  // Of the first shuffle, which takes from another lane: where there are more of them, or fewer, a loop has other rounds.
  static std::string of_the_shuffles(const std::vector<Step>& mine, size_t i,
                                     const std::vector<Step>& right) {
    const Stored &a = *mine[i].stored, &b = *right[i].stored;
    const auto here = shuffles(mine), there = shuffles(right);
    const auto from_one = [](const Stored& s) {
      return s.places.size() > 1 &&
             std::adjacent_find(s.places.begin(), s.places.end(), std::not_equal_to<>()) == s.places.end();
    };
    if (is_shuffle(a) && is_shuffle(b) && here < there && from_one(b) && !from_one(a))
      return fmt::format(
          "before line {}, all lanes of the warp get the value of lane {} in the solution; here they "
          "do not. Does each lane go on with a value of its own, where all need the same one?",
          a.line, b.places[0]);
    const bool first = std::none_of(mine.begin(), mine.begin() + static_cast<std::ptrdiff_t>(i),
                                    [](const Step& s) { return is_shuffle(*s.stored); });
    if (!is_shuffle(a) || !is_shuffle(b) || !first || a.places == b.places || here == there) return "";
    return fmt::format("{}, a warp shuffles {} times in all; in the solution {} times{}", where(a), here,
                       there,
                       std::abs(here - there) > 1 ? ""
                       : here < there             ? ". Does a loop go one round too few?"
                                                  : ". Does a loop go one round too far?");
  }

  // Where the solution goes on to something else: a store that a loop makes once more.
  std::string of_more_rounds(const std::vector<Step>& mine, size_t i, const std::vector<Step>& right) const {
    const Stored& a = *mine[i].stored;
    if (is_shuffle(a)) return "";
    const auto stores = [&](const std::vector<Step>& steps) {
      return static_cast<size_t>(std::count_if(steps.begin(), steps.end(), [&](const Step& step) {
        const Stored& s = *step.stored;
        const uint32_t bit = a.lanes & -a.lanes;
        return s.array == a.array && s.bytes == a.bytes && (s.lanes & bit) != 0 &&
               s.places[place_of(s, bit)] == a.places[0];
      }));
    };
    const size_t here = stores(mine), there = stores(right);
    return here > there && there > 0
               ? fmt::format("{}, {} stores in {} {}; in the solution {}. Does a loop go one round too far?",
                             where(a), who(a, 0), element(a, 0), times(here), times(there))
               : "";
  }

  // What this lane loaded from another place before, since the last barrier. "": the two load alike, or so differently that
  // the first load that differs tells nothing.
  std::string of_loads(const std::vector<const Stored*>& mine, const std::vector<const Stored*>& right,
                       uint32_t bit) const {
    const std::vector<const Stored*> its = of_lane(mine, bit), other = of_lane(right, bit);
    if (its.size() != other.size()) return "";
    std::string first;
    for (size_t i = 0; i < its.size(); ++i) {
      const Stored &a = *its[i], &b = *other[i];
      if (a.array != b.array || a.bytes != b.bytes) return "";
      const size_t in_a = place_of(a, bit), in_b = place_of(b, bit);
      if (first.empty() && a.places[in_a] != b.places[in_b] && !same_places(a, b))
        first = fmt::format("{}, {} {}{}; in the solution it {}. Then, ", where(a), who(a, in_a),
                            deed(a, in_a), is_again(its, i, bit) ? " again" : "", deed(b, in_b));
    }
    return first;
  }

  static bool is_again(const std::vector<const Stored*>& loads, size_t i, uint32_t bit) {
    const Stored& s = *loads[i];
    return std::any_of(loads.begin(), loads.begin() + static_cast<std::ptrdiff_t>(i),
                       [&](const Stored* before) {
                         return before->array == s.array &&
                                before->places[place_of(*before, bit)] == s.places[place_of(s, bit)];
                       });
  }

  static bool same_places(const Stored& a, const Stored& b) {
    return std::is_permutation(a.places.begin(), a.places.end(), b.places.begin(), b.places.end());
  }

  static std::vector<const Stored*> of_lane(std::vector<const Stored*> all, uint32_t bit) {
    std::erase_if(all, [&](const Stored* s) { return (s->lanes & bit) == 0; });
    return all;
  }

  // The lane, as a bit; 0: none.
  std::pair<uint32_t, std::string> of_lanes(const Stored& a, const Stored& b) const {
    const uint32_t either = a.lanes | b.lanes;
    if ((a.lanes & b.lanes) == 0)  // another thread does it
      return {a.lanes & -a.lanes,
              does(a, 0, another_does(a, 0, fmt::format("{} {}", who(b, 0), deed(b, 0))))};
    // Of a shuffle, first a lane that takes from another lane: at the edge many take from themselves.
    if (is_shuffle(a))
      for (uint32_t m = a.lanes & b.lanes; m != 0; m &= m - 1) {
        const uint32_t bit = m & -m;
        const auto lane = static_cast<uint64_t>(std::countr_zero(bit)), from = a.places[place_of(a, bit)],
                   there = b.places[place_of(b, bit)];
        const bool other_value =
            from == there && from != lane && differing_word(a, place_of(a, bit), b, place_of(b, bit)) == 0;
        if (other_value)
          return {bit, does(a, place_of(a, bit), "in the solution it is " + value(b, place_of(b, bit), 0))};
        if (from != there && from != lane && there != lane)
          return {bit, does(a, place_of(a, bit), "in the solution it " + deed(b, place_of(b, bit))) +
                           of_direction(lane, from, there)};
      }
    for (uint32_t m = either; m != 0; m &= m - 1) {
      const uint32_t bit = m & -m;
      const size_t in_a = place_of(a, bit), in_b = place_of(b, bit);
      const std::string nothing = is_shuffle(a) ? "takes no part" : "stores nothing";
      if ((a.lanes & bit) == 0)
        return {bit, fmt::format("{}, {} {}; in the solution it {}", where(a), who(b, in_b), nothing,
                                 deed(b, in_b))};
      if ((b.lanes & bit) == 0) return {bit, does(a, in_a, another_does(a, in_a, "it " + nothing))};
      const auto lane = static_cast<uint64_t>(std::countr_zero(bit));
      if (a.places[in_a] != b.places[in_b])
        return {bit, does(a, in_a, "in the solution it " + deed(b, in_b)) +
                         (is_shuffle(a) ? of_direction(lane, a.places[in_a], b.places[in_b]) : "")};
      if (const int word = differing_word(a, in_a, b, in_b); word >= 0)
        return {bit, does(a, in_a,
                          a.bytes == 16 && !of_the_job(a)
                              ? std::string("in the solution it is another value")
                              : fmt::format("in the solution it is {}", value(b, in_b, word)),
                          word)};
    }
    return {0, ""};
  }

  // Who stores in this place there; else `nobody`.
  std::string another_does(const Stored& a, size_t lane, const std::string& nobody) const {
    const bool shared = a.kind.starts_with("shared");
    const uint32_t partner =
        a.launch > 0 && a.launch <= partners_.size() ? partners_[a.launch - 1] : a.launch;
    if (!is_shuffle(a) && right_ != nullptr)
      for (const auto& [warp, steps] : *right_) {
        if (std::get<0>(warp) != partner || (shared && std::get<1>(warp) != a.block)) continue;
        for (const Step& step : steps) {
          const Stored& s = *step.stored;
          const auto at = std::find(s.places.begin(), s.places.end(), a.places[lane]);
          if (s.array != a.array || s.bytes != a.bytes || at == s.places.end()) continue;
          const auto its = static_cast<size_t>(at - s.places.begin());
          if (who(s, its) == who(a, lane) && deed(s, its) == deed(a, lane)) continue;  // it does so too
          return fmt::format("in the solution {} {}", who(s, its), deed(s, its));
        }
      }
    return "in the solution " + nobody;
  }

  // Of a lane that takes from another side than there.
  static std::string of_direction(uint64_t lane, uint64_t from, uint64_t there) {
    if (from > lane && there <= lane)
      return ". __shfl_down takes from a lane with a higher number, __shfl_up from one with a lower";
    if (from < lane && there >= lane)
      return ". __shfl_up takes from a lane with a lower number, __shfl_down from one with a higher";
    return "";
  }

  // A value that is too large by what a shuffle before gave the lane, which got its own: no lane stands on that side.
  std::string of_its_own_value(const std::vector<Step>& mine, size_t i, const Stored& b, uint32_t bit) const {
    const Stored& a = *mine[i].stored;
    if (is_shuffle(a) || (a.lanes & b.lanes & bit) == 0 || b.bytes != a.bytes ||
        (a.bytes > 8 && !of_the_job(a)))
      return "";
    const auto number = [&](const Stored& s, int word) {
      return std::strtod(value(s, place_of(s, bit), word).c_str(), nullptr);
    };
    const int word = differing_word(a, place_of(a, bit), b, place_of(b, bit));
    for (size_t k = i; k-- > 0 && word >= 0;) {
      const Stored& s = *mine[k].stored;
      if (!is_shuffle(s) || (s.lanes & bit) == 0) continue;
      const double its = number(s, 0);
      if (s.places[place_of(s, bit)] != static_cast<uint64_t>(std::countr_zero(bit)) || its == 0 ||
          number(a, word) - number(b, word) != its)
        return "";
      return fmt::format(
          ". It is too large by {}, which the shuffle in line {} gave: the lane's own value, for no lane "
          "stands on that side",
          its, s.line);
    }
    return "";
  }

  // A lane that got its own value back from a shuffle before, and has twice as much now.
  std::string of_a_doubled_value(const std::vector<Step>& mine, size_t i, const Stored& b) const {
    const Stored& a = *mine[i].stored;
    if (!is_shuffle(a) || !is_shuffle(b) || a.bytes != b.bytes) return "";
    const auto own = [&](const Stored& s, uint32_t bit) {
      return (s.lanes & bit) != 0 &&
             s.places[place_of(s, bit)] == static_cast<uint64_t>(std::countr_zero(bit));
    };
    const auto number = [&](const Stored& s, uint32_t bit) {
      return std::strtod(value(s, place_of(s, bit), 0).c_str(), nullptr);
    };
    for (uint32_t m = a.lanes & b.lanes; m != 0 && i > 0; m &= m - 1) {
      const uint32_t bit = m & -m;
      const Stored& before = *mine[i - 1].stored;
      if (own(a, bit) && own(b, bit) && is_shuffle(before) && before.bytes == a.bytes && own(before, bit) &&
          number(before, bit) != 0 && number(b, bit) == number(before, bit) &&
          number(a, bit) == 2 * number(before, bit))
        return does(a, place_of(a, bit), "in the solution it is " + value(b, place_of(b, bit), 0)) +
               kOwnValue;
    }
    return "";
  }

  // What the lane stores before step `last` without having read it, and reads first there.
  std::string overwritten(const std::vector<Step>& mine, const std::vector<Step>& right, size_t last,
                          uint32_t bit) const {
    const auto reads = [&](const std::vector<Step>& its, size_t until, const Stored& stored, uint64_t place) {
      for (size_t k = 0; k <= until; ++k)
        for (const Stored* load : of_lane(its[k].loads, bit))
          if (load->array == stored.array && load->interval == stored.interval &&
              load->bytes == stored.bytes && load->places[place_of(*load, bit)] == place)
            return true;
      return false;
    };
    for (size_t k = 0; k <= last; ++k) {
      const Stored& s = *mine[k].stored;
      if (is_shuffle(s) || (s.lanes & bit) == 0 || s.interval != mine[last].stored->interval) continue;
      const uint64_t place = s.places[place_of(s, bit)];
      if (reads(mine, k, s, place)) continue;
      for (size_t m = 0; m < right.size(); ++m) {
        const Stored& there = *right[m].stored;
        if (is_shuffle(there) || (there.lanes & bit) == 0 || there.array != s.array ||
            there.interval != right[last].stored->interval || there.places[place_of(there, bit)] != place)
          continue;
        if (!reads(right, m, there, place)) break;
        return fmt::format(
            "{}, {} overwrites {}; in the solution it first reads the value that stands there. Is that value "
            "needed later? Then keep it in a variable first. Next, ",
            where(s), who(s, place_of(s, bit)), element(s, place_of(s, bit)));
      }
    }
    return "";
  }

  bool cut_;
  std::vector<uint32_t> partners_;
  std::vector<Launched> launched_;
  const ByWarp* right_ = nullptr;
};

}  // namespace

std::vector<std::string> other_number_of_blocks(const stage::Stage& stage, const Conditions& c) {
  const std::string told = blocks_differ(stage, c, both(stage, c, false));
  return told.empty() ? std::vector<std::string>() : std::vector<std::string>{told};
}

std::vector<std::string> first_place(const stage::Stage& stage, const Conditions& c,
                                     const std::vector<simt::Hazard>& hazards) {
  if (c.n > kTracedMost) return {};
  const Both two = both(stage, c, true, c.input);
  if (!two.mine.no_memory.empty()) return {};
  const simt::Observation &its = two.mine.observation, &other = two.right.observation;
  for (const std::string& launches : {blocks_differ(stage, c, two), launches_differ(stage, c, two),
                                      memory_differs(c, two, hazards), fills_differ(c, two)})
    if (!launches.empty()) return {launches};
  if (two.cut || !two.all_loads) return {};
  // Of what a hazard is about: another way to do the same has other places, and they are no mistake.
  const auto wanted = [&](const Stored& s) {
    return hazards.empty() || std::any_of(hazards.begin(), hazards.end(), [&](const simt::Hazard& h) {
             return h.object.substr(0, h.object.find('[')) == s.array ||
                    std::any_of(h.where.begin(), h.where.end(), [&](const simt::Access& a) {
                      return a.line > 0 && (a.line == s.line || a.line == s.called_from);
                    });
           });
  };
  const Comparison comparison(c.dtype, false, its.launched, other.launched);
  const check::Task task = check::task_of(stage);
  std::string first;
  if (task == check::Task::pack || task == check::Task::unpack)
    first = comparison.not_side_by_side(by_warp(its.stored), by_warp(other.stored));
  const std::string place = place_that_differs(c.dtype, its, other, wanted);
  // What is read elsewhere before comes first.
  if (first.empty() || place.find(" reads input[") != std::string::npos ||
      place.find(" reads flags[") != std::string::npos)
    first = place;
  // A thread that was stopped leaves out what comes after, and that is not the cause.
  const bool stopped = std::any_of(hazards.begin(), hazards.end(), [](const simt::Hazard& h) {
    return h.kind == simt::HazardKind::misaligned || h.kind == simt::HazardKind::invalid_address;
  });
  if (first.empty() || (stopped && first.find(kLeavesOut) != std::string::npos)) return {};
  // The length of a row is the same with every n.
  return {first.find("the rows of ") != std::string::npos ? first : fmt::format("{} (n = {})", first, c.n)};
}

std::vector<std::string> first_difference(const stage::Stage& stage, const Conditions& c) {
  if (c.n > kTracedMost) return {};
  Both two = both(stage, c, true);
  const bool in_a_row = !two.mine.verdict.passed();  // else it goes wrong with another input
  if (!in_a_row) two = both(stage, c, true, check::InputKind::random);
  if (!two.mine.stopped.empty() || !two.mine.no_memory.empty() || two.mine.verdict.passed()) return {};
  const simt::Counters &mine = two.mine.observation.counters, &right = two.right.observation.counters;
  const auto shared = [](const simt::Counters& n) { return n.shared_requests(); };
  std::vector<std::string> told;
  if (mine.barriers > 0 && mine.shuffles == 0 && shared(mine) == 0 && shared(right) > 0)
    told.push_back(
        "the threads wait for each other, and nothing goes through shared memory: an array without "
        "__shared__ in front of it belongs to one thread alone, and what is stored and never read is left "
        "out by the compiler");
  const simt::Observation &its = two.mine.observation, &other = two.right.observation;
  for (const std::string& launches :
       {blocks_differ(stage, c, two), launches_differ(stage, c, two), fills_differ(c, two)})
    if (!launches.empty()) told.push_back(launches);
  // (The places of each thread are compared without this.)
  merge_branches(two.mine.observation.stored);
  merge_branches(two.right.observation.stored);
  Comparison comparison(c.dtype, two.cut, its.launched, other.launched);
  const ByWarp warps = by_warp(its.stored), warps_there = by_warp(other.stored);
  const std::string first = comparison.told(warps, warps_there);
  // Another element in its place says so already.
  if (check::task_of(stage) == check::Task::sum &&
      first.find("; in the solution it reads input[") == std::string::npos)
    if (const std::string several = comparison.read_by_several(its.stored, other.stored); !several.empty())
      told.push_back(several);
  if (!first.empty())
    told.push_back(
        fmt::format("{} ({} of n = {})", first, in_a_row ? "input 0, 1, 2, …" : "random input", c.n));
  return told;
}

}  // namespace bench
