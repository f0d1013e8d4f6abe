// Shows the progress of a judgement, as text or as lines of JSON.
#pragma once
#include <string>
#include <vector>

#include "cli/options.h"
#include "practice/judge.h"

namespace ladder::cli {

struct Ending {                        // the text for a completed exercise
  std::vector<std::string> said = {};  // one paragraph each
  std::string track = {};              // the track that is now complete; "": none
  const practice::Exercise* next = nullptr;
};

class JudgementPrinter {
 public:
  JudgementPrinter(const Options& o, const practice::Exercise& e) : o_(o), e_(e) {}
  void print_heading(const std::string& behind_title) const;
  void print_step(const practice::Step&) const;
  void print_ending(const practice::Judgement&, const Ending&) const;

 private:
  bool in_words() const {
    return !o_.quiet && !o_.writes_to_stdout() && !o_.json_lines && o_.format == "text";
  }
  void print_reached(const Ending&) const;

  const Options& o_;
  const practice::Exercise& e_;
};

}  // namespace ladder::cli
