// Child processes: how another program is started, what a child says, and how it ended. Whoever runs a function of this
// program in a child forks (isolate.h, and the supervisor of `try`), and has the rest from here.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace os {

// An open file, pipe or socket, which is closed with the variable.
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

constexpr int kNothing = -1;  // /dev/null, where a program is given descriptors

struct Start {
  std::vector<std::string> words = {};  // the program, looked for in this one's PATH, and its arguments
  std::string file = {};                // the program, where the first word is not it
  std::string folder = {};              // to run in; "": this one
  std::vector<int> descriptors = {};    // what becomes its descriptor 0, 1, 2, …
  bool closes_others = false;           // no descriptor behind those; else it has what is not O_CLOEXEC
  bool empty_environment = false;
  std::vector<std::string> variables = {};  // "NAME=VALUE", before those of this process
  enum class Apart { no, group, session };
  Apart apart = Apart::no;  // from the group and the terminal of this process, and the signals to them
};
pid_t spawn(const Start&);  // throws Error: "PROGRAM cannot be started: …"

struct Ending {
  int status = 0;  // as a shell tells it: 128 + signal
  int signal = 0;  // that it died of; 0: it ended itself
};
Ending wait_for(pid_t);
std::optional<Ending> ending_of(pid_t);  // nothing: it still runs
bool has_ended(pid_t);                   // its ending can still be waited for

// A child that leads a group of its own, and all that it has started.
void kill_group(pid_t);

// Appends what can be read, and returns how many bytes that was. 0: the end, or an error; < 0: nothing for now.
ssize_t read_some(int from, std::string&);
bool write_all(int to, std::string_view);  // false: errno says why, such as that nobody reads it

// Texts one after the other: before each one eight bytes of length, and before these a mark, if there is one.
std::string framed(std::string_view text, std::string_view mark = {});
// Takes the first one out; nothing: it has not come to its end, or what stands there is none.
std::optional<std::string> take_frame(std::string& received, std::string_view mark = {});
uint64_t frame_length(const std::string& received);  // of the first one, without a mark; 0: not known yet

}  // namespace os
