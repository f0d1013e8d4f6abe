// What ./ladder grade knows of each file, for its command (grade.cpp) and for the files that it writes (grade_formats.cpp).
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

namespace cli {

struct Submission {
  std::string file;   // as it is named
  std::string shown;  // the same, with nothing in it that a terminal or a file would not bear
  std::string name;   // of the file alone, as messages of the compiler call it: "v2__1_.cu"
  std::string text;
  const practice::Exercise* exercise = nullptr;
  std::string refused;                 // why it was not judged
  std::string trouble;                 // why this machine could not judge it: it says nothing of the file
  data::Json judgement = nullptr;      // practice::to_json
  double seconds = 0;                  // that judging took
  bool untouched = false;              // the starting file
  std::vector<std::string> identical;  // to other submissions, or to a rung
  // No exercise: what it is judged by, and a text that is another one for another judge (so that --resume knows it).
  std::function<practice::Judgement(const practice::Judging&)> judge = {};
  std::string judged_by = {};
  std::string compared_as = {};         // with others of the same; no exercise: "" is with none
  std::vector<std::string> known = {};  // texts that everybody has
};

struct Alike {  // two submissions for one exercise
  std::string one, other;
  double likeness = 0;           // grade::similarity
  size_t first = 0, second = 0;  // of all submissions
};

// Of the submissions for one exercise or program: how many there are, and how many have too little code of their own for it.
struct Compared {
  size_t files = 0, too_little = 0;
};

// What a mark says of why something is missing: what it is; the compiler's messages, wrong results and hazards, too; and what
// the solution does otherwise.
enum class Reveal { nothing, hazards, all };
Reveal reveal_of(const std::string& word);  // throws Failure

struct Graded {
  uint64_t seed = 1;  // what was drawn comes of it
  Reveal reveal = Reveal::hazards;
  std::vector<Submission> submissions;
  std::vector<Alike> pairs;  // the likest first
  size_t more_pairs = 0;     // that are not among them
  std::map<std::string, Compared> compared;
};

struct Marks {
  bool built = false, correct = false, clean = false, reached = false;
  size_t targets = 0, hit = 0, better = 0;
  std::string reason;
};
Marks marks_of(const Submission&, Reveal = Reveal::hazards);

// Without control characters, and UTF-8 whatever it was.
std::string clean(const std::string&);
// The same, on one line: of the name of a file, which could look like a row of a table.
std::string clean_line(const std::string&);

data::Json json_of(const Graded&);
std::string csv_of(const Graded&);
ladder::Report annotations_of(const Graded&);
data::Json gradescope_of(const Graded&);

// grade.cpp: judges what is not refused and not in trouble, confined unless that is not wished. What an interrupted grading
// has judged is not judged again (--resume). `row`: of each, when it is known. Throws Failure.
struct Judged {
  bool interrupted = false;
  std::function<void()> forget;  // when the marks are written
};
Judged judge_submissions(const Options&, Graded&, bool all_parts,
                         const std::function<void(const Submission&)>& row);
void check_confinement(const Options&);  // throws Failure where submissions cannot be confined

// grade_formats.cpp: the steps of its judgement, with as much of why as is revealed.
data::Json steps_of(const Submission&, Reveal);

// grade_assignment.cpp
int grade_assignment(const Options&);

// grade_files.cpp: the file's name, of letters that mean nothing to a shell or in a compiler's message.
std::string name_for_compiler(const std::string& file);

// grade_files.cpp: of each file what can be told without running it, and a row for each folder that holds no kernel file, and
// for each file that is none. None of them ends the grading.
// `broken`: exercises whose page is not right, and why.
std::vector<Submission> submissions(const std::vector<std::string>& named,
                                    const std::vector<practice::Exercise>&, const practice::Exercise* as,
                                    const std::map<std::string, std::string>& broken);
void find_identical(std::vector<Submission>&);
void compare_with_each_other(Graded&);  // fills pairs

}  // namespace cli
