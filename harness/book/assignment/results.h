// What a class has reached: the points of each part, and what of it goes into a gradebook, to a student, and to the instructor.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "assignment/assignment.h"
#include "assignment/handed_in.h"
#include "data/json_text.h"

namespace assignment {

using data::Json;

struct Part {        // that points are given for
  std::string what;  // builds, correct, clean, counter, reached
  std::string name;  // counter: its name
  double points = 0, of = 0;
  std::optional<double> value = {}, target = {};  // counter
  size_t right = 0, tried = 0;                    // correct, of a program: cases
  std::string none = {};                          // why it has no points, whatever was found or counted
  bool met = false;                               // counter: its target
};

struct TaskResult {
  const Task* task = nullptr;
  Attempt attempt;            // the one that counts
  std::string called;         // as the compiler knows it: "v2__1_.cu"
  size_t number = 0, of = 0;  // it is the first, the second, … of so many; of none: nothing was handed in
  bool judged = false, reached = false;
  std::string trouble;         // of this machine: it says nothing of the file
  std::string reason;          // what is missing, in a line; "" if nothing is
  Json steps = Json::array();  // as far as they are told to the student
  Json all_steps = Json::array();
  bool untouched = false;  // the starting file
  size_t same = 0;         // a number for all who handed in the same program; 0: nobody else did
  size_t group = 0;        // of Results::groups; 0: none
  std::vector<Part> parts;
  unsigned days_late = 0;       // begun
  std::optional<Seconds> late;  // by how much, where that is known
  bool too_late = false;
  double earned = 0, points = 0;  // before what is taken off for being late, and after it
};

struct StudentResult {
  const Student* student = nullptr;
  std::vector<TaskResult> tasks;
  double points = 0;
  bool trouble = false;
};

struct Pair {
  std::string one, other, task;
  double likeness = 0;
  bool of_groups = false;  // the same program, but for names
};

// Who handed in the same program. One student alone is a group where others' programs differ only in names.
struct Group {
  size_t number = 0, task = 0;
  std::vector<std::string> students;
  bool solution = false;        // but for names
  std::vector<size_t> renamed;  // the groups whose programs differ only in names
};

struct Compared {  // of a task: files, and those with too little code of their own for it
  size_t files = 0, too_little = 0;
};

struct Results {
  const Assignment* assignment = nullptr;
  const HandedIn* handed_in = nullptr;
  uint64_t seed = 0;
  std::string made_by;  // "warp_ladder a07c427"
  std::vector<StudentResult> students;
  std::vector<Group> groups;
  std::vector<Pair> pairs;
  size_t more_pairs = 0;           // that are too many to list
  std::vector<Compared> compared;  // of each task
};

// Of a judgement (practice::to_json). `untouched`: the starting file has no points, whatever it does.
std::vector<Part> parts_of(const Task&, const Json& judgement, bool untouched);
// Points of the parts, and what is left of them.
void add_up(TaskResult&, const Assignment&, const Student&);

// The lines that these findings name, in the file that the compiler knows by this name; the first first.
std::vector<int> lines_in(const Json& findings, const std::string& name);

struct Missing {      // the first thing that is
  std::string what;   // the step: few_sizes, counter, …
  std::string cause;  // a word of findings/causes.h; of a compiler's error, its message
  std::string text;   // the same in words
  std::vector<int> lines;
  bool compared = false;  // with the solution
};
std::optional<Missing> missing(const TaskResult&);

Json json_of(const Results&);
std::string csv_of(const Results&);
std::string moodle_of(const Results&);
std::string canvas_of(const Results&);
std::string sis_id(const Student&);  // in it; "": Canvas' own number is known, or only Moodle's

// As Moodle reads a zip of feedback: "Ada Lovelace_4712_assignfeedback_file_/feedback.html".
std::string feedback_path(const Student&);

std::string shown_points(double);                             // "7.5"
std::string shown_name(const HandedIn&, const Student&);      // with the id, where two have the same name
std::string late_text(const TaskResult&);                     // "1 day 18 h late"; "": it is not
std::string late_note(const TaskResult&, const Assignment&);  // "handed in 1 day 18 h late: …"
std::string nothing_text(const Student&);  // why there is nothing: no submission, or an empty one
bool handed_in_together(const Student&, const Student&);  // as one group

// pages.cpp: HTML, each one file. The student's own lines and findings, and nothing of anybody else.
std::string feedback_page(const Results&, const StudentResult&);
std::string class_page(const Results&);

}  // namespace assignment
