// The capabilities of the terminal, and the progress line.
#pragma once
#include <chrono>
#include <string>

#include "bench/plan.h"
#include "cli/options.h"

namespace ladder::cli {

bool stdout_is_terminal();
bool stderr_is_terminal();

// "next: ./ladder explain reduce/v0": a suggestion after a command, if the user is at a terminal.
void print_next(const Options&, const std::string& command);
// True on a terminal, unless NO_COLOR is set or the terminal is dumb.
bool colour_wanted(bool no_color_flag);

// Assigns descriptors to closed standard streams, so that no file opened later receives their numbers. Output
// to a closed stdout is lost, and flush_stdout() then throws.
void hold_closed_streams();

// From now on, if the terminal has an explicit non-UTF-8 locale (LC_ALL=C), output is converted to the nearest
// ASCII characters: x for ×.
void suit_terminal_to_locale();

// The width of tables: that of the terminal, within reason; 100 in a file or a pipe.
size_t table_columns();
// The width of code lines: that of the terminal, but at least 100; unlimited in a file or a pipe.
size_t listing_columns();

// One line on stderr, rewritten in place; nothing if stderr is not a terminal.
class TerminalProgress : public bench::Progress {
 public:
  explicit TerminalProgress(bool quiet);
  ~TerminalProgress() override;
  void update(const std::string& what, size_t done, size_t total) override;

 private:
  bool shown_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point last_{};
};

// Makes sure that standard output was written completely. Throws Failure if it was not (because of a full disk,
// for example); does nothing if the reading program has ended.
void flush_stdout();

}  // namespace ladder::cli
