// Commands that run apart from everything else, for files that nobody has read: by bubblewrap. What they see is the
// compiler, the libraries and the harness; what they can write is one folder; there is no network.
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace practice {

// From a shell's command line, and the seconds of CPU time that each of its processes may take, to a program's words.
using Wrap = std::function<std::vector<std::string>(const std::string& shell_command, unsigned cpu_seconds)>;

std::vector<std::string> unconfined(const std::string& shell_command, unsigned cpu_seconds);
Wrap in_folder(const std::string& folder);    // in this folder, but not confined
Wrap confined_to(const std::string& folder);  // in this folder, which it may write to

constexpr unsigned kBuildSeconds = 60;
constexpr size_t kMostMemory = size_t{4} << 30;  // bytes, of all processes of one command together

// Why bubblewrap cannot be used here; "" if it can.
std::string no_confinement();

// What of a kernel file's objects is not for kernels: a function that it calls (fork, open, write, …), an instruction.
// "" if there is nothing. `symbols`: of nm -uP; `code`: of objdump -d.
std::string not_for_kernels(const std::string& symbols, const std::string& code);

}  // namespace practice
