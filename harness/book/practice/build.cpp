#include "practice/build.h"

#include <fmt/format.h>

#include "os/process.h"

namespace practice {
namespace {

using toolchain::quoted;

// As any kernel file of this build is compiled, but for the file and the object; and without what makes a broken
// file a row of the tables: here its message is wanted.
std::string compile_command(toolchain::Form form, const std::string& file, const std::string& object) {
  // $PWD: the file is called as from there, and not by where that happens to lie.
  return fmt::format(
      "{} -fdebug-prefix-map=\"$PWD\"=. -fdiagnostics-color=never -fmax-errors=1 -w -o {} -x c++ -c {}",
      toolchain::kernel_command(form, toolchain::Headers::precompiled), quoted(object), quoted(file));
}

Built linked(const std::vector<std::string>& objects, const toolchain::BuildFolder& folder,
             const std::function<bool()>& give_up, const Wrap& wrap) {
  Built built;
  const std::string program = folder.path() + "/judge";
  const std::string command = fmt::format("cd {} && {}", quoted(os::program_folder()),
                                          toolchain::link_command("judge", objects, program));
  const os::Ended ended = os::run_programs({wrap(command, kBuildSeconds)},
                                           {.folder = {}, .give_up = give_up, .most_memory = kMostMemory})
                              .front();
  built.given_up = ended.given_up;
  if (ended.status == 0)
    built.program = program;
  else if (!ended.given_up)
    built.message = toolchain::first_error(ended.output);
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

Built build(const std::string& file, const toolchain::BuildFolder& folder,
            const std::function<bool()>& give_up, const Wrap& wrap, Objects how) {
  const std::vector<std::string> objects = {folder.path() + "/plain.o", folder.path() + "/traced.o"};
  const std::vector<os::Ended> compiled =
      os::run_programs({wrap(compile_command(toolchain::Form::plain, file, objects[0]), kBuildSeconds),
                        wrap(compile_command(toolchain::Form::traced, file, objects[1]), kBuildSeconds)},
                       {.folder = {}, .give_up = give_up, .most_memory = kMostMemory});
  Built built;
  for (const os::Ended& one : compiled) {
    built.given_up = built.given_up || one.given_up;
    if (one.status != 0 && built.message.empty()) built.message = toolchain::first_error(one.output);
    if (one.status != 0 && built.message.empty())
      built.message = "the compiler was stopped: too much time or memory";
  }
  if (built.given_up || !built.message.empty()) return built;
  if (how == Objects::looked_into) built.message = look_into(objects, wrap);
  return built.message.empty() ? linked(objects, folder, give_up, wrap) : built;
}

Built build_of_stage(const std::string& kernel_file, const toolchain::BuildFolder& folder) {
  return linked({toolchain::kernel_object(toolchain::Form::plain, kernel_file),
                 toolchain::kernel_object(toolchain::Form::traced, kernel_file)},
                folder, {}, unconfined);
}

}  // namespace practice
