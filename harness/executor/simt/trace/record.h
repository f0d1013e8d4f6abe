// Records the actions of one thread block (block_trace.h). bench/observe.h runs the stage.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "device/machine.h"
#include "simt/trace/block_trace.h"
#include "simt/trace/observer.h"

namespace ladder::simt {

StepKind kind_of(const trace::WarpInstruction&);

// How the bytes in memory are interpreted.
struct Decoding {
  uint64_t type_bytes =
      0;  // size of the job's elements, even if a buffer is read only in vectors; 0: unknown
  std::function<Value(const unsigned char*, uint64_t size)> value;
};
// Reads a number of this type. A float is printed as the shortest decimal number that rounds to it: 0.1, not
// 0.10000000149011612.
template <typename T>
Value value_of(const unsigned char* bytes);

// Records from its construction until its destruction. Not suitable for programs with concurrent launches.
class BlockRecorder : trace::Observer {
 public:
  // Records block `block` of launch number `launch`, counted from 1. Later launches are left out.
  BlockRecorder(uint64_t block, int launch) : block_(block), launch_(launch) {}
  ~BlockRecorder();
  void listen(device::Machine&);
  void listen();  // for launches chosen while the program runs

  // Call this after the run. `file`: the trace's own file (a step in any other file names that file). The
  // caller adds the trace's subject.
  BlockTrace take(const std::string& file, const Decoding&);

 private:
  struct Object {
    std::string name;
    bool shared = false;
    unsigned element_bytes = 0;  // size of the smallest access seen
  };
  struct Place {
    int object = -1;      // index into objects_; -1: no named object
    uint64_t offset = 0;  // bytes from the object's start
  };
  struct Raw {
    trace::WarpInstruction instruction;
    std::vector<Place> places;                          // 32 entries for an access, otherwise none
    std::vector<std::array<unsigned char, 16>> values;  // 32 entries for an access or a shuffle
    std::vector<uint8_t> from;                          // 32 entries for a shuffle
  };
  struct Bytes {  // the contents of an array in shared memory
    std::vector<unsigned char> bytes;
    std::vector<bool> written;  // per byte
  };
  struct Interval {
    std::vector<Raw> raw;
    std::map<int, Bytes> shared;  // for each object: all arrays accessed so far
  };
  void instruction(const trace::WarpInstruction&) override;
  void barrier(const Worker&) override;
  bool here() const { return machine_ == nullptr || machine_->launches() == launch_; }
  Place place(uint64_t address, unsigned bytes, bool shared);
  uint64_t element_bytes(int object, const Decoding&) const;
  TraceStep step_of(const Raw&, const std::string& file, const Decoding&) const;
  void take_places(TraceStep&, const Raw&, const Decoding&) const;

  uint64_t block_;
  int launch_;
  device::Machine* machine_ = nullptr;
  unsigned threads_ = 0;
  std::string out_of_room_;
  std::vector<Object> objects_;
  std::vector<Raw> raw_;  // the steps of the current interval
  std::vector<Interval> done_;
  std::map<std::string, int> index_of_;
  std::map<int, Bytes> shared_;
  std::map<int, const char*> begin_of_;
  size_t count_ = 0;
};

}  // namespace ladder::simt
