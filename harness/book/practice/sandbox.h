// Commands that run apart from everything else, for files that nobody has read: by bubblewrap, from an empty environment,
// as another user where this one is root. What they see is the compiler, the libraries and the harness; there is no
// network. A build can write to one folder. A program that runs can write nothing, and makes no system call but those
// few that the executor needs (seccomp_filter.cpp).
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "os/process.h"

namespace practice {

enum class Doing { building, running };
struct Command {
  std::vector<std::string> words;
  bool empty_environment = false;
};
// Of a shell's command line.
using Wrap = std::function<Command(const std::string& shell_command, Doing)>;

Command unconfined(const std::string& shell_command, Doing);
Wrap in_folder(const std::string& folder);  // in this folder, but not confined
// In this folder; so many seconds for each command, by the clock.
Wrap confined_to(const std::string& folder, double build_seconds = 60, double run_seconds = 300);

// One of ./ladder's own commands that builds and runs a reader's file at once (try, trace, explain), with all that it
// starts: it sees this folder, that of the file and the repository, can write to `scratch` alone, and reaches no network.
Command confined_tool(const std::vector<std::string>& words, const std::string& scratch,
                      const std::string& its_folder);

// `./ladder try` of somebody else's program, in `folder`: it sees the harness and what is in `scratch`, and no more of the
// repository; it can write to `scratch` alone. As root, as another user. `seconds`: for all of it, by the clock.
Command confined_try(const std::vector<std::string>& words, const std::string& scratch,
                     const std::string& folder, double seconds);

constexpr size_t kMostMemory = size_t{4} << 30;  // bytes, of all processes of one command together
constexpr size_t kMostFile = size_t{256} << 20;  // bytes, of each file that a compiler writes

// The folder that a build is to write to, for whoever builds there.
void give_to_builder(const std::string& folder);

// As root: why whoever builds cannot reach this program's folder, and what cures it; "" if he can.
std::string not_reachable();

// Why nothing can be confined here, and what cures it (that included); "" if it can.
std::string no_confinement();

// The few system calls, as seccomp's program: of bpf/sock_filter entries, one after the other.
std::string allowed_calls();

}  // namespace practice
