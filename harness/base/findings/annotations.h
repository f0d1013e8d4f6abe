// Findings where other programs show them: GitHub's annotations (github.cpp), SARIF (sarif.cpp), JUnit (junit.cpp). A command makes
// a Report of what it looked at and what it found there; each format is a function of that.
#pragma once
#include <string>
#include <vector>

#include "findings/evidence.h"

namespace ladder {

enum class Severity { error, warning, note };  // as a command's exit status has it: only an error changes it

struct Place {
  std::string file;  // from the folder that the report is about; "": not known
  int line = 0;      // 0: not known
  std::string thread = {}, access = {};
};

struct Annotated {
  Severity severity = Severity::error;
  std::string kind = {};          // "race", "few_sizes"
  std::string title = {};         // "race in reduce"
  std::vector<Place> where = {};  // the line to look at first; then those that belong to it
  Evidence evidence = {};
  uint64_t count = 1;  // how often the same lines met
};

struct Case {                // what was looked at
  std::string group, name;   // "reduce", "v1 f32/256"
  std::string file = {};     // that holds it
  double seconds = 0;        // 0: not known
  std::string skipped = {};  // why it was not looked at
  bool not_judged = false;   // what was found says why nobody could look
  std::vector<Annotated> found = {};
  bool failed() const;  // an error was found
};
std::vector<Place> places_of(const Case&,
                             const Annotated&);  // without unknown files; else the file of the case

struct Report {
  std::string command;       // "try"
  std::string version = {};  // of this program
  std::string folder = {};   // that files are named from; "": the current one
  std::vector<Case> cases = {};
};

std::string github_annotations(const Report&);
std::string sarif(const Report&);
std::string junit(const Report&);

// The cause that a finding is told apart by: of what is said around it and beside it, the innermost. Cause::none: it has none.
Cause rule_of(const Evidence&);

// Where a message of g++ or nvcc is about: "file:3:5: error: …". Of several lines, the first that has a place.
Place place_in(const std::string& compiler_message);

}  // namespace ladder
