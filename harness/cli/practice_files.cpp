#include "cli/practice_files.h"

#include <fmt/format.h>

#include <filesystem>

#include "grade/rules.h"
#include "os/error.h"
#include "os/files.h"
#include "os/process.h"
#include "os/repository.h"
#include "practice/program.h"

namespace ladder::cli {
namespace {

namespace fs = std::filesystem;
using practice::Exercise;
using practice::Judgement;

// In the program's folder if possible, so that it is removed with the build.
fs::path kept(const std::string& kind, const std::string& name) {
  const fs::path folder = fs::path(os::work_folder()) / "practice" / kind;
  fs::create_directories(folder);
  return folder / name;
}

constexpr uint64_t kSeed = 0xcbf29ce484222325u;
uint64_t hash(const std::string& text, uint64_t from) {  // FNV-1a
  for (const char c : text) from = (from ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return from;
}

// Everything on which a judgement depends: the file, the judge, the targets.
fs::path judgement_file(const Exercise& e) {
  // A studio continues to run while the programs that it starts are rebuilt.
  static const std::string self = fs::read_symlink("/proc/self/exe").string();
  static const uint64_t targets = hash(os::read_text(os::in_repository("results/counters.json")), kSeed);
  const auto built = [](const std::string& program) {
    std::error_code gone;
    return std::to_string(fs::last_write_time(program, gone).time_since_epoch().count());
  };
  const uint64_t judge = hash(built(self) + built(os::program_folder() + "/judge"), targets);
  const uint64_t all = hash(os::read_text(practice_file(e)), hash(e.id(), judge));
  return kept("judged", fmt::format("{:016x}.json", all));
}

// The file that contains the number of hints given. Its name depends on the folder, which may belong to another
// reader.
fs::path hints_given(const Exercise& e) {
  const std::string file = fs::absolute(practice_file(e)).string();
  return kept("hints", fmt::format("{:016x}", hash(file, kSeed)));
}

}  // namespace

std::string practice_file(const Exercise& e) { return fmt::format("practice/{}.cu", e.id()); }

bool begun(const Exercise& e) {
  std::error_code gone;
  return fs::is_regular_file(practice_file(e), gone);
}

bool make_file(const Exercise& e, bool unlinked) {
  if (begun(e)) return false;
  const std::string file = practice_file(e);
  std::error_code error;
  fs::create_directories(fs::path(file).parent_path(), error);
  if (error)
    throw os::Error(
        fmt::format("cannot create the folder {} in {}: {}. Change to a folder that you can write to",
                    fs::path(file).parent_path().string(), fs::current_path().string(), error.message()));
  unlinked ? os::write_unlinked(file, practice::starting_text(e, file))
           : os::write_text(file, practice::starting_text(e, file));
  fs::remove(hints_given(e), error);  // the hints given for an earlier file with that name
  return true;
}

Judgement judged(const Exercise& e, practice::Judging how) {
  how.rules = grade::rules();  // the rules of ./ladder grade apply here too
  const std::string file = practice_file(e);
  const fs::path result = judgement_file(e);
  const std::string text = how.confined ? os::read_unlinked(file) : os::read_text(file);
  const Judgement judgement = practice::is_program(e) ? practice::judge_program(e, file, text, how)
                              : how.confined          ? practice::judge_text(e, text, false, how, file)
                                                      : practice::judge(e, file, text, how);
  if (!judgement.given_up && how.ns.empty())
    os::write_text(result.string(), data::dump_json(practice::to_json(judgement)));
  return judgement;
}

std::optional<Judgement> known(const Exercise& e) {
  try {
    const fs::path file = judgement_file(e);
    if (!fs::exists(file)) return std::nullopt;
    return practice::judgement_from(data::parse_json(os::read_text(file.string()), file.string()));
  } catch (const os::Error&) {  // the file is judged again
    return std::nullopt;
  }
}

size_t next_hint(const Exercise& e) {
  const fs::path file = hints_given(e);
  size_t given = 0;
  if (fs::exists(file)) given = std::strtoull(os::read_text(file.string()).c_str(), nullptr, 10);
  const size_t next = given >= e.hints.size() ? 1 : given + 1;
  os::write_text(file.string(), std::to_string(next) + "\n");
  return next;
}

}  // namespace ladder::cli
