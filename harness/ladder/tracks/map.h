// The map track: output[i] = f(input[i]), with f the square root (Data Parallel C++, ch. 14).
#pragma once
#include "stage/launch.h"

namespace ladder::stage::inline STAGE_BACKEND {

template <typename T>
struct MapJob : AnyJob {
  using Element = T;
  static constexpr const char* kProblem = "map";
  explicit MapJob(const Job& job) : AnyJob(job), input(job.input<T>()), output(job.output<T>()) {}
  const T* input;  // [n], none negative
  T* output;       // [n]
};

}  // namespace ladder::stage::inline STAGE_BACKEND

using namespace ladder::stage;

#ifdef LADDER_STATES_TRACKS  // only the harness compiles the rest (harness/CMakeLists.txt)
#include "check/compare.h"

namespace ladder::check {

template <typename T>
struct Map final : Walk<T> {
  explicit Map(const Question<T>& q) : x(q.input()) {}
  Input<T> x;

  void compare(size_t begin, size_t end, Carry<T>, const T* output, Findings<T>& found) const override {
    for (size_t i = begin; i < end; ++i) {
      const auto root =
          std::sqrt(static_cast<std::conditional_t<std::is_same_v<T, float>, double, long double>>(x(i)));
      if constexpr (std::is_floating_point_v<T>)  // the bound: two units in the last place
        found.look(i, *output++, root, 2 * std::numeric_limits<T>::epsilon() * static_cast<double>(root));
      else
        found.look(i, *output++, static_cast<uint64_t>(root), 0);
    }
  }
};

const Stated map({
    .name = "map",
    .family = "map",
    .stages = {{"map/", 30}},
    .answer = Answer::elements,
    .work = {"a square root", 1},
    .inputs = {{"input", Content::roots}},
    .outputs = {{"output", Count::n}},
    .walk = walk_of<Map>(),
});

}  // namespace ladder::check
#endif
