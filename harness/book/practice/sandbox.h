// Commands that run in isolation, for untrusted files: in bubblewrap, with an empty environment, and as another
// user if this user is root. They can read the compiler, the libraries and the harness, and have no network. A
// build can write to only one folder. A running program can write nothing, and makes only the few system calls
// that the executor needs (seccomp_filter.cpp).
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "os/process.h"

namespace ladder::practice {

enum class Doing { building, running };
struct Command {
  std::vector<std::string> words;
  bool empty_environment = false;
};
// Wraps a shell command.
using Wrap = std::function<Command(const std::string& shell_command, Doing)>;

Command unconfined(const std::string& shell_command, Doing);
Wrap in_folder(const std::string& folder);  // runs the command in this folder, without a sandbox
// Runs commands sandboxed, in this folder, each with a wall-clock limit in seconds.
Wrap confined_to(const std::string& folder, double build_seconds = 60, double run_seconds = 300);

// One of ./ladder's own commands that both builds and runs a reader's file (try, trace, explain), with
// everything that it starts. It can read this folder, the file's folder and the repository, can write only to
// `scratch`, and has no network.
Command confined_tool(const std::vector<std::string>& words, const std::string& scratch,
                      const std::string& its_folder);

// `./ladder try` for another person's program, in `folder`: it can read the harness and the contents of
// `scratch`, but nothing else in the repository, and can write only to `scratch`. If this user is root, it runs
// as another user. `seconds`: wall-clock limit for everything.
Command confined_try(const std::vector<std::string>& words, const std::string& scratch,
                     const std::string& folder, double seconds);

constexpr size_t kMostMemory = size_t{4} << 30;  // bytes, for all processes of one command together
constexpr size_t kMostFile = size_t{256} << 20;  // bytes, for each file that a compiler writes

// Makes the build user the owner of the folder, so that a build can write to it.
void give_to_builder(const std::string& folder);

// If this user is root: why the build user cannot access this program's folder, and how to fix it; "" if it
// can.
std::string not_reachable();

// Why sandboxing is not possible here, and how to fix this (including not_reachable()); "" if it is possible.
std::string no_confinement();

// The permitted system calls as a seccomp program: consecutive bpf/sock_filter entries.
std::string allowed_calls();

}  // namespace ladder::practice
