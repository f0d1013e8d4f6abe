#include "practice/build.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <regex>

#include "os/error.h"
#include "os/process.h"
#include "os/repository.h"
#include "report/source.h"

namespace practice {
namespace {

namespace fs = std::filesystem;

}  // namespace

// The command with which ninja makes a file of the build: flags, libraries and compilers stand in one place.
std::string command_for(const std::string& target) {
  const auto commands = os::output_of({"ninja", "-C", os::program_folder(), "-t", "commands", "-s", target});
  if (!commands || commands->empty())
    throw os::Error(fmt::format("{} has no command for {}: ./ladder doctor builds it anew",
                                os::program_folder(), target));
  const size_t end = commands->find_last_not_of('\n');
  const size_t begin = commands->rfind('\n', end);
  return commands->substr(begin == std::string::npos ? 0 : begin + 1,
                          end - (begin == std::string::npos ? 0 : begin + 1) + 1);
}

std::string quoted(const std::string& path) {
  std::string out = "'";
  for (const char c : path) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

namespace {

std::string object_of(const std::string& kernel_file,
                      const char* build) {  // "kernels/reduce/00_v0_modulo.cu"
  return fmt::format("kernels/CMakeFiles/kernels_{}.dir/{}.o", build,
                     kernel_file.substr(std::strlen("kernels/")));
}

}  // namespace

std::string kernel_compiler(const char* build, Headers headers) {
  const std::string like = command_for(object_of("kernels/reduce/00_v0_modulo.cu", build));
  const std::string script = "harness/simt/compile_kernel.sh";
  const size_t begin = like.find(script), end = like.find(" -MD -MT ");
  if (begin == std::string::npos || end == std::string::npos || end < begin)
    throw os::Error(fmt::format("the build compiles kernels in a way that practice does not know: {}", like));
  size_t flags = begin + script.size();
  if (like[flags] == '"' || like[flags] == '\'') ++flags;
  std::string command = like.substr(flags, end - flags);
  if (const size_t at = command.find(" -Werror "); at != std::string::npos)
    command.erase(at, std::strlen(" -Werror"));
  static const std::regex precompiled(
      R"( -Winvalid-pch| -include ("[^"]*cmake_pch\.hxx"|[^ ]*cmake_pch\.hxx))");
  return headers == Headers::precompiled ? command : std::regex_replace(command, precompiled, "");
}

std::string compile_script() { return os::in_repository("harness/simt/compile_kernel.sh"); }

namespace {

// As any kernel file of this build is compiled, but for the file and the object; and without what makes a broken
// file a row of the tables: here its message is wanted.
std::string compile_command(const char* build, const std::string& file, const std::string& object) {
  // $PWD: the file is called as from there, and not by where that happens to lie.
  return fmt::format(
      "{} {} -fdebug-prefix-map=\"$PWD\"=. -fdiagnostics-color=never -fmax-errors=1 -w -o {} -c {}",
      quoted(compile_script()), kernel_compiler(build, Headers::precompiled), quoted(object), quoted(file));
}

}  // namespace

std::string link_command(const std::string& target, const std::vector<std::string>& objects,
                         const std::string& program) {
  std::string command = command_for(target);
  const std::string output = " -o " + target + " ";
  const size_t at = command.find(output);
  if (at == std::string::npos)
    throw os::Error(fmt::format("the build links {} in a way that is not known: {}", target, command));
  std::string with;
  for (const std::string& object : objects) with += " " + quoted(object);
  return command.replace(at, output.size(), with + " -o " + quoted(program) + " ");
}

namespace {

Built linked(const std::vector<std::string>& objects, const BuildFolder& folder,
             const std::function<bool()>& give_up, const Wrap& wrap) {
  Built built;
  const std::string program = folder.path() + "/judge";
  const std::string command =
      fmt::format("cd {} && {}", quoted(os::program_folder()), link_command("judge", objects, program));
  const os::Ended ended = os::run_programs({wrap(command, kBuildSeconds)},
                                           {.folder = {}, .give_up = give_up, .most_memory = kMostMemory})
                              .front();
  built.given_up = ended.given_up;
  if (ended.status == 0)
    built.program = program;
  else if (!ended.given_up)
    built.message = first_error(ended.output);
  return built;
}

// What nm and objdump show of the objects, if it is not for kernels.
std::string look_into(const std::vector<std::string>& objects, const Wrap& wrap) {
  for (const std::string& object : objects) {
    const std::vector<os::Ended> seen =
        os::run_programs({wrap("nm -uP " + quoted(object), kBuildSeconds),
                          wrap("objdump -d --no-show-raw-insn " + quoted(object), kBuildSeconds)});
    if (seen[0].status != 0 || seen[1].status != 0) return "its object cannot be read";
    const std::string found = not_for_kernels(seen[0].output, seen[1].output);
    if (!found.empty()) return found;
  }
  return "";
}

}  // namespace

BuildFolder::BuildFolder(const std::string& name) {
  const std::string above = os::program_folder() + "/" + name;
  fs::create_directories(above);
  path_ = above + "/XXXXXX";
  if (mkdtemp(path_.data()) == nullptr) throw os::Error("cannot write to " + above);
}

BuildFolder::~BuildFolder() {
  std::error_code none;
  fs::remove_all(path_, none);
}

Built build(const std::string& file, const BuildFolder& folder, const std::function<bool()>& give_up,
            const Wrap& wrap, Objects how) {
  const std::vector<std::string> objects = {folder.path() + "/plain.o", folder.path() + "/traced.o"};
  const std::vector<os::Ended> compiled =
      os::run_programs({wrap(compile_command("plain", file, objects[0]), kBuildSeconds),
                        wrap(compile_command("traced", file, objects[1]), kBuildSeconds)},
                       {.folder = {}, .give_up = give_up, .most_memory = kMostMemory});
  Built built;
  for (const os::Ended& one : compiled) {
    built.given_up = built.given_up || one.given_up;
    if (one.status != 0 && built.message.empty()) built.message = first_error(one.output);
    if (one.status != 0 && built.message.empty())
      built.message = "the compiler was stopped: too much time or memory";
  }
  if (built.given_up || !built.message.empty()) return built;
  if (how == Objects::looked_into) built.message = look_into(objects, wrap);
  return built.message.empty() ? linked(objects, folder, give_up, wrap) : built;
}

Built build_of_stage(const std::string& kernel_file, const BuildFolder& folder) {
  return linked({object_of(kernel_file, "plain"), object_of(kernel_file, "traced")}, folder, {}, unconfined);
}

std::string first_error(const std::string& output) {
  static const std::regex place(R"(^[^ :]+:\d+:(\d+:)? .*)");
  std::string before, found;
  for (const std::string& line : report::lines_of(output)) {
    const bool error = line.find("error: ") != std::string::npos;
    const bool starts = error || std::regex_match(line.substr(0, 2000), place);
    if (found.empty()) {
      // "In file included from …", "… required from here": kept for the error that they lead to.
      if (!error && line.find("warning: ") != std::string::npos) before.clear();
      before += line + "\n";
      if (error) found = before;
    } else if (starts || line.starts_with("compilation terminated") || line.starts_with("In ")) {
      break;
    } else {
      found += line + "\n";
    }
  }
  if (found.empty()) found = output.substr(0, 2000);
  while (found.ends_with('\n')) found.pop_back();
  return found;
}

}  // namespace practice
