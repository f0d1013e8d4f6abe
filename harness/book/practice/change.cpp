// The difference between a text and the starting file, judged by the texts alone.
#include <map>
#include <set>

#include "practice/cpp_lexer.h"
#include "practice/judge.h"
#include "practice/shingles.h"
#include "practice/solution_diff.h"

namespace ladder::practice {

Change change_of(const Exercise& e, const std::string& text) {
  constexpr double kMost = 0.5;
  const std::string start = starting_text(e, ""), answer = answered_text(e, *e.solution, "");
  const auto words_by_line = [](const std::string& of) {
    std::map<int, std::string> lines;
    for (const Token& t : tokens_of(of)) lines[t.line] += t.text + " ";
    return lines;
  };
  std::set<std::string> known;
  for (const auto& [line, words] : words_by_line(answer)) known.insert(words);
  Change change{!same_program(text, start), fraction_replaced(text, start, answer) >= kMost};
  // The unchanged starting file would differ from the solution in every line.
  for (const auto& [line, words] : words_by_line(text))
    if (change.most && !known.contains(words)) change.own_lines.insert(line);
  if (change.any && !e.is_repair()) change.one_place = one_place(text, answer);
  return change;
}

}  // namespace ladder::practice
