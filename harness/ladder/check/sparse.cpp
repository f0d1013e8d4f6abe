#include "check/sparse.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "check/element_types.h"
#include "check/findings.h"
#include "check/inputs.h"

namespace ladder::check {
namespace {

bool has_flag(size_t j) { return j % 8 < 3; }
constexpr size_t kFlags = kSparseElements / 8 * 3;

// Non-zero element number j, counted from 0: small, so that any order of float additions is exact.
template <typename T>
T element_of(Content content, size_t j) {
  switch (content) {
    case Content::summands:
    case Content::cells:
      return static_cast<T>(1 + j % 251);
    case Content::minima:
    case Content::tied_minima:
      return static_cast<T>(T{0} - static_cast<T>(j + 1));
    case Content::flags:
      return has_flag(j) ? T{1} : T{0};
    case Content::maxima:
    case Content::roots:
    case Content::candidates:
    case Content::packed:
    case Content::own:
      break;
  }
  return static_cast<T>(j + 1);
}

}  // namespace

struct SparseProblem::Buffer {
  const char* name;
  Element element;
  void* data;
  size_t count, element_bytes;
  // The number of elements to compare at each end.
  size_t at_the_start, at_the_end;

  template <typename Stated>
  Buffer(device::Machine& machine, const Stated& buffer, const Sizes& sizes, stage::DType type)
      : name(buffer.name),
        element(buffer.element),
        element_bytes(with_type(type, [&](auto zero) { return size_of<decltype(zero)>(buffer.element); })) {
    count = elements(buffer, sizes, sizes[0], kFlags);
    data = machine.allocate(name, count * element_bytes);
    at_the_start = std::min(count, kSparseElements);
    at_the_end = std::min(count - at_the_start, kSparseElements);
  }
  char* at(size_t i) const { return static_cast<char*>(data) + i * element_bytes; }
};

SparseProblem::SparseProblem(device::Machine& machine, const Task& task, stage::DType type,
                             const Sizes& sizes, bool inclusive)
    : machine_(machine), type_(type), sizes_(sizes), n_(sizes[0]), inclusive_(inclusive) {
  for (const InputBuffer& input : task.inputs) {
    const Buffer& b = inputs_.emplace_back(machine, input, sizes, type);
    with_type(input.element == Element::u32 ? stage::DType::u32 : type, [&](auto zero) {
      std::vector<decltype(zero)> elements(std::min(b.count, kSparseElements));
      for (size_t j = 0; j < elements.size(); ++j) elements[j] = element_of<decltype(zero)>(input.content, j);
      const auto upload = [&](const auto& all) {
        machine.upload(b.at(b.count - all.size()), all.data(), all.size() * b.element_bytes);
      };
      if (input.element != Element::bf16) return upload(elements);
      std::vector<uint16_t> halves;
      for (const auto x : elements) halves.push_back(bf16_bits(static_cast<float>(x)));
      upload(halves);
    });
  }
  // The output is not poisoned: the blocks that do not run would have produced zeros from zeros.
  for (const OutputBuffer& output : task.outputs) outputs_.emplace_back(machine, output, sizes, type);
}

SparseProblem::~SparseProblem() {
  for (const auto* buffers : {&inputs_, &outputs_})
    for (const Buffer& b : *buffers) machine_.release(b.data);
}

stage::Job SparseProblem::job() const {
  stage::Job job;
  job.context = &machine_;
  job.n = n_;
  job.sizes = sizes_;
  for (size_t i = 0; i < inputs_.size(); ++i) job.inputs[i] = inputs_[i].data;
  for (size_t i = 0; i < outputs_.size(); ++i) job.outputs[i] = outputs_[i].data;
  job.inclusive = inclusive_;
  return job;
}

std::vector<std::string> SparseProblem::answers() const {
  std::vector<std::string> all;
  for (const Buffer& b : outputs_) {
    std::string bytes((b.at_the_start + b.at_the_end) * b.element_bytes, '\0');
    const size_t start = b.at_the_start * b.element_bytes;
    machine_.download(bytes.data(), b.at(0), start);
    machine_.download(bytes.data() + start, b.at(b.count - b.at_the_end), bytes.size() - start);
    if (b.element == Element::value_and_index) {
      with_type(type_, [&](auto zero) {
        stage::ValueAndIndex<decltype(zero)> pair;
        std::memcpy(&pair, bytes.data(), sizeof pair);
        const size_t first = n_ - kSparseElements;
        const uint64_t index = pair.index >= first ? pair.index - first : pair.index;
        std::fill(bytes.begin(), bytes.end(), '\0');  // this also clears the bytes between the two ends
        std::memcpy(bytes.data(), &pair.value, sizeof pair.value);
        std::memcpy(bytes.data() + offsetof(decltype(pair), index), &index, sizeof index);
      });
    }
    all.push_back(std::move(bytes));
  }
  return all;
}

std::string SparseProblem::element(const Buffer& b, const char* at) const {
  if (b.element == Element::bf16) {
    uint16_t bits;
    std::memcpy(&bits, at, sizeof bits);
    return in_words(from_bf16(bits));
  }
  return with_type(b.element == Element::u64 ? stage::DType::u64 : type_, [&](auto value) {
    std::memcpy(&value, at, sizeof value);
    return in_words(value);
  });
}

findings::Evidence SparseProblem::difference(const std::vector<std::string>& answers_of_fewer) const {
  const std::vector<std::string> mine = answers();
  for (size_t o = 0; o < outputs_.size(); ++o) {
    const Buffer& b = outputs_[o];
    const std::string& fewer = answers_of_fewer[o];
    for (size_t i = 0; i * b.element_bytes < mine[o].size(); ++i) {
      const char *x = mine[o].data() + i * b.element_bytes, *y = fewer.data() + i * b.element_bytes;
      if (std::memcmp(x, y, b.element_bytes) == 0) continue;
      const size_t index = i < b.at_the_start ? i : b.count - b.at_the_end + (i - b.at_the_start);
      const std::string where = b.count == 1 ? b.name : fmt::format("{}[{}]", b.name, index);
      return {findings::Cause::differs_from_fewer,
              {{"element", where}, {"got", element(b, x)}, {"expected", element(b, y)}}};
    }
  }
  return {};
}

}  // namespace ladder::check
