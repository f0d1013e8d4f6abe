// Child processes: starting another program, reading the data that a child sends, and recognising how it ended.
// Code that runs a function of this program in a child calls fork() itself (isolate.h, and the supervisor of
// `try`) and uses the rest of this file.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ladder::os {

// An open file, pipe or socket, closed by its destructor.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }
  void close();
  explicit operator bool() const { return number_ >= 0; }
  int operator*() const { return number_; }

 private:
  int number_;
};

struct Pipe {
  Descriptor read_end, write_end;
};
Pipe make_pipe();  // throws Error

constexpr int kNothing = -1;  // /dev/null, in a list of descriptors

struct Start {
  std::vector<std::string> words = {};  // the program, searched for in this process's PATH, and its arguments
  std::string file = {};                // the program, if not the first word
  std::string folder = {};              // working folder; "": the current one
  std::vector<int> descriptors = {};    // these become its descriptors 0, 1, 2, …
  bool closes_others =
      false;  // true: the child gets only these; false: it also inherits descriptors without O_CLOEXEC
  bool empty_environment = false;
  std::vector<std::string> variables = {};  // "NAME=VALUE", taking precedence over this process's own
  enum class Apart { no, group, session };
  Apart apart = Apart::no;  // separate from this process's group, terminal and signals
};
pid_t spawn(const Start&);  // throws Error: "PROGRAM cannot be started: …"

struct Ending {
  int status = 0;  // as a shell reports it: 128 + signal
  int signal = 0;  // the signal that ended it; 0: it exited normally
};
Ending wait_for(pid_t);
std::optional<Ending> ending_of(pid_t);  // nullopt: it is still running
bool has_ended(pid_t);                   // true if it has ended but has not been reaped

// Kills a child that leads its own group, and everything that it started.
void kill_group(pid_t);

// Appends available input, and returns its size in bytes. 0: end of input or an error; < 0: no input at the
// moment.
ssize_t read_some(int from, std::string&);
bool write_all(int to, std::string_view);  // false: errno contains the reason, such as a closed pipe

// Strings in sequence, each preceded by an optional mark and its length in eight bytes.
std::string framed(std::string_view text, std::string_view mark = {});
// Removes and returns the first frame, or returns nullopt if it is incomplete or invalid.
std::optional<std::string> take_frame(std::string& received, std::string_view mark = {});
uint64_t frame_length(const std::string& received);  // of the first frame, without its mark; 0: not known yet

}  // namespace ladder::os
