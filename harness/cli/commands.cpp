#include "cli/commands.h"

#include <map>

namespace ladder::cli {
namespace {

std::map<std::string_view, Command>& commands() {
  static std::map<std::string_view, Command> all;
  return all;
}

}  // namespace

Registered::Registered(std::string_view name, decltype(Command::declare) declare,
                       decltype(Command::run) run) {
  commands().emplace(name, Command{declare, run});
}

const Command* command_of(std::string_view name) {
  const auto found = commands().find(name);
  return found == commands().end() ? nullptr : &found->second;
}

}  // namespace ladder::cli
