#include "cli/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cli/exit.h"
#include "report/units.h"

namespace cli {
namespace {

size_t terminal_columns(int descriptor, size_t otherwise) {
  winsize size{};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : otherwise;
}

// One that knows no control sequences.
bool dumb_terminal() {
  const char* term = std::getenv("TERM");
  return term == nullptr || std::strcmp(term, "dumb") == 0;
}

}  // namespace

bool stdout_is_terminal() { return isatty(STDOUT_FILENO) == 1; }
bool stderr_is_terminal() { return isatty(STDERR_FILENO) == 1; }

void print_next(const Options& o, const std::string& command) {
  if (o.quiet || o.writes_to_stdout() || o.as_json || !stdout_is_terminal()) return;
  fmt::print("\nnext: {}\n", command);
}

bool colour_wanted(bool no_color_flag) {
  const char* no_color = std::getenv("NO_COLOR");
  return !no_color_flag && stdout_is_terminal() && (no_color == nullptr || *no_color == '\0') &&
         !dumb_terminal();
}

size_t table_columns() { return std::clamp<size_t>(terminal_columns(STDOUT_FILENO, 100), 60, 160); }

size_t listing_columns() {
  return stdout_is_terminal() ? std::max<size_t>(terminal_columns(STDOUT_FILENO, 100), 100) : SIZE_MAX;
}

TerminalProgress::TerminalProgress(bool quiet) : shown_(!quiet && stderr_is_terminal() && !dumb_terminal()) {}

TerminalProgress::~TerminalProgress() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

void TerminalProgress::update(const std::string& what, size_t done, size_t total) {
  if (!shown_) return;
  const auto now = std::chrono::steady_clock::now();
  if (drawn_ && done != total && now - last_ < std::chrono::milliseconds(50)) return;
  last_ = now;
  drawn_ = true;
  const std::string line = report::shortened(fmt::format("[{}/{}] {}", done, total, what),
                                             terminal_columns(STDERR_FILENO, 80) - 1);
  std::fprintf(stderr, "\r\033[K%s", line.c_str());
}

void flush_stdout() {
  errno = 0;
  if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return;
  if (errno == EPIPE) return;
  throw Failure(
      fmt::format("cannot write to standard output: {}", errno ? std::strerror(errno) : "an error"));
}

}  // namespace cli
