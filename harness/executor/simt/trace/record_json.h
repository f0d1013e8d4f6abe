// What a block did (record.h) as JSON: docs/trace.md. Used by ./ladder trace, and by a program of ./ladder try.
#pragma once
#include <functional>
#include <string>

#include "data/json_text.h"
#include "simt/trace/record.h"

namespace simt {

struct RecordWords {
  std::string file;  // of steps that name no file
  uint64_t type_bytes =
      0;  // of the job's elements: a buffer that is read in vectors alone has them too; 0: not known
  std::function<data::Json(const unsigned char*, uint64_t size)> value;
};
// A number of this type; what JSON has no number for is a text.
template <typename T>
data::Json number_of(const unsigned char* bytes);

// {"objects": …, "intervals": …}
data::Json json_of(const BlockRecord&, const RecordWords&);

}  // namespace simt
