// A track's definition of a task: the data that its stages read and write, the judging of results, and its
// peers. Each track file defines its own tasks (tracks/reduce.h, …). A Task contains everything that differs
// between tasks.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "check/case.h"
#include "stage/registry.h"

namespace ladder::check {

using stage::Sizes;
struct Task;
template <typename T>
struct Question;  // check/compare.h, like the next two
template <typename T>
struct Walk;
template <typename T>
struct Reduction;

// The contents of an input: one of the patterns in check/inputs.h, or a pattern defined in the track's file.
enum class Content { summands, minima, maxima, tied_minima, roots, cells, candidates, packed, flags, own };

// bf16 (in a case of f32): bfloat16 elements. The values of an input are rounded to bfloat16.
enum class Element { of_the_case, value_and_index, u32, u64, bf16 };

// The number of elements in a buffer. Some input elements are marked: pack keeps them, unpack has a flag for
// them.
enum class Count {
  one,
  n,
  marked,
  marked_of_n,  // output: room for n elements; only the first ones, for the marked elements, may be written
  by_sizes,     // given by `elements`
};

// One instance per element type.
template <template <typename> class Of>
struct ForEachType {
  std::tuple<Of<float>, Of<double>, Of<int32_t>, Of<uint32_t>, Of<int64_t>, Of<uint64_t>> all = {};
  template <typename T>
  Of<T> of() const {
    return std::get<Of<T>>(all);
  }
};

// Element i of an input that the track defines itself. Case.n is its number of elements; Case.sizes are the
// problem's sizes.
template <typename T>
using OwnElement = T (*)(const Case&, size_t i);
template <typename F>
ForEachType<OwnElement> own_elements(F) {
  const auto of = []<typename T>(T) -> OwnElement<T> {
    return [](const Case& c, size_t i) { return F{}.template operator()<T>(c, i); };
  };
  return {{of(float{}), of(double{}), of(int32_t{}), of(uint32_t{}), of(int64_t{}), of(uint64_t{})}};
}

struct InputBuffer {
  const char* name;  // the name used in messages: "input[3] was changed"
  Content content;
  Count count = Count::n;
  Element element = Element::of_the_case;
  size_t (*elements)(const Sizes&) = nullptr;
  double (*instead)(const Case&, size_t i) = nullptr;  // where this is not 0, it is the value of element i
  ForEachType<OwnElement> own = {};                    // with Content::own
};
struct OutputBuffer {
  const char* name;
  Count count;
  Element element = Element::of_the_case;
  size_t (*elements)(const Sizes&) = nullptr;
};

// How an answer is compared.
enum class Answer {
  sum,       // a single sum; a sum of floats must be within a bound
  extreme,   // a single value, which must be exact, as must its index if the output has one
  elements,  // many elements, which are compared one by one
};

// The necessary work per element, independent of how a stage does it: for the roofline.
struct Work {
  const char* what;
  unsigned operations;
};

// The stages of a task: "scan/" means all stages in the track, "reduce_op/min" all stages whose names begin
// with min.
struct Stages {
  std::string beginning;
  unsigned reading =
      0;  // the track's place in the reading order (stage::Reading); 0: given elsewhere, or none
};

// The reference: a walk over the outputs if there are many elements; otherwise the value.
template <typename T>
using MakeWalk = std::unique_ptr<Walk<T>> (*)(const Question<T>&);
template <typename T>
using MakeValue = Reduction<T> (*)(const Question<T>&);

struct Task {
  std::string name;  // "sum"
  // Tasks in a family share peers, and are timed together. The family is named after its first track.
  std::string family;
  std::vector<Stages> stages;
  Answer answer;
  Work work;
  // The names of the sizes. If there are several, n is the total number of elements.
  std::vector<std::string> sizes = {"n"};
  size_t (*elements)(const Sizes&) = nullptr;  // the number of elements; by default the product of sizes
  // The sizes for n elements if none are given: the sizes in `sizes`, and those derived from them. By default
  // n itself, or factors of n that are as equal as possible.
  Sizes (*arranged)(size_t n) = nullptr;
  // The buffers, in the order of stage::Job. The first output is compared with the reference; a second one is
  // the number of marked elements.
  std::vector<InputBuffer> inputs;
  std::vector<OutputBuffer> outputs;
  ForEachType<MakeWalk> walk = {};
  ForEachType<MakeValue> value = {};
  // Ids of peers/*. vs_peer is relative to the first one; only the first two exist in CUDA 13.0's CUB.
  std::vector<std::string> peers = {};
  // For a task with several sizes: large enough for several blocks with a tail, and for more than one step of
  // every stage's loop. A run that looks for hazards is not reduced below these sizes.
  std::optional<Sizes> enough = {};
  std::vector<Sizes> checked = {};       // sizes in addition to the usual ones: check/sizes.h
  std::vector<Sizes> also_counted = {};  // further sizes that `./ladder counters` counts
  std::vector<size_t> also_full = {};    // further values of n that only a complete check uses
  size_t several_blocks = 4100;   // with at least this many elements, several blocks have work in every stage
  size_t traced_most = 100'000;   // check traces runs on the executor up to this number of elements
  bool two_kinds = false;         // supports inclusive and exclusive scans; Case.inclusive selects
  bool order_shows = false;       // adds floats, so a different order may give different bits (bench/bits.h)
  bool last_blocks_alone = true;  // the output of the last blocks depends only on the last elements

  bool is(std::string_view its_name) const { return name == its_name; }
};

// Registers a task: a static object in the track's file.
class Stated {
 public:
  explicit Stated(Task);
};

// All tasks, in reading order. Their addresses are stable.
const std::vector<const Task*>& tasks();
const Task* first_of_track(const std::string& track);  // nullptr: no such track
std::string work_of_track(const std::string&);         // "an addition or a comparison"
inline bool is_reduction(const Task& task) { return task.answer != Answer::elements; }
bool has_last_blocks(const Task&);  // whether the last blocks can be checked by themselves (check/sparse.h)

// The task of an id ("reduce/v3", "reduce_op/minloc") or of a track ("scan"). In reduce_op, the stage's name
// begins with the operator. Throws std::invalid_argument with a list of the choices.
const Task& task_of(std::string_view id);
// The task of the stage's id; if its track defines none, that of its job's problem.
const Task& task_of(const stage::Stage&);

// --- sizes ---

// `count` factors of n that are as equal as possible, the smallest first.
Sizes equal_factors(size_t n, size_t count);
Sizes arranged(const Task&, size_t n);
size_t elements(const Task&, const Sizes&);
// Case.sizes; if they are not given or do not match Case.n, the task's own arrangement of n elements.
Sizes sizes_of(const Task&, const Case&);
// Sizes as typed by the user. Throws std::invalid_argument if they are not the sizes of the task.
Sizes sizes_from(const Task&, const std::vector<size_t>& typed);
// The names and values of a task's sizes, if it has several: {"m", 33}, …; otherwise empty.
std::vector<std::pair<std::string, uint64_t>> named_sizes(const Task&, const Sizes&);
size_t elements(const InputBuffer&, const Sizes&, size_t n, size_t marked);
size_t elements(const OutputBuffer&, const Sizes&, size_t n, size_t marked);  // capacity

// "n = 1023, random input"; "m = 33, n = 65, k = 17, random input"
std::string situation(const Task&, const Case&);

}  // namespace ladder::check
