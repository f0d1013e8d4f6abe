// The commands, each in the file of its name, which registers it. They return an exit status, or throw Failure.
// arguments.cpp knows how each one is called. A program has the commands whose files it is linked from: the one that prints
// a first table has `run` alone.
#pragma once
#include <string_view>

#include "cli/options.h"

namespace cli {

using Command = int (*)(const Options&);

// In the command's file: const Registered here{"run", run};
struct Registered {
  Registered(std::string_view name, Command);
};

Command command_of(std::string_view name);  // nullptr: not in this program

}  // namespace cli
