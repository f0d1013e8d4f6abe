#include "bench/first_difference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "bench/elsewhere.h"
#include "check/tasks.h"

namespace bench {
namespace {

constexpr const char* kLeavesOut = "; here it does not";
constexpr const char* kOwnValue =
    ". A lane that asks for one that does not exist gets its own value back: is that added, where nothing "
    "should be?";

using simt::Launched;
using simt::Stored;
using WarpOfLaunch = std::tuple<uint32_t, uint64_t, uint32_t>;  // launch, block, warp
struct Step {                                                   // of a warp
  const Stored* stored;                                         // or got by a shuffle
  std::vector<const Stored*> loads;                             // since the step before
};
using ByWarp = std::map<WarpOfLaunch, std::vector<Step>>;

// What another process says is not to be trusted.
bool is_name(const std::string& text) {
  return text.size() < 100 &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isprint(c) != 0; });
}

bool is_whole(const Stored& s) {
  const auto lanes = static_cast<size_t>(std::popcount(s.lanes));
  return s.places.size() == lanes && s.values.size() == (s.load || s.atomic ? 0 : 2 * lanes) && lanes > 0 &&
         (s.bytes > 0 || !s.load) && s.bytes <= 16 && is_name(s.array) && s.inner.size() < 4 &&
         std::all_of(s.inner.begin(), s.inner.end(), [](uint64_t n) { return n > 0; });
}

bool is_shuffle(const Stored& s) { return s.array.empty(); }
std::ptrdiff_t shuffles(const std::vector<Step>& steps) {
  return std::count_if(steps.begin(), steps.end(), [](const Step& s) { return is_shuffle(*s.stored); });
}

ByWarp by_warp(const std::vector<Stored>& all) {
  ByWarp warps;
  std::map<WarpOfLaunch, std::vector<const Stored*>> loads;
  for (const Stored& s : all) {
    if (s.atomic || !is_whole(s)) continue;
    const WarpOfLaunch warp{s.launch, s.block, s.warp};
    if (s.load)
      loads[warp].push_back(&s);
    else
      warps[warp].push_back({&s, std::exchange(loads[warp], {})});
  }
  return warps;
}

// Of each launch the one that it is compared with: of one name the first with the first, the second with the second, …
// Else the one of its number.
std::vector<uint32_t> partners(const std::vector<Launched>& mine, const std::vector<Launched>& right) {
  std::vector<uint32_t> all;
  for (size_t i = 0; i < std::min(mine.size(), simt::kMostLaunched); ++i) {
    const std::string& name = mine[i].kernel;
    auto before = std::count_if(mine.begin(), mine.begin() + static_cast<std::ptrdiff_t>(i),
                                [&](const Launched& l) { return l.kernel == name; });
    const auto found = std::find_if(right.begin(), right.end(),
                                    [&](const Launched& l) { return l.kernel == name && before-- == 0; });
    all.push_back(
        static_cast<uint32_t>(found == right.end() ? i : static_cast<size_t>(found - right.begin())) + 1);
  }
  return all;
}

unsigned bytes_of(stage::DType type) {
  return type == stage::DType::f64 || type == stage::DType::i64 || type == stage::DType::u64 ? 8 : 4;
}

class Comparison {
 public:
  // `cut`: not all that the kernels stored is known. And what was launched.
  Comparison(stage::DType dtype, bool cut, const std::vector<Launched>& mine,
             const std::vector<Launched>& right)
      : dtype_(dtype), cut_(cut), partners_(partners(mine, right)), launched_(mine) {}

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

  // The first place that a thread touches and does not touch there, or the other way round, whatever the values are. Between
  // two barriers the order does not count: a compiler may change it. Where the numbers of barriers differ, the whole block is
  // one interval. `wanted`: is this one to be told?
  std::string told_of_places(const std::vector<Stored>& mine, const std::vector<Stored>& right,
                             const std::function<bool(const Stored&)>& wanted) const {
    const auto partner = [&](uint32_t launch) {
      return launch > 0 && launch <= partners_.size() ? partners_[launch - 1] : launch;
    };
    // Launches are counted as in the right one.
    const auto barriers_of = [&](const std::vector<Stored>& all, bool is_mine) {
      std::map<std::pair<uint32_t, uint64_t>, uint32_t> last;
      for (const Stored& s : all) {
        uint32_t& its = last[{is_mine ? partner(s.launch) : s.launch, s.block}];
        its = std::max(its, s.interval);
      }
      return last;
    };
    const auto its_barriers = barriers_of(mine, true), other_barriers = barriers_of(right, false);
    const auto merged = [&](uint32_t launch, uint64_t block) {
      const auto its = its_barriers.find({launch, block}), other = other_barriers.find({launch, block});
      return its == its_barriers.end() || other == other_barriers.end() || its->second != other->second;
    };
    using What = std::tuple<uint32_t, uint64_t, uint32_t, int, std::string, unsigned>;  // …, thread
    struct Touch {
      const Stored* stored;
      size_t lane;  // among those of `stored`
      unsigned times = 1;
    };
    using Touches = std::map<What, std::map<uint64_t, Touch>>;  // by place
    const auto what_of = [&](const Stored& s, bool is_mine, unsigned thread) {
      const uint32_t launch = is_mine ? partner(s.launch) : s.launch;
      return What{launch,  s.block, merged(launch, s.block) ? 0 : s.interval, s.load ? 0 : s.atomic ? 1 : 2,
                  s.array, thread};
    };
    const auto touches_of = [&](const std::vector<Stored>& all, bool is_mine) {
      Touches touches;
      for (const Stored& s : all) {
        if (is_shuffle(s) || !is_whole(s)) continue;
        size_t lane = 0;
        for (uint32_t m = s.lanes; m != 0; m &= m - 1, ++lane) {
          const unsigned thread = 32 * s.warp + static_cast<unsigned>(std::countr_zero(m));
          const auto [touch, is_new] =
              touches[what_of(s, is_mine, thread)].try_emplace(s.places[lane], Touch{&s, lane});
          if (!is_new) ++touch->second.times;
        }
      }
      return touches;
    };
    const Touches its = touches_of(mine, true), other = touches_of(right, false);
    std::set<std::string> known, known_there;
    for (const Stored& s : mine) known.insert(s.array);
    for (const Stored& s : right) known_there.insert(s.array);

    // The first of all; but one for which there is another place says more than one that is here alone.
    struct First {
      std::tuple<uint32_t, uint64_t, uint32_t, size_t, unsigned> at{};
      std::string text, array;
    };
    First first_of_all;
    std::map<std::tuple<uint32_t, uint64_t, std::string>, First>
        first_moved;  // of each launch, block and array
    const auto take = [&](const What& what, size_t turn, const Stored& s, const std::string& text,
                          bool moved = false) {
      const First its{
          {std::get<0>(what), std::get<1>(what), std::get<2>(what), turn, std::get<5>(what)}, text, s.array};
      const auto keep = [&](First& first) {
        if (first.text.empty() || its.at < first.at) first = its;
      };
      if (!wanted(s)) return;
      keep(first_of_all);
      if (moved) keep(first_moved[{std::get<0>(what), std::get<1>(what), s.array}]);
    };
    const auto only_in = [](const std::map<uint64_t, Touch>& a, const std::map<uint64_t, Touch>* b) {
      const Touch* found = nullptr;  // the earliest
      for (const auto& [place, touch] : a)
        if ((b == nullptr || !b->contains(place)) && (found == nullptr || touch.stored < found->stored))
          found = &touch;
      return found;
    };
    // Of as many places the one that has its turn there; else the first that is there alone.
    const auto instead_of = [&](const std::map<uint64_t, Touch>& places, const Touch& here,
                                const std::map<uint64_t, Touch>& there) -> const Touch* {
      const auto in_turn = [](const std::map<uint64_t, Touch>& all) {
        std::vector<const Touch*> touches;
        for (const auto& [place, touch] : all) touches.push_back(&touch);
        std::stable_sort(touches.begin(), touches.end(),
                         [](const Touch* a, const Touch* b) { return a->stored < b->stored; });
        return touches;
      };
      if (places.size() != there.size()) return only_in(there, &places);
      const std::vector<const Touch*> mine = in_turn(places);
      return in_turn(there)[static_cast<size_t>(std::find(mine.begin(), mine.end(), &here) - mine.begin())];
    };
    // How many threads of the block come so far, between the same barriers: a condition may let too many in.
    const auto of_how_many = [&](const What& what, bool too_many) -> std::string {
      const auto count = [&](const Touches& all) {
        What first = what;
        std::get<5>(first) = 0;
        size_t found = 0;
        for (auto at = all.lower_bound(first); at != all.end(); ++at, ++found) {
          What same = at->first;
          std::get<5>(same) = std::get<5>(what);
          if (same != what) break;
        }
        return found;
      };
      const size_t here = count(its), there = count(other);
      if (here == 0 || there == 0 || (too_many ? here <= there : here >= there)) return "";
      return fmt::format(
          " ({} of the block do{} so here, and {} there: look at the condition in front of it)",
          here == 1 ? "1 thread" : fmt::format("{} threads", here), here == 1 ? "es" : "", there);
    };
    // By the same thread, before or behind another barrier.
    const auto done_at_another_time = [&](const What& what, const Stored& a, size_t lane) -> std::string {
      const auto times_in = [&](const Touches& all) {
        size_t found = 0;
        for (const auto& [its_what, places] : all) {
          What same = its_what;
          std::get<2>(same) = std::get<2>(what);
          found += same == what && places.contains(a.places[lane]);
        }
        return found;
      };
      const size_t here = times_in(its), there = times_in(other);
      if (there == 0) return "";
      return here > there
                 ? fmt::format("in the solution it does so {}, and here {}", times(there), times(here))
                 : "in the solution it does so between other barriers";
    };
    // Who alone does it in the solution, if that is a thread of another block.
    const auto done_by_one = [&](const What& what, const Stored& a, size_t lane) -> std::string {
      if (a.array == "input") return "";  // which many threads may read
      const Touch* one = nullptr;
      for (const auto& [its_what, places] : other) {
        if (std::get<0>(its_what) != std::get<0>(what) || std::get<3>(its_what) != std::get<3>(what) ||
            std::get<4>(its_what) != std::get<4>(what) ||
            (a.kind.starts_with("shared") && std::get<1>(its_what) != std::get<1>(what)))
          continue;
        const auto at = places.find(a.places[lane]);
        if (at == places.end()) continue;
        if (one != nullptr && who(*one->stored, one->lane) != who(*at->second.stored, at->second.lane))
          return "";
        one = &at->second;
      }
      // Of the same block, it may be another round.
      return one == nullptr || one->stored->block == a.block
                 ? ""
                 : fmt::format("in the solution {}{} does", who(*one->stored, one->lane),
                               one->stored->block == 0 ? " of block 0" : "");
    };
    for (const auto& [what, places] : its) {
      const auto there = other.find(what);
      if (!known_there.contains(std::get<4>(what))) continue;
      const std::map<uint64_t, Touch>* right_places = there == other.end() ? nullptr : &there->second;
      const Touch* here = only_in(places, right_places);
      if (here == nullptr) continue;
      const Stored& a = *here->stored;
      const Touch* instead = right_places == nullptr ? nullptr : instead_of(places, *here, *right_places);
      if (instead != nullptr && instead->stored->bytes != a.bytes) continue;  // made in another way
      if (right_places != nullptr &&
          std::any_of(right_places->begin(), right_places->end(),
                      [&](const auto& touch) { return touch.second.stored->bytes != a.bytes; }))
        continue;
      if (instead != nullptr && instead->stored->inner != a.inner && !a.inner.empty()) {
        take(what, static_cast<size_t>(&a - mine.data()), a,
             fmt::format("in line {}, the rows of {} have {} elements; in the solution they have {}", a.line,
                         a.array, a.inner.back(),
                         instead->stored->inner.empty() ? "another length"
                                                        : fmt::format("{}", instead->stored->inner.back())));
        continue;
      }
      const bool moved = instead != nullptr;
      std::string moved_to = moved ? "" : done_at_another_time(what, a, here->lane);
      if (!moved && moved_to.empty()) moved_to = done_by_one(what, a, here->lane);
      take(what, static_cast<size_t>(&a - mine.data()), a,
           does(a, here->lane,
                instead == nullptr && !moved_to.empty() ? moved_to
                : instead == nullptr
                    ? "in the solution it does not" + (right_places == nullptr ? of_how_many(what, true) : "")
                : is_same_value(a, here->lane, *instead->stored, instead->lane)
                    ? fmt::format("in the solution it stores it in {}: how is the place found?",
                                  element(*instead->stored, instead->lane))
                    : "in the solution it " + deed(*instead->stored, instead->lane)),
           moved);
    }
    // What this thread does in both just before: "after line 12, ".
    const auto after = [&](const Stored& missing, unsigned thread) -> std::string {
      const uint32_t bit = uint32_t{1} << thread % 32;
      for (auto k = static_cast<size_t>(&missing - right.data()); k-- > 0;) {
        const Stored& s = right[k];
        if (s.launch != missing.launch || s.block != missing.block || s.warp != missing.warp ||
            (s.lanes & bit) == 0 || is_shuffle(s) || !is_whole(s))
          continue;
        const auto same = its.find(what_of(s, false, thread));
        if (same == its.end()) continue;
        if (const auto at = same->second.find(s.places[place_of(s, bit)]); at != same->second.end())
          return fmt::format("after line {}, ", at->second.stored->line);
      }
      return "";
    };
    const auto done_by_others = [&](const Stored& missing, unsigned thread) -> std::string {
      for (const Stored& s : mine) {
        const bool another =
            s.block != missing.block || s.warp != missing.warp || (s.lanes >> thread % 32 & 1) == 0;
        if (another && partner(s.launch) == missing.launch && s.array == missing.array &&
            s.load == missing.load && s.atomic == missing.atomic && is_whole(s))
          return fmt::format(", and other threads do, in line {}", s.line);
      }
      return "";
    };
    // What a thread has stored itself, a compiler need not read again.
    const auto is_known_from_a_store = [&](const What& what, const Touch& missing) {
      What store = what;
      std::get<3>(store) = 2;
      const auto stored = its.find(store);
      return missing.stored->load && stored != its.end() &&
             stored->second.contains(missing.stored->places[missing.lane]);
    };
    for (const auto& [what, places] : other) {
      const auto here = its.find(what);
      // An array of its own has a name of its own.
      const bool own = places.begin()->second.stored->kind.starts_with("shared");
      if (own && !known.contains(std::get<4>(what))) continue;
      const std::map<uint64_t, Touch>* my_places = here == its.end() ? nullptr : &here->second;
      if (my_places != nullptr && only_in(*my_places, &places) != nullptr) continue;  // told above
      const Touch* missing = only_in(places, my_places);
      if (missing == nullptr || is_known_from_a_store(what, *missing)) continue;
      const Stored& b = *missing->stored;
      // The same one again and again, where others should come.
      const Touch* again = nullptr;
      if (my_places != nullptr && b.load)
        for (const auto& [place, touch] : *my_places)
          if (touch.times > places.at(place).times && touch.times > 2) again = &touch;
      if (again != nullptr) {
        const Stored& s = *again->stored;
        take(what, static_cast<size_t>(&b - right.data()), b,
             fmt::format("{}, {} {}, and {} in all; in the solution it reads {}, too", where(s),
                         who(s, again->lane), deed(s, again->lane), times(again->times),
                         element(b, missing->lane)));
        continue;
      }
      const std::string before = after(b, std::get<5>(what)), how_many = of_how_many(what, false);
      take(what, static_cast<size_t>(&b - right.data()), b,
           fmt::format("{}in the solution {} {}{}{}{}", before, who(b, missing->lane), deed(b, missing->lane),
                       kLeavesOut, before.empty() ? done_by_others(b, std::get<5>(what)) : "",
                       how_many.empty() ? kLookAtAll : how_many));
    }
    // The same places, and one of the input is read more often.
    if (first_of_all.text.empty())
      for (const auto& [what, places] : its) {
        const auto there = other.find(what);
        if (there == other.end() || std::get<4>(what) != "input") continue;
        for (const auto& [place, touch] : places)
          if (const auto once = there->second.find(place);
              once != there->second.end() && touch.times > once->second.times) {
            const Stored& s = *touch.stored;
            take(what, static_cast<size_t>(&s - mine.data()), s,
                 fmt::format("{}, {} {}, and {} in all; in the solution {}", where(s), who(s, touch.lane),
                             deed(s, touch.lane), times(touch.times), times(once->second.times)));
          }
      }
    const auto moved =
        first_moved.find({std::get<0>(first_of_all.at), std::get<1>(first_of_all.at), first_of_all.array});
    return moved != first_moved.end() ? moved->second.text : first_of_all.text;
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
      if (its.empty() || partner == partners_.end() ||
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
    if (!is_shuffle(a) || !is_shuffle(b) || !first || a.places == b.places || std::abs(here - there) != 1)
      return "";
    return fmt::format(
        "{}, a warp shuffles {} times in all; in the solution {} times. Does a loop go one round too {}?",
        where(a), here, there, here < there ? "few" : "far");
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

  static size_t place_of(const Stored& s, uint32_t bit) {
    return static_cast<size_t>(std::popcount(s.lanes & (bit - 1)));
  }

  std::string does(const Stored& s, size_t lane, const std::string& instead, int word = 0) const {
    return fmt::format("{}, {} {}; {}", where(s, lane), who(s, lane), deed(s, lane, word), instead);
  }
  static std::string where(const Stored& s, size_t lane = 0) {
    uint32_t m = s.lanes;
    for (size_t i = 0; i < lane; ++i) m &= m - 1;
    if ((s.second_lanes & (m & -m)) != 0) return fmt::format("in line {}", s.second_line);
    return s.called_from == 0 ? fmt::format("in line {}", s.line)
                              : fmt::format("in line {} (called in line {})", s.line, s.called_from);
  }
  static std::string who(const Stored& s, size_t lane) {
    uint32_t m = s.lanes;
    for (size_t i = 0; i < lane; ++i) m &= m - 1;
    const std::string block = s.block == 0 ? "" : fmt::format(" of block {}", s.block);
    return fmt::format("thread {}{}", 32 * s.warp + static_cast<unsigned>(std::countr_zero(m)), block);
  }
  std::string deed(const Stored& s, size_t lane, int word = 0) const {
    if (is_shuffle(s)) return fmt::format("gets {} from lane {}", value(s, lane, word), s.places[lane]);
    if (s.atomic) return fmt::format("updates {} atomically", element(s, lane));
    if (s.load && s.bytes == 16 && !of_the_job(s))
      return fmt::format("reads 16 bytes of {}, from byte {} on", s.array, s.places[lane]);
    if (s.load) return "reads " + element(s, lane);
    if (s.bytes == 16 && !of_the_job(s))
      return fmt::format("stores 16 bytes in {}", s.array);  // of what type?
    return fmt::format("stores {} in {}", value(s, lane, word),
                       element(s, lane, static_cast<unsigned>(word)));
  }
  static std::string times(size_t n) { return n == 1 ? "once" : fmt::format("{} times", n); }
  // "partial[3]"; of several dimensions, "tile[0][3]".
  std::string element(const Stored& s, size_t lane, unsigned word = 0) const {
    uint64_t rest = s.places[lane] / size_of_element(s) + word;
    std::string indices;
    for (auto inner = s.inner.rbegin(); inner != s.inner.rend(); rest /= *inner++)
      indices = fmt::format("[{}]{}", rest % *inner, indices);
    return fmt::format("{}[{}]{}", s.array, rest, indices);
  }

  // Of the job's own type? What is larger elsewhere may be a count of 8 bytes.
  static bool of_the_job(const Stored& s) { return s.array == "output" || s.array == "input"; }
  unsigned size_of_element(const Stored& s) const {
    const unsigned own = bytes_of(dtype_);
    return s.bytes > own && of_the_job(s) ? own : std::clamp(s.bytes, 1u, 8u);
  }

  // Of the elements that a lane stores at once, the first that differs; -1: none.
  int differing_word(const Stored& a, size_t in_a, const Stored& b, size_t in_b) const {
    const unsigned element = size_of_element(a);
    for (int word = 0; static_cast<unsigned>(word) * element < a.bytes; ++word)
      if (value(a, in_a, word) != value(b, in_b, word) && !rounded_alike(a, in_a, b, in_b, word)) return word;
    return -1;
  }

  bool is_same_value(const Stored& a, size_t in_a, const Stored& b, size_t in_b) const {
    return !a.load && !a.atomic && !b.load && !b.atomic && a.bytes <= 8 &&
           differing_word(a, in_a, b, in_b) < 0;
  }

  // Two float sums of the same elements in another order. As long as all sums are whole and small, they are exact.
  bool rounded_alike(const Stored& a, size_t in_a, const Stored& b, size_t in_b, int word) const {
    constexpr double kExact = 1 << 24, kRounding = 1e-5;
    if (dtype_ != stage::DType::f32 || size_of_element(a) != sizeof(float)) return false;
    const double x = std::strtod(value(a, in_a, word).c_str(), nullptr),
                 y = std::strtod(value(b, in_b, word).c_str(), nullptr);
    const auto exact = [](double v) { return v == std::floor(v) && std::fabs(v) < kExact; };
    return !(exact(x) && exact(y)) && std::fabs(x - y) <= kRounding * std::max(std::fabs(x), std::fabs(y));
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
  std::vector<uint32_t> partners_;
  std::vector<Launched> launched_;
  const ByWarp* right_ = nullptr;
};

struct Both {
  Observed mine, right;
  bool cut = false, all_loads = true;  // of what both kernels stored and loaded
};

bool has_all_loads(const std::vector<Stored>& all) {
  return static_cast<size_t>(std::count_if(all.begin(), all.end(), [](const Stored& s) { return s.load; })) <
         simt::kMostLoaded;
}
bool is_cut(const std::vector<Stored>& all) {
  return static_cast<size_t>(std::count_if(all.begin(), all.end(),
                                           [](const Stored& s) { return !s.load; })) >= simt::kMostStored;
}

// An array of the reader's own name is that of the solution which has a name of its own, too, if there is one of each.
void rename_arrays(const std::vector<Stored>& mine, std::vector<Stored>& right,
                   std::vector<simt::HostFill>& filled_there) {
  for (const bool shared : {true, false}) {
    const auto names_of = [&](const std::vector<Stored>& all) {
      std::set<std::string> names;
      for (const Stored& s : all)
        if (!is_shuffle(s) && is_name(s.array) && s.kind.starts_with("shared") == shared)
          names.insert(s.array);
      return names;
    };
    std::set<std::string> its = names_of(mine), other = names_of(right);
    const std::set<std::string> both = its;
    std::erase_if(its, [&](const std::string& name) { return other.contains(name); });
    std::erase_if(other, [&](const std::string& name) { return both.contains(name); });
    const auto is_of_the_job = [](const std::string& name) {
      static const std::set<std::string> names = {"input", "output", "packed", "flags", "count"};
      return names.contains(name);
    };
    if (its.size() != 1 || other.size() != 1 || is_of_the_job(*its.begin()) || is_of_the_job(*other.begin()))
      continue;
    for (Stored& s : right)
      if (s.array == *other.begin() && s.kind.starts_with("shared") == shared) s.array = *its.begin();
    for (simt::HostFill& f : filled_there)
      if (!shared && f.array == *other.begin()) f.array = *its.begin();
  }
}

// One element after the other, where one of the two takes several of the input or the output at once.
void split_vectors(std::vector<Stored>& all, unsigned element) {
  std::vector<Stored> split;
  for (Stored& s : all) {
    const bool several = (s.array == "input" || s.array == "output") && s.bytes > element && s.bytes <= 16 &&
                         s.bytes % element == 0 && is_whole(s);
    for (unsigned word = 0; several && word * element < s.bytes; ++word) {
      Stored one = s;
      one.bytes = element;
      for (uint64_t& place : one.places) place += uint64_t{word} * element;
      for (size_t lane = 0; 2 * lane < s.values.size(); ++lane) {
        unsigned char bytes[16] = {}, its[16] = {};
        std::memcpy(bytes, &s.values[2 * lane], sizeof bytes);
        std::memcpy(its, bytes + size_t{word} * element, element);
        std::memcpy(&one.values[2 * lane], its, sizeof its);
      }
      split.push_back(std::move(one));
    }
    if (!several) split.push_back(std::move(s));
  }
  all = std::move(split);
}

// Two stores of a warp to one array by different lanes, one after the other, as an if and its else make them: one.
void merge_branches(std::vector<Stored>& all) {
  std::map<WarpOfLaunch, size_t> last;  // store of each warp, among `kept`
  std::vector<Stored> kept;
  for (Stored& s : all) {
    const WarpOfLaunch warp{s.launch, s.block, s.warp};
    const auto before = last.find(warp);
    const bool plain = !s.load && !s.atomic && !is_shuffle(s) && is_whole(s);
    if (plain && before != last.end()) {
      Stored& b = kept[before->second];
      if (b.array == s.array && b.bytes == s.bytes && b.interval == s.interval && b.line != s.line &&
          b.which == s.which && b.second_lanes == 0 && (b.lanes & s.lanes) == 0) {
        Stored both = b;
        both.second_line = s.line;
        both.second_lanes = s.lanes;
        both.lanes |= s.lanes;
        both.places.clear(), both.values.clear();
        size_t in_b = 0, in_s = 0;
        for (uint32_t m = both.lanes; m != 0; m &= m - 1) {
          const bool of_b = (b.lanes & (m & -m)) != 0;
          const Stored& from = of_b ? b : s;
          const size_t lane = of_b ? in_b++ : in_s++;
          both.places.push_back(from.places[lane]);
          both.values.insert(both.values.end(), {from.values[2 * lane], from.values[2 * lane + 1]});
        }
        b = std::move(both);
        last.erase(before);
        continue;
      }
    }
    if (plain)
      last[warp] = kept.size();
    else if (!s.load)
      last.erase(warp);
    kept.push_back(std::move(s));
  }
  all = std::move(kept);
}

void make_comparable(Both& two, unsigned element) {
  std::vector<Stored>&mine = two.mine.observation.stored, &right = two.right.observation.stored;
  two.cut = is_cut(mine) || is_cut(right);
  two.all_loads = has_all_loads(mine) && has_all_loads(right);
  rename_arrays(mine, right, two.right.observation.filled);
  const auto sizes = [](const std::vector<Stored>& all) {
    std::set<std::tuple<std::string, bool, uint32_t>> sizes;
    for (const Stored& s : all)
      if (!s.atomic && (s.array == "input" || s.array == "output")) sizes.emplace(s.array, s.load, s.bytes);
    return sizes;
  };
  if (sizes(mine) == sizes(right)) return;
  split_vectors(mine, element);
  split_vectors(right, element);
}

Both both(const stage::Stage& stage, const Conditions& conditions, bool stored,
          check::InputKind input = check::InputKind::iota) {
  const simt::TraceOptions options{.counters = true, .hazards = false, .stored = stored};
  Conditions c = conditions;
  c.input = input;
  Elsewhere* const held = elsewhere();
  Both two;
  two.mine = observe(stage, c, options);
  set_elsewhere(nullptr);
  two.right = observe(stage, c, options);
  set_elsewhere(held);
  if (stored) make_comparable(two, bytes_of(c.dtype));
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

constexpr size_t kMostNamed = 6;  // launches, in a sentence

std::string names_of(const std::vector<Launched>& all) {
  std::vector<std::string> names;
  for (const Launched& l : all) {
    const bool again =
        std::count_if(all.begin(), all.end(), [&](const Launched& o) { return o.kernel == l.kernel; }) > 1;
    names.push_back(again ? fmt::format("{} ({} block{})", l.kernel, l.blocks, l.blocks == 1 ? "" : "s")
                          : l.kernel);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

// The same launches in another order; or, where the numbers of launches differ, the first with another number of blocks.
std::string launches_differ(const stage::Stage& stage, const Conditions& c, const Both& two) {
  const std::vector<Launched>&mine = two.mine.observation.launched, &right = two.right.observation.launched;
  const auto [here, there] = std::mismatch(mine.begin(), mine.end(), right.begin(), right.end());
  const bool named = std::all_of(mine.begin(), mine.end(),
                                 [](const Launched& l) { return !l.kernel.empty() && is_name(l.kernel); });
  if (here == mine.end() || there == right.end() || !named) return "";
  if (here->kernel == there->kernel && here->threads == there->threads &&
      here->threads_x != there->threads_x && here->threads_x > 0 && there->threads_x > 0)
    return fmt::format(
        "launch {} ({}) has blocks of {} × {} threads, and that of {} has {} × {}: which number belongs to "
        "x, "
        "and which to y?",
        here - mine.begin() + 1, here->kernel, here->threads_x, here->threads / here->threads_x, stage.id,
        there->threads_x, there->threads / there->threads_x);
  if (mine.size() <= kMostNamed && std::is_permutation(mine.begin(), mine.end(), right.begin(), right.end()))
    return fmt::format(
        "the kernels are launched in another order than in {}: {}; there {}. What must be done before launch "
        "{} ({})?",
        stage.id, names_of(mine), names_of(right), here - mine.begin() + 1, here->kernel);
  if (here->threads != there->threads && mine.size() == right.size() &&
      (here->kernel == there->kernel || mine.size() == 1))
    return fmt::format(
        "launch {} ({}) has blocks of {} threads, and that of {} has blocks of {}: for how many is the "
        "kernel "
        "written?",
        here - mine.begin() + 1, here->kernel, here->threads, stage.id, there->threads);
  if (mine.size() == right.size() || here->kernel != there->kernel || here->threads != there->threads ||
      here->blocks == there->blocks)
    return "";
  return fmt::format(
      "with n = {}, launch {} ({}) starts {} block{} of {} threads, and that of {} starts {}: how many does "
      "its work need?",
      c.n, here - mine.begin() + 1, here->kernel, here->blocks, here->blocks == 1 ? "" : "s", here->threads,
      stage.id, there->blocks);
}

// What the launcher zeroes or copies to: the first that is another place.
std::string fills_differ(const Conditions& c, const Both& two) {
  const std::vector<simt::HostFill>&mine = two.mine.observation.filled, &right = two.right.observation.filled;
  if (mine.size() != right.size() || mine.size() >= simt::kMostHostFills) return "";
  for (size_t i = 0; i < mine.size(); ++i) {
    const simt::HostFill &a = mine[i], &b = right[i];
    if (a.call != b.call || a.array != b.array || !is_name(a.array)) return "";
    if (a.offset == b.offset && a.bytes >= b.bytes) continue;  // more does no harm
    const auto place = [](const simt::HostFill& f) {
      return fmt::format("{} byte{} of {}, from byte {} on", f.bytes, f.bytes == 1 ? "" : "s", f.array,
                         f.offset);
    };
    return fmt::format("{}context.{}() fills {}; in the solution it fills {} (n = {})",
                       a.line > 0 ? fmt::format("in line {}, ", a.line) : "", a.call, place(a), place(b),
                       c.n);
  }
  return "";
}

// What a hazard is past the end of, where it is larger in the solution.
std::string memory_differs(const Conditions& c, const Both& two, const std::vector<simt::Hazard>& hazards) {
  for (const simt::Hazard& h : hazards) {
    if (h.kind != simt::HazardKind::out_of_bounds || h.space != "global") continue;
    const std::string name = h.object.substr(0, h.object.find('['));
    const auto bytes_in = [&](const Observed& run) -> uint64_t {
      for (const simt::NamedMemory& m : run.observation.memory)
        if (m.name == name) return m.bytes;
      return 0;
    };
    const uint64_t here = bytes_in(two.mine), there = bytes_in(two.right);
    if (here > 0 && here < there && is_name(name))
      return fmt::format(
          "{} has {} bytes; in the solution it has {} (n = {}). How many elements does it need: one for each "
          "block, each warp, each thread?",
          name, here, there, c.n);
  }
  return "";
}

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
  const std::string place = comparison.told_of_places(its.stored, other.stored, wanted);
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
