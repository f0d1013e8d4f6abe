#include "practice/build.h"

#include <cxxabi.h>
#include <sys/statvfs.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <regex>
#include <set>

#include "findings/text.h"
#include "os/error.h"
#include "os/files.h"
#include "os/process.h"
#include "practice/judge.h"
#include "practice/cpp_lexer.h"
#include "text/lines.h"

namespace ladder::practice {
namespace {

using findings::Cause;
using findings::Evidence;
using toolchain::quoted;

// Compiles the file like any other kernel file in this build, except for the file and object names. The wrapper that
// turns a broken file into a table row is left out, because the compiler's message is needed here. Afterwards
// the object has no name to which another object could bind. This includes names of the linker's "unique" kind
// (the arrays of a template outside an anonymous namespace), which no list of names can make local. Undefined
// symbols are listed. For `judge`, the file's name is relative to this folder, wherever the folder is, and
// functions that write through a pointer without being observed are replaced by those in main.cpp.
enum class For { judge, ladder };
std::string object_command(toolchain::Form form, const std::string& file, const std::string& object,
                           For program = For::judge) {
  std::string renamed;
  if (program == For::judge)
    for (const char* name : {"modf", "modff", "frexp", "frexpf", "remquo", "remquof", "sincos", "sincosf",
                             "printf", "__printf_chk", "puts", "putchar"})
      renamed += fmt::format(" --redefine-sym {0}=simt_{0}", name);
  if (program == For::judge && form == toolchain::Form::traced)  // even if called through an address
    for (const char* name : {"memcpy", "memmove", "memset", "memcmp"})
      renamed += fmt::format(" --redefine-sym {0}=simt_{0}", name);
  // Warnings about likely mistakes, not about style. Warnings go to a file, and errors to the output.
  const std::string warnings =
      form == toolchain::Form::plain
          ? "-Wparentheses -Wuninitialized -Wmaybe-uninitialized -Wmisleading-indentation -Wempty-body "
            "-Wunused-value -Wsequence-point -Winit-self -Wsign-compare -Wdouble-promotion "
            "-Wfloat-conversion -Wtype-limits -Wshadow=local -Wunused-but-set-variable"
          : "-w";
  return fmt::format(
      "{0} {5} -fno-gnu-unique -fdiagnostics-color=never -fmax-errors=1 {4} -o {1} -x c++ -c {2} "
      "2>{1}.said || "
      "{{ status=$?; cat {1}.said; exit $status; }} && "
      "ld -r --force-group-allocation {1} -o {1}.one && objcopy --keep-global-symbol=none {3} {1}.one {1} && "
      "nm -uP {1}",
      toolchain::kernel_command(form, toolchain::Headers::precompiled), quoted(object), quoted(file), renamed,
      warnings, program == For::judge ? "-fdebug-prefix-map=\"$PWD\"=." : "");
}

os::Running running(const Judging& how, const Command& command) {
  return {.give_up = how.give_up,
          .most_memory = kMostMemory,
          .most_seconds = how.build_seconds,
          .empty_environment = command.empty_environment};
}

void need_room(const std::string& folder) {
  constexpr size_t kNeeded = size_t{256} << 20;
  struct statvfs disk {};
  if (statvfs(folder.c_str(), &disk) == 0 && disk.f_bavail * disk.f_frsize < kNeeded)
    throw os::Error(
        fmt::format("less than {} MiB is free for {}: make room on that disk", kNeeded >> 20, folder));
}

// The folder's name and the process numbers differ from run to run.
std::string without_paths(std::string text, const toolchain::BuildFolder& folder) {
  for (size_t at; (at = text.find(folder.path() + "/")) != std::string::npos;)
    text.erase(at, folder.path().size() + 1);
  for (const char* object : {"plain.o.", "traced.o."})
    for (size_t at = 0; (at = text.find(object, at)) != std::string::npos; ++at)
      if (const size_t dot = text.find('.', at + std::strlen(object)); dot != std::string::npos)
        text.erase(at + std::strlen(object) - 1, dot - at - std::strlen(object) + 1);
  return text;
}

constexpr const char* kShortIndex = "[-Wsign-compare]";
constexpr const char* kDouble = "[-Wdouble-promotion]";
constexpr const char* kFloatCut = "[-Wfloat-conversion]";

// Extracts "practice/reduce/v2.cu:27" from "practice/reduce/v2.cu:27:5: warning: …". The path may contain a colon.
std::string place_of(const std::string& line) {
  const std::string with_column = line.substr(0, line.find(": "));
  return with_column.substr(0, with_column.rfind(':'));
}

// Does this line of compiler output concern the file rather than a header?
bool is_about(const std::string& line, const std::string& file) {
  const std::string place = place_of(line);
  return std::filesystem::path(place.substr(0, place.rfind(':'))).filename() ==
         std::filesystem::path(file).filename();
}

// The first warning for the file: "reduce/v2.cu:27:5: suggest parentheses around …".
std::string first_warning(const std::string& said, const std::string& file) {
  for (const std::string& line : text::lines_of(said))
    if (const size_t at = line.find(": warning: "); at != std::string::npos && !line.ends_with(kShortIndex) &&
                                                    !line.ends_with(kDouble) && !line.ends_with(kFloatCut) &&
                                                    is_about(line, file))
      return line.substr(0, at + 2) + line.substr(at + std::string(": warning: ").size());
  return "";
}

Evidence compiler_text(const std::string& text) { return {Cause::compiler_line, {{"text", text}}}; }

// Links into a program of the build, which becomes FOLDER/NAME.
Built linked(const std::string& name, const std::vector<std::string>& objects,
             const toolchain::BuildFolder& folder, const Judging& how) {
  Built built;
  const std::string program = folder.path() + "/" + name;
  const Command command = how.wrap(fmt::format("cd {} && {}", quoted(os::program_folder()),
                                               toolchain::link_command(name, objects, program)),
                                   Doing::building);
  const os::Ended ended = os::run_programs({command.words}, running(how, command)).front();
  built.given_up = ended.given_up;
  if (ended.status == 0)
    built.program = program;
  else if (!ended.given_up)
    built.message =
        compiler_text("does not link: " + toolchain::first_error(without_paths(ended.output, folder)));
  return built;
}

// Where an int (and no other type) is compared with a size_t; "" if nowhere.
std::string where_an_int_meets_a_size(const std::string& said, const std::string& file) {
  for (const std::string& line : text::lines_of(said)) {
    const auto has = [&](const char* part) { return line.find(part) != std::string::npos; };
    const bool an_int = has("‘int’ and ‘") || has("’ and ‘int’") || has("} and ‘int’");
    const bool a_size = has("‘size_t’") || has("‘long unsigned int’");
    if (line.ends_with(kShortIndex) && an_int && a_size && is_about(line, file)) return place_of(line);
  }
  return "";
}

// Where a float calculation is done in double because of a literal with a decimal point but no f suffix; "" if
// nowhere.
std::string where_a_float_becomes_a_double(const std::string& said, const std::string& file,
                                           const std::string& text) {
  const std::vector<Token> tokens = tokens_of(text);
  for (const std::string& line : text::lines_of(said)) {
    if (!line.ends_with(kDouble) || line.find("to match other operand") == std::string::npos ||
        !is_about(line, file))
      continue;
    const std::string place = place_of(line);
    const int number = std::atoi(place.substr(place.rfind(':') + 1).c_str());
    if (std::any_of(tokens.begin(), tokens.end(), [&](const Token& t) {
          return t.line == number && t.kind == Token::Kind::number && t.text.find('.') != std::string::npos &&
                 t.text.find_first_of("fF") == std::string::npos;
        }))
      return place;
  }
  return "";
}

// Where a float is converted to an integer, which drops its fraction; "" if nowhere, or if the float has been
// rounded.
std::string where_a_float_is_cut(const std::string& said, const std::string& file, const std::string& text) {
  static const std::set<std::string> rounds = {"ceil",  "ceilf",  "floor", "floorf", "round",    "roundf",
                                               "trunc", "truncf", "rint",  "rintf",  "nearbyint"};
  const std::vector<Token> tokens = tokens_of(text);
  static const std::regex cut(
      "conversion from ‘(float|double)[^’]*’ to ‘[^’]*\\b(int|long|short|char|size_t|u?int\\d+_t)\\b");
  for (const std::string& line : text::lines_of(said))
    if (line.ends_with(kFloatCut) && is_about(line, file) && line.size() < text::kLongestLine &&
        std::regex_search(line, cut)) {
      const std::string place = place_of(line);
      const int number = std::atoi(place.substr(place.rfind(':') + 1).c_str());
      if (std::none_of(tokens.begin(), tokens.end(),
                       [&](const Token& t) { return t.line == number && rounds.contains(t.text); }))
        return place;
    }
  return "";
}

Evidence cannot_run(const std::string& why) { return {Cause::compiler_cannot_run, {{"why", why}}}; }

std::string with_line_before(const std::string& message, const std::string& text) {
  std::string out;
  for (const std::string& line : text::lines_of(message))
    out += line + "\n" + toolchain::line_before(line, text);
  return out.substr(0, out.size() - 1);
}

// The message from a failed compilation, with the names and lines of the reader's file, whose contents are
// `text`.
Evidence told(const os::Ended& ended, const toolchain::BuildFolder& folder, const Judging& how,
              const std::string& text = "") {
  constexpr int kNotFound = 127, kNotExecutable = 126;
  // Text from the reader's file is never at the start of a line, because the compiler puts the file's name or
  // a line number before it.
  for (const std::string& line : text::lines_of(ended.output.substr(0, 1 << 16)))
    if (line.starts_with("ccache: error: ") || line.find("fatal error: cannot execute ‘cc1plus’") < 20)
      return cannot_run(
          line);  // a static assertion in the file may have this text too: judge_text() also tries the starting file
  if (ended.status == kNotFound || ended.status == kNotExecutable)
    throw os::Error(text_of(cannot_run(os::first_line(ended.output))));
  if (ended.too_slow)
    return {Cause::compiler_does_not_end, {{"seconds", fmt::format("{:.3g}", how.build_seconds)}}};
  if (ended.too_large) return {Cause::compiler_takes_memory, {{"gibibytes", kMostMemory >> 30}}};
  if (ended.output.find("File size limit exceeded") != std::string::npos || ended.status == 128 + 25)
    return {Cause::compiler_writes_too_much, {{"mebibytes", kMostFile >> 20}}};
  const std::string message = toolchain::first_error(without_paths(ended.output.substr(0, 1 << 20), folder));
  return message.empty() ? Evidence(Cause::compiler_was_stopped)
                         : compiler_text(with_line_before(message, text));
}

std::string readable(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? std::string(name.get()).substr(0, 200) : symbol;
}

}  // namespace

Built build(const std::string& file, const std::string& text, const toolchain::BuildFolder& folder,
            const Judging& how) {
  Built built;
  if (how.rules.text) built.refused = how.rules.text(text);
  if (!built.refused.empty()) return built;
  need_room(folder.path());
  const std::vector<std::string> objects = {folder.path() + "/plain.o", folder.path() + "/traced.o"};
  const Command plain = how.wrap(object_command(toolchain::Form::plain, file, objects[0]), Doing::building),
                traced = how.wrap(object_command(toolchain::Form::traced, file, objects[1]), Doing::building);
  const std::vector<os::Ended> compiled = os::run_programs({plain.words, traced.words}, running(how, plain));
  std::string call;  // a call that is not allowed
  for (const os::Ended& one : compiled) {
    built.given_up = built.given_up || one.given_up;
    if (one.status != 0 && built.message.empty()) built.message = told(one, folder, how, text);
    if (one.status == 0 && call.empty() && how.rules.calls)
      call = one.output.size() >= os::Running().most_output ? "too much" : how.rules.calls(one.output);
  }
  need_room(folder.path());
  if (built.given_up || !built.message.empty()) return built;
  if (!call.empty()) {
    built.refused = {Cause::refused_call, {{"name", readable(call)}}};
    return built;
  }
  const std::string said = objects[0] + ".said";
  const std::string warnings =
      std::filesystem::exists(said) ? without_paths(os::read_text(said), folder) : "";
  built = linked("judge", objects, folder, how);
  built.text = text;
  built.warning = first_warning(warnings, file);
  built.in_an_int = where_a_float_is_cut(warnings, file, text);
  built.in_double = where_a_float_becomes_a_double(warnings, file, text);
  built.short_index = where_an_int_meets_a_size(warnings, file);
  if (!built.message.empty()) need_room(folder.path());
  return built;
}

Built build_of_stage(const std::string& kernel_file, const toolchain::BuildFolder& folder) {
  Built built = linked("judge",
                       {toolchain::kernel_object(toolchain::Form::plain, kernel_file),
                        toolchain::kernel_object(toolchain::Form::traced, kernel_file)},
                       folder, {});
  built.text = os::read_text(os::in_repository(kernel_file));
  return built;
}

std::string link_into(const std::string& program, const std::vector<std::string>& files,
                      const toolchain::BuildFolder& folder) {
  need_room(folder.path());
  std::vector<std::string> objects;
  std::vector<std::vector<std::string>> commands;
  for (const std::string& file : files)
    for (const toolchain::Form form : {toolchain::Form::plain, toolchain::Form::traced}) {
      objects.push_back(fmt::format("{}/{}_{}.o", folder.path(), toolchain::name_of(form), objects.size()));
      commands.push_back({"sh", "-c", object_command(form, file, objects.back(), For::ladder)});
    }
  for (const os::Ended& one : os::run_programs(commands))
    if (one.status != 0) return text_of(told(one, folder, {}));
  return text_of(linked(program, objects, folder, {}).message);
}

std::string compiled(const toolchain::BuildFolder& folder) { return folder.path() + "/plain.o"; }

std::string code_of(const std::string& object) {
  const os::Ended ended =
      os::run_programs({{"objdump", "--disassemble", "--no-addresses", "--no-show-raw-insn", object}},
                       {.most_seconds = 10})
          .front();
  if (ended.status != 0) throw os::Error("objdump cannot be run: " + os::first_line(ended.output));
  std::string code;  // the message without the file's name
  for (const std::string& line : text::lines_of(ended.output))
    if (line.starts_with("\t")) code += line + "\n";
  return code;
}

}  // namespace ladder::practice
