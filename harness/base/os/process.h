// Other programs: their output, and how they ended. Used by doctor, by practice for the compiler, and for git.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ladder::os {

// The program's standard output; nullopt if the program does not exist or failed. No shell is involved.
std::optional<std::string> output_of(const std::vector<std::string>& program_and_arguments);

std::string first_line(const std::string& text);

struct Running {
  std::string folder = {};                // working folder; "": the current one
  std::function<bool()> give_up = {};     // polled ten times a second; true stops the programs
  double to_tidy_up = 0;                  // seconds between SIGTERM and SIGKILL when a program is stopped
  size_t most_output = size_t{64} << 20;  // bytes; output beyond that is discarded
  // Memory in bytes for the programs and everything that they start; if they exceed it, they are stopped. 0:
  // unlimited.
  size_t most_memory = 0;
  double most_seconds = 0;         // wall-clock time, after which they are stopped. 0: unlimited
  bool empty_environment = false;  // for the programs; they are still searched for in this process's PATH
  std::function<void(std::string_view)> said = {};  // called with each piece of output as it arrives
};
struct Ended {
  int status = 0;  // as a shell reports it: 128 + signal
  bool given_up = false, too_large = false, too_slow = false;
  std::string output;  // standard output and standard error, in order of arrival
};
// Runs several programs at the same time, each in its own process group, so that no process is left behind if
// a program is stopped. Results are in the order of the programs. Throws Interrupted (os/interrupt.h) after
// ending all programs, and Error if a program cannot be started.
std::vector<Ended> run_programs(const std::vector<std::vector<std::string>>& programs, const Running& = {});

// The folder of the running program.
std::string program_folder();
// The folder in which this program builds its user's files and stores information about them. It is the
// program's own folder or, if that belongs to another user, a folder in the user's cache ($XDG_CACHE_HOME,
// ~/.cache). Throws Error if neither folder is available.
std::string work_folder();

}  // namespace ladder::os
