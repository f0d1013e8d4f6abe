#include "cli/practice_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/practice_files.h"
#include "cli/terminal.h"
#include "text/style.h"
#include "text/units.h"

namespace ladder::cli {

namespace style = text::style;
using practice::Step;

namespace {

void print_line(const data::Json& json) {
  fmt::print("{}\n", json.dump(-1, ' ', false, data::Json::error_handler_t::replace));
  std::fflush(stdout);
}

void print_wrapped(const std::string& text, const char* indent, size_t width) {
  for (const std::string& part : text::wrapped(text, width)) fmt::print("{}{}\n", indent, part);
}

}  // namespace

void JudgementPrinter::print_heading(const std::string& behind_title) const {
  if (!in_words()) return;
  const std::string title = fmt::format("{} · {}", e_.id(), e_.rung->idea);
  fmt::print("{}{}\n", text::styled(colour_wanted(o_.no_color), style::bold, title), behind_title);
  std::fflush(stdout);
}

void JudgementPrinter::print_step(const Step& step) const {
  if (o_.json_lines) print_line(practice::to_json(step));
  if (!in_words()) return;
  const size_t width = table_columns() - 6;
  std::string mark =
      text::styled(colour_wanted(o_.no_color), step.good ? style::good : style::bad, step.good ? "✓" : "✗");
  for (const std::string& part : text::wrapped(step.text(), width)) {
    fmt::print("  {} {}\n", mark, part);
    mark = " ";
  }
  for (const findings::Evidence& detail : step.details)
    if (step.what == "builds" || detail.is_one_of({findings::Cause::place, findings::Cause::table_row}))
      fmt::print("      {}\n", text_of(detail));
    else
      print_wrapped(text_of(detail), "      ", width);
  std::fflush(stdout);
}

void JudgementPrinter::print_ending(const practice::Judgement& judgement, const Ending& end) const {
  if (o_.json_lines) {
    std::vector<std::string> said = end.said;
    if (!end.track.empty()) said.push_back(end.track);
    print_line({{"reached", judgement.reached},
                {"said", said},
                {"next", end.next == nullptr ? data::Json(nullptr) : data::Json(end.next->id())}});
  }
  if (!in_words()) return;
  if (judgement.reached) return print_reached(end);
  fmt::print("Not yet: {} (the task is at the top). For a hint: ./ladder practice {} --hint\n",
             practice_file(e_), e_.id());
  const auto missed = [](const Step& s) { return s.what == "counter" && !s.good; };
  if (std::any_of(judgement.steps.begin(), judgement.steps.end(), missed))
    fmt::print("To see what each line costs: ./ladder explain {}\n", practice_file(e_));
}

void JudgementPrinter::print_reached(const Ending& end) const {
  fmt::print("Solved.\n");
  for (const std::string& words : end.said) print_wrapped(words, "  ", table_columns() - 2);
  if (!end.track.empty()) fmt::print("{}\n", end.track);
  if (end.next == nullptr) {
    fmt::print("That was the last exercise.\n");
    return;
  }
  // A track's first stage is not an exercise but an example to read.
  const bool read_first =
      end.next->from != end.next->rung && end.next->from->after.empty() && !end.next->is_repair();
  fmt::print("Next: {}./ladder practice {}\n",
             read_first ? fmt::format("read docs/{}.md, then ", end.next->from->id) : "", end.next->id());
}

}  // namespace ladder::cli
