// What a track states of a task: what its stages read and write, what judges them, and what stands beside them. Each track's
// file states its own (tracks/reduce.h, …); all that differs from task to task is asked here.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "check/case.h"
#include "stage/registry.h"

namespace check {

using stage::Sizes;
struct Task;
template <typename T>
struct Question;  // check/compare.h, as the next two
template <typename T>
struct Walk;
template <typename T>
struct Reduction;

// What fills an input: one of the patterns of check/inputs.h, or what the track's file says.
enum class Content { summands, minima, maxima, tied_minima, roots, cells, candidates, packed, flags, own };

enum class Element { of_the_case, value_and_index, u32, u64 };

// How many elements a buffer holds. Some inputs are marked: pack keeps them, unpack has a flag for them.
enum class Count {
  one,
  n,
  marked,
  marked_of_n,  // output: room for n, of which only the first marked ones may be written
  by_sizes,     // as its `elements` says
};

// The same for every element type.
template <template <typename> class Of>
struct ForEachType {
  std::tuple<Of<float>, Of<double>, Of<int32_t>, Of<uint32_t>, Of<int64_t>, Of<uint64_t>> all = {};
  template <typename T>
  Of<T> of() const {
    return std::get<Of<T>>(all);
  }
};

// Element i of an input of a track's own kind. Case.n is the number of its elements, Case.sizes are the problem's.
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
  const char* name;  // in messages: "input[3] was changed"
  Content content;
  Count count = Count::n;
  Element element = Element::of_the_case;
  size_t (*elements)(const Sizes&) = nullptr;
  ForEachType<OwnElement> own = {};  // with Content::own
};
struct OutputBuffer {
  const char* name;
  Count count;
  Element element = Element::of_the_case;
  size_t (*elements)(const Sizes&) = nullptr;
};

// How an answer is compared.
enum class Answer {
  sum,       // one sum; floats within a bound
  extreme,   // one value, exactly; with an index where the output holds one
  elements,  // many, one after the other
};

// What must be done for each element, however a stage does it: for the roofline.
struct Work {
  const char* what;
  unsigned operations;
};

// The stages of a task: "scan/" are all of the track, "reduce_op/min" all that are called min….
struct Stages {
  std::string beginning;
  unsigned reading =
      0;  // the track's place in the order of reading (stage::Reading); 0: stated elsewhere, or none
};

// The reference: of many elements a walk over the outputs, of one value the value.
template <typename T>
using MakeWalk = std::unique_ptr<Walk<T>> (*)(const Question<T>&);
template <typename T>
using MakeValue = Reduction<T> (*)(const Question<T>&);

struct Task {
  std::string name;  // "sum"
  // Tasks of a family share peers, and are timed together. The family is named after its first track.
  std::string family;
  std::vector<Stages> stages;
  Answer answer;
  Work work;
  // The names of the sizes. Where there are several, n is the number of elements in all.
  std::vector<std::string> sizes = {"n"};
  size_t (*elements)(const Sizes&) = nullptr;  // that number; their product where nothing is said
  // The sizes of n elements, where no sizes are given: those that are named, and what follows from them. Else n alone, or
  // factors of n that are as equal as may be.
  Sizes (*arranged)(size_t n) = nullptr;
  // In the order of stage::Job. The first output is compared with the reference; a second one is the number of marked ones.
  std::vector<InputBuffer> inputs;
  std::vector<OutputBuffer> outputs;
  ForEachType<MakeWalk> walk = {};
  ForEachType<MakeValue> value = {};
  // Ids of peers/*. vs_peer is over the first one; a CUB of CUDA 13.0 has the first two alone.
  std::vector<std::string> peers = {};
  std::vector<Sizes> checked = {};     // besides the usual ones: check/sizes.h
  std::vector<size_t> also_full = {};  // n, in a check of full reach
  size_t several_blocks = 4100;        // elements from which on several blocks have work, whatever the stage
  bool two_kinds = false;              // inclusive and exclusive: Case.inclusive says which
  bool order_shows = false;            // floats are added: in another order, other bits (bench/bits.h)
  bool last_blocks_alone = true;       // what the last blocks write depends on the last elements alone

  bool is(std::string_view its_name) const { return name == its_name; }
};

// A static object of the track's file.
class Stated {
 public:
  explicit Stated(Task);
};

// In the order of reading. A task stays where it is.
const std::vector<const Task*>& tasks();
const Task* first_of_track(const std::string& track);  // nullptr: no such track
std::string work_of_track(const std::string&);         // "an addition or a comparison"
inline bool is_reduction(const Task& task) { return task.answer != Answer::elements; }
bool has_last_blocks(const Task&);  // can be looked at alone: check/sparse.h

// The task of an id ("reduce/v3", "reduce_op/minloc") or of a track ("scan"). In reduce_op the stage's name
// begins with the operator. Throws std::invalid_argument, naming what there is.
const Task& task_of(std::string_view id);
// Of the stage's id; where its track states none, of the problem that its job is of.
const Task& task_of(const stage::Stage&);

// --- sizes ---

Sizes arranged(const Task&, size_t n);
size_t elements(const Task&, const Sizes&);
// Case.sizes; where they are not given, or are not of Case.n elements, arranged.
Sizes sizes_of(const Task&, const Case&);
// As typed. Throws std::invalid_argument where the task has other sizes.
Sizes sizes_from(const Task&, const std::vector<size_t>& typed);
// For a task of several sizes: {"m", 33}, …; nothing for one.
std::vector<std::pair<std::string, uint64_t>> named_sizes(const Task&, const Sizes&);
size_t elements(const InputBuffer&, const Sizes&, size_t n, size_t marked);
size_t elements(const OutputBuffer&, const Sizes&, size_t n, size_t marked);  // that there is room for

// "n = 1023, random input"; "m = 33, n = 65, k = 17, random input"
std::string situation(const Task&, const Case&);

}  // namespace check
