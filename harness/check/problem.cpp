#include "check/problem.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>

#include "check/compare.h"
#include "check/device_buffer.h"

namespace check {

double addition_depth(size_t n, bool serial, const device::Device& device) {
  if (serial) return static_cast<double>(n);
  const size_t threads = size_t{device.multiprocessors} * device.max_threads_per_multiprocessor;
  const size_t share = threads == 0 ? n : (n + threads - 1) / threads;
  return static_cast<double>(std::bit_width(n == 0 ? 0 : n - 1)) + static_cast<double>(share) + 64;
}

std::string situation(const Case& c) { return fmt::format("n = {}, {} input", c.n, name(c.input)); }

class Problem::Typed {
 public:
  virtual ~Typed() = default;
  virtual stage::Job job() const = 0;
  virtual void poison_output() = 0;
  virtual Verdict verify(bool serial) = 0;
  virtual uint64_t algorithm_bytes() const = 0;
};

namespace {

template <typename T>
class TypedProblem final : public Problem::Typed {
 public:
  TypedProblem(device::Machine& machine, Task task, const Case& c)
      : machine_(machine), task_(task), case_(c), input_(task, c), inputs_(c.n) {
    if (task == Task::unpack) inputs_ = total<T>(Unpack<T>{input_}, c.n).rank;
    if (task == Task::pack) kept_ = total<T>(Pack<T>{input_}, c.n).rank;
    const size_t result_size = task == Task::minloc ? sizeof(stage::ValueAndIndex<T>) : sizeof(T);
    device_input_ = {machine, task == Task::unpack ? "packed" : "input", inputs_ * sizeof(T)};
    if (task == Task::unpack) device_flags_ = {machine, "flags", c.n * sizeof(uint32_t)};
    device_output_ = {machine, "output", (is_reduction(task) ? 1 : c.n) * result_size};
    if (task == Task::pack) device_count_ = {machine, "count", sizeof(uint64_t)};

    upload(device_input_, inputs_, [this](size_t i) { return input_(i); });
    if (task == Task::unpack) upload(device_flags_, c.n, [this](size_t i) { return flag(i); });
    poison_output();
  }

  stage::Job job() const override {
    stage::Job job;
    job.context = &machine_;
    job.block = case_.block;
    job.n = case_.n;
    job.input = device_input_.data();
    job.flags = static_cast<const uint32_t*>(device_flags_.data());
    job.output = device_output_.data();
    job.count = static_cast<uint64_t*>(device_count_.data());
    job.width = stencil_width(case_.n);
    job.inclusive = case_.inclusive;
    return job;
  }

  void poison_output() override {
    device_output_.fill(kPoison<T>);
    if (task_ == Task::pack) device_count_.fill(kPoison<uint64_t>);
  }

  Verdict verify(bool serial) override {
    SumBound<T> bound;
    if (std::is_floating_point_v<T>)
      bound = {addition_depth(case_.n, serial, machine_.device()), input_.quantum()};
    Verdict verdict;
    if (is_reduction(task_))
      verify_reduction(bound, verdict);
    else
      verify_elements(bound, verdict);
    verify_surroundings(verdict);
    verdict.status = verdict.message.empty() ? "correct" : "wrong";
    if (verdict.message.empty() && task_ == Task::sum && verdict.bound > reference().sum.magnitude)
      verdict.message = "the sum may be off by more than itself: too many floats added one after the other";
    return verdict;
  }

  uint64_t algorithm_bytes() const override {
    const uint64_t read = inputs_ * sizeof(T) + (task_ == Task::unpack ? case_.n * sizeof(uint32_t) : 0);
    if (is_reduction(task_)) return read;
    return read + (task_ == Task::pack ? kept_ : case_.n) * sizeof(T);
  }

 private:
  uint32_t flag(size_t i) const { return input_.flag(i) ? 1 : 0; }

  const Reduction<T>& reference() {  // computed once
    if (!reference_) reference_ = std::make_unique<Reduction<T>>(reduce_reference(task_, input_, case_.n));
    return *reference_;
  }

  static void add(Verdict& verdict, const std::string& message) {
    if (message.empty()) return;
    verdict.message += (verdict.message.empty() ? "" : "; ") + message;
  }

  void verify_reduction(const SumBound<T>& bound, Verdict& verdict) {
    const Reduction<T>& expected = reference();
    stage::ValueAndIndex<T> got{};
    device_output_.download(&got, 0, task_ == Task::minloc ? sizeof got : sizeof(T));
    Findings<T> found;
    if (task_ == Task::sum)
      found.look(0, got.value, expected.sum.sum, bound(expected.sum.magnitude));
    else
      found.look(0, got.value, static_cast<Exact<T>>(expected.value), 0);
    add(verdict, message(found, "the result", case_, 1));
    verdict.error = found.error;
    verdict.bound = found.bound;
    if (task_ != Task::minloc || found.wrong > 0 || got.index == expected.index) return;
    add(verdict, fmt::format("the result is {} at index {}, expected its first index, {} ({})",
                             in_words(got.value), got.index, expected.index, situation(case_)));
  }

  void verify_elements(const SumBound<T>& bound, Verdict& verdict) {
    if (task_ == Task::pack) verify_count(verdict);
    const Findings<T> found = compare_elements(bound);
    const size_t elements = task_ == Task::pack ? kept_ : case_.n;
    add(verdict, message(found, fmt::format("output[{}]", found.index), case_, elements));
    verdict.error = found.error;
    verdict.bound = found.bound;
    if (task_ == Task::pack) verify_rest_untouched(verdict);
  }

  Findings<T> compare_elements(const SumBound<T>& bound) {
    std::vector<T> chunk;
    const Fetch<T> fetch = [&](size_t begin, size_t count) {
      chunk.resize(std::max(chunk.size(), count));
      device_output_.download(chunk.data(), begin * sizeof(T), count * sizeof(T));
      return chunk.data();
    };
    const size_t n = case_.n;
    switch (task_) {
      case Task::map:
        return compare_all<T>(Map<T>{input_}, n, fetch);
      case Task::stencil:
        return compare_all<T>(Stencil<T>{input_, n, stencil_width(n)}, n, fetch);
      case Task::pack:
        return compare_all<T>(Pack<T>{input_}, n, fetch);
      case Task::unpack:
        return compare_all<T>(Unpack<T>{input_}, n, fetch);
      default:
        return compare_all<T>(Scan<T>{input_, case_.inclusive, bound}, n, fetch);
    }
  }

  void verify_count(Verdict& verdict) {
    uint64_t count = 0;
    device_count_.download(&count, 0, sizeof count);
    if (count == kept_) return;
    const std::string is = is_poison(count) ? "was never written" : fmt::format("is {}", count);
    add(verdict, fmt::format("the count {}, expected {} ({})", is, kept_, situation(case_)));
  }

  void verify_rest_untouched(Verdict& verdict) {
    const Differences found =
        differences<T>(device_output_, kept_, case_.n, [](size_t, T x) { return is_poison(x); });
    if (found.count > 0)
      add(verdict,
          fmt::format("output[{}] was written, though only {} elements are kept ({}, {} such in all)",
                      found.first, kept_, situation(case_), found.count));
  }

  void verify_surroundings(Verdict& verdict) {
    const auto changed = [&](const char* what, const Differences& found) {
      if (found.count > 0)
        add(verdict, fmt::format("{}[{}] was changed by the run ({}, {} changed in all)", what, found.first,
                                 situation(case_), found.count));
    };
    changed(task_ == Task::unpack ? "packed" : "input",
            differences<T>(device_input_, 0, inputs_, [this](size_t i, T x) { return x == input_(i); }));
    if (task_ == Task::unpack)
      changed("flags", differences<uint32_t>(device_flags_, 0, case_.n,
                                             [this](size_t i, uint32_t x) { return x == flag(i); }));
    const std::vector<std::string> damaged = machine_.damaged_guards();
    if (!damaged.empty())
      add(verdict, fmt::format("wrote outside of {} ({})", fmt::join(damaged, ", "), situation(case_)));
  }

  device::Machine& machine_;
  Task task_;
  Case case_;
  Input<T> input_;
  size_t inputs_;  // elements of the input: n, or the packed ones
  uint64_t kept_ = 0;
  std::unique_ptr<Reduction<T>> reference_;
  DeviceBuffer device_input_, device_flags_, device_output_, device_count_;
};

std::unique_ptr<Problem::Typed> make_typed(device::Machine& machine, Task task, const Case& c) {
  switch (c.dtype) {
    case stage::DType::f32:
      return std::make_unique<TypedProblem<float>>(machine, task, c);
    case stage::DType::f64:
      return std::make_unique<TypedProblem<double>>(machine, task, c);
    case stage::DType::i32:
      return std::make_unique<TypedProblem<int32_t>>(machine, task, c);
    case stage::DType::u32:
      return std::make_unique<TypedProblem<uint32_t>>(machine, task, c);
    case stage::DType::i64:
      return std::make_unique<TypedProblem<int64_t>>(machine, task, c);
    case stage::DType::u64:
      return std::make_unique<TypedProblem<uint64_t>>(machine, task, c);
  }
  throw std::invalid_argument("no such element type");
}

Case as_registered(Case c, const stage::Stage& stage) {
  c.inclusive = computes_inclusive(stage, c);
  return c;
}

}  // namespace

Problem::Problem(device::Machine& machine, const std::string& id, const Case& c)
    : case_(c), typed_(make_typed(machine, task_of(id), c)) {}
Problem::Problem(device::Machine& machine, const stage::Stage& stage, const Case& c)
    : case_(as_registered(c, stage)), typed_(make_typed(machine, task_of(stage), case_)) {}
Problem::~Problem() = default;

stage::Job Problem::job() const { return typed_->job(); }
void Problem::poison_output() { typed_->poison_output(); }
Verdict Problem::verify(bool serial) { return typed_->verify(serial); }
uint64_t Problem::algorithm_bytes() const { return typed_->algorithm_bytes(); }

}  // namespace check
