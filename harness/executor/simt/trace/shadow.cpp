#include "simt/trace/shadow.h"

#include <new>
#include <vector>

#include "platform/pages.h"
#include "simt/memory.h"

namespace ladder::simt::trace {
namespace {

constexpr size_t kChunk = 256 * 1024;  // bytes of device memory per chunk
constexpr size_t kKeptChunks =
    sizeof(void*) > 4
        ? 256
        : 32;  // 64 MiB of device memory (8 in WebAssembly); anything beyond is freed between launches

void* reserve(size_t bytes) {
  void* p = reserve_pages(bytes);
  if (p == nullptr) throw std::bad_alloc();
  return p;
}

std::vector<size_t>& made_chunks() {
  static std::vector<size_t> chunks;
  return chunks;
}

Cell** chunk_table() {
  static auto* const table = static_cast<Cell**>(reserve(device_memory_reserved() / kChunk * sizeof(Cell*)));
  return table;
}

}  // namespace

Cell* map_cells(size_t bytes) { return static_cast<Cell*>(reserve((bytes / 4 + 1) * sizeof(Cell))); }

Cell* global_cell(size_t offset) {
  Cell*& chunk = chunk_table()[offset / kChunk];
  if (!chunk) {
    chunk = map_cells(kChunk);
    made_chunks().push_back(offset / kChunk);
  }
  return chunk + offset % kChunk / 4;
}

const Cell* known_cell(size_t offset) {
  const Cell* chunk = chunk_table()[offset / kChunk];
  return chunk ? chunk + offset % kChunk / 4 : nullptr;
}

void trim_global_cells() {
  if (made_chunks().size() <= kKeptChunks) return;
  for (const size_t i : made_chunks()) {
    release_pages(chunk_table()[i], (kChunk / 4 + 1) * sizeof(Cell));
    chunk_table()[i] = nullptr;
  }
  made_chunks().clear();
}

}  // namespace ladder::simt::trace
