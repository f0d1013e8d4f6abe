// What the blocks of one launch tell each other through global memory: each word that one block writes and another
// reads, in the order in which the executor ran them. bench/observe.h runs the stage.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "device/machine.h"
#include "simt/trace/observer.h"

namespace simt {

struct Message {              // turns: of the launch's events
  uint64_t from = 0, to = 0;  // blocks
  std::string object;         // "mailboxes"
  uint64_t posted = 0;
  uint64_t first_look = 0, read = 0;  // by the other block; first_look < posted: it had to wait
};

struct BlockRun {
  uint64_t start = 0, end = 0;
  std::vector<uint64_t> posts;   // stores to words that other blocks read, one turn for each request
  std::vector<uint64_t> copies;  // bulk copies asked for
};

struct LaunchRecord {
  std::map<uint64_t, BlockRun> blocks;
  std::vector<Message> messages;  // by the turn in which they were read
  int launches = 0;               // that there were, up to this one
  bool out_of_room = false;
};

// Listens from construction to destruction, as BlockRecorder does.
class MessageRecorder : trace::Observer {
 public:
  explicit MessageRecorder(int launch) : launch_(launch) {}
  ~MessageRecorder();
  void listen(device::Machine&);
  LaunchRecord take(int launches);

 private:
  struct Access {
    uint64_t turn, block, word, request;
    bool write;
  };
  void instruction(const trace::WarpInstruction&) override;
  void barrier(const Worker&) override {}

  int launch_;
  device::Machine* machine_ = nullptr;
  LaunchRecord record_;
  std::vector<Access> accesses_;
  uint64_t requests_ = 0;
};

}  // namespace simt
