// An instructor's assignment: hw2.toml, read and checked. docs/assignment.md has an example of each key.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "practice/exercise.h"

namespace ladder::assignment {

using Seconds = int64_t;  // seconds since 1970, UTC

// "2026-12-01T18:00:00+01:00", "2026-12-01 17:34:33.12 Z"; nullopt: not a time, or without a time zone. `zone`:
// its offset in minutes east of UTC.
std::optional<Seconds> time_from(const std::string&, int* zone = nullptr);
std::string text_of_time(Seconds, int zone = 0);  // "2026-12-01 18:00 +01:00"

struct Points {
  double builds = 0, correct = 0, clean = 0, reached = 0;
  double counters = 0;                         // for all counters together, if they are not listed by name
  std::map<std::string, double> each_counter;  // by name
  double sum() const;
};

struct Case {  // one run of a complete program
  std::string name;
  std::vector<std::string> arguments;
  std::string input;                           // the program's standard input
  std::map<std::string, std::string> files;    // files next to it: name and contents
  std::optional<std::string> output;           // expected standard output
  std::map<std::string, std::string> written;  // expected contents of the files that it writes
  double tolerance = 0;  // for a number, relative to the larger of 1 and that number; 0: the text must match
};

struct Task {
  enum class Kind { exercise, stage, program };
  Kind kind = Kind::exercise;
  std::string id;                          // the exercise's id, or the program's name
  const practice::Exercise* of = nullptr;  // exercise, stage
  Points points;
  // stage: the instructor's own file
  std::string stage_file;
  std::vector<std::string> judged;
  std::string words;  // text for the student
  // program
  std::vector<std::string> files;            // names of the files to submit: "saxpy*.cu"; empty: any
  std::map<std::string, std::string> given;  // the instructor's files that it includes: name and contents
  std::vector<Case> cases;
  std::map<std::string, double> at_most;  // the limit for each counter, in the first case
};

enum class Counts { last, first, best };

struct Assignment {
  std::string file;  // its name in the assignment
  std::string title;
  std::optional<Seconds> deadline;
  int zone = 0;                     // minutes east of UTC, for the deadline and all displayed times
  double late_penalty = 0;          // fraction of the points, for each full or partial day
  std::optional<double> late_days;  // work that is more days late than this gets no points
  Counts counts = Counts::last;
  std::string reveal = "hazards";  // "nothing", "hazards" or "all"
  std::string slug;                // "hw2" in GitHub Classroom's folders hw2-ada
  std::string roster, times;       // file names: the class list; each student's submission time
  bool times_of_files = false;     // use file times if nothing else gives the submission time
  std::vector<Task> tasks;
  double points() const;
};

// One line that says what to install; "": this build can read TOML.
std::string no_toml();

// Throws os::Error, one line with the file, the line and a suggestion. `exercises`: all exercises of the
// suite.
Assignment read(const std::string& file, const std::vector<practice::Exercise>& exercises);
// The custom stages that the file names. Called before read(), because these stages must first be linked into
// a program.
std::vector<std::string> stages_in(const std::string& file);

}  // namespace ladder::assignment
