// ./ladder studio: exercises and programs in a page on this computer. docs/studio.md explains how to use it. It
// judges by running the same commands as a user in a terminal, on the same files.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/practice.h"
#include "cli/practice_files.h"
#include "os/child.h"
#include "os/error.h"
#include "os/files.h"
#include "os/repository.h"
#include "practice/program.h"
#include "practice/cpp_lexer.h"
#include "studio/guard.h"
#include "studio/server.h"
#include "text/lines.h"
#include "toolchain/toolchain.h"

namespace ladder::cli {
namespace {

namespace fs = std::filesystem;
using data::Json;
using practice::Exercise;
using studio::Listener;
using studio::Refused;

constexpr double kJudgeSeconds = 400, kTrySeconds = 20, kLookSeconds = 60;
constexpr size_t kMostShown = size_t{1} << 20;  // bytes of program output
constexpr size_t kMostLeft = size_t{64} << 20;  // bytes of a trace, or of the report of `try`

constexpr const char* kNewProgram = R"(// What this program does.
#include <cstdio>

__global__ void fill(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i;
}

int main() {
  const int n = 1000;
  int *out = nullptr, host[n];
  cudaMalloc(&out, n * sizeof(int));
  fill<<<(n + 255) / 256, 256>>>(out, n);
  cudaMemcpy(host, out, n * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[n - 1]);
  cudaFree(out);
}
)";

// A link could lead to any of this user's files, so no link is followed, for reading or writing (os/files.h).
bool is_plain(const std::string& file) {
  std::error_code error;
  return fs::is_regular_file(fs::symlink_status(file, error));
}

// The file open in the page.
struct Opened {
  const Exercise* exercise = nullptr;  // nullptr: the reader's own file
  std::string file;
};

class Desk {
 public:
  explicit Desk(const std::string& first)
      : exercises_(practice::with_programs(practice::exercises())), first_(first) {
    if (is_file(first) && !fs::is_regular_file(first))
      throw Failure(fmt::format("there is no file {}", first));
    if (is_file(first) && !is_plain(first))
      throw Failure(fmt::format("{} is a symbolic link: name the file itself, {}", first,
                                fs::canonical(first).string()));
    if (is_file(first) &&
        os::is_linked(first))  // a linked folder in the path was chosen by the user who typed it
      first_ = (fs::canonical(fs::absolute(first).parent_path()) / fs::path(first).filename()).string();
    if (!first.empty() && !is_file(first)) first_ = wanted_exercise(exercises_, first).id();
    unconfined_ = practice::no_confinement();
  }

  const std::string& unconfined() const { return unconfined_; }

  Json list() const {
    Json exercises = Json::array(), unknown = Json::array();
    for (const Exercise& e : exercises_) {
      const auto seen = begun(e) ? known(e) : std::nullopt;
      if (begun(e) && !seen) unknown.push_back(e.id());
      exercises.push_back({{"id", e.id()},
                           {"idea", e.rung->idea},
                           {"state", seen && seen->reached ? "reached"
                                     : begun(e)            ? "begun"
                                                           : "not begun"}});
    }
    std::vector<std::string> own;
    for (const auto& entry : fs::directory_iterator("."))
      if (studio::is_own_name(entry.path().filename()) && is_plain(entry.path()))
        own.push_back(entry.path().filename());
    if (is_file(first_) && std::find(own.begin(), own.end(), first_) == own.end()) own.push_back(first_);
    std::sort(own.begin(), own.end());
    Json stages = Json::array();
    for (const stage::Stage* s : stages_to_copy()) stages.push_back({{"id", s->id}, {"idea", s->idea}});
    return {{"folder", fs::current_path().string()},
            {"unconfined", unconfined_},
            {"site", fs::exists(os::in_repository("docs/.vitepress/dist"))},
            {"first", first_},
            {"exercises", exercises},
            {"stages", stages},
            {"unknown", unknown},
            {"files", own}};
  }

  Json open(const Json& question) const {
    if (question.contains("stage")) return open({{"file", copy_of(question.at("stage"))}});
    const Opened o = opened(question);
    if (o.exercise != nullptr) make_file(*o.exercise, true);
    const std::string text = text_of(o);
    Json answer = {{"file", o.file}, {"kind", kind_of(o, text)}};
    if (const Exercise* e = o.exercise)
      answer.update({{"id", e->id()},
                     {"idea", e->rung->idea},
                     {"task", e->task},
                     {"page", e->page},
                     {"hints", e->hints.size()},
                     {"original", practice::starting_text(*e, o.file)},
                     {"block", std::clamp<uint64_t>(64, e->rung->min_block, e->rung->max_block)}});
    answer.update({{"text", text}, {"version", studio::version_of(text)}});
    return answer;
  }

  Json version(const Json& question) const {
    const Opened o = opened(question);
    return {{"version", fs::exists(o.file) ? studio::version_of(text_of(o)) : ""}};
  }

  Json hint(const Json& question) const {
    const Opened o = opened(question);
    if (o.exercise == nullptr) throw Refused(400, "only exercises have hints");
    const size_t number = next_hint(*o.exercise);
    return {{"number", number}, {"of", o.exercise->hints.size()}, {"text", o.exercise->hints[number - 1]}};
  }

  Json make(const Json& question) const {
    const auto name = question.at("file").get<std::string>();
    if (!studio::is_own_name(name))
      throw Refused(400, "use letters, digits, _ and -, and end the name in .cu, as in my_kernel.cu");
    if (fs::exists(fs::symlink_status(name))) throw Refused(409, name + " already exists");
    const std::string text = question.value("text", kNewProgram);
    if (text.size() > studio::kMostText)
      throw Refused(413, fmt::format("the text has more than {} KiB", studio::kMostText >> 10));
    os::write_unlinked(name, text, true);
    return {{"file", name}};
  }

  Json save(const Json& question) const { return {{"version", saved(opened(question), question)}}; }

  studio::Work judge(const Json& question, studio::Runs& runs) const {
    const Opened o = opened(question);
    const std::string version = saved(o, question);
    const bool why = question.value("why", false);
    const auto n = question.value("n", uint64_t{0});
    const studio::Runs::Ticket ticket = runs.ticket(o.file, studio::Runs::Kind::newer_text);
    return [this, &runs, o, version, why, n, ticket](const Listener& page) {
      page.tell({{"version", version}});
      const std::string kind = kind_of(o, text_of(o));
      if (o.exercise != nullptr) {
        std::vector<std::string> words = {"practice", o.exercise->id(), "--json-lines", "--no-color"};
        if (why) words.push_back("--why");
        if (unconfined_.empty()) words.push_back("--confine");
        run_lines(runs, ticket, {ladder(words)}, kJudgeSeconds, page, true);
      } else {
        const toolchain::BuildFolder folder("studio");
        const std::string seen = folder.path() + "/seen.json";
        std::vector<std::string> words = {"try",  o.file,      "--format",
                                          "none", "--timeout", fmt::format("{:g}", kTrySeconds)};
        if (kind == "stage") words = {"explain", o.file, "--quiet"};
        if (kind == "stage" && n > 0) words.insert(words.end(), {"--n", std::to_string(n)});
        words.insert(words.end(), {"--no-color", "--json", seen});
        run_lines(runs, ticket, tool(words, o, folder), kLookSeconds + kTrySeconds, page, false,
                  [&](const Listener& to) {
                    if (const auto text = os::read_untrusted(seen, kMostLeft))
                      to.tell({{"seen", data::parse_json(*text, "seen")}});
                  });
      }
    };
  }

  // The trace of one block for the player.
  studio::Work look(const Json& question, studio::Runs& runs) const {
    const Opened o = opened(question);
    const bool program = !has_stage(kind_of(o, text_of(o)));
    const auto number = [&](const char* key, uint64_t otherwise) {
      return std::to_string(question.value(key, otherwise));
    };
    std::vector<std::string> words = {program ? "try" : "trace", o.file};
    const auto add = [&](std::initializer_list<std::string> more) { words.insert(words.end(), more); };
    if (program)
      add({"--timeout", fmt::format("{:g}", kTrySeconds)});
    else
      add({"--n", number("n", 1024), "--block", number("block", 64), "--input", "iota"});
    add({"--launch", number("launch", 1), "--block-index", number("block_index", 0), "--quiet",
         "--no-color"});
    const studio::Runs::Ticket ticket = runs.ticket(o.file, studio::Runs::Kind::same_text);
    return [=, this, &runs](const Listener& page) {
      const toolchain::BuildFolder folder("studio");
      const std::string trace = folder.path() + "/trace.json";
      std::vector<std::string> all = words;
      all.insert(all.end(), {program ? "--trace" : "--json", trace});
      run_lines(runs, ticket, tool(all, o, folder), kLookSeconds, page, false, [&](const Listener& to) {
        if (const auto text = os::read_untrusted(trace, kMostLeft))
          to.tell({{"trace", with_sources(data::parse_json(*text, "trace"), o)}});
      });
    };
  }

  // The same list as in the terminal; files without a stored judgement are judged.
  studio::Work progress(studio::Runs& runs) const {
    std::vector<std::string> words = {"practice", "--json", "/dev/null", "--quiet"};
    if (unconfined_.empty()) words.push_back("--confine");
    const studio::Runs::Ticket ticket = runs.ticket("", studio::Runs::Kind::same_text);
    return [this, &runs, words, ticket](const Listener& page) {
      run_lines(runs, ticket, {ladder(words)}, kJudgeSeconds, page, false);
    };
  }

  // The output of a terminal command for the file.
  studio::Work print(const Json& question, studio::Runs& runs, const std::string& what) const {
    const Opened o = opened(question);
    if (what == "solution" && o.exercise == nullptr) throw Refused(400, "only exercises have a solution");
    const bool program = !has_stage(kind_of(o, text_of(o)));
    std::vector<std::string> words = {"explain", o.file, "--no-color"};
    if (program)
      words = {"try", o.file, "--explain", "--no-color", "--timeout", fmt::format("{:g}", kTrySeconds)};
    if (what == "solution") words = {"practice", o.exercise->id(), "--solution", "--no-color"};
    const studio::Runs::Ticket ticket = runs.ticket(o.file, studio::Runs::Kind::same_text);
    return [=, this, &runs](const Listener& page) {
      const toolchain::BuildFolder folder("studio");
      const practice::Command command =
          what == "solution" ? practice::Command{ladder(words)} : tool(words, o, folder);
      run_lines(runs, ticket, command, kLookSeconds + kTrySeconds, page, false);
    };
  }

 private:
  static bool is_file(const std::string& name) { return name.ends_with(".cu"); }
  static bool has_stage(const std::string& kind) { return kind != "program"; }

  // The stages of which a reader may have a copy.
  static std::vector<const stage::Stage*> stages_to_copy() {
    std::vector<const stage::Stage*> all = stage::all_stages(stage::Build::simt);
    std::erase_if(all,
                  [](const stage::Stage* s) { return s->track() == "controls" || s->on_several_gpus(); });
    return all;
  }
  // The reader's copy of a stage in this folder, which is created if there is none: reduce_v2.cu.
  static std::string copy_of(const std::string& id) {
    const std::vector<const stage::Stage*> all = stages_to_copy();
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto* s) { return s->id == id; });
    if (found == all.end()) throw Refused(404, "there is no such stage");
    std::string name = id;
    std::replace(name.begin(), name.end(), '/', '_');
    name += ".cu";
    if (!fs::exists(fs::symlink_status(name)))
      os::write_unlinked(name, os::read_text(os::in_repository((*found)->file)), true);
    return name;
  }

  // Opens only exercises, files in this folder, and the file that was typed.
  Opened opened(const Json& question) const {
    const std::string id = question.value("id", ""), file = question.value("file", "");
    const auto checked = [](const Opened& o) {
      if (os::is_linked(o.file))
        throw Refused(
            403, o.file + " is a symbolic link, or is reached through one: the studio does not follow links");
      return o;
    };
    for (const Exercise& e : exercises_)
      if (!id.empty() && e.id() == id) return checked({&e, practice_file(e)});
    if (id.empty() && (studio::is_own_name(file) || (file == first_ && is_file(file))))
      return checked({nullptr, file});
    throw Refused(404, "there is no such exercise or file");
  }

  static std::string kind_of(const Opened& o, const std::string& text) {
    if (o.exercise != nullptr)
      return practice::is_program(*o.exercise) ? "program" : o.exercise->is_repair() ? "repair" : "kernel";
    return practice::stage_ids(practice::tokens_of(text)).size() == 1 ? "stage" : "program";
  }

  static std::string text_of(const Opened& o) {
    if (!is_plain(o.file)) throw Refused(404, o.file + " no longer exists");
    if (fs::file_size(o.file) > studio::kMostText)
      throw Refused(413, o.file + " is too large for the studio");
    const std::string text = os::read_unlinked(o.file, studio::kMostText);
    try {
      static_cast<void>(Json(text).dump());
    } catch (const Json::exception&) {
      throw Refused(415, o.file + " is not UTF-8");
    }
    return text;
  }

  // Never overwrites changes made elsewhere after the page read the file.
  static std::string saved(const Opened& o, const Json& question) {
    std::string text = question.at("text");
    const auto base = question.at("base").get<std::string>();
    if (text.size() > studio::kMostText)
      throw Refused(413, fmt::format("the text has more than {} KiB", studio::kMostText >> 10));
    const bool there = fs::exists(o.file);
    const std::string before = there ? text_of(o) : "";
    if (before.find("\r\n") != std::string::npos) {
      std::string with;
      for (const char c : text) with += c == '\n' ? std::string("\r\n") : std::string(1, c);
      text = std::move(with);
    }
    if (there && before == text) return studio::version_of(text);
    if (there ? studio::version_of(before) != base : !base.empty())
      throw Refused(409, there ? o.file + " was changed by another program" : o.file + " was deleted",
                    {{"text", before}, {"version", there ? studio::version_of(before) : ""}});
    os::write_unlinked(o.file, text);
    return studio::version_of(text);
  }

  static std::vector<std::string> ladder(std::vector<std::string> words) {
    words.insert(words.begin(), os::program_folder() + "/ladder");
    return words;
  }
  // folder: used only for this run, so that no run reads files left behind by another.
  practice::Command tool(const std::vector<std::string>& words, const Opened& o,
                         const toolchain::BuildFolder& folder) const {
    return unconfined_.empty()
               ? practice::confined_tool(ladder(words), folder.path(), fs::absolute(o.file).parent_path())
               : practice::Command{ladder(words)};
  }

  // If `json`, sends each line that is JSON unchanged. Sends all other lines as output, together if they arrive
  // together.
  static void run_lines(studio::Runs& runs, const studio::Runs::Ticket& ticket,
                        const practice::Command& command, double seconds, const Listener& page, bool json,
                        const std::function<void(const Listener&)>& at_end = {}) {
    std::string rest;
    size_t shown = 0;
    const auto show = [&](std::string text) {
      const bool more = shown <= kMostShown;
      shown += text.size();
      if (shown > kMostShown)
        text = fmt::format("\n… more than {} bytes: the rest is left out\n", kMostShown);
      if (more && !text.empty()) page.tell({{"output", text}});
    };
    const auto tell = [&](const std::string& line) {
      const Json one = Json::parse(line, nullptr, false);
      one.is_object() ? page.tell(one) : show(line + "\n");
    };
    const auto said = [&](std::string_view piece) {
      rest += piece;
      const size_t whole = rest.rfind('\n') + 1;  // npos + 1 is 0
      if (!json) show(rest.substr(0, whole)), rest.erase(0, whole);
      for (size_t end; json && (end = rest.find('\n')) != std::string::npos; rest.erase(0, end + 1))
        tell(rest.substr(0, end));
    };
    const studio::Runs::Ended ended = runs.run(ticket, command, seconds, said, page.gone);
    show(rest);
    if (ended.run && at_end) at_end(page);
    Json last = {{"ended", ended.run ? Json(ended.status) : Json(nullptr)}};
    if (!ended.why.empty()) last["why"] = ended.why;
    page.tell(last);
  }

  // The lines of the files named in the trace: the reader's and the project's.
  static Json with_sources(Json trace, const Opened& own) {
    Json sources = Json::object();
    const auto add = [&](const Json& file) {
      if (!file.is_string() || file == "" || sources.contains(file.get<std::string>())) return;
      std::error_code error;
      const fs::path path = fs::canonical(fs::path(os::repository()) / file.get<std::string>(), error);
      if (error) return;
      if (path == fs::canonical(own.file, error))
        sources[file.get<std::string>()] = text::lines_of(text_of(own));
      else if (path.string().starts_with(os::repository() + "/"))
        sources[file.get<std::string>()] = fs::is_regular_file(path)
                                               ? text::lines_of(os::read_text(path.string()))
                                               : std::vector<std::string>();
    };
    add(trace.at("file"));
    for (const Json& interval : trace.at("intervals"))
      for (const Json& step : interval.at("steps"))
        if (step.contains("file")) add(step["file"]);
    trace["sources"] = std::move(sources);
    return trace;
  }

  std::vector<Exercise> exercises_;
  std::string first_, unconfined_;
};

// Opens the address through a page that only this user can read: other users can see command lines, but must
// not see the token.
void open_browser(const std::string& address, const std::string& folder) {
  const std::string page = folder + "/open.html";  // only this user can read the folder
  os::write_text(page,
                 fmt::format("<!doctype html><meta http-equiv=\"refresh\" content=\"0;url={}\">", address));
  try {
    const pid_t child = os::spawn({.words = {"xdg-open", page},
                                   .descriptors = {os::kNothing, os::kNothing, os::kNothing},
                                   .apart = os::Start::Apart::session});  // Ctrl-C must not reach the browser
    std::thread([child] { os::wait_for(child); }).detach();
  } catch (const os::Error&) {  // without a browser, the reader opens the page
  }
}

}  // namespace

static int studio_command(const Options& o) {
  if (const std::string why = studio::no_server(); !why.empty()) throw Failure(why);
  const Desk desk(o.ids.empty() ? "" : o.ids[0]);
  studio::Runs runs;
  studio::Studio studio;
  studio.page_folder = os::in_repository("docs/studio");
  studio.site_folder = os::in_repository("docs/.vitepress/dist");
  studio.port = static_cast<int>(o.port);
  studio.answers = {{"list", [&](const Json&) { return desk.list(); }},
                    {"open", [&](const Json& q) { return desk.open(q); }},
                    {"version", [&](const Json& q) { return desk.version(q); }},
                    {"hint", [&](const Json& q) { return desk.hint(q); }},
                    {"save", [&](const Json& q) { return desk.save(q); }},
                    {"new", [&](const Json& q) { return desk.make(q); }}};
  studio.workers = {{"judge", [&](const Json& q) { return desk.judge(q, runs); }},
                    {"look", [&](const Json& q) { return desk.look(q, runs); }},
                    {"progress", [&](const Json&) { return desk.progress(runs); }},
                    {"explain", [&](const Json& q) { return desk.print(q, runs, "explain"); }},
                    {"solution", [&](const Json& q) { return desk.print(q, runs, "solution"); }}};
  const toolchain::BuildFolder folder("studio");
  studio.ready = [&](int port, const std::string& token) {
    const std::string address = fmt::format("http://127.0.0.1:{}/studio/#token={}", port, token);
    if (!o.quiet)
      fmt::print("The studio, with the exercises and the programs of {}:\n\n  ", fs::current_path().string());
    fmt::print("{}\n", address);
    if (!o.quiet)
      fmt::print(
          "\nOnly someone on this computer who has this address can use the studio. Your programs run "
          "{}.\nCtrl-C "
          "ends "
          "the studio.\n",
          desk.unconfined().empty() ? "confined" : "with your permissions: " + desk.unconfined());
    std::fflush(stdout);
    const bool screen = std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
    if (!o.no_browser && screen) open_browser(address, folder.path());
  };
  if (!studio::serve(studio, runs)) {  // do not wait for connections that clients hold open
    os::remove_folder(folder.path());
    std::_Exit(good);
  }
  return good;
}

static void declare_studio(const Syntax& s) {
  s.help("Write, judge and step through exercises and programs on a web page (docs/studio.md)", R"(
  ./ladder studio
  ./ladder studio first/index
  ./ladder studio my.cu)");
  s.option("ID ID|FILE", s.options.ids,
           "what to open first: an exercise, a track (its next exercise), or your own file (.cu)")
      .expected(0, 1);
  s.option("--port NUMBER", s.options.port, "The port on 127.0.0.1 (default: a free one)")
      .between(1024, 65535);
  s.flag("--no-browser", s.options.no_browser, "Do not open a browser; only print the address");
}

static const Registered registered_studio{"studio", declare_studio, studio_command};

}  // namespace ladder::cli
