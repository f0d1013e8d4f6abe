// Who handed in what: a folder or an archive as exported by Moodle, Canvas, Gradescope or GitHub Classroom, or
// a folder for each student. Nothing is run, and no link is followed.
#pragma once
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "assignment/archive.h"
#include "assignment/assignment.h"

namespace assignment {

struct Attempt {     // for one task
  std::string file;  // path below the student's files
  std::string text;
  std::string refused;  // why it is not judged
  std::optional<Seconds> time;
  unsigned number = 0;                             // "v2 (3).cu", "v2-3.cu": 3
  std::map<std::string, std::string> beside = {};  // accompanying headers: name and content
};

struct Student {
  std::string id, name, mail;
  std::string moodle_id, canvas_id;  // as the platform itself numbers them: 4712 of "Participant 4712"
  std::set<std::string> from;        // folders of what was handed in: a group's is that of several students
  std::optional<size_t> roster_row;  // of its file; the first line is 0
  bool late = false;                 // the platform says so, and not by how much
  std::optional<Seconds> time;       // of all that is handed in
  std::vector<Item> items;           // files; their paths begin below the student's
  std::vector<std::string> remarks;  // on what is not read, and what is misnamed
  std::vector<std::vector<Attempt>> attempts;  // of each task, the first one first
};

// Moodle's grading worksheet, to be filled in; its columns are named in the language of who made it.
struct Worksheet {
  std::vector<std::vector<std::string>> rows;  // the first names the columns
  size_t id = 0, grade = 0, comments = 0;      // columns
};

struct HandedIn {
  std::vector<Student> students;  // sorted by name
  std::string platform;           // "Moodle"; "": one folder or file for each student
  std::vector<std::string> remarks;
  std::optional<Worksheet> worksheet;  // that the roster is
};

std::string number_at_end(const std::string&);  // 4712 of "Participant 4712", in whatever language

// When the last commit of the repository in this folder was made, if it is one. (It is somebody else's: how git is run is the
// caller's.)
using CommitTime = std::function<std::optional<Seconds>(const std::string& folder)>;

// Throws os::Error: no such folder, or an invalid roster.
HandedIn handed_in(const std::string& folder, const Assignment&, const CommitTime& = {});

// Fills Student::attempts: assigns each file to the task that it answers.
void sort_by_task(HandedIn&, const Assignment&);

}  // namespace assignment
