// What the terminal can show, and the line of progress on it.
#pragma once
#include <chrono>
#include <string>

#include "bench/plan.h"
#include "cli/options.h"

namespace cli {

bool stdout_is_terminal();
bool stderr_is_terminal();

// "next: ./ladder explain reduce/v0": what to do after a command, for someone who sits at a terminal.
void print_next(const Options&, const std::string& command);
// On a terminal, unless NO_COLOR is set or it is a dumb one.
bool colour_wanted(bool no_color_flag);

// Of the three standard streams, those that are closed get a descriptor, so that no file that is opened later takes their place.
// What is printed to a closed stdout is lost: flush_stdout() throws then.
void hold_closed_streams();

// A terminal whose locale is named and is not UTF-8 (LC_ALL=C) gets the nearest ASCII from now on: x for ×.
void suit_terminal_to_locale();

// How wide a table may be: as the terminal is, within reason; 100 in a file or a pipe.
size_t table_columns();
// How wide lines of code may be: as the terminal is, but at least 100; any width in a file or a pipe.
size_t listing_columns();

// One line on stderr, rewritten in place; nothing at all where stderr is not a terminal.
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

// The program's standard output was written in full. Throws Failure if not (a full
// disk); quiet if the reader left.
void flush_stdout();

}  // namespace cli
