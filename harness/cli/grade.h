// The facts that ./ladder grade collects about each file, for its command (grade.cpp) and for its output files
// (grade_formats.cpp).
#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "cli/options.h"
#include "data/json_text.h"
#include "findings/annotations.h"
#include "practice/exercise.h"
#include "practice/judge.h"

namespace ladder::cli {

struct Submission {
  std::string file;   // as given
  std::string shown;  // the same name, safe for a terminal or a file
  std::string name;   // file name only, as in compiler messages: "v2__1_.cu"
  std::string text;
  const practice::Exercise* exercise = nullptr;
  std::string refused;                 // the reason why it was not judged
  std::string trouble;                 // why this machine could not judge it: unrelated to the file
  data::Json judgement = nullptr;      // practice::to_json
  double seconds = 0;                  // judging time
  bool untouched = false;              // the file is the unchanged starting file
  std::vector<std::string> identical;  // other submissions or stages with the same program
  // For a file that is not an exercise: its judging function, and an identifier of the judge (for --resume).
  std::function<practice::Judgement(const practice::Judging&)> judge = {};
  std::string judged_by = {};
  // The submission is compared with others that have the same value; without an exercise, "" means that it is
  // not compared.
  std::string compared_as = {};
  std::vector<std::string> known = {};  // source text that everyone has
};

struct Alike {  // two submissions for one exercise
  std::string one, other;
  double likeness = 0;           // grade::similarity
  size_t first = 0, second = 0;  // indices into all submissions
};

// The number of submissions for one exercise or program, and the number of those that have too little original
// code to be compared.
struct Compared {
  size_t files = 0, too_little = 0;
};

// How much the output reveals. nothing: only what is missing; hazards: also the compiler's messages, wrong
// results and hazards; all: also how the solution differs.
enum class Reveal { nothing, hazards, all };
Reveal reveal_of(const std::string& word);  // throws Failure

struct Graded {
  uint64_t seed = 1;  // all random choices are derived from it
  Reveal reveal = Reveal::hazards;
  std::vector<Submission> submissions;
  std::vector<Alike> pairs;  // most similar first
  size_t more_pairs = 0;     // pairs not listed
  std::map<std::string, Compared> compared;
};

struct Marks {
  bool built = false, correct = false, clean = false, reached = false;
  size_t targets = 0, hit = 0, better = 0;
  std::string reason;
};
Marks marks_of(const Submission&, Reveal = Reveal::hazards);

// Valid UTF-8 without control characters, whatever the input.
std::string clean(const std::string&);
// The same text on a single line: a file name could otherwise look like a table row.
std::string clean_line(const std::string&);

data::Json json_of(const Graded&);
std::string csv_of(const Graded&);
findings::Report annotations_of(const Graded&);
data::Json gradescope_of(const Graded&);

// grade.cpp: judges the submissions that are not refused and that this machine can judge, in a sandbox unless
// sandboxing is disabled. Those judged by an interrupted grading are not judged again (--resume). `row`: called
// for each submission as soon as its result is known. Throws Failure.
struct Judged {
  bool interrupted = false;
  std::function<void()> forget;  // call this when the marks have been written
};
Judged judge_submissions(const Options&, Graded&, bool all_parts,
                         const std::function<void(const Submission&)>& row);
void check_confinement(const Options&);  // throws Failure if submissions cannot be sandboxed

// grade_formats.cpp: the steps in judging a submission, with the permitted explanations.
data::Json steps_of(const Submission&, Reveal);

// grade_assignment.cpp
int grade_assignment(const Options&);

// grade_files.cpp: the file's name, without characters special to a shell or in compiler messages.
std::string name_for_compiler(const std::string& file);

// grade_files.cpp: for each file, the facts that can be found without running it; also a row for each folder
// without a kernel file, and for each path that is not a file. None of these ends the grading. `broken`: the
// exercises with an invalid page, and the reason.
std::vector<Submission> submissions(const std::vector<std::string>& named,
                                    const std::vector<practice::Exercise>&, const practice::Exercise* as,
                                    const std::map<std::string, std::string>& broken);
void find_identical(std::vector<Submission>&);
void compare_with_each_other(Graded&);  // fills pairs

}  // namespace ladder::cli
