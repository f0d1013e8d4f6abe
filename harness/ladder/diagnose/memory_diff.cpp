#include "diagnose/memory_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "diagnose/access_evidence.h"

namespace ladder::diagnose {
namespace {

enum class Deed { read, update, store, shuffle };
struct What {  // the accesses of one thread to one array between two barriers
  uint32_t launch;
  uint64_t block;
  uint32_t interval;
  Deed deed;
  std::string array;
  unsigned thread;
  auto operator<=>(const What&) const = default;
};

struct Touch {
  const Stored* stored;
  size_t lane;  // its index among the lanes of `stored`
  unsigned times = 1;
};
using Places = std::map<uint64_t, Touch>;
using Touches = std::map<What, Places>;

// The earliest location that occurs only in `a`.
const Touch* only_in(const Places& a, const Places* b) {
  const Touch* found = nullptr;
  for (const auto& [place, touch] : a)
    if ((b == nullptr || !b->contains(place)) && (found == nullptr || touch.stored < found->stored))
      found = &touch;
  return found;
}

// If both have the same number of locations, returns the location in `there` with the same turn; otherwise, the
// first location that occurs only there.
const Touch* instead_of(const Places& places, const Touch& here, const Places& there) {
  const auto in_turn = [](const Places& all) {
    std::vector<const Touch*> touches;
    for (const auto& [place, touch] : all) touches.push_back(&touch);
    std::stable_sort(touches.begin(), touches.end(),
                     [](const Touch* a, const Touch* b) { return a->stored < b->stored; });
    return touches;
  };
  if (places.size() != there.size()) return only_in(there, &places);
  const std::vector<const Touch*> mine = in_turn(places);
  return in_turn(there)[static_cast<size_t>(std::find(mine.begin(), mine.end(), &here) - mine.begin())];
}

// True if pairs of lanes exchange their values, as with __shfl_xor.
bool is_butterfly(const Stored& s) {
  if (!is_shuffle(s) || s.lanes != ~uint32_t{0} || s.places.size() != 32 || s.places[0] == 0) return false;
  for (uint64_t lane = 0; lane < 32; ++lane)
    if (s.places[lane] != (lane ^ s.places[0])) return false;
  return true;
}

class MemoryDiff : AccessEvidence {
 public:
  MemoryDiff(const RunPair& two, const std::function<bool(const Stored&)>& wanted)
      : AccessEvidence{two.dtype, two.input_bytes},
        mine_(two.mine.observation.stored),
        right_(two.right.observation.stored),
        wanted_(wanted),
        whole_(!two.cut && two.all_loads),
        shuffles_(std::none_of(mine_.begin(), mine_.end(), is_butterfly)),
        partners_(partners(two.mine.observation.launched, two.right.observation.launched)) {
    count_barriers(mine_, true, barriers_);
    count_barriers(right_, false, barriers_there_);
    its_ = touches_of(mine_, true);
    other_ = touches_of(right_, false);
  }

  Findings found() {
    if (whole_) find_places();
    if (!wanted_) find_values();
    const auto moved = first_moved_.find(
        {std::get<0>(first_of_all_.at), std::get<1>(first_of_all_.at), first_of_all_.array});
    const First& place = moved != first_moved_.end() ? moved->second : first_of_all_;
    const auto interval = [](const First& f) {
      return std::tuple(std::get<0>(f.at), std::get<1>(f.at), std::get<2>(f.at));
    };
    Findings found;
    const bool value =
        !first_value_.evidence.empty() && (place.evidence.empty() || place.evidence.is(Cause::more_often) ||
                                           order_ || interval(first_value_) < interval(place));
    if (!place.evidence.empty()) found.push_back(place.evidence);
    if (value) found.push_back(first_value_.evidence);
    return found;
  }

 private:
  using LastInterval = std::map<std::pair<uint32_t, uint64_t>, uint32_t>;  // keyed by launch and block

  // The number of the corresponding launch in the solution's run.
  uint32_t launch_there(const Stored& s, bool is_mine) const {
    return is_mine && s.launch > 0 && s.launch <= partners_.size() ? partners_[s.launch - 1] : s.launch;
  }
  void count_barriers(const std::vector<Stored>& all, bool is_mine, LastInterval& last) const {
    for (const Stored& s : all) {
      uint32_t& its = last[{launch_there(s, is_mine), s.block}];
      its = std::max(its, s.interval);
    }
  }
  bool is_one_interval(uint32_t launch, uint64_t block) const {
    const auto its = barriers_.find({launch, block}), other = barriers_there_.find({launch, block});
    return its == barriers_.end() || other == barriers_there_.end() || its->second != other->second;
  }
  What what_of(const Stored& s, bool is_mine, unsigned thread) const {
    const uint32_t launch = launch_there(s, is_mine);
    return {launch,
            s.block,
            is_one_interval(launch, s.block) ? 0 : s.interval,
            is_shuffle(s) ? Deed::shuffle
            : s.load      ? Deed::read
            : s.atomic    ? Deed::update
                          : Deed::store,
            s.array,
            thread};
  }
  Touches touches_of(const std::vector<Stored>& all, bool is_mine) const {
    Touches touches;
    for (const Stored& s : all) {
      if ((is_shuffle(s) && !shuffles_) || !is_whole(s)) continue;
      size_t lane = 0;
      for (uint32_t m = s.lanes; m != 0; m &= m - 1, ++lane) {
        const unsigned thread = 32 * s.warp + static_cast<unsigned>(std::countr_zero(m));
        const auto [touch, is_new] =
            touches[what_of(s, is_mine, thread)].try_emplace(s.places[lane], Touch{&s, lane});
        if (!is_new) ++touch->second.times;
      }
    }
    return touches;
  }

  // The first difference. (An access with a counterpart elsewhere is preferred to one that occurs only here.)
  struct First {
    std::tuple<uint32_t, uint64_t, uint32_t, size_t, unsigned> at{};  // launch, block, interval, turn, thread
    Evidence evidence;
    std::string array;
  };
  void take(const What& what, size_t turn, const Stored& s, const Evidence& evidence, bool moved = false) {
    const First its{{what.launch, what.block, what.interval, turn, what.thread}, evidence, s.array};
    const auto keep = [&](First& first) {
      if (first.evidence.empty() || its.at < first.at) first = its;
    };
    if (wanted_ && !wanted_(s)) return;
    keep(first_of_all_);
    if (moved) keep(first_moved_[{what.launch, what.block, s.array}]);
  }
  size_t turn_of(const Stored& s) const { return static_cast<size_t>(&s - mine_.data()); }
  size_t turn_there(const Stored& s) const { return static_cast<size_t>(&s - right_.data()); }

  void find_places() {
    std::set<std::pair<std::string, size_t>> known_there;  // with the number of dimensions
    for (const Stored& s : right_) known_there.emplace(s.array, s.inner.size());
    for (const auto& [what, places] : its_)
      if (known_there.contains({what.array, places.begin()->second.stored->inner.size()}))
        tell_here_alone(what, places);
    // The compiler may drop a load, or a store to shared memory, if no output depends on it; the access counts
    // as present if any thread performs it.
    std::set<std::pair<std::string, bool>> done;  // the array's name, and whether the access is a load
    for (const Stored& s : mine_) done.emplace(s.array, s.load);
    for (const auto& [what, places] : other_) {
      const Stored& s = *places.begin()->second.stored;
      const bool stays = !s.load && !is_shuffle(s) && !s.kind.starts_with("shared");
      if (stays || done.contains({what.array, s.load})) tell_there_alone(what, places);
    }
    if (first_of_all_.evidence.empty() && shuffles_ && !wanted_) tell_shuffle_order();
    if (first_of_all_.evidence.empty()) tell_more_often();
  }

  // Reports shuffles that use the same source lanes in a different order. A compiler may move loads and
  // stores, but shuffles keep the program's order.
  void tell_shuffle_order() {
    const auto in_turn = [&](const std::vector<Stored>& all, bool is_mine) {
      std::map<What, std::vector<Touch>> turns;
      for (const Stored& s : all) {
        if (!is_shuffle(s) || !is_whole(s)) continue;
        size_t lane = 0;
        for (uint32_t m = s.lanes; m != 0; m &= m - 1, ++lane)
          turns[what_of(s, is_mine, 32 * s.warp + static_cast<unsigned>(std::countr_zero(m)))].push_back(
              {&s, lane});
      }
      return turns;
    };
    const auto there = in_turn(right_, false);
    for (const auto& [what, its] : in_turn(mine_, true)) {
      const auto other = there.find(what);
      if (other == there.end() || other->second.size() != its.size()) continue;
      const auto [a, b] =
          std::mismatch(its.begin(), its.end(), other->second.begin(), [](const Touch& x, const Touch& y) {
            return x.stored->places[x.lane] == y.stored->places[y.lane];
          });
      if (a == its.end()) continue;
      order_ = true;
      take(what, turn_of(*a->stored), *a->stored,
           differs(*a->stored, a->lane, {Cause::solution_does, {{"deed", deed(*b->stored, b->lane)}}}));
    }
  }

  // The first different value stored at the same location, or received from the same lane, after a barrier.
  void find_values() {
    for (const auto& [what, places] : its_) {
      const auto there = other_.find(what);
      if (there == other_.end() || (what.deed != Deed::store && what.deed != Deed::shuffle)) continue;
      for (const auto& [place, touch] : places) {
        const auto other = there->second.find(place);
        if (other == there->second.end() || other->second.times != touch.times) continue;
        const Touch& right = other->second;
        const Stored &a = *touch.stored, &b = *right.stored;
        if (a.bytes != b.bytes || a.inner != b.inner) continue;
        const int word = differing_word(a, touch.lane, b, right.lane);
        if (word < 0) continue;
        const bool shown = a.bytes <= 8 || of_the_job(a);
        const First its{
            {what.launch, what.block, what.interval, turn_of(a), what.thread},
            differs(a, touch.lane,
                    shown ? Evidence(Cause::solution_value, {{"value", value(b, right.lane, word)}})
                          : Evidence(Cause::solution_other_value),
                    word),
            a.array};
        if (first_value_.evidence.empty() || its.at < first_value_.at) first_value_ = its;
      }
    }
  }

  void tell_here_alone(const What& what, const Places& places) {
    const auto there = other_.find(what);
    const Places* right_places = there == other_.end() ? nullptr : &there->second;
    const Touch* here = only_in(places, right_places);
    if (here == nullptr) return;
    const Stored& a = *here->stored;
    const Touch* instead = right_places == nullptr ? nullptr : instead_of(places, *here, *right_places);
    if (instead != nullptr && instead->stored->bytes != a.bytes)
      return;  // a different way to do the same work
    if (instead != nullptr && instead->stored->inner.size() != a.inner.size()) return;  // likewise
    if (right_places != nullptr &&
        std::any_of(right_places->begin(), right_places->end(),
                    [&](const auto& touch) { return touch.second.stored->bytes != a.bytes; }))
      return;
    if (instead != nullptr && instead->stored->inner != a.inner && !a.inner.empty()) {
      Evidence rows(Cause::row_lengths_differ,
                    {{"line", a.line}, {"array", a.array}, {"elements", a.inner.back()}});
      if (!instead->stored->inner.empty()) rows.add({"right", instead->stored->inner.back()});
      return take(what, turn_of(a), a, rows);
    }
    take(what, turn_of(a), a,
         differs(a, here->lane,
                 instead == nullptr ? instead_of_nothing(what, *here, right_places == nullptr)
                 : is_same_value(a, here->lane, *instead->stored, instead->lane)
                     ? Evidence(Cause::solution_stores_in,
                                {{"element", element(*instead->stored, instead->lane)}})
                     : Evidence(Cause::solution_does, {{"deed", deed(*instead->stored, instead->lane)}})),
         instead != nullptr);
  }
  Evidence instead_of_nothing(const What& what, const Touch& here, bool no_such_thread) const {
    Evidence moved_to = done_by_one(what, *here.stored, here.lane);
    if (moved_to.empty()) moved_to = done_at_another_time(what, *here.stored, here.lane);
    if (!moved_to.empty()) return moved_to;
    Evidence does_not(Cause::solution_does_not);
    if (no_such_thread) add_how_many(what, true, does_not);
    return does_not;
  }

  void tell_there_alone(const What& what, const Places& places) {
    const auto here = its_.find(what);
    const Places* my_places = here == its_.end() ? nullptr : &here->second;
    if (my_places != nullptr && only_in(*my_places, &places) != nullptr) return;  // reported above
    const Touch* missing = only_in(places, my_places);
    if (missing == nullptr || is_known_from_a_store(what, *missing)) return;
    const Stored& b = *missing->stored;
    // Where the solution reads different elements, the kernel reads one element repeatedly.
    const Touch* again = nullptr;
    if (my_places != nullptr && b.load)
      for (const auto& [place, touch] : *my_places)
        if (touch.times > places.at(place).times && touch.times > 2) again = &touch;
    if (again != nullptr) {
      const Stored& s = *again->stored;
      return take(what, turn_there(b), b,
                  at(Cause::same_read_again, s, again->lane)
                      .add({"deed", deed(s, again->lane)})
                      .add({"times", again->times})
                      .add({"element", element(b, missing->lane)}));
    }
    const unsigned thread = what.thread;
    Evidence left_out = actor(Cause::left_out, b, missing->lane).add({"deed", deed(b, missing->lane)});
    const int line = is_shuffle(b) && my_places != nullptr ? only_in(*my_places, nullptr)->stored->line
                                                           : line_before(b, thread);
    if (line > 0)
      left_out.add({"after_line", line});
    else if (const int others = line_of_others(b, thread); others > 0)
      left_out.add({"others_in_line", others});
    add_how_many(what, false, left_out);
    take(what, turn_there(b), b, left_out);
  }

  // Both runs access the same locations, but the kernel reads an element of the input, or stores to an element,
  // more often than the solution.
  void tell_more_often() {
    for (const auto& [what, places] : its_) {
      const auto there = other_.find(what);
      const bool counts = what.array == "input" || (what.deed == Deed::store && !wanted_);
      if (there == other_.end() || !counts) continue;
      for (const auto& [place, touch] : places)
        if (const auto once = there->second.find(place);
            once != there->second.end() && touch.times > once->second.times) {
          const Stored& s = *touch.stored;
          take(what, turn_of(s), s,
               at(Cause::more_often, s, touch.lane)
                   .add({"deed", deed(s, touch.lane)})
                   .add({"times", touch.times})
                   .add({"right", once->second.times}));
        }
    }
  }

  // Adds to the evidence the number of threads in the block that perform this access between the same barriers:
  // a condition may be true for too many threads or too few.
  void add_how_many(const What& what, bool too_many, Evidence& evidence) const {
    const auto count = [&](const Touches& all) {
      What first = what;
      first.thread = 0;
      size_t found = 0;
      for (auto at = all.lower_bound(first); at != all.end(); ++at, ++found) {
        What same = at->first;
        same.thread = what.thread;
        if (same != what) break;
      }
      return found;
    };
    const size_t here = count(its_), there = count(other_);
    if (here != 0 && there != 0 && (too_many ? here > there : here < there))
      evidence.add({"threads", here}).add({"right_threads", there});
  }

  // In the solution, the same thread performs this access before or after a different barrier.
  Evidence done_at_another_time(const What& what, const Stored& a, size_t lane) const {
    const auto times_in = [&](const Touches& all) {
      size_t found = 0;
      for (const auto& [its_what, places] : all) {
        What same = its_what;
        same.interval = what.interval;
        found += same == what && places.contains(a.places[lane]);
      }
      return found;
    };
    const size_t here = times_in(its_), there = times_in(other_);
    if (there == 0) return {};
    return here > there ? Evidence(Cause::solution_does_so, {{"times", there}, {"here", here}})
                        : Evidence(Cause::solution_between_other_barriers);
  }

  // The only thread that performs this access in the solution.
  Evidence done_by_one(const What& what, const Stored& a, size_t lane) const {
    if (a.array == "input" || is_shuffle(a)) return {};  // many threads may read the same input
    const Touch* one = nullptr;
    for (const auto& [its_what, places] : other_) {
      What same = what;
      if (!a.kind.starts_with("shared")) same.block = its_what.block;
      if (same.block != what.block)
        same.interval = its_what.interval;  // the block may perform this access in another iteration
      same.thread = its_what.thread;
      const auto at = places.find(a.places[lane]);
      if (same != its_what || at == places.end()) continue;
      if (one != nullptr && actor(Cause::none, *one->stored, one->lane) !=
                                actor(Cause::none, *at->second.stored, at->second.lane))
        return {};
      one = &at->second;
    }
    if (one == nullptr) return {};
    if (one->stored->block == a.block && a.load) return {};  // the read may belong to another iteration
    if (one->stored->block == a.block)
      return actor(Cause::solution_thread, *one->stored, one->lane)
          .add({"deed", deed(*one->stored, one->lane)});
    return actor(Cause::solution_one_does, *one->stored, one->lane).set({"block", one->stored->block});
  }

  // The line at which this thread performs the preceding access in both runs; 0: none.
  int line_before(const Stored& missing, unsigned thread) const {
    const uint32_t bit = uint32_t{1} << thread % 32;
    for (size_t k = turn_there(missing); k-- > 0;) {
      const Stored& s = right_[k];
      if (s.launch != missing.launch || s.block != missing.block || s.warp != missing.warp ||
          (s.lanes & bit) == 0 || is_shuffle(s) || !is_whole(s))
        continue;
      const auto same = its_.find(what_of(s, false, thread));
      if (same == its_.end()) continue;
      if (const auto at = same->second.find(s.places[place_of(s, bit)]); at != same->second.end())
        return at->second.stored->line;
    }
    return 0;
  }

  int line_of_others(const Stored& missing, unsigned thread) const {
    for (const Stored& s : mine_) {
      const bool another =
          s.block != missing.block || s.warp != missing.warp || (s.lanes >> thread % 32 & 1) == 0;
      if (another && launch_there(s, true) == missing.launch && s.array == missing.array &&
          s.load == missing.load && s.atomic == missing.atomic && is_whole(s))
        return s.line;
    }
    return 0;
  }

  // A compiler need not load a value that the thread itself has stored.
  bool is_known_from_a_store(const What& what, const Touch& missing) const {
    What store = what;
    store.deed = Deed::store;
    const auto stored = its_.find(store);
    return missing.stored->load && stored != its_.end() &&
           stored->second.contains(missing.stored->places[missing.lane]);
  }

  const std::vector<Stored>&mine_, &right_;
  const std::function<bool(const Stored&)>& wanted_;
  bool whole_, shuffles_, order_ = false;  // shuffles_: compare only shuffles
  std::vector<uint32_t> partners_;
  LastInterval barriers_, barriers_there_;
  Touches its_, other_;
  First first_of_all_, first_value_;
  std::map<std::tuple<uint32_t, uint64_t, std::string>, First>
      first_moved_;  // keyed by launch, block and array
};

}  // namespace

Findings memory_diff(const RunPair& two, const std::function<bool(const Stored&)>& wanted) {
  return MemoryDiff(two, wanted).found();
}

}  // namespace ladder::diagnose
