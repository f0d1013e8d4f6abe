// Finds out which student submitted which file. The folder or archive was exported by Moodle, Canvas,
// Gradescope or GitHub Classroom, or contains a folder for each student. Nothing is run, and no link is
// followed.
#pragma once
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "assignment/archive.h"
#include "assignment/assignment.h"

namespace ladder::assignment {

struct Attempt {     // files submitted for one task
  std::string file;  // path below the student's files
  std::string text;
  std::string refused;  // the reason why it is not judged
  std::optional<Seconds> time;
  unsigned number = 0;                             // "v2 (3).cu", "v2-3.cu": 3
  std::map<std::string, std::string> beside = {};  // accompanying headers: name and contents
};

struct Student {
  std::string id, name, mail;
  std::string moodle_id, canvas_id;  // the platform's own numbers: 4712 in "Participant 4712"
  std::set<std::string> from;        // folders submitted; a group's folder belongs to several students
  std::optional<size_t> roster_row;  // index in the roster file; its first line is 0
  bool late = false;                 // according to the platform, which does not report how late
  std::optional<Seconds> time;       // the submission time of all files
  std::vector<Item> items;           // files, with paths relative to the student's folder
  std::vector<std::string> remarks;  // about ignored and misnamed files
  std::vector<std::vector<Attempt>> attempts;  // for each task, with the earliest attempt first
};

// Moodle's grading worksheet, to be filled in. The names of its columns depend on Moodle's language.
struct Worksheet {
  std::vector<std::vector<std::string>> rows;  // the first row contains the column names
  size_t id = 0, grade = 0, comments = 0;      // column indices
};

struct HandedIn {
  std::vector<Student> students;  // sorted by name
  std::string platform;           // "Moodle"; "": one folder or file for each student
  std::vector<std::string> remarks;
  std::vector<std::string> alarms;     // parts of the class's archive that may be an attack
  std::optional<Worksheet> worksheet;  // set if the roster is a worksheet
};

std::string number_at_end(const std::string&);  // "Participant 4712" in any language: returns 4712

// The time of the last commit, if this folder is a repository. (The caller decides how to run git safely on
// another person's repository.)
using CommitTime = std::function<std::optional<Seconds>(const std::string& folder)>;

// Throws os::Error if there is no such folder, or if the roster is invalid.
HandedIn handed_in(const std::string& folder, const Assignment&, const CommitTime& = {});

// Fills Student::attempts: assigns each file to the task for which it was submitted.
void sort_by_task(HandedIn&, const Assignment&);

}  // namespace ladder::assignment
