// Builds the text of a file, compares it with the start and the solution, and judges it.
#include <fmt/format.h>

#include <filesystem>

#include "os/error.h"
#include "os/files.h"
#include "os/interrupt.h"
#include "os/process.h"
#include "practice/cpp_lexer.h"
#include "practice/remote_runner.h"
#include "practice/judge.h"

namespace ladder::practice {
namespace {

using findings::Cause;

// Writes the file to its own folder, for how.wrap to build it there.
void put(const toolchain::BuildFolder& folder, const std::string& name, const std::string& text, bool trusted,
         Judging& how) {
  const std::string path = folder.path() + "/" + name;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  os::write_text(path, text);
  if (!trusted) give_to_builder(folder.path());
  how.wrap =
      trusted ? in_folder(folder.path()) : confined_to(folder.path(), how.build_seconds, how.run_seconds);
}

// The loops that nvcc is asked to unroll. g++ ignores this request.
size_t loops_to_unroll(const std::string& text) {
  const std::vector<Token> all = tokens_of(text);
  size_t count = 0;
  for (size_t i = 0; i < all.size(); ++i)
    count += is_at(all, i, "pragma") && is_at(all, i + 1, "unroll") && !is_at(all, i + 2, "1");
  return count;
}

// Does the file differ from the starting program in a way that is the exercise's subject, but not visible in the
// compiled code?
bool unrolls(const Exercise& e, const std::string& text) {
  const size_t before = loops_to_unroll(starting_text(e, ""));
  return loops_to_unroll(answered_text(e, *e.solution, "")) > before && loops_to_unroll(text) > before;
}

// Is the file merely the starting program, rephrased? Brackets and macros do not affect compiled code. `name`:
// the file's name during compilation, which becomes part of the code.
bool compiles_to_the_start(const Exercise& e, const std::string& name, const std::string& code, Judging how) {
  const toolchain::BuildFolder folder;
  const std::string start = starting_text(e, "");
  const std::filesystem::path path(name);
  const std::string its_name = path.is_absolute() ? path.filename().string() : name;
  put(folder, its_name, start, true, how);
  const Built built = build(its_name, start, folder, how);
  return !built.program.empty() && code_of(compiled(folder)) == code;
}

// `object`: the compiled text; may be missing.
Change change_of(const Exercise& e, const std::string& name, const std::string& text,
                 const std::string& object, const Judging& how) {
  Change change = change_of(e, text);
  change.compiles_to_the_start = [&e, name, text, object, how] {
    return std::filesystem::exists(object) && !unrolls(e, text) &&
           compiles_to_the_start(e, name, code_of(object), how);
  };
  return change;
}

// If the starting file does not build or start either, the failure is not the student's fault. Throws
// os::Error.
void start_builds(const Exercise& e, const std::string& name, bool trusted, Judging how, bool and_starts) {
  const toolchain::BuildFolder folder(how.folder);
  const std::string text = starting_text(e, "");
  put(folder, name, text, trusted, how);
  const Built built = build(name, text, folder, how);
  if (built.given_up) return;
  if (!built.message.empty())
    throw os::Error(fmt::format("the compiler does not work here, not even for the starting file of {} ({})",
                                e.id(), os::first_line(text_of(built.message))));
  if (!and_starts || built.program.empty()) return;
  try {
    RemoteRunner(built.program, how.wrap).stages(false);
  } catch (const bench::Ended& ended) {
    throw os::Error(
        fmt::format("programs built in {} cannot be started, not even the starting file of {} ({}): "
                    "is that folder mounted noexec, or is memory full?",
                    os::work_folder(), e.id(), ended.error));
  }
}

// Did the program fail before its first kernel?
bool did_not_start(const Judgement& j) { return j.steps.size() == 2 && j.steps.back().what == "runs"; }

// A machine that had no resources for another process a moment ago may have them now. (A faulty file
// gives an error.)
bool may_be_trouble(const Built& built) {
  return !built.message.empty() && !built.message.is(Cause::compiler_cannot_run) && !built.given_up &&
         built.message.text("text").find("error: ") == std::string::npos;
}

}  // namespace

Judgement judge(const Exercise& e, const std::string& file, const std::string& text, const Judging& how) {
  const os::CatchInterrupts interrupts;  // so that the folder is removed after Ctrl-C, too
  const toolchain::BuildFolder folder;
  const Built built = build(file, text, folder, how);
  if (built.message.is(Cause::compiler_cannot_run)) throw os::Error(text_of(built.message));
  Judgement judgement = judge_built(e, built, change_of(e, file, text, compiled(folder), how), how);
  if (did_not_start(judgement)) start_builds(e, "start.cu", true, how, true);
  judgement.file = file;
  return judgement;
}

Judgement judge_text(const Exercise& e, const std::string& text, bool trusted, Judging how,
                     const std::string& name) {
  const toolchain::BuildFolder folder(how.folder);
  put(folder, name, text, trusted, how);
  Built built = build(name, text, folder, how);
  if (!built.message.empty() && !built.given_up) start_builds(e, name, trusted, how, false);
  if (may_be_trouble(built)) built = build(name, text, folder, how);
  Judgement judgement = judge_built(e, built, change_of(e, name, text, compiled(folder), how), how);
  if (did_not_start(judgement)) start_builds(e, name, trusted, how, true);
  judgement.file = name;
  return judgement;
}

}  // namespace ladder::practice
