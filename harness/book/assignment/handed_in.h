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
  std::string moodle_id, canvas_id;  // the platform's own numbers: 4712 in "Participant 4712"
  std::set<std::string> from;        // hand-in folders; a group's folder belongs to several students
  bool late = false;                 // marked late by the platform, which does not say by how much
  std::optional<Seconds> time;       // of the whole hand-in
  std::vector<Item> items;           // files, with paths relative to the student's folder
  std::vector<std::string> remarks;  // about files that were not read or are misnamed
  std::vector<std::vector<Attempt>> attempts;  // for each task, oldest first
};

struct HandedIn {
  std::vector<Student> students;  // sorted by name
  std::string platform;           // "Moodle"; "": one folder or file for each student
  std::vector<std::string> remarks;
};

// The time of the last commit in this folder, if it is a repository. (It is untrusted: the caller decides how
// to run git.)
using CommitTime = std::function<std::optional<Seconds>(const std::string& folder)>;

// Throws os::Error: no such folder, or an invalid roster.
HandedIn handed_in(const std::string& folder, const Assignment&, const CommitTime& = {});

// Fills Student::attempts: assigns each file to the task that it answers.
void sort_by_task(HandedIn&, const Assignment&);

}  // namespace assignment
