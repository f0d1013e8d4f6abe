// The commands. Each command is registered by a file with the same name. The commands return an exit status, or
// throw Failure. arguments.cpp defines their syntax. A program has the commands whose files are linked into it:
// the program that prints the first table has only `run`.
#pragma once
#include <string_view>

#include "cli/options.h"

namespace cli {

using Command = int (*)(const Options&);

// Used in the command's file: const Registered here{"run", run};
struct Registered {
  Registered(std::string_view name, Command);
};

Command command_of(std::string_view name);  // nullptr: not in this program

}  // namespace cli
