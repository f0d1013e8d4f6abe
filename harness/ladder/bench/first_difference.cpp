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

using simt::Launched;
using simt::Stored;

// Does it, or what the lane loads before it, read another element of the input than in the solution?
bool reads_other_input(const Evidence& difference) {
  const auto reads = [](const Evidence* deed) {
    return deed != nullptr && deed->is(Cause::deed_load) && deed->text("element").starts_with("input[");
  };
  const Evidence *before = difference.part("before"), *instead = difference.part("instead");
  return (before != nullptr && reads(before->part("right"))) ||
         (instead != nullptr && reads(instead->part("deed")));
}

std::ptrdiff_t shuffles(const std::vector<Step>& steps) {
  return std::count_if(steps.begin(), steps.end(), [](const Step& s) { return is_shuffle(*s.stored); });
}

class Comparison : StoredInWords {
 public:
  // `cut`: not all that the kernels stored is known. And what was launched.
  Comparison(stage::DType dtype, bool cut, const std::vector<Launched>& mine,
             const std::vector<Launched>& right)
      : StoredInWords{dtype}, cut_(cut), partners_(partners(mine, right)), launched_(mine) {}

  Evidence found(const ByWarp& mine, const ByWarp& right) {
    right_ = &right;
    std::tuple<uint32_t, uint64_t, uint32_t> first_at{};  // launch, block, interval
    Evidence first;
    for (const auto& [warp, its] : mine) {
      const auto& [launch, block, number] = warp;
      const uint32_t partner = launch > 0 && launch <= partners_.size() ? partners_[launch - 1] : launch;
      const auto other = right.find({partner, block, number});
      if (other == right.end()) continue;
      auto [interval, evidence] = of_a_warp(its, other->second);
      if (evidence.empty()) continue;
      const std::tuple at{std::get<0>(warp), std::get<1>(warp), interval};
      if (first.empty() || at < first_at) first = std::move(evidence), first_at = at;
    }
    return first.empty() && !cut_ ? of_an_idle_warp(mine, right) : first;
  }

  // Of what is packed: a warp whose lanes do not work side by side, and do there. They do so where each lane has the place of
  // the whole warp, and adds how many lanes before it take part.
  Evidence not_side_by_side(const ByWarp& mine, const ByWarp& right) const {
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
        const bool backwards =
            std::adjacent_find(a.places.begin(), a.places.end(), not_after) == a.places.end();
        return {backwards ? Cause::lanes_backwards : Cause::lanes_apart,
                {{"line", a.line},
                 {"access", a.load ? "read" : "write"},
                 {"places", fmt::format("{}", fmt::join(places, ", "))},
                 {"right", element(b, 0)}}};
      }
    }
    return {};
  }

  // Of a sum: the first element that several threads read, and one alone in the solution.
  Evidence read_by_several(const std::vector<Stored>& mine, const std::vector<Stored>& right) const {
    struct Reader {
      const Stored* stored;
      size_t lane;
      Evidence thread;
    };
    const auto readers_of = [&](const std::vector<Stored>& all) {
      std::map<uint64_t, std::vector<Reader>> readers;
      for (const Stored& s : all) {
        if (!s.load || s.array != "input" || !is_whole(s)) continue;
        for (size_t lane = 0; lane < s.places.size(); ++lane)
          for (unsigned word = 0; word * size_of_element(s) < s.bytes; ++word)
            readers[s.places[lane] / size_of_element(s) + word].push_back(
                {&s, lane, actor(Cause::a_thread, s, lane)});
      }
      return readers;
    };
    const auto its = readers_of(mine), other = readers_of(right);
    for (const auto& [element, readers] : its) {
      const auto there = other.find(element);
      if (there == other.end() || there->second.size() != 1) continue;
      Findings threads;
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
      Evidence evidence = at(Cause::read_by_several, *added->stored, added->lane);
      evidence.add({"element", element});
      if (threads.size() > 2) return evidence.add({"others", threads.size() - 1});
      Evidence other_thread = first->thread;
      if (added->stored->block != 0) other_thread.set({"block", first->stored->block});
      return evidence.add({"other", other_thread});
    }
    return {};
  }

 private:
  // A warp that does nothing, in a launch that both have.
  Evidence of_an_idle_warp(const ByWarp& mine, const ByWarp& right) const {
    for (const auto& [warp, its] : right) {
      const auto& [launch, block, number] = warp;
      const auto partner = std::find(partners_.begin(), partners_.end(), launch);
      // A store to shared memory may be left out by the compiler, where nothing that is written in the end depends on it.
      if (its.empty() || its.front().stored->kind.starts_with("shared") || partner == partners_.end() ||
          block >= launched_[static_cast<size_t>(partner - partners_.begin())].blocks ||
          mine.contains({static_cast<uint32_t>(partner - partners_.begin()) + 1, block, number}))
        continue;
      const Stored& b = *its.front().stored;
      const Launched& l = launched_[static_cast<size_t>(partner - partners_.begin())];
      if (b.threads_x != (l.threads_x < l.threads ? l.threads_x : 0)) continue;  // another shape of block
      return actor(Cause::idle_warp, b, 0).add({"deed", deed(b, 0)});
    }
    return {};
  }

  // When, in barriers, and what.
  std::pair<uint32_t, Evidence> of_a_warp(const std::vector<Step>& mine,
                                          const std::vector<Step>& right) const {
    std::vector<const Stored*> its_loads, other_loads;
    for (size_t i = 0; i < mine.size(); ++i) {
      const Stored& a = *mine[i].stored;
      if (i == right.size())
        return {a.interval, i == 0 || cut_
                                ? Evidence()
                                : differs(a, 0, another_does(a, 0, {Cause::solution_stores_no_more}))};
      const Stored& b = *right[i].stored;
      if (is_butterfly(a) || has_other_shape(a, b) || a.threads_x != b.threads_x)
        return {};  // another design
      if (is_shuffle(a) != is_shuffle(b) || a.bytes != b.bytes || of_the_job(a) != of_the_job(b)) {
        if (i == 0) return {};
        if (Evidence more = of_more_rounds(mine, i, right); !more.empty()) return {a.interval, more};
        if (is_shuffle(a) != is_shuffle(b)) return {};
        return {std::min(a.interval, b.interval),
                differs(a, 0, {Cause::solution_does, {{"deed", deed(b, 0)}}})};
      }
      its_loads.insert(its_loads.end(), mine[i].loads.begin(), mine[i].loads.end());
      other_loads.insert(other_loads.end(), right[i].loads.begin(), right[i].loads.end());
      // The same thing behind another number of barriers, or in an array of another number, is no difference.
      if (Evidence doubled = of_a_doubled_value(mine, i, b); !doubled.empty()) return {a.interval, doubled};
      if (auto [bit, evidence] = of_lanes(a, b); bit != 0) {
        if (Evidence rounds = of_the_shuffles(mine, i, right); !rounds.empty()) return {a.interval, rounds};
        if (!is_shuffle(a) && (a.lanes & b.lanes & bit) != 0)
          if (Evidence lost = overwritten(mine, right, i, bit); !lost.empty())
            return {a.interval, evidence.add({"before", lost})};
        if (Evidence own = of_its_own_value(mine, i, b, bit); !own.empty())
          return {a.interval, evidence.add({"more", own})};
        std::erase_if(its_loads, [&](const Stored* load) { return load->interval != a.interval; });
        std::erase_if(other_loads, [&](const Stored* load) { return load->interval != b.interval; });
        Evidence before = of_loads(its_loads, other_loads, bit);
        if (before.empty() && is_shuffle(a) && (a.lanes & bit) != 0)
          before = of_loads(its_loads, other_loads, uint32_t{1} << a.places[place_of(a, bit)] % 32);
        if (!before.empty()) evidence.add({"before", before});
        return {a.interval, evidence};
      }
    }
    if (mine.size() < right.size() && !mine.empty() && !cut_) {
      const Stored& b = *right[mine.size()].stored;
      const int last_line = mine.back().stored->line;
      if (is_shuffle(*mine.back().stored) && is_shuffle(b))
        return {b.interval,
                {Cause::shuffles_end_early,
                 {{"line", last_line}, {"times", shuffles(mine)}, {"right", shuffles(right)}}}};
      return {b.interval,
              actor(Cause::stores_end_early, b, 0).add({"line", last_line}).add({"deed", deed(b, 0)})};
    }
    return {};
  }

  // __shfl_xor: each lane takes from the one that takes from it.
  static bool is_butterfly(const Stored& s) {
    if (!is_shuffle(s) || s.lanes != ~uint32_t{0} || s.places.size() != 32 || s.places[0] == 0) return false;
    for (uint64_t lane = 0; lane < 32; ++lane)
      if (s.places[lane] != (lane ^ s.places[0])) return false;
    return true;
  }

  // An array of one name, with other dimensions.
  static bool has_other_shape(const Stored& a, const Stored& b) {
    return !is_shuffle(a) && a.array == b.array && a.inner.size() != b.inner.size();
  }

  // Of the first shuffle, which takes from another lane: where there are more of them, or fewer, a loop has other rounds.
  static Evidence of_the_shuffles(const std::vector<Step>& mine, size_t i, const std::vector<Step>& right) {
    const Stored &a = *mine[i].stored, &b = *right[i].stored;
    const auto here = shuffles(mine), there = shuffles(right);
    const auto from_one = [](const Stored& s) {
      return s.places.size() > 1 &&
             std::adjacent_find(s.places.begin(), s.places.end(), std::not_equal_to<>()) == s.places.end();
    };
    if (is_shuffle(a) && is_shuffle(b) && here < there && from_one(b) && !from_one(a))
      return {Cause::no_broadcast, {{"line", a.line}, {"lane", b.places[0]}}};
    const bool first = std::none_of(mine.begin(), mine.begin() + static_cast<std::ptrdiff_t>(i),
                                    [](const Step& s) { return is_shuffle(*s.stored); });
    if (!is_shuffle(a) || !is_shuffle(b) || !first || a.places == b.places || here == there) return {};
    Evidence evidence(Cause::shuffle_counts_differ, {{"line", a.line}, {"times", here}, {"right", there}});
    if (a.called_from != 0) evidence.add({"called_from", a.called_from});
    if (std::abs(here - there) == 1) evidence.add({"round", here < there ? "few" : "far"});
    return evidence;
  }

  // Where the solution goes on to something else: a store that a loop makes once more.
  Evidence of_more_rounds(const std::vector<Step>& mine, size_t i, const std::vector<Step>& right) const {
    const Stored& a = *mine[i].stored;
    if (is_shuffle(a)) return {};
    const auto stores = [&](const std::vector<Step>& steps) {
      return static_cast<size_t>(std::count_if(steps.begin(), steps.end(), [&](const Step& step) {
        const Stored& s = *step.stored;
        const uint32_t bit = a.lanes & -a.lanes;
        return s.array == a.array && s.bytes == a.bytes && (s.lanes & bit) != 0 &&
               s.places[place_of(s, bit)] == a.places[0];
      }));
    };
    const size_t here = stores(mine), there = stores(right);
    if (here <= there || there == 0) return {};
    return at(Cause::stores_more_often, a)
        .add({"element", element(a, 0)})
        .add({"times", here})
        .add({"right", there});
  }

  // What this lane loaded from another place before, since the last barrier. Empty: the two load alike, or so differently that
  // the first load that differs tells nothing.
  Evidence of_loads(const std::vector<const Stored*>& mine, const std::vector<const Stored*>& right,
                    uint32_t bit) const {
    const std::vector<const Stored*> its = of_lane(mine, bit), other = of_lane(right, bit);
    if (its.size() != other.size()) return {};
    Evidence first;
    for (size_t i = 0; i < its.size(); ++i) {
      const Stored &a = *its[i], &b = *other[i];
      if (a.array != b.array || a.bytes != b.bytes) return {};
      const size_t in_a = place_of(a, bit), in_b = place_of(b, bit);
      if (!first.empty() || a.places[in_a] == b.places[in_b] || same_places(a, b)) continue;
      first = at(Cause::load_before, a, in_a).add({"deed", deed(a, in_a)}).add({"right", deed(b, in_b)});
      if (is_again(its, i, bit)) first.add({"again", 1});
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
  std::pair<uint32_t, Evidence> of_lanes(const Stored& a, const Stored& b) const {
    const uint32_t either = a.lanes | b.lanes;
    const auto of_solution = [&](size_t lane) {
      return Evidence(Cause::solution_does, {{"deed", deed(b, lane)}});
    };
    if ((a.lanes & b.lanes) == 0)  // another thread does it
      return {
          a.lanes & -a.lanes,
          differs(a, 0, another_does(a, 0, actor(Cause::solution_thread, b, 0).add({"deed", deed(b, 0)})))};
    // Of a shuffle, first a lane that takes from another lane: at the edge many take from themselves.
    if (is_shuffle(a))
      for (uint32_t m = a.lanes & b.lanes; m != 0; m &= m - 1) {
        const uint32_t bit = m & -m;
        const size_t in_a = place_of(a, bit), in_b = place_of(b, bit);
        const auto lane = static_cast<uint64_t>(std::countr_zero(bit)), from = a.places[in_a],
                   there = b.places[in_b];
        if (from == there && from != lane && differing_word(a, in_a, b, in_b) == 0)
          return {bit, differs(a, in_a, {Cause::solution_value, {{"value", value(b, in_b, 0)}}})};
        if (from != there && from != lane && there != lane)
          return {bit, with_direction(differs(a, in_a, of_solution(in_b)), lane, from, there)};
      }
    for (uint32_t m = either; m != 0; m &= m - 1) {
      const uint32_t bit = m & -m;
      const size_t in_a = place_of(a, bit), in_b = place_of(b, bit);
      const Cause nothing = is_shuffle(a) ? Cause::takes_no_part : Cause::stores_nothing;
      if ((a.lanes & bit) == 0) {
        Evidence missing = actor(Cause::lane_does_nothing, b, in_b);
        missing
            .add({"line",
                  a.second_lanes != 0 && (a.second_lanes & a.lanes & -a.lanes) != 0 ? a.second_line : a.line})
            .add({"nothing", Evidence(nothing)})
            .add({"deed", deed(b, in_b)});
        if (a.called_from != 0) missing.add({"called_from", a.called_from});
        return {bit, missing};
      }
      if ((b.lanes & bit) == 0)
        return {bit,
                differs(a, in_a,
                        another_does(a, in_a, {Cause::solution_nothing, {{"nothing", Evidence(nothing)}}}))};
      const auto lane = static_cast<uint64_t>(std::countr_zero(bit));
      if (a.places[in_a] != b.places[in_b]) {
        Evidence evidence = differs(a, in_a, of_solution(in_b));
        return {bit, is_shuffle(a) ? with_direction(std::move(evidence), lane, a.places[in_a], b.places[in_b])
                                   : evidence};
      }
      if (const int word = differing_word(a, in_a, b, in_b); word >= 0)
        return {bit, differs(a, in_a,
                             a.bytes == 16 && !of_the_job(a)
                                 ? Evidence(Cause::solution_other_value)
                                 : Evidence(Cause::solution_value, {{"value", value(b, in_b, word)}}),
                             word)};
    }
    return {0, {}};
  }

  // Who stores in this place there; else `nobody`.
  Evidence another_does(const Stored& a, size_t lane, Evidence nobody) const {
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
          if (actor(Cause::none, s, its) == actor(Cause::none, a, lane) && deed(s, its) == deed(a, lane))
            continue;  // it does so too
          return actor(Cause::solution_thread, s, its).add({"deed", deed(s, its)});
        }
      }
    return nobody;
  }

  // Of a lane that takes from another side than there.
  static Evidence with_direction(Evidence evidence, uint64_t lane, uint64_t from, uint64_t there) {
    if (from > lane && there <= lane) evidence.add({"more", Evidence(Cause::shuffles_down)});
    if (from < lane && there >= lane) evidence.add({"more", Evidence(Cause::shuffles_up)});
    return evidence;
  }

  // A value that is too large by what a shuffle before gave the lane, which got its own: no lane stands on that side.
  Evidence of_its_own_value(const std::vector<Step>& mine, size_t i, const Stored& b, uint32_t bit) const {
    const Stored& a = *mine[i].stored;
    if (is_shuffle(a) || (a.lanes & b.lanes & bit) == 0 || b.bytes != a.bytes ||
        (a.bytes > 8 && !of_the_job(a)))
      return {};
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
        return {};
      return {Cause::own_value_by_shuffle, {{"by", fmt::format("{}", its)}, {"line", s.line}}};
    }
    return {};
  }

  // A lane that got its own value back from a shuffle before, and has twice as much now.
  Evidence of_a_doubled_value(const std::vector<Step>& mine, size_t i, const Stored& b) const {
    const Stored& a = *mine[i].stored;
    if (!is_shuffle(a) || !is_shuffle(b) || a.bytes != b.bytes) return {};
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
        return differs(a, place_of(a, bit),
                       {Cause::solution_value, {{"value", value(b, place_of(b, bit), 0)}}})
            .add({"more", Evidence(Cause::own_value_added)});
    }
    return {};
  }

  // What the lane stores before step `last` without having read it, and reads first there.
  Evidence overwritten(const std::vector<Step>& mine, const std::vector<Step>& right, size_t last,
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
        return at(Cause::overwritten_before, s, place_of(s, bit))
            .add({"element", element(s, place_of(s, bit))});
      }
    }
    return {};
  }

  bool cut_;
  std::vector<uint32_t> partners_;
  std::vector<Launched> launched_;
  const ByWarp* right_ = nullptr;
};

}  // namespace

Findings other_number_of_blocks(const stage::Stage& stage, const Conditions& c) {
  const Evidence found = blocks_differ(stage, c, both(stage, c, false));
  return found.empty() ? Findings() : Findings{found};
}

Findings first_place(const stage::Stage& stage, const Conditions& c,
                     const std::vector<simt::Hazard>& hazards) {
  if (c.n > kTracedMost) return {};
  const Both two = both(stage, c, true, c.input);
  if (!two.mine.no_memory.empty()) return {};
  const simt::Observation &its = two.mine.observation, &other = two.right.observation;
  for (const Evidence& launches : {blocks_differ(stage, c, two), launches_differ(stage, c, two),
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
  const check::Task& task = check::task_of(stage);
  Evidence first;
  if (task.is("pack") || task.is("unpack"))
    first = comparison.not_side_by_side(by_warp(its.stored), by_warp(other.stored));
  const Evidence place = place_that_differs(c.dtype, its, other, wanted);
  // What is read elsewhere before comes first.
  const auto reads = [&](const char* array) {
    const Evidence* deed = place.part("deed");
    return deed != nullptr && deed->is(Cause::deed_load) && deed->text("element").starts_with(array);
  };
  if (first.empty() || reads("input[") || reads("flags[")) first = place;
  // A thread that was stopped leaves out what comes after, and that is not the cause.
  const bool stopped = std::any_of(hazards.begin(), hazards.end(), [](const simt::Hazard& h) {
    return h.kind == simt::HazardKind::misaligned || h.kind == simt::HazardKind::invalid_address;
  });
  if (first.empty() || (stopped && first.is(Cause::left_out))) return {};
  // The length of a row is the same with every n.
  if (!first.is(Cause::row_lengths_differ)) first.add({"n", c.n});
  return {first};
}

Findings first_difference(const stage::Stage& stage, const Conditions& c) {
  if (c.n > kTracedMost) return {};
  Both two = both(stage, c, true);
  const bool in_a_row = !two.mine.verdict.passed();  // else it goes wrong with another input
  if (!in_a_row) two = both(stage, c, true, check::InputKind::random);
  if (!two.mine.stopped.empty() || !two.mine.no_memory.empty() || two.mine.verdict.passed()) return {};
  const simt::Counters &mine = two.mine.observation.counters, &right = two.right.observation.counters;
  const auto shared = [](const simt::Counters& n) { return n.shared_requests(); };
  Findings found;
  if (mine.barriers > 0 && mine.shuffles == 0 && shared(mine) == 0 && shared(right) > 0)
    found.push_back({Cause::nothing_through_shared});
  const simt::Observation &its = two.mine.observation, &other = two.right.observation;
  for (const Evidence& launches :
       {blocks_differ(stage, c, two), launches_differ(stage, c, two), fills_differ(c, two)})
    if (!launches.empty()) found.push_back(launches);
  // (The places of each thread are compared without this.)
  merge_branches(two.mine.observation.stored);
  merge_branches(two.right.observation.stored);
  Comparison comparison(c.dtype, two.cut, its.launched, other.launched);
  const ByWarp warps = by_warp(its.stored), warps_there = by_warp(other.stored);
  Evidence first = comparison.found(warps, warps_there);
  // Another element in its place says so already.
  if (check::task_of(stage).answer == check::Answer::sum && !reads_other_input(first))
    if (Evidence several = comparison.read_by_several(its.stored, other.stored); !several.empty())
      found.push_back(std::move(several));
  if (!first.empty())
    found.push_back(first.add({"input", in_a_row ? "input 0, 1, 2, …" : "random input"}).add({"n", c.n}));
  return found;
}

}  // namespace bench
