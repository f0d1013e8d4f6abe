// The communication between the blocks in one launch through global memory: each word that one block writes and
// another block reads, in the order of execution. bench/observe.h runs the stage.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "data/members.h"
#include "device/machine.h"
#include "simt/trace/observer.h"

namespace ladder::simt {

struct Message {              // times are given in turns, which number the events of the launch
  uint64_t from = 0, to = 0;  // block indices
  std::string object;         // "mailboxes"
  uint64_t posted = 0;
  uint64_t first_look = 0,
           read = 0;  // turns of the reader, which has waited if it first polled before `posted`

  bool waited() const { return first_look < posted; }
};
constexpr auto members_of(const Message*) {
  using data::Member;
  return std::tuple{Member{"from", &Message::from},
                    Member{"to", &Message::to},
                    Member{"object", &Message::object},
                    Member{"posted", &Message::posted},
                    Member{"first_look", &Message::first_look},
                    Member{"read", &Message::read}};
}

struct BlockRun {
  uint64_t block = 0;
  uint64_t start = 0, end = 0;
  std::vector<uint64_t> posts;   // turns of stores to words that other blocks read, one per request
  std::vector<uint64_t> copies;  // turns of requests for bulk copies
};
constexpr auto members_of(const BlockRun*) {
  using data::Member;
  return std::tuple{Member{"block", &BlockRun::block}, Member{"start", &BlockRun::start},
                    Member{"end", &BlockRun::end}, Member{"posts", &BlockRun::posts},
                    Member{"copies", &BlockRun::copies}};
}

struct LaunchTrace {
  std::string id;  // the stage's id
  uint64_t launch = 1;
  std::vector<BlockRun> blocks;   // in index order
  std::vector<Message> messages;  // ordered by the turn in which they were read
  bool out_of_room = false;       // the launch did more than could be recorded
};
constexpr auto members_of(const LaunchTrace*) {
  using data::Member;
  return std::tuple{Member{"id", &LaunchTrace::id}, Member{"launch", &LaunchTrace::launch},
                    Member{"blocks", &LaunchTrace::blocks}, Member{"messages", &LaunchTrace::messages},
                    Member{"out_of_room", &LaunchTrace::out_of_room}};
}

// Records from its construction until its destruction, like BlockRecorder.
class MessageRecorder : trace::Observer {
 public:
  explicit MessageRecorder(int launch) : launch_(launch) {}
  ~MessageRecorder();
  void listen(device::Machine&);
  LaunchTrace take();  // after the run; the caller fills in the stage's id

 private:
  struct Access {
    uint64_t turn, block, word, request;
    bool write;
  };
  void instruction(const trace::WarpInstruction&) override;
  void barrier(const Worker&) override {}

  int launch_;
  device::Machine* machine_ = nullptr;
  LaunchTrace trace_;
  std::map<uint64_t, BlockRun> runs_;  // by block
  std::vector<Access> accesses_;
  uint64_t requests_ = 0;
};

}  // namespace ladder::simt
