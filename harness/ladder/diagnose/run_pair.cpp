#include "diagnose/run_pair.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstring>
#include <set>
#include <utility>

#include "bench/runner.h"
#include "check/tasks.h"

namespace ladder::diagnose {
namespace {

using simt::Stored;

bool has_all_loads(const std::vector<Stored>& all) {
  return static_cast<size_t>(std::count_if(all.begin(), all.end(), [](const Stored& s) { return s.load; })) <
         simt::kMostLoaded;
}
bool is_cut(const std::vector<Stored>& all) {
  return static_cast<size_t>(std::count_if(all.begin(), all.end(),
                                           [](const Stored& s) { return !s.load; })) >= simt::kMostStored;
}

// The arrays of the reader's file may have other names. If as many names occur only in the file as only in the solution,
// they are matched in the order of their first access. Otherwise it is not known which array is which, so the accesses
// to these arrays are not compared.
void rename_arrays(std::vector<Stored>& mine, std::vector<Stored>& right,
                   std::vector<simt::HostFill>& filled_there) {
  for (const bool shared : {true, false}) {
    const auto is_such = [&](const Stored& s) {
      return !is_shuffle(s) && is_name(s.array) && s.kind.starts_with("shared") == shared;
    };
    const auto names_of = [&](const std::vector<Stored>& all) {  // in the order of the first access
      std::vector<std::string> names;
      std::set<std::string> known;
      for (const Stored& s : all)
        if (is_such(s) && known.insert(s.array).second) names.push_back(s.array);
      return names;
    };
    std::vector<std::string> its = names_of(mine), other = names_of(right);
    const std::set<std::string> all_its(its.begin(), its.end()), all_other(other.begin(), other.end());
    std::erase_if(its, [&](const std::string& name) { return all_other.contains(name); });
    std::erase_if(other, [&](const std::string& name) { return all_its.contains(name); });
    const auto is_of_the_job = [](const std::string& name) {
      static const std::set<std::string> names = {"input", "output", "packed", "flags", "count"};
      return names.contains(name);
    };
    if (its.empty() || other.empty() || std::any_of(its.begin(), its.end(), is_of_the_job) ||
        std::any_of(other.begin(), other.end(), is_of_the_job))
      continue;
    const auto at = [](const std::vector<std::string>& names, const std::string& name) {
      return static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    };
    if (its.size() != other.size()) {
      std::erase_if(mine, [&](const Stored& s) { return is_such(s) && at(its, s.array) < its.size(); });
      std::erase_if(right, [&](const Stored& s) { return is_such(s) && at(other, s.array) < other.size(); });
      continue;
    }
    for (Stored& s : right)
      if (const size_t i = at(other, s.array); is_such(s) && i < other.size()) s.array = its[i];
    for (simt::HostFill& f : filled_there)
      if (const size_t i = at(other, f.array); !shared && i < other.size()) f.array = its[i];
  }
}

// Splits accesses into single elements, if one of the two runs accesses several elements of the input or output
// together.
void split_vectors(std::vector<Stored>& all, unsigned of_input, unsigned of_output) {
  std::vector<Stored> split;
  for (Stored& s : all) {
    const unsigned element = s.array == "input" ? of_input : of_output;
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

void make_comparable(RunPair& two) {
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
  for (std::vector<Stored>* all : {&mine, &right}) split_vectors(*all, two.input_bytes, bytes_of(two.dtype));
}

}  // namespace

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

unsigned bytes_of(stage::DType type) {
  return type == stage::DType::f64 || type == stage::DType::i64 || type == stage::DType::u64 ? 8 : 4;
}

std::vector<uint32_t> partners(const std::vector<simt::Launched>& mine,
                               const std::vector<simt::Launched>& right) {
  std::vector<uint32_t> all;
  for (size_t i = 0; i < std::min(mine.size(), simt::kMostLaunched); ++i) {
    const std::string& name = mine[i].kernel;
    auto before = std::count_if(mine.begin(), mine.begin() + static_cast<std::ptrdiff_t>(i),
                                [&](const simt::Launched& l) { return l.kernel == name; });
    const auto found = std::find_if(right.begin(), right.end(), [&](const simt::Launched& l) {
      return l.kernel == name && before-- == 0;
    });
    all.push_back(
        static_cast<uint32_t>(found == right.end() ? i : static_cast<size_t>(found - right.begin())) + 1);
  }
  return all;
}

RunPair run_pair(const stage::Stage& stage, const Conditions& conditions, check::InputKind input) {
  const simt::TraceOptions options{.counters = true, .hazards = false, .stored = true};
  Conditions c = conditions;
  c.input = input;
  RunPair two;
  two.dtype = c.dtype;
  two.input_bytes = check::task_of(stage).inputs[0].element == check::Element::bf16 ? 2 : bytes_of(c.dtype);
  two.mine = bench::observe(stage, c, options);
  c.runner = &bench::local_runner();
  two.right = bench::observe(stage, c, options);
  for (Observed* run : {&two.mine, &two.right})
    for (Stored& s : run->observation.stored)
      if (const auto& launched = run->observation.launched; s.launch > 0 && s.launch <= launched.size())
        if (const simt::Launched& l = launched[s.launch - 1]; l.threads_x < l.threads)
          s.threads_x = l.threads_x;
  make_comparable(two);
  return two;
}

}  // namespace ladder::diagnose
