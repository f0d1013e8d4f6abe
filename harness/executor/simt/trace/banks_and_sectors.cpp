#include "simt/trace/banks_and_sectors.h"

#include <algorithm>
#include <array>

namespace ladder::simt::trace {
namespace {

// The largest number of distinct words in any one bank, among the lanes of one pass.
unsigned wavefronts_of(const uint64_t* address, uint32_t lanes, unsigned bytes) {
  constexpr unsigned kBanks = 32, kMaxWords = 64;  // 32 lanes × 4 bytes that straddle two words
  std::array<uint64_t, kBanks> first_word;
  uint32_t used = 0;
  std::array<uint64_t, kMaxWords> more;  // words in a bank already used by another word of this pass
  unsigned more_count = 0;
  for (uint32_t m = lanes; m; m &= m - 1) {
    const uint64_t a = address[lowest(m)];
    for (uint64_t word = a / 4; word <= (a + bytes - 1) / 4; ++word) {
      const unsigned bank = word % kBanks;
      if (!(used >> bank & 1)) {
        used |= 1u << bank;
        first_word[bank] = word;
      } else if (first_word[bank] != word &&
                 std::find(more.begin(), more.begin() + more_count, word) == more.begin() + more_count) {
        more[more_count++] = word;
      }
    }
  }
  if (more_count == 0) return 1;
  std::array<unsigned char, kBanks> depth{};
  unsigned worst = 0;
  for (unsigned i = 0; i < more_count; ++i) worst = std::max<unsigned>(worst, ++depth[more[i] % kBanks]);
  return worst + 1;
}

// Do two active lanes whose numbers differ only in this bit always access the same address?
bool agree(const uint64_t* address, uint32_t lanes, unsigned bit) {
  for (uint32_t m = lanes; m; m &= m - 1) {
    const unsigned lane = lowest(m), other = lane ^ bit;
    if ((lanes >> other & 1) && address[lane] != address[other]) return false;
  }
  return true;
}

}  // namespace

unsigned shared_wavefronts(const uint64_t* address, uint32_t lanes, unsigned bytes, bool load) {
  unsigned lanes_per_pass = bytes <= 4 ? 32 : bytes == 8 ? 16 : 8;
  const bool in_pairs = load && (agree(address, lanes, 1) || agree(address, lanes, 2));
  if (lanes_per_pass < 32 && in_pairs) lanes_per_pass *= 2;
  if (lanes_per_pass == 32) return wavefronts_of(address, lanes, bytes);
  unsigned total = 0;
  for (unsigned first = 0; first < 32; first += lanes_per_pass) {
    const uint32_t pass = lanes & ((1u << lanes_per_pass) - 1) << first;
    if (pass) total += wavefronts_of(address, pass, bytes);
  }
  return total;
}

unsigned global_sectors(const uint64_t* address, uint32_t lanes, unsigned bytes) {
  constexpr unsigned kSector = 32;
  std::array<uint64_t, 64> sectors;
  unsigned count = 0;
  bool ascending = true;
  for (uint32_t m = lanes; m; m &= m - 1) {
    const uint64_t a = address[lowest(m)];
    for (uint64_t s = a / kSector; s <= (a + bytes - 1) / kSector; ++s) {
      if (count && sectors[count - 1] == s) continue;
      ascending = ascending && (count == 0 || sectors[count - 1] < s);
      sectors[count++] = s;
    }
  }
  if (ascending) return count;
  std::sort(sectors.begin(), sectors.begin() + count);
  return static_cast<unsigned>(std::unique(sectors.begin(), sectors.begin() + count) - sectors.begin());
}

}  // namespace ladder::simt::trace
