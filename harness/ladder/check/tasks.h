// The tasks: what a track's stages read and write, what judges them, and what stands beside them. One row for
// each task; all that differs from task to task is asked here, or is a reference (check/compare.h).
#pragma once
#include <string>
#include <vector>

#include "stage/registry.h"

namespace check {

enum class Task { sum, min, max, minloc, scan, map, stencil, pack, unpack, transpose, count };

// What fills an input: check/inputs.h.
enum class Content { summands, minima, maxima, tied_minima, roots, cells, candidates, packed, flags };

enum class Element { of_the_case, value_and_index, u32, u64 };

// How many elements a buffer holds. Some inputs are marked: pack keeps them, unpack has a flag for them.
enum class Count {
  one,
  n,
  marked,
  marked_of_n,  // output: room for n, of which only the first marked ones may be written
};

struct InputBuffer {
  const char* name;  // in messages: "input[3] was changed"
  Content content;
  Count count = Count::n;
  Element element = Element::of_the_case;
};
struct OutputBuffer {
  const char* name;
  Count count;
  Element element = Element::of_the_case;
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

struct TaskRow {
  Task task;
  // Tasks of a family share peers, and are timed together. The family is named after its first track.
  std::string family;
  std::vector<std::string> stages;  // "scan/": all stages of the track; "reduce_op/min": all called min…
  Answer answer;
  Work work;
  // At most two of each, in the order of stage::Job.
  std::vector<InputBuffer> inputs;
  std::vector<OutputBuffer> outputs;
  // vs_peer is over the first one; a CUB of CUDA 13.0 has the first two alone.
  std::vector<std::string> peers = {};
  std::vector<size_t> sizes = {};  // checked besides the usual ones: check/sizes.h
};

inline const std::vector<TaskRow>& tasks() {
  static const std::vector<TaskRow> rows = {
      {.task = Task::sum,
       .family = "reduce",
       .stages = {"reduce/", "reduce_global/", "reduce_atomic/", "reduce_op/sum", "reduce_multi/"},
       .answer = Answer::sum,
       .work = {"an addition", 1},
       .inputs = {{"input", Content::summands}},
       .outputs = {{"output", Count::one}},
       .peers = {"peer/cub_reduce", "peer/thrust_reduce", "peer/cub_reduce_any_order",
                 "peer/cub_reduce_gpu_to_gpu"}},
      {.task = Task::min,
       .family = "reduce",
       .stages = {"reduce_op/min"},
       .answer = Answer::extreme,
       .work = {"a comparison", 1},
       .inputs = {{"input", Content::minima}},
       .outputs = {{"output", Count::one}}},
      {.task = Task::max,
       .family = "reduce",
       .stages = {"reduce_op/max"},
       .answer = Answer::extreme,
       .work = {"a comparison", 1},
       .inputs = {{"input", Content::maxima}},
       .outputs = {{"output", Count::one}}},
      {.task = Task::minloc,
       .family = "reduce",
       .stages = {"reduce_op/minloc"},
       .answer = Answer::extreme,
       .work = {"a comparison", 1},
       .inputs = {{"input", Content::tied_minima}},
       .outputs = {{"output", Count::one, Element::value_and_index}}},
      {.task = Task::scan,
       .family = "scan",
       .stages = {"scan/", "scan_multi/"},
       .answer = Answer::elements,
       .work = {"an addition", 1},
       .inputs = {{"input", Content::summands}},
       .outputs = {{"output", Count::n}},
       .peers = {"peer/cub_scan", "peer/thrust_scan", "peer/cub_scan_run_to_run"}},
      {.task = Task::map,
       .family = "map",
       .stages = {"map/"},
       .answer = Answer::elements,
       .work = {"a square root", 1},
       .inputs = {{"input", Content::roots}},
       .outputs = {{"output", Count::n}}},
      {.task = Task::stencil,
       .family = "stencil",
       .stages = {"stencil/"},
       .answer = Answer::elements,
       .work = {"four additions and a division", 5},
       .inputs = {{"input", Content::cells}},
       .outputs = {{"output", Count::n}},
       .sizes = {1000 * 32, 100 * 100, 100 * 100 - 1}},  // full and cut last rows
      {.task = Task::pack,
       .family = "pack",
       .stages = {"pack/"},
       .answer = Answer::elements,
       .work = {"a test and an addition", 2},
       .inputs = {{"input", Content::candidates}},
       .outputs = {{"output", Count::marked_of_n}, {"count", Count::one, Element::u64}},
       .peers = {"peer/cub_select"}},
      {.task = Task::unpack,
       .family = "unpack",
       .stages = {"unpack/"},
       .answer = Answer::elements,
       .work = {"a test and an addition", 2},
       .inputs = {{"packed", Content::packed, Count::marked},
                  {"flags", Content::flags, Count::n, Element::u32}},
       .outputs = {{"output", Count::n}}},
      // Those below have no track of their own: exercises of the track first are of them.
      {.task = Task::transpose,
       .family = "transpose",
       .stages = {"transpose/"},
       .answer = Answer::elements,
       .work = {"a copy", 1},
       .inputs = {{"input", Content::cells}},
       .outputs = {{"output", Count::n}},
       .sizes = {32 * 32, 33 * 65, 31 * 1000}},  // whole tiles, and cut ones
      {.task = Task::count,
       .family = "count",
       .stages = {"count/"},
       .answer = Answer::extreme,
       .work = {"a test and an addition", 2},
       .inputs = {{"input", Content::candidates}},
       .outputs = {{"kept", Count::one}}},
  };
  return rows;
}

const TaskRow& row_of(Task);
const TaskRow* first_of_track(const std::string& track);  // nullptr: no such track
std::string work_of_track(const std::string&);            // "an addition or a comparison"
inline bool is_reduction(Task task) { return row_of(task).answer != Answer::elements; }

// The task of an id ("reduce/v3", "reduce_op/minloc") or of a track ("scan"). In reduce_op the stage's name
// begins with the operator. Throws std::invalid_argument, naming what there is.
Task task_of(const std::string& id);
// Of the stage's id; for a pitfall, of the problem that it pretends to solve.
Task task_of(const stage::Stage&);

}  // namespace check
