#include "bench/cpu_baselines.h"

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <execution>
#include <memory>
#include <new>
#include <numeric>
#include <type_traits>

#include "bench/rows.h"
#include "bench/statistics.h"
#include "check/compare.h"
#include "check/element_types.h"

namespace ladder::bench {
namespace {

// A thread's stack also contains its thread-local variables, including the __shared__ arrays of every kernel in
// the program. Together they occupy almost all of the 4 MB that a TBB thread has by default.
const tbb::global_control stack_size(tbb::global_control::thread_stack_size, size_t{64} << 20);

// Integers are added as unsigned integers, which wrap around. Floats are added in double, as a careful user
// would add them: in float, a sequential sum of 2^28 numbers stops growing long before the end.
template <typename T>
using Word = typename std::conditional_t<std::is_floating_point_v<T>, std::type_identity<T>,
                                         std::make_unsigned<T>>::type;
template <typename W>
using Sum = std::conditional_t<std::is_floating_point_v<W>, double, W>;

// The number of roundings in its own type that one input passes through (compare check::SumBound). For floats
// summed in double, this is the final rounding, plus the same amount for the error of 2^29 additions in double.
template <typename W>
double one_by_one(size_t n) {
  return std::is_same_v<W, float> ? 2 : static_cast<double>(n);
}

struct SequentialReduce {
  static constexpr const char* kTrack = "reduce";
  static constexpr bool kCopies = false;
  template <typename W>
  static double depth(size_t n) {
    return one_by_one<W>(n);
  }
  template <typename W>
  static void run(const W* input, size_t n, W* output, W*) {
    *output = static_cast<W>(std::reduce(input, input + n, Sum<W>{}, std::plus<Sum<W>>{}));
  }
};

struct ParallelReduce : SequentialReduce {
  template <typename W>
  static void run(const W* input, size_t n, W* output, W*) {
    *output =
        static_cast<W>(std::reduce(std::execution::par, input, input + n, Sum<W>{}, std::plus<Sum<W>>{}));
  }
};

// Adds the upper half to the lower half, and an odd last element to the first element, then continues with the
// lower half.
template <typename W>
W recursive_reduce(W* data, size_t size) {
  if (size == 0) return W{};
  if (size == 1) return data[0];
  const size_t stride = size / 2;
  for (size_t i = 0; i < stride; ++i) data[i] += data[i + stride];
  if (size % 2 == 1) data[0] += data[size - 1];
  return recursive_reduce(data, stride);
}

struct RecursiveReduce {
  static constexpr const char* kTrack = "reduce";
  static constexpr bool kCopies = true;
  template <typename W>
  static double depth(size_t n) {
    return 2.0 * std::bit_width(n);
  }
  template <typename W>
  static void run(const W* input, size_t n, W* output, W* copy) {
    std::copy_n(input, n, copy);
    *output = recursive_reduce(copy, n);
  }
};

struct SequentialScan {
  static constexpr const char* kTrack = "scan";
  static constexpr bool kCopies = false;
  template <typename W>
  static double depth(size_t n) {
    return one_by_one<W>(n);
  }
  template <typename W>
  static void run(const W* input, size_t n, W* output, W*) {
    std::inclusive_scan(input, input + n, output, std::plus<Sum<W>>{}, Sum<W>{});
  }
};

struct ParallelScan : SequentialScan {
  template <typename W>
  static void run(const W* input, size_t n, W* output, W*) {
    std::inclusive_scan(std::execution::par, input, input + n, output, std::plus<Sum<W>>{}, Sum<W>{});
  }
};

template <typename T>
check::Verdict verify(const check::Task& task, const check::Case& c, const check::Input<T>& input,
                      const T* output, double depth) {
  const check::SumBound<T> bound{depth, input.quantum()};
  const check::Question<T> question(task, c, bound);
  const bool one_value = check::is_reduction(task);
  check::Findings<T> found;
  if (one_value) {
    const auto sum = check::value(question).sum;
    found.look(0, *output, sum.sum, bound(sum.magnitude));
  } else {
    const check::Fetch<T> here = [output](size_t begin, size_t) { return output + begin; };
    found = check::compare_all<T>(*check::walk(question), c.n, here);
  }
  check::Verdict verdict;
  const std::string situation = check::situation(task, c);
  verdict.evidence = one_value ? evidence_of(found, "the result", situation, 1)
                               : evidence_of(found, fmt::format("output[{}]", found.index), situation, c.n);
  verdict.status = found.wrong == 0 ? check::Status::correct : check::Status::wrong;
  verdict.error = found.error;
  verdict.bound = found.bound;
  return verdict;
}

void need_memory(size_t elements, size_t size) {
  const auto pages = static_cast<size_t>(sysconf(_SC_PHYS_PAGES)),
             page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  if (elements > pages * page / size)
    throw std::bad_alloc();  // malloc might promise more memory than there is
}

template <typename Algorithm, typename T>
void measure_typed(const check::Case& c, int repetitions, Result& result) {
  using W = Word<T>;
  const check::Task& task = check::task_of(Algorithm::kTrack);
  const bool scan = !check::is_reduction(task);
  const size_t outputs = scan ? c.n : 1, copies = Algorithm::kCopies ? c.n : 0;
  need_memory(c.n + outputs + copies, sizeof(T));
  const auto input = std::make_unique_for_overwrite<T[]>(c.n);
  const auto output = std::make_unique_for_overwrite<T[]>(outputs);
  const auto copy = std::make_unique_for_overwrite<W[]>(copies);
  const check::Input<T> element(task, c);
  check::for_each_range(0, c.n, [&](size_t, size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) input[i] = element(i);
  });
  std::memset(output.get(), check::kPoison<T>, outputs * sizeof(T));

  // Called through a volatile pointer, so that the compiler cannot detect that every repetition computes the
  // same result.
  void (*volatile run)(const W*, size_t, W*, W*) = &Algorithm::template run<W>;
  const auto once = [&] {
    run(reinterpret_cast<const W*>(input.get()), c.n, reinterpret_cast<W*>(output.get()), copy.get());
  };
  const auto check_now = [&] {
    result.verdict = verify(task, c, element, output.get(), Algorithm::template depth<W>(c.n));
    return result.verdict.passed();
  };

  once();
  result.bytes = (scan ? 2 : 1) * c.n * sizeof(T);
  if (!check_now()) return;
  std::vector<double> samples;
  for (int i = 0; i < std::max(1, repetitions); ++i) {
    const auto start = std::chrono::steady_clock::now();
    once();
    samples.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  result.time = summarise(std::move(samples));
  if (check_now() && result.time->median > 0)
    result.bandwidth = static_cast<double>(result.bytes) / result.time->median;
}

template <typename Algorithm>
Result measure(const Baseline& baseline, const check::Case& c, int repetitions) {
  Result result = result_for(baseline.id, baseline.idea, Backend::cpu, c.n, c.dtype);
  result.track = baseline.track;
  if (check::task_of(Algorithm::kTrack).two_kinds) result.scan = "inclusive";
  try {
    check::with_type(c.dtype, [&]<typename T>(T) { measure_typed<Algorithm, T>(c, repetitions, result); });
  } catch (const std::bad_alloc&) {
    result.skipped = not_enough_memory(c.n);
  }
  return result;
}

}  // namespace

const std::vector<Baseline>& cpu_baselines() {
  static const std::vector<Baseline> all = {
      {"cpu/sequential_reduce", "std::reduce, one core", "reduce", measure<SequentialReduce>},
      {"cpu/parallel_reduce", "std::reduce, all cores", "reduce", measure<ParallelReduce>},
      {"cpu/recursive_reduce", "halving in place, on a copy", "reduce", measure<RecursiveReduce>},
      {"cpu/sequential_scan", "std::inclusive_scan, one core", "scan", measure<SequentialScan>},
      {"cpu/parallel_scan", "std::inclusive_scan, all cores", "scan", measure<ParallelScan>},
  };
  return all;
}

}  // namespace ladder::bench
