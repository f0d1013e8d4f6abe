// Everything that one thread block does, written down: each warp instruction in order, and what shared memory
// holds at each barrier. bench/observe.h runs the stage.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "simt/trace/observer.h"
#include "device/machine.h"

namespace simt {

struct RecordedObject {  // an array in shared memory or a buffer in global memory
  std::string name, space;
  unsigned element_bytes = 0;  // of the smallest access that was seen
};

struct RecordedPlace {  // what one lane touched
  int object = -1;      // index into BlockRecord::objects; -1: nothing that has a name
  uint64_t offset = 0;  // bytes from its start
};

struct RecordedInstruction {
  std::string kind;  // "global_load", …, "division", "barrier", "shuffle_down", "warp_sync", "vote", …
  std::string file;
  int line = 0;
  unsigned warp = 0, bytes = 0, passes = 0;
  uint32_t lanes = 0;
  std::vector<RecordedPlace> places;                  // 32 of a memory access, else none
  std::vector<std::array<unsigned char, 16>> values;  // 32 of a memory access or a shuffle: read or written
  std::vector<uint8_t> from;                          // 32 of a shuffle: the lane whose value each takes
};

struct RecordedValues {  // of an array in shared memory
  int object = -1;
  std::vector<unsigned char> bytes;
  std::vector<bool> written;  // by byte
};

struct RecordedInterval {  // from one barrier to the next, or to the end of the block
  std::vector<RecordedInstruction> instructions;
  std::vector<RecordedValues> shared;  // at its end, of the arrays touched so far
};

struct BlockRecord {
  std::vector<RecordedObject> objects;
  std::vector<RecordedInterval> intervals;
  uint64_t blocks = 0;      // of that launch
  unsigned threads = 0;     // per block
  int launches = 0;         // that there were, up to this one
  std::string out_of_room;  // the block did more than is written down
};

// "global_load", …: as in RecordedInstruction.
const char* name_of(const trace::WarpInstruction&);

// Listens from construction to destruction; not for a program with several launches at a time.
class BlockRecorder : trace::Observer {
 public:
  // Block `block` of the launch number `launch`, counted from 1. Later launches are left out.
  BlockRecorder(uint64_t block, int launch) : block_(block), launch_(launch) {}
  ~BlockRecorder();
  void listen(device::Machine&);
  void listen();  // from a launch on that is the one

  BlockRecord take(int launches);  // after the run, which made so many launches

 private:
  struct Raw {
    trace::WarpInstruction instruction;
    std::vector<RecordedPlace> places;
    std::vector<std::array<unsigned char, 16>> values;
    std::vector<uint8_t> from;
  };
  void instruction(const trace::WarpInstruction&) override;
  void barrier(const Worker&) override;
  bool here() const { return machine_ == nullptr || machine_->launches() == launch_; }
  RecordedPlace place(uint64_t address, unsigned bytes, bool shared);

  uint64_t block_;
  int launch_;
  device::Machine* machine_ = nullptr;
  BlockRecord record_;
  std::vector<Raw> raw_;  // of the current interval
  std::vector<std::vector<Raw>> done_;
  std::map<std::string, int> index_of_;
  std::map<int, RecordedValues> shared_;
  std::map<int, const char*> begin_of_;
  size_t count_ = 0;
};

}  // namespace simt
