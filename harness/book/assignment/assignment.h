// What an instructor sets: hw2.toml, read and checked. docs/grading.md has an example of each key.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "practice/exercise.h"

namespace assignment {

using Seconds = int64_t;  // since 1970, UTC

// "2026-12-01T18:00:00+01:00", "2026-12-01 17:34:33.12 Z"; nullopt: it is no time, or has no zone.
// `zone`: its minutes east of UTC.
std::optional<Seconds> time_from(const std::string&, int* zone = nullptr);
std::string text_of_time(Seconds, int zone = 0);  // "2026-12-01 18:00 +01:00"

struct Points {
  double builds = 0, correct = 0, clean = 0, reached = 0;
  double counters = 0;                         // all of them together, where they are not named
  std::map<std::string, double> each_counter;  // by name
  double sum() const;
};

struct Case {  // one run of a whole program
  std::string name;
  std::vector<std::string> arguments;
  std::string input;                           // what it reads from standard input
  std::map<std::string, std::string> files;    // beside it, by name: what is in them
  std::optional<std::string> output;           // expected on standard output
  std::map<std::string, std::string> written;  // expected in the files that it writes
  double tolerance = 0;  // of a number, against the larger of it and 1; 0: the same text
};

struct Task {
  enum class Kind { exercise, stage, program };
  Kind kind = Kind::exercise;
  std::string id;                          // of the exercise, or what the program is called
  const practice::Exercise* of = nullptr;  // exercise, stage
  Points points;
  // stage: the instructor's own
  std::string stage_file;
  std::vector<std::string> judged;
  std::string words;  // for the student
  // program
  std::vector<std::string> files;            // names of what is handed in: "saxpy*.cu"; none: any
  std::map<std::string, std::string> given;  // the instructor's files that it includes, by name
  std::vector<Case> cases;
  std::map<std::string, double> at_most;  // of a counter, in the first case
};

enum class Counts { last, first, best };

struct Assignment {
  std::string file;  // as it is named
  std::string title;
  std::optional<Seconds> deadline;
  int zone = 0;                     // of the deadline, and of all times that are shown: minutes east of UTC
  double late_penalty = 0;          // a part of the points, for each day that is begun
  std::optional<double> late_days;  // later than that: no points
  Counts counts = Counts::last;
  std::string reveal = "hazards";  // nothing, hazards, all
  std::string slug;                // "hw2" of GitHub Classroom's folders hw2-ada
  std::string roster, times;       // files: who is in the class; when each of them handed in
  bool times_of_files = false;     // where nothing else says when it was handed in
  std::vector<Task> tasks;
  double points() const;
};

// What to install, a line; "": this build reads TOML.
std::string no_toml();

// Throws os::Error: one line with file, line, and what could have been meant. `exercises`: of the suite.
Assignment read(const std::string& file, const std::vector<practice::Exercise>& exercises);
// Before it is read whole: the stages of one's own that it names, which a program has to be linked with first.
std::vector<std::string> stages_in(const std::string& file);

}  // namespace assignment
