#include "cli/commands.h"

#include <map>

namespace cli {
namespace {

std::map<std::string_view, Command>& commands() {
  static std::map<std::string_view, Command> all;
  return all;
}

}  // namespace

Registered::Registered(std::string_view name, Command command) { commands().emplace(name, command); }

Command command_of(std::string_view name) {
  const auto found = commands().find(name);
  return found == commands().end() ? nullptr : found->second;
}

}  // namespace cli
