// A track only for tests, with two inputs of different extents, one of which the track itself defines:
// output[i] = table[index[i]].
#pragma once
#include "stage/launch.h"

namespace ladder::stage::inline STAGE_BACKEND {

template <typename T>
struct GatherJob : AnyJob {
  using Element = T;
  static constexpr const char* kProblem = "test_gather";
  explicit GatherJob(const Job& job)
      : AnyJob(job),
        table(job.input<T>(0)),
        index(job.input<uint32_t>(1)),
        output(job.output<T>()),
        entries(job.sizes[1]) {}
  const T* table;         // [entries]
  const uint32_t* index;  // [n], each below entries
  T* output;              // [n]
  size_t entries;
};

}  // namespace ladder::stage::inline STAGE_BACKEND

using namespace ladder::stage;

#ifdef LADDER_STATES_TRACKS
#include "check/compare.h"

namespace ladder::check {

template <typename T>
struct Gather final : Walk<T> {
  explicit Gather(const Question<T>& q) : table(q.input(0)), index(q.template input<uint32_t>(1)) {}
  Input<T> table;
  Input<uint32_t> index;

  void compare(size_t begin, size_t end, Carry<T>, const T* output, Findings<T>& found) const override {
    for (size_t i = begin; i < end; ++i) found.look(i, *output++, static_cast<Exact<T>>(table(index(i))), 0);
  }
};

const Stated gather({
    .name = "test_gather",
    .family = "test_gather",
    .stages = {{"test_gather/"}},
    .answer = Answer::elements,
    .work = {"a copy", 1},
    .sizes = {"n", "entries"},
    .elements = [](const Sizes& s) { return s[0]; },
    .arranged =
        [](size_t n) {
          return Sizes{{n, n / 3 + 1}};
        },
    .inputs = {{.name = "table",
                .content = Content::cells,
                .count = Count::by_sizes,
                .elements = [](const Sizes& s) { return s[1]; }},
               {.name = "index",
                .content = Content::own,
                .element = Element::u32,
                .own = own_elements([]<typename T>(const Case& c, size_t i) {
                  const bool in_turn = c.input == InputKind::index_coded || c.input == InputKind::iota;
                  return static_cast<T>((in_turn ? i : hash(c.seed, i)) % (*c.sizes)[1]);
                })}},
    .outputs = {{"output", Count::n}},
    .walk = walk_of<Gather>(),
    .checked = {{1000, 1}, {3, 70000}},
});

}  // namespace ladder::check
#endif
