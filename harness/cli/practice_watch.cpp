// ./ladder practice --watch: judges a file again whenever it is saved, and responds to keys.
#include <fmt/format.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "cli/exit.h"
#include "cli/practice.h"
#include "cli/practice_files.h"
#include "cli/terminal.h"
#include "os/interrupt.h"

namespace ladder::cli {
namespace {

namespace fs = std::filesystem;

// Reads single keys, without Enter, if standard input is a terminal. Its state is restored at the
// end.
class Keys {
 public:
  Keys() : terminal_(isatty(STDIN_FILENO) == 1 && tcgetattr(STDIN_FILENO, &before_) == 0) {
    if (!terminal_) return;
    termios now = before_;
    now.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &now);
  }
  ~Keys() {
    if (terminal_) tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  }
  Keys(const Keys&) = delete;
  Keys& operator=(const Keys&) = delete;

  static bool waiting(int milliseconds = 0) {
    pollfd input = {STDIN_FILENO, POLLIN, 0};
    return poll(&input, 1, milliseconds) > 0;
  }
  // Returns 'q' at the end of input.
  static char next() {
    char key = 'q';
    return read(STDIN_FILENO, &key, 1) == 1 ? key : 'q';
  }

 private:
  termios before_{};
  bool terminal_;
};

struct Version {  // identifies a file's state; a save changes it
  fs::file_time_type time{};
  uintmax_t size = 0;
  bool operator==(const Version&) const = default;
};
Version version_of(const std::string& file) {
  std::error_code missing;  // an editor may briefly remove the file
  return {fs::last_write_time(file, missing), fs::file_size(file, missing)};
}

bool for_a_screen(const Options& o) { return colour_wanted(o.no_color); }

// On a terminal that supports it, a click opens the file.
std::string link_to(const Options& o, const std::string& file) {
  if (!for_a_screen(o)) return file;
  return fmt::format("\033]8;;file://{}\033\\{}\033]8;;\033\\", fs::absolute(file).string(), file);
}

}  // namespace

int watch(const Options& o, const std::vector<practice::Exercise>& all, const practice::Exercise& first) {
  const os::CatchInterrupts interrupts;
  const Keys keys;
  const practice::Exercise* e = &first;
  bool reached = false, cut_short = false;  // cut_short: interrupted by a key, and then judged again
  Version seen;  // the last version judged, so that a save is not missed during other work
  bool judged_before = false;
  for (bool judge = true;;) {
    if (judge) {
      if (judged_before && for_a_screen(o)) fmt::print("\033[H\033[2J\033[3J");  // clears earlier output
      judged_before = true;
      if (make_file(*e)) fmt::print("{}", made_text(*e));
      seen = version_of(practice_file(*e));
    }
    const auto saved = [&] { return version_of(practice_file(*e)) != seen && fs::exists(practice_file(*e)); };
    if (judge) {
      fmt::print("\n");
      const practice::Judgement judgement =
          judge_and_print(o, all, *e, o.why, [&] { return saved() || Keys::waiting(); });
      cut_short = judgement.given_up;
      if (!judgement.given_up) {
        reached = judgement.reached;
        fmt::print("\nWaiting for {} to be saved. h hint, {}n next, l list, r again, q quit\n",
                   link_to(o, practice_file(*e)), e->is_repair() ? "w why, " : "");
      }
      std::fflush(stdout);
    }
    while (!saved() && !Keys::waiting(100))
      if (os::CatchInterrupts::caught()) return interrupted;
    judge = saved() || cut_short;
    if (!Keys::waiting()) continue;
    switch (Keys::next()) {
      case 'q':
        return reached ? good : wrong_result;
      case 'h':
        print_hint(*e);
        break;
      case 'w':
        if (e->is_repair()) judge_and_print(o, all, *e, true, [&] { return saved() || Keys::waiting(); });
        break;
      case 'l':
        print_exercise_list(o, all);
        break;
      case 'r':
        judge = true;
        break;
      case 'n':
        if (!reached) {
          fmt::print("{} is not solved yet. (N opens the next one anyway.)\n", e->id());
          break;
        }
        [[fallthrough]];
      case 'N':
        if (const practice::Exercise* next = next_exercise(all, e)) {
          e = next;
          reached = false;
          judge = true;
        } else {
          fmt::print("All exercises are solved.\n");
        }
        break;
      default:
        break;
    }
    std::fflush(stdout);
  }
}

}  // namespace ladder::cli
