#include "runtime/coverage.h"

#include <algorithm>
#include <cstring>
#include <deque>

#include "simt/memory.h"
#include "simt/trace/launches.h"

namespace ladder::simt_runtime {
namespace {

constexpr size_t kMostLaunches = 64, kMostNumbers = 32;

struct Past {
  std::deque<PastLaunch> launches;
  bool forgotten = false;  // some launches are no longer recorded
};
Past& past() {
  static auto* all = new Past;
  return *all;
}

bool is_given(const PastLaunch& l, const Block& b) {
  return std::any_of(l.pointers.begin(), l.pointers.end(),
                     [&](const char* p) { return p >= b.begin && p < b.begin + b.bytes; });
}
// An unwatched launch may have written everything to which it received a pointer.
bool has_written(const PastLaunch& l, const Block& b) {
  if (!is_given(l, b)) return false;
  return !l.all_watched ||
         simt::trace::touched_by(b.begin, b.bytes, l.first_epoch, l.end_epoch, true).address != nullptr;
}
bool same(const dim3& a, const dim3& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

// The last launch of the only kernel that has written to the allocation, if all launches of this kernel had
// the same shape.
const PastLaunch* only_writer(const Block& b) {
  if (past().forgotten) return nullptr;
  const PastLaunch* writer = nullptr;
  for (const PastLaunch& l : past().launches) {
    if (!has_written(l, b)) continue;
    if (writer &&
        (writer->kernel != l.kernel || !same(writer->grid, l.grid) || !same(writer->block, l.block)))
      return nullptr;
    if (writer && writer->numbers != l.numbers) return nullptr;  // the launches write different ranges
    writer = &l;
  }
  return writer;
}

// The size of an element if the kernel was passed the number of elements in these bytes, as one number or as
// a product of two; otherwise 0. An element is at least as large as one of the kernel's stores.
size_t element_told(const PastLaunch& l, size_t bytes, size_t smallest) {
  const auto has = [&](uint64_t n) {
    return std::find(l.numbers.begin(), l.numbers.end(), n) != l.numbers.end();
  };
  for (size_t size = smallest; size <= 16; size *= 2) {
    const uint64_t n = bytes / size;
    if (bytes % size == 0 && std::any_of(l.numbers.begin(), l.numbers.end(), [&](uint64_t a) {
          return a == n || (a > 1 && a < n && n % a == 0 && has(n / a));
        }))
      return size;
  }
  return 0;
}

uint64_t threads_of(const dim3& d) { return uint64_t{d.x} * d.y * d.z; }

// Has every thread written the same amount, and would one more block in each dimension have covered the rest?
bool grid_ends(const PastLaunch& l, const Gap& gap) {
  const uint64_t threads = threads_of(l.grid) * threads_of(l.block);
  if (gap.written % threads != 0) return false;
  const auto next = [](unsigned blocks, unsigned of) {
    return uint64_t{blocks} + (blocks > 1 || of > 1 ? 1 : 0);
  };
  return gap.copied < gap.written / threads * threads_of(l.block) * next(l.grid.x, l.block.x) *
                          next(l.grid.y, l.block.y) * next(l.grid.z, l.block.z);
}

// How the kernel has read inputs of the same size: `read_to_the_end` if it has read one of these inputs to
// the end; `left` if it has read none to the end and has not read all of an input that the host has filled.
enum class Inputs { unknown, read_to_the_end, left };
Inputs inputs_of(const PastLaunch& l, const Block& b, const Gap& gap) {
  Inputs inputs = Inputs::unknown;
  if (!l.all_watched) return inputs;
  for (const auto& [address, other] : state().blocks) {
    if (&other == &b || other.bytes < gap.copied || !is_given(l, other)) continue;
    const auto touched = [&](const char* p, size_t bytes) {
      return simt::trace::touched_by(p, bytes, l.first_epoch, UINT32_MAX, false).address != nullptr;
    };
    const size_t times =
        other.bytes % b.bytes == 0 ? other.bytes / b.bytes : 1;  // elements for each of the output's
    if (touched(other.begin + times * gap.copied - 4, 4)) return Inputs::read_to_the_end;
    if (other.bytes == b.bytes && other.copied == b.bytes && touched(other.begin, gap.copied))
      inputs = Inputs::left;
  }
  return inputs;
}

}  // namespace

void note_launch(PastLaunch&& l) {
  auto& launches = past().launches;
  if (launches.size() >= kMostLaunches) {
    launches.pop_front();
    past().forgotten = true;
  }
  launches.push_back(std::move(l));
}

bool was_given(const Block& b) {
  const auto& launches = past().launches;
  return past().forgotten ||
         std::any_of(launches.begin(), launches.end(), [&](const PastLaunch& l) { return is_given(l, b); });
}

void read_argument(PastLaunch& l, const simt::Argument& argument) {
  const auto* at = static_cast<const char*>(argument.at);
  const size_t bytes = argument.bytes;
  for (size_t i = 0; i + 4 <= bytes; i += 4) {
    const char* pointer = nullptr;
    if (i % sizeof pointer == 0 && i + sizeof pointer <= bytes) {
      std::memcpy(&pointer, at + i, sizeof pointer);
      if (simt::in_device_memory(pointer)) {
        l.pointers.push_back(pointer);
        i += sizeof pointer - 4;
        continue;
      }
    }
    uint32_t number = 0;
    std::memcpy(&number, at + i, sizeof number);
    if (number > 0 && l.numbers.size() < kMostNumbers) l.numbers.push_back(number);
  }
}

// A kernel that builds a worklist or compacts its input also leaves the end of its output unwritten. Such a
// kernel uses atomics, reads all of its input, or lets only some of its threads write. A kernel whose
// arguments include the size of the part that it has written was not supposed to write more.
Unfinished unfinished(const Block& b, const Gap& gap) {
  const PastLaunch* l = gap.written > 0 && gap.in_front ? only_writer(b) : nullptr;
  if (!l || element_told(*l, gap.written, gap.store) != 0 || uses_atomics(l->kernel)) return {};
  const Inputs inputs = inputs_of(*l, b, gap);
  if (inputs == Inputs::read_to_the_end) return {};
  const size_t element = element_told(*l, gap.copied, gap.store);
  const bool told = element != 0, left = inputs == Inputs::left;
  const auto found = [&](Cause cause) -> Unfinished {
    Evidence why(cause, {{"kernel", l->kernel},
                         {"blocks", threads_of(l->grid)},
                         {"threads", threads_of(l->block)},
                         {"threads_x", l->block.x},
                         {"last_thread_x", l->block.x - 1}});
    if (l->block.y > 1) why.add({"threads_y", l->block.y}).add({"last_thread_y", l->block.y - 1});
    // Whole rows at the end are missing, rather than the end of each row.
    if (l->block.y > 1 && gap.in_one_piece && l->grid.x > 1) why.add({"in_rows", 1});
    return {l, std::move(why), told ? element : 4};
  };
  if ((told || left) && grid_ends(*l, gap)) return found(Cause::grid_ends_before);
  if (told && left && gap.in_one_piece) return found(Cause::condition_keeps_out);
  return {};
}

}  // namespace ladder::simt_runtime
