#include "check/problem.h"

#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>

#include "check/compare.h"
#include "check/device_buffer.h"
#include "check/element_types.h"

namespace ladder::check {

double addition_depth(size_t n, bool serial, const device::Device& device) {
  if (serial) return static_cast<double>(n);
  const size_t threads = size_t{device.multiprocessors} * device.max_threads_per_multiprocessor;
  const size_t share = threads == 0 ? n : (n + threads - 1) / threads;
  return static_cast<double>(std::bit_width(n == 0 ? 0 : n - 1)) + static_cast<double>(share) + 64;
}

class Problem::Typed {
 public:
  virtual ~Typed() = default;
  virtual stage::Job job() const = 0;
  virtual void poison_output() = 0;
  virtual Verdict verify(bool serial) = 0;
  virtual uint64_t algorithm_bytes() const = 0;
  virtual std::vector<Memory> buffers() const = 0;
  virtual std::vector<Element> elements(size_t most) = 0;
};

namespace {

template <typename T>
class TypedProblem final : public Problem::Typed {
 public:
  TypedProblem(device::Machine& machine, const Task& task, const Case& c)
      : machine_(machine), task_(task), question_(task, c), case_(question_.c), marked_(count_marked()) {
    for (size_t i = 0; i < task_.inputs.size(); ++i) {
      const InputBuffer& input = task_.inputs[i];
      inputs_[i] = {machine, input.name, room(input) * size_of<T>(input.element)};
    }
    for (size_t i = 0; i < task_.outputs.size(); ++i) {
      const OutputBuffer& output = task_.outputs[i];
      outputs_[i] = {machine, output.name, room(output) * size_of<T>(output.element)};
    }
    for (size_t i = 0; i < task_.inputs.size(); ++i)
      with_elements(i, [&](const auto& x) { upload(inputs_[i], room(task_.inputs[i]), x); });
    poison_output();
  }

  stage::Job job() const override {
    stage::Job job;
    job.context = &machine_;
    job.n = case_.n;
    job.sizes = question_.sizes();
    for (size_t i = 0; i < inputs_.size(); ++i) job.inputs[i] = inputs_[i].data();
    for (size_t i = 0; i < outputs_.size(); ++i) job.outputs[i] = outputs_[i].data();
    job.inclusive = case_.inclusive;
    return job;
  }

  void poison_output() override {
    for (size_t i = 0; i < task_.outputs.size(); ++i) {
      const Element element = task_.outputs[i].element;
      const bool whole = element == Element::u32 || element == Element::u64;
      outputs_[i].fill(whole ? kPoison<uint64_t> : kPoison<T>);
    }
  }

  Verdict verify(bool serial) override {
    SumBound<T> bound;
    if (std::is_floating_point_v<T>)
      bound = {addition_depth(case_.n, serial, machine_.device()), question_.input().quantum()};
    Verdict verdict;
    if (task_.answer == Answer::elements)
      verify_elements(bound, verdict);
    else
      verify_reduction(bound, verdict);
    verify_surroundings(verdict);
    verdict.status = verdict.evidence.empty() ? Status::correct : Status::wrong;
    if (verdict.evidence.empty() && task_.answer == Answer::sum && verdict.bound > reference().sum.magnitude)
      verdict.evidence = {findings::Cause::sum_without_bound};
    return verdict;
  }

  uint64_t algorithm_bytes() const override {
    uint64_t bytes = 0;
    const auto add = [&](const auto& buffer) {
      if (buffer.count != Count::one) bytes += used(buffer) * size_of<T>(buffer.element);
    };
    for (const InputBuffer& input : task_.inputs) add(input);
    for (const OutputBuffer& output : task_.outputs) add(output);
    return bytes;
  }

  std::vector<Problem::Memory> buffers() const override {
    std::vector<Problem::Memory> all;
    for (const auto* side : {&inputs_, &outputs_})
      for (const DeviceBuffer& buffer : *side)
        if (buffer.data() != nullptr) all.push_back({buffer.data(), buffer.bytes()});
    return all;
  }

  std::vector<Problem::Element> elements(size_t most) override {
    std::vector<Problem::Element> all;
    const auto take = [&](T got, const Findings<T>& found) {
      const T right = found.wrong > 0 ? found.expected : got;
      all.push_back({static_cast<double>(got), static_cast<double>(right),
                     is_poison(got) ? "-" : in_words(got), in_words(right), found.wrong == 0});
    };
    if (task_.answer != Answer::elements) {
      T got{};
      download(0, 1, &got);
      Findings<T> found;
      const Reduction<T>& expected = reference();
      found.look(0, got,
                 task_.answer == Answer::sum ? expected.sum.sum : static_cast<Exact<T>>(expected.value), 0);
      take(got, found);
      return all;
    }
    const auto walk = check::walk(question_);
    Carry<T> carry;
    for (size_t i = 0; i < room(task_.outputs[0]) && all.size() < most; ++i) {
      const Carry<T> before = carry;
      carry += walk->measure(i, i + 1);
      if (walk->output_at(i + 1, carry) == walk->output_at(i, before)) continue;  // not kept
      T got{};
      download(walk->output_at(i, before), 1, &got);
      Findings<T> found;
      walk->compare(i, i + 1, before, &got, found);
      take(got, found);
    }
    return all;
  }

 private:
  // The capacity in elements, and the number that a correct answer uses.
  template <typename Buffer>
  size_t room(const Buffer& buffer) const {
    return check::elements(buffer, question_.sizes(), case_.n, marked_);
  }
  template <typename Buffer>
  size_t used(const Buffer& buffer) const {
    return buffer.count == Count::marked_of_n ? marked_ : room(buffer);
  }

  size_t count_marked() const {
    const auto marked = [](const auto& b) {
      return b.count == Count::marked || b.count == Count::marked_of_n;
    };
    if (std::none_of(task_.inputs.begin(), task_.inputs.end(), marked) &&
        std::none_of(task_.outputs.begin(), task_.outputs.end(), marked))
      return 0;
    return total(*check::walk(question_), case_.n).rank;
  }

  // Calls f(x), where x(k) is element k of input i, in the buffer's own type.
  template <typename F>
  void with_elements(size_t i, F f) const {
    switch (task_.inputs[i].element) {
      case Element::u32:
        return f(question_.template input<uint32_t>(i));
      case Element::u64:
        return f(question_.template input<uint64_t>(i));
      case Element::bf16:
        return f([x = question_.input(i)](size_t k) { return bf16_bits(static_cast<float>(x(k))); });
      case Element::of_the_case:
      case Element::value_and_index:
        break;
    }
    f(question_.input(i));
  }

  // Downloads elements of the first output.
  void download(size_t begin, size_t count, T* to) const {
    if (task_.outputs[0].element != Element::bf16)
      return outputs_[0].download(to, begin * sizeof(T), count * sizeof(T));
    std::vector<uint16_t> halves(count);
    outputs_[0].download(halves.data(), begin * sizeof(uint16_t), count * sizeof(uint16_t));
    std::ranges::transform(halves, to, [](uint16_t bits) {
      return static_cast<T>(bits == kPoisonedBf16 ? poison<float>() : from_bf16(bits));
    });
  }

  const Reduction<T>& reference() {  // computed once
    if (!reference_) reference_ = std::make_unique<Reduction<T>>(value(question_));
    return *reference_;
  }

  static void add(Verdict& verdict, findings::Evidence evidence) {
    if (evidence.empty()) return;
    if (!verdict.evidence.empty())
      evidence = {findings::Cause::both_wrong, {{"what", verdict.evidence}, {"then", std::move(evidence)}}};
    verdict.evidence = std::move(evidence);
  }

  void verify_reduction(const SumBound<T>& bound, Verdict& verdict) {
    const Reduction<T>& expected = reference();
    const bool has_index = task_.outputs[0].element == Element::value_and_index;
    stage::ValueAndIndex<T> got{};
    outputs_[0].download(&got, 0, has_index ? sizeof got : sizeof(T));
    Findings<T> found;
    if (task_.answer == Answer::sum)
      found.look(0, got.value, expected.sum.sum, bound(expected.sum.magnitude));
    else
      found.look(0, got.value, static_cast<Exact<T>>(expected.value), 0);
    add(verdict, evidence_of(found, "the result", situation(), 1));
    verdict.error = found.error;
    verdict.bound = found.bound;
    if (!has_index || found.wrong > 0 || got.index == expected.index) return;
    add(verdict, {findings::Cause::not_first_index,
                  {{"got", in_words(got.value)},
                   {"index", got.index},
                   {"expected", expected.index},
                   {"case", situation()}}});
  }

  void verify_elements(const SumBound<T>& bound, Verdict& verdict) {
    const OutputBuffer& output = task_.outputs[0];
    if (task_.outputs.size() > 1) verify_count(verdict);
    const Findings<T> found = compare_elements(bound);
    add(verdict,
        evidence_of(found, fmt::format("{}[{}]", output.name, found.index), situation(), used(output)));
    verdict.error = found.error;
    verdict.bound = found.bound;
    if (output.count == Count::marked_of_n) verify_rest_untouched(verdict);
  }

  Findings<T> compare_elements(const SumBound<T>& bound) {
    const size_t steps = room(task_.outputs[0]);
    Chunk<T> chunk(machine_, steps);
    const Fetch<T> fetch = [&](size_t begin, size_t count) {
      download(begin, count, chunk.data());
      return chunk.data();
    };
    return compare_all<T>(*check::walk(Question<T>(task_, case_, bound)), steps, fetch);
  }

  void verify_count(Verdict& verdict) {
    uint64_t count = 0;
    outputs_[1].download(&count, 0, sizeof count);
    if (count == marked_) return;
    findings::Evidence evidence(findings::Cause::wrong_count, {{"element", task_.outputs[1].name},
                                                               {"got", std::to_string(count)},
                                                               {"expected", marked_},
                                                               {"case", situation()}});
    if (is_poison(count)) evidence.add({"never_written", 1});
    add(verdict, std::move(evidence));
  }

  void verify_rest_untouched(Verdict& verdict) {
    const Differences found =
        differences<T>(outputs_[0], marked_, case_.n, [](size_t, T x) { return is_poison(x); });
    if (found.count > 0)
      add(verdict, {findings::Cause::written_past_count,
                    {{"element", fmt::format("{}[{}]", task_.outputs[0].name, found.first)},
                     {"kept", marked_},
                     {"case", situation()},
                     {"count", found.count}}});
  }

  void verify_surroundings(Verdict& verdict) {
    for (size_t i = 0; i < task_.inputs.size(); ++i)
      with_elements(i, [&](const auto& x) {
        using InBuffer = decltype(x(0));
        // Compares bits, because a NaN is not equal to itself.
        const auto same = [&](size_t k, InBuffer is) {
          const InBuffer was = x(k);
          return std::memcmp(&is, &was, sizeof is) == 0;
        };
        const Differences found = differences<InBuffer>(inputs_[i], 0, room(task_.inputs[i]), same);
        if (found.count > 0)
          add(verdict, {findings::Cause::input_changed,
                        {{"element", fmt::format("{}[{}]", task_.inputs[i].name, found.first)},
                         {"case", situation()},
                         {"count", found.count}}});
      });
    const std::vector<std::string> damaged = machine_.damaged_guards();
    if (!damaged.empty())
      add(verdict, {findings::Cause::wrote_outside,
                    {{"memory", fmt::format("{}", fmt::join(damaged, ", "))}, {"case", situation()}}});
  }

  std::string situation() const { return check::situation(task_, case_); }

  device::Machine& machine_;
  const Task& task_;
  const Question<T> question_;
  const Case& case_;
  size_t marked_;
  std::unique_ptr<Reduction<T>> reference_;
  std::array<DeviceBuffer, stage::Job::kMostArrays> inputs_, outputs_;
};

std::unique_ptr<Problem::Typed> make_typed(device::Machine& machine, const Task& task, const Case& c) {
  return with_type(c.dtype, [&]<typename T>(T) -> std::unique_ptr<Problem::Typed> {
    return std::make_unique<TypedProblem<T>>(machine, task, c);
  });
}

}  // namespace

Problem::Problem(device::Machine& machine, const Task& task, const Case& c)
    : typed_(make_typed(machine, task, c)) {}
Problem::~Problem() = default;

stage::Job Problem::job() const { return typed_->job(); }
void Problem::poison_output() { typed_->poison_output(); }
Verdict Problem::verify(bool serial) { return typed_->verify(serial); }
uint64_t Problem::algorithm_bytes() const { return typed_->algorithm_bytes(); }
std::vector<Problem::Memory> Problem::buffers() const { return typed_->buffers(); }
std::vector<Problem::Element> Problem::elements(size_t most) { return typed_->elements(most); }

}  // namespace ladder::check
