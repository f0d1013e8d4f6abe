#include "cli/terminal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "cli/exit.h"
#include "os/child.h"
#include "text/units.h"

namespace ladder::cli {
namespace {

size_t terminal_columns(int descriptor, size_t otherwise) {
  winsize size{};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : otherwise;
}

// A terminal without control sequences.
bool dumb_terminal() {
  const char* term = std::getenv("TERM");
  return term == nullptr || std::strcmp(term, "dumb") == 0;
}

bool locale_lacks_utf8() {
  for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') continue;
    std::string name = value;
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::toupper(c); });
    return name.find("UTF-8") == std::string::npos && name.find("UTF8") == std::string::npos;
  }
  return false;  // no locale is set, and most terminals support UTF-8
}

std::string ascii_for(const std::string& character) {
  constexpr std::pair<const char*, const char*> kNearest[] = {
      {"×", "x"},  {"·", "-"},  {"…", "..."}, {"✓", "+"}, {"✗", "x"},   {"≈", "~"},
      {"≥", ">="}, {"≤", "<="}, {"→", ">"},   {"–", "-"}, {"—", "-"},   {"‘", "'"},
      {"’", "'"},  {"“", "\""}, {"”", "\""},  {"µ", "u"}, {"Σ", "sum "}};
  for (const auto& [from, to] : kNearest)
    if (character == from) return to;
  return "?";
}

// For fopencookie(): the descriptor, and the bytes of an incomplete character.
struct AsciiStream {
  int descriptor;
  std::string begun;
};

ssize_t write_ascii(void* to, const char* text, size_t size) {
  auto& stream = *static_cast<AsciiStream*>(to);
  std::string out;
  for (size_t i = 0; i < size; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x80) {
      out += text[i];
      continue;
    }
    if (byte >= 0xC0) stream.begun.clear();
    stream.begun += text[i];
    const auto first = static_cast<unsigned char>(stream.begun[0]);
    const size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (stream.begun.size() == bytes) out += ascii_for(stream.begun);
  }
  return os::write_all(stream.descriptor, out) ? static_cast<ssize_t>(size) : 0;  // 0: an error
}

bool lost_output = false;

}  // namespace

void hold_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // Opens the lowest free descriptor. Writing to stdout still fails, so that the output does not count as
    // written.
    if (open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY) != stream || stream != STDOUT_FILENO)
      continue;
    const auto lose = [](void*, const char*, size_t size) {
      lost_output = lost_output || size > 0;
      return static_cast<ssize_t>(size);
    };
    if (std::FILE* file = fopencookie(nullptr, "w", {nullptr, lose, nullptr, nullptr})) stdout = file;
  }
}

void suit_terminal_to_locale() {
  if (!locale_lacks_utf8()) return;
  static AsciiStream out{STDOUT_FILENO, ""}, err{STDERR_FILENO, ""};
  const auto ascii = [](AsciiStream& stream) {
    std::FILE* file = fopencookie(&stream, "w", {nullptr, write_ascii, nullptr, nullptr});
    if (file != nullptr)
      std::setvbuf(file, nullptr, stream.descriptor == STDERR_FILENO ? _IONBF : _IOLBF, BUFSIZ);
    return file;
  };
  if (stdout_is_terminal())
    if (std::FILE* file = ascii(out)) stdout = file;
  if (stderr_is_terminal())
    if (std::FILE* file = ascii(err)) stderr = file;
}

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
  const std::string line =
      text::shortened(fmt::format("[{}/{}] {}", done, total, what), terminal_columns(STDERR_FILENO, 80) - 1);
  std::fprintf(stderr, "\r\033[K%s", line.c_str());
}

void flush_stdout() {
  errno = 0;
  if (std::fflush(stdout) == 0 && !std::ferror(stdout)) {
    if (lost_output) throw Failure("cannot write to standard output: it is closed");
    return;
  }
  if (errno == EPIPE) return;
  throw Failure(
      fmt::format("cannot write to standard output: {}", errno ? std::strerror(errno) : "an error"));
}

}  // namespace ladder::cli
