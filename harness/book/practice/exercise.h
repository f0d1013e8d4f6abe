// The exercises: each rung of a track, and each pitfall, whose page in docs/ has an exercise mark. The page holds
// the task and the hints, the kernel files hold the start and the solution.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "os/repository.h"
#include "look/source.h"
#include "stage/registry.h"

namespace practice {

struct Exercise {
  const stage::Stage* rung = nullptr;  // that is to be written; a pitfall: that is to be repaired
  // Whose file the reader starts from; a pitfall, and a rung with a part for the reader (look/source.h): itself.
  const stage::Stage* from = nullptr;
  const stage::Stage* solution = nullptr;  // the rung; of a pitfall: the stage that it spoils
  std::vector<std::string> judged;         // names of counters (pages/counted.h); none: only that it is right
  size_t bytes = 0;                        // a program: its kernels have to move as many
  size_t grid_n = 0;  // at this n the largest launch has no more blocks than the rung's; 0: it may
  // A kernel of the rung: the reader starts with the rung's file, without this one's body. "": with `from`.
  std::string yours;
  std::string page;  // "docs/reduce/v2.md"
  std::string task;  // in words, without marks and links
  std::vector<std::string> hints;

  const std::string& id() const { return rung->id; }
  bool is_repair() const { return rung->track() == "pitfalls"; }
};

// In lesson order. Throws os::Error: a page that lacks what an exercise needs.
// `broken`: what is wrong with the page of an exercise, by its id, in place of throwing it.
std::vector<Exercise> exercises(const std::string& root = os::repository(),
                                std::map<std::string, std::string>* broken = nullptr);

// One of a page's text; of no mark with this id: an exercise without a rung.
Exercise exercise_of(const std::string& page_text, const std::string& page, const stage::Stage& rung);

// The file that a reader starts with: the task and the targets, then the kernel to change.
std::string starting_text(const Exercise&, const std::string& file);
// The same file, with what this stage does as the answer.
std::string answered_text(const Exercise&, const stage::Stage&, const std::string& file);

// A stage's source in one file: without the comment at its top, and with what it includes of kernels/ in place.
std::vector<std::string> body_of(const stage::Stage&, report::Part = report::Part::filled);

}  // namespace practice
