// The exercises: each stage of a track, and each pitfall, whose page in docs/ has an exercise mark. The page
// contains the task and the hints; the kernel files contain the start and the solution.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "os/repository.h"
#include "look/source.h"
#include "stage/registry.h"

namespace ladder::practice {

struct Exercise {
  const stage::Stage* rung = nullptr;  // the stage to write; for a pitfall: the stage to fix
  // The stage whose file the reader starts from; for a pitfall, or a stage with a part for the reader
  // (look/source.h): itself.
  const stage::Stage* from = nullptr;
  // The stage itself; for a pitfall: the stage from which it differs by a mistake.
  const stage::Stage* solution = nullptr;
  std::vector<std::string> judged;  // counter names (pages/counted.h); empty: the answer only has to be right
  std::string sizes;    // the sizes at which the counters are recorded: "256x4096"; empty: the track's n
  size_t bytes = 0;     // for a program: the bytes that its kernels must move
  size_t grid_n = 0;    // at this n, no launch has more blocks than the solution's; 0: no limit
  std::string without;  // a word that must not occur in the code of the answer
  std::string with;     // one of the words in the code of the answer must contain this
  bool checks_launch = false;  // for a program: it must check its launch for an error
  bool same_bits = false;      // float results must be bitwise equal to those of the solution
  // A kernel of the stage: the reader starts with the stage's file, without this kernel's body. "": starts with
  // `from`.
  std::string yours;
  std::string page;  // "docs/reduce/v2.md"
  std::string task;  // plain text, without marks and links
  std::vector<std::string> hints;

  const std::string& id() const { return rung->id; }
  bool is_repair() const { return rung->track() == "pitfalls"; }
};

// The exercises in lesson order. Throws os::Error if something that an exercise needs is missing from its page.
// `broken`: collects these problems by id, instead of throwing.
std::vector<Exercise> exercises(const std::string& root = os::repository(),
                                std::map<std::string, std::string>* broken = nullptr);

// Reads one exercise from a page's text. The exercise has no stage if the page has no mark for this id.
Exercise exercise_of(const std::string& page_text, const std::string& page, const stage::Stage& rung);

// The reader's starting file: the task and the targets, then the kernel to change.
std::string starting_text(const Exercise&, const std::string& file);
// The starting file, with this stage's code as the answer.
std::string answered_text(const Exercise&, const stage::Stage&, const std::string& file);
// How this text of the reader's file differs from the solution, as a unified diff. The comments at the top are ignored.
std::string difference_from_solution(const Exercise&, const std::string& file, const std::string& text,
                                     bool colour);

// A stage's source as one file, without the comment at the top, and with its includes from kernels/ inlined.
std::vector<std::string> body_of(const stage::Stage&, look::Part = look::Part::filled);

}  // namespace ladder::practice
