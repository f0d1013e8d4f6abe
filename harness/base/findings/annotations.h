// Findings for other programs: GitHub's annotations (github.cpp), SARIF (sarif.cpp), JUnit (junit.cpp). A
// command makes a Report of the cases that it examined and its findings; each format is generated from that Report.
#pragma once
#include <string>
#include <vector>

#include "findings/evidence.h"

namespace ladder::findings {

enum class Severity { error, warning, note };  // as in a command's exit status, only an error counts

struct Place {
  std::string file;  // relative to the report's folder; "": not known
  int line = 0;      // 0: not known
  std::string thread = {}, access = {};
};

struct Annotated {
  Severity severity = Severity::error;
  std::string kind = {};          // "race", "few_sizes"
  std::string title = {};         // "race in reduce"
  std::vector<Place> where = {};  // the line to look at first; then related ones
  Evidence evidence = {};
  uint64_t count = 1;  // number of occurrences on the same lines
};

struct Case {                // one item that was examined
  std::string group, name;   // "reduce", "v1 f32/256"
  std::string file = {};     // the file that contains it
  double seconds = 0;        // 0: not known
  std::string skipped = {};  // the reason why it was not examined
  bool not_judged = false;   // its findings say why it could not be examined
  std::vector<Annotated> found = {};
  bool failed() const;  // an error was found
};
// The places in known files; if there are none, the case's file.
std::vector<Place> places_of(const Case&, const Annotated&);

struct Report {
  std::string command;       // "try"
  std::string version = {};  // the version of this program
  std::string folder = {};   // the base of file names; "": the current folder
  std::vector<Case> cases = {};
};

std::string github_annotations(const Report&);
std::string sarif(const Report&);
std::string junit(const Report&);

// The cause that identifies a finding: the innermost one, without the causes that wrap it or are added to it.
// Cause::none: the finding has no cause.
Cause rule_of(const Evidence&);

// The place to which a g++ or nvcc message refers: "file:3:5: error: …". For several lines, the first one with
// a place.
Place place_in(const std::string& compiler_message);

}  // namespace ladder::findings
