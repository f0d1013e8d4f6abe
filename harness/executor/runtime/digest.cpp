#include "runtime/digest.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "runtime/state.h"
#include "simt/trace/hazards.h"
#include "simt/undefined.h"

namespace ladder::simt_runtime {
namespace {

constexpr uint64_t kMostBytes = uint64_t{4}
                                << 30;  // per program; if the output is larger, there is no digest

uint64_t sum = 0;
uint64_t bytes_so_far = 0;
std::atomic<uint64_t> printed = 0;

uint64_t mixed(uint64_t h, uint64_t value) {
  h = (h ^ value) * 0x9e3779b97f4a7c15u;
  return h ^ h >> 29;
}
void add(const char* p, size_t bytes, bool all) {
  bytes_so_far += bytes;
  if (bytes_so_far > kMostBytes) return;
  const char* const end = p + bytes;
  for (; p < end && reinterpret_cast<uintptr_t>(p) % 4 != 0; ++p) sum = mixed(sum, static_cast<uint8_t>(*p));
  for (; p + 4 <= end; p += 4) {
    uint32_t word;
    std::memcpy(&word, p, 4);
    const bool undefined = !all && simt::is_undefined(reinterpret_cast<uintptr_t>(p));
    sum = mixed(sum, undefined ? uint64_t{1} << 32 : word);
  }
  for (; p < end; ++p) sum = mixed(sum, static_cast<uint8_t>(*p));
}

}  // namespace

bool of_results() {
  static const bool is = std::getenv(kDigest) != nullptr;
  return is;
}
bool digests_are_wanted() {
  return of_results() || simt::trace::read_undefined.load(std::memory_order_relaxed);
}

void digest_of_copy(const char* begin, size_t bytes) {
  if (digests_are_wanted()) add(begin, bytes, true);
}
void digest_of_memory(const char* begin, size_t bytes) {
  if (digests_are_wanted() && !of_results()) add(begin, bytes, false);
}
void digest_of_print(const char* text, size_t length) {
  uint64_t h = 0;
  for (size_t i = 0; i < length; ++i) h = mixed(h, static_cast<uint8_t>(text[i]));
  printed += h;
}
void digest_after_launch() {
  if (!digests_are_wanted()) return;
  for (const auto& [address, b] : state().blocks)
    if (b.where == Where::managed || b.where == Where::pinned) add(b.begin, b.bytes, false);
}

uint64_t digest() {
  if (!digests_are_wanted() || bytes_so_far > kMostBytes) return 0;
  const uint64_t sum_before = sum;
  const uint64_t bytes_before = bytes_so_far;
  const MemoryOpen open;
  for (const auto& [address, b] : state().blocks)
    if (b.where != Where::registered && (!of_results() || b.where != Where::device))
      add(b.begin, b.bytes, false);
  const bool too_much = bytes_so_far > kMostBytes;
  bytes_so_far = bytes_before;  // the digest may be requested again
  const uint64_t h = mixed(std::exchange(sum, sum_before), printed);
  return too_much ? 0 : h;
}

}  // namespace ladder::simt_runtime
