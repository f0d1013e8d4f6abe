// Other programs: their output, and how they ended. Used for git, by doctor, and by practice for the compiler.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace os {

// What the program wrote to its standard output, or nothing if it is not there
// or failed. No shell takes part.
std::optional<std::string> output_of(const std::vector<std::string>& program_and_arguments);

std::string first_line(const std::string& text);

struct Running {
  std::string folder = {};                // to run in; "": this one
  std::function<bool()> give_up = {};     // asked ten times a second; true stops the programs
  double to_tidy_up = 0;                  // seconds between SIGTERM and SIGKILL, where one is given up
  size_t most_output = size_t{64} << 20;  // bytes; what is more is not kept
  size_t most_memory = 0;          // bytes of the programs and all that they start; more stops them. 0: any
  double most_seconds = 0;         // by the clock; more stops them. 0: any
  bool empty_environment = false;  // of the programs; they are looked for in this one's PATH
  std::function<void(std::string_view)> said = {};  // each piece of their output, when it comes
};
struct Ended {
  int status = 0;  // as a shell tells it: 128 + signal
  bool given_up = false, too_large = false, too_slow = false;
  std::string output;  // standard output, and what it wrote to standard error, as they came
};
// Several programs at once, each with its own group of processes, so that nothing is left of one that is given
// up. In their order. Throws Interrupted (os/interrupt.h), after ending them, and Error if one cannot be started.
std::vector<Ended> run_programs(const std::vector<std::vector<std::string>>& programs, const Running& = {});

// The folder of the program that runs now.
std::string program_folder();
// Where this program builds what its user writes, and keeps what it knows of it: its own folder, or where that is another user's to
// write, one in the user's cache ($XDG_CACHE_HOME, ~/.cache). Throws Error where there is neither.
std::string work_folder();

}  // namespace os
