// Host code is compiled with the same hooks as kernels, so each of its accesses is checked against the rights
// of the page.
#include "runtime/protection.h"

#include <algorithm>

#include "platform/here.h"
#include "platform/wasm/pages.h"
#include "platform/wasm/stop.h"
#include "simt/trace/share.h"

namespace ladder::simt_runtime {
namespace {

using simt::kPage;

constexpr uintptr_t kNull = 4096;  // no variable is below this address, at the far end of the stack

void look(uintptr_t address, size_t bytes, bool reads) {
  if (bytes == 0) return;
  if (address < kNull) simt::stop_at(simt::Fault::memory, address);
  const uintptr_t last = (address + bytes - 1) / kPage;
  for (uintptr_t page = address / kPage; page <= last; ++page) {
    const simt::PageRights rights = simt::page_rights[page];
    if (rights == simt::PageRights::all || (rights == simt::PageRights::read && reads)) continue;
    const uintptr_t first = std::max(address, page * kPage);
    const Answer answer = protected_access(reinterpret_cast<const char*>(first),
                                           std::min(address + bytes, (page + 1) * kPage) - first, !reads,
                                           {static_cast<uintptr_t>(simt_pc), 0, 0});
    if (answer == Answer::fault) simt::stop_at(simt::Fault::memory, first);
  }
}

}  // namespace

const bool protection_sees_kernels = false, protection_is_exact = true;

void protect_pages(uintptr_t first, uintptr_t last, Rights rights) {
  for (uintptr_t page = first / kPage; page * kPage < last; ++page)
    simt::page_rights[page] = static_cast<simt::PageRights>(rights);
}

void install_fault_handler() { simt::trace::see_host_access = look; }

void places_of_code(const simt::Interrupted& at, std::array<const void*, 24>& places) {
  places[0] = reinterpret_cast<const void*>(at.instruction);
}

}  // namespace ladder::simt_runtime
