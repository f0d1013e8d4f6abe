// Judges a program with ./ladder try, in a separate process.
#include <fmt/format.h>

#include "os/files.h"
#include "os/process.h"
#include "practice/program.h"
#include "toolchain/toolchain.h"
#include "try/run.h"

namespace ladder::practice {

Judgement judge_program(const Exercise& e, const std::string& file, const std::string& text,
                        const Judging& how) {
  const toolchain::BuildFolder folder("program");
  const std::string seen_file = folder.path() + "/seen.json";
  const std::vector<std::string> words = {"env",
                                          fmt::format("{}=1", try_program::kAlsoIdle),
                                          os::program_folder() + "/ladder",
                                          "try",
                                          file,
                                          "--quiet",
                                          "--json",
                                          seen_file};
  const Command command = how.confined ? confined_tool(words, folder.path(), ".") : Command{words};
  os::Running running;
  running.give_up = how.give_up;
  running.empty_environment = command.empty_environment;
  const os::Ended ended = os::run_programs({command.words}, running).at(0);
  if (ended.given_up) {
    Judgement judgement;
    judgement.id = e.id(), judgement.file = file;
    judgement.given_up = true;
    return judgement;
  }
  constexpr size_t kMost = size_t{64} << 20;  // bytes
  const auto left = os::read_untrusted(seen_file, kMost);
  Tried tried{ended.status, ended.output, {}};
  if (left) tried.seen = data::parse_json(*left, "the report of try");
  return judge_tried(e, file, text, tried, how.told);
}

}  // namespace ladder::practice
