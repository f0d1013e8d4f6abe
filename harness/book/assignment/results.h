// The results of the class: the points for each part, and the output for a gradebook, for students and for the
// instructor.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "assignment/assignment.h"
#include "assignment/handed_in.h"
#include "data/json_text.h"

namespace ladder::assignment {

using data::Json;

struct Part {        // a part that earns points
  std::string what;  // builds, correct, clean, counter, reached
  std::string name;  // for a counter: its name
  double points = 0, of = 0;
  std::optional<double> value = {}, target = {};  // counter
  size_t right = 0, tried = 0;                    // for the part `correct` of a program: its cases
  std::string none = {};                          // the reason why it earns no points, whatever the results
  bool met = false;                               // for a counter: is its target met?
};

struct TaskResult {
  const Task* task = nullptr;
  Attempt attempt;            // the attempt that counts
  std::string called;         // the compiler's name for it: "v2__1_.cu"
  size_t number = 0, of = 0;  // its number among all attempts; of = 0: nothing was submitted
  bool judged = false, reached = false;
  std::string trouble;         // a problem on this machine, unrelated to the file
  std::string reason;          // one line that says what is missing; "" if nothing is
  Json steps = Json::array();  // the steps revealed to the student
  Json all_steps = Json::array();
  bool untouched = false;  // the starting file, unchanged
  size_t same = 0;         // the same number for all who submitted the same program; 0: nobody else did
  size_t group = 0;        // number in Results::groups; 0: none
  std::vector<Part> parts;
  unsigned days_late = 0;       // full or partial days
  std::optional<Seconds> late;  // the delay, if known
  bool too_late = false;
  double earned = 0, points = 0;  // points before and after the late penalty
};

struct StudentResult {
  const Student* student = nullptr;
  std::vector<TaskResult> tasks;
  double points = 0;
  bool trouble = false;
  std::string page;  // the file name of the feedback page: "ada_lovelace.html"
};

struct Pair {
  std::string one, other, task;
  double likeness = 0;
  bool of_groups = false;  // two groups whose programs differ only in names
};

// Students who submitted the same program. A single student is a group if another program differs only in
// names.
struct Group {
  size_t number = 0, task = 0;
  std::vector<std::string> students;
  bool solution = false;        // the program is the solution, except for names
  std::vector<size_t> renamed;  // the groups whose programs differ only in names
};

// For a task: the number of files, and how many of them have too little original code to be compared.
struct Compared {
  size_t files = 0, too_little = 0;
};

struct Results {
  const Assignment* assignment = nullptr;
  const HandedIn* handed_in = nullptr;
  uint64_t seed = 0;
  std::string made_by;  // "warp_ladder a07c427"
  std::vector<StudentResult> students;
  std::optional<std::string>
      feedback;  // the folder of the feedback pages, relative to the page about the class
  std::vector<Group> groups;
  std::vector<Pair> pairs;
  size_t more_pairs = 0;           // pairs that are not listed because there are too many
  std::vector<Compared> compared;  // by task
};

// The parts of a judgement (practice::to_json). `untouched`: the unchanged starting file earns no points.
std::vector<Part> parts_of(const Task&, const Json& judgement, bool untouched);
// Adds the points of the parts, and subtracts the late penalty.
void add_up(TaskResult&, const Assignment&, const Student&);

// The lines that these findings name in the file with this compiler name, in the order of the findings.
std::vector<int> lines_in(const Json& findings, const std::string& name);

struct Missing {      // the first missing step
  std::string what;   // the step: few_sizes, counter, …
  std::string cause;  // a name from findings/causes.h; for a compiler error, its message
  std::string text;   // the same cause as text
  std::vector<int> lines;
  bool compared = false;  // the text compares the file with the solution
};
std::optional<Missing> missing(const TaskResult&);

Json json_of(const Results&);
std::string csv_of(const Results&);
std::string moodle_of(const Results&);
std::string canvas_of(const Results&);
// The SIS ID in canvas_of(); "" if Canvas' own number is known, or if only Moodle's number is known.
std::string sis_id(const Student&);

// The path that Moodle expects in a zip of feedback: "Ada Lovelace_4712_assignfeedback_file_/feedback.html".
std::string feedback_path(const Student&);

std::string shown_points(double);                         // "7.5"
std::string shown_name(const HandedIn&, const Student&);  // with the id, if two students have the same name
std::string late_text(const TaskResult&);                 // "1 day 18 h late"; "" if it is not late
std::string late_note(const TaskResult&, const Assignment&);  // "handed in 1 day 18 h late: …"
// Submissions that an instructor must check: archives with paths that lead out of them, and archives that could
// not be read completely.
std::vector<std::string> to_check(const Student&);
std::string nothing_text(const Student&);  // why nothing is judged: no submission, or an empty one
bool handed_in_together(const Student&, const Student&);  // their files were submitted by one group

// Defined in pages.cpp; each returns a single HTML file. A student's page contains only the student's own lines
// and findings, nothing about anyone else.
std::string feedback_page(const Results&, const StudentResult&);
std::string class_page(const Results&);

}  // namespace ladder::assignment
