// The access rights of host code to each page of memory. These rights are only recorded, because the memory
// itself has no protection.
#pragma once
#include "platform/pages.h"

namespace ladder::simt {

constexpr size_t kPage = 4096,
                 kPages = 1 << 20;  // smaller than WebAssembly's pages, to waste little space
enum class PageRights : unsigned char { all, read, none };
extern PageRights page_rights[kPages];

}  // namespace ladder::simt
