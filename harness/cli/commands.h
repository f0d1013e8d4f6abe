// The commands. Each command is registered by a file with the same name, which also declares its options. The
// commands return an exit status, or throw Failure. A program has the commands whose files are linked into it;
// the program that prints the first table has only `run`.
#pragma once
#include <string_view>

#include "cli/options.h"
#include "cli/syntax.h"

namespace ladder::cli {

struct Command {
  void (*declare)(const Syntax&);
  int (*run)(const Options&);
};

// Used in the command's file: const Registered here{"run", declare_run, run};
struct Registered {
  Registered(std::string_view name, decltype(Command::declare), decltype(Command::run));
};

const Command* command_of(std::string_view name);  // nullptr: not in this program

}  // namespace ladder::cli
