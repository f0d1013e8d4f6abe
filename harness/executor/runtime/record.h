// Records one block of one of the program's launches: ./ladder try --trace. Used by launch.cpp.
#pragma once
#include <cstdint>
#include <string>

#include "simt/trace/record.h"

namespace ladder::simt_runtime {

struct Wanted {
  uint64_t launch = 0;  // counted from 1; 0: no launch
  uint64_t block = 0;
  std::string file;
};
const Wanted& wanted_record();

// Exists for the duration of the requested launch. While this object exists, only the requested block is
// watched.
class Recording {
 public:
  Recording();
  ~Recording();  // writes the file
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  std::string kernel, source;  // set these before this object is destroyed
  uint64_t threads = 0;

 private:
  simt::TraceOptions before_;
  simt::BlockRecorder recorder_;
};

}  // namespace ladder::simt_runtime
