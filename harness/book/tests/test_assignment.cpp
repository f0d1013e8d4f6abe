// An assignment: the contents of hw2.toml, who submitted what, which submissions are right, and their points.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "assignment/archive.h"
#include "assignment/assignment.h"
#include "assignment/csv.h"
#include "assignment/handed_in.h"
#include "assignment/program_cases.h"
#include "assignment/results.h"
#include "book/tests/answers.h"
#include "findings/text.h"
#include "grade/rules.h"
#include "os/error.h"
#include "os/files.h"
#include "practice/source_lints.h"
#include "tests/catch.h"
#include "tests/program.h"
#include "tests/words.h"

using namespace ladder;

namespace {

using namespace ladder::answers;
using assignment::Assignment;
using assignment::Task;

const std::vector<Exercise>& exercises() {
  static const std::vector<Exercise> all = practice::exercises();
  return all;
}

constexpr const char* kTask =
    "[[task]]\nexercise = \"reduce/v2\"\npoints = {builds = 1, correct = 3, counters = 4}\n";

std::string mistake_in(const program::Folder& folder, const std::string& text) {
  program::write(folder.path / "hw.toml", text);
  try {
    assignment::read(folder.file("hw.toml"), exercises());
  } catch (const os::Error& error) {
    return std::string(error.what()).substr(folder.path.string().size() + 1);
  }
  return "";
}

TEST_CASE("a mistake in an assignment is reported in one line, with its line number and a suggestion",
          "[assignment]") {
  if (const std::string no = assignment::no_toml(); !no.empty()) SKIP_TEST(no.c_str());
  const program::Folder folder;
  const auto error = [&](const std::string& text) { return mistake_in(folder, text); };
  CHECK(error(kTask) == "");
  for (const auto& [text, line, words] : std::vector<std::tuple<std::string, int, std::string>>{
           {std::string("titel = \"x\"\n") + kTask, 1, "did you mean title"},
           {std::string("deadline = 2026-12-01\n") + kTask, 1, "a date and time with a time zone"},
           {std::string("deadline = 2026-12-01T18:00:00\n") + kTask, 1, "the time zone is missing"},
           {std::string("deadline = \"tomorrow\"\n") + kTask, 1, "2026-12-01T18:00:00+01:00"},
           {std::string("late_days = 2\n") + kTask, 1, "there is no deadline"},
           {std::string("attempts = \"beste\"\n") + kTask, 1, "last, first, best"},
           {std::string("roster = \"none.csv\"\n") + kTask, 1, "none.csv"},
           {std::string("title = 3\n") + kTask, 1, "a string in quotes"},
           {std::string("title = \"x\n") + kTask, 1, ""},
           {"\n[[task]]\nexercise = \"reduce/v22\"\npoints = {builds = 1}\n", 3, "did you mean reduce/v2"},
           {"\n[[task]]\nexercise = \"reduce/v2\"\npoints = {builds = -1}\n", 4, "negative"},
           {"\n[[task]]\nexercise = \"reduce/v2\"\npoints = {buids = 1}\n", 4, "did you mean builds"},
           {"\n[[task]]\nexercise = \"reduce/v2\"\npoints = {builds = 0}\n", 4, "no points"},
           {"\n[[task]]\nexercise = \"reduce/v2\"\npoints = {counters = {barrier = 1}}\n", 4,
            "barrier is not judged here"},
           {"\n[[task]]\nexercise = \"reduce/v2\"\n", 2, "points are missing"},
           {"\n[[task]]\npoints = {builds = 1}\n", 2, "exercise = "},
           {std::string(kTask) + kTask, 4, "twice"},
           {"[[task]]\nprogram = \"p\"\npoints = {correct = 1}\n", 1, "[[task.case]]"},
           {"[[task]]\nprogram = \"p\"\npoints = {correct = 1}\n[[task.case]]\narguments = [1]\noutput = "
            "\"\"\n",
            5, "in quotes"},
           {"[[task]]\nprogram = \"p\"\npoints = {correct = 1}\n[[task.case]]\narguments = [\"1\"]\n", 4,
            "the expected result is missing"},
           {"[[task]]\nprogram = \"p\"\npoints = {correct = 1}\n[[task.case]]\noutput = \"\"\ntolerence = "
            "1\n",
            6, "did you mean tolerance"},
           {"[[task]]\nprogram = \"p\"\npoints = {counters = 1}\nat_most = {bariers = 1}\n", 4,
            "did you mean barriers"},
           {"[task]\nexercise = \"reduce/v2\"\n", 1, "[[task]]"},
           {"title = \"x\"\n", 0, "has no [[task]]"}}) {
    const std::string said = error(text);
    INFO(text << "→ " << said);
    CHECK(said.starts_with(line == 0 ? "hw.toml: " : fmt::format("hw.toml:{}: ", line)));
    CHECK(contains(said, words));
    CHECK_FALSE(contains(said, "\n"));
  }
}

TEST_CASE("a time must have a zone and be valid", "[assignment]") {
  CHECK(assignment::time_from("1970-01-02T00:00:00Z") == 86400);
  CHECK(assignment::time_from("2026-12-01T18:00:00+01:00") == assignment::time_from("2026-12-01 17:00 UTC"));
  CHECK(assignment::time_from("2026-12-01 12:00:30.25 -05:00") ==
        assignment::time_from("2026-12-01T17:00:30Z"));
  for (const char* none :
       {"", "tomorrow", "2026-12-01", "2026-12-01T18:00:00", "2026-13-01T18:00:00Z", "2026-02-30T18:00:00Z"})
    CHECK_FALSE(assignment::time_from(none));
}

TEST_CASE("tables are read and written in the format of gradebooks", "[assignment]") {
  const auto rows = assignment::csv_rows("\xef\xbb\xbfID,Name\r\n1,\"Lovelace, \"\"Ada\"\"\"\r\n\r\n2,x\n");
  REQUIRE(rows.size() == 3);
  CHECK(rows[1][1] == "Lovelace, \"Ada\"");
  CHECK(assignment::csv_rows("id;name\n1;a, b\n")[1] == std::vector<std::string>{"1", "a, b"});
  CHECK(assignment::csv_row({"=1+1", "a\"b"}) == "\"'=1+1\",\"a\"\"b\"\n");
  CHECK(assignment::csv_row({"-", "-1"}) == "\"-\",\"'-1\"\n");
}

// --- who submitted what ---

struct Class {
  program::Folder folder;
  Assignment a;
  Class() {
    a.slug = "hw2";
    Task exercise, program;
    exercise.id = "reduce/v2";
    exercise.of = &answers::exercise("reduce/v2");
    program.kind = Task::Kind::program;
    program.id = "saxpy";
    a.tasks = {exercise, program};
  }
  void put(const std::string& file, const std::string& text = "STAGE(\"reduce/v2\", 1);\n") {
    std::filesystem::create_directories((folder.path / "in" / file).parent_path());
    program::write(folder.path / "in" / file, text);
  }
  assignment::HandedIn read() {
    assignment::HandedIn all = assignment::handed_in(folder.file("in"), a);
    assignment::sort_by_task(all, a);
    return all;
  }
};

const assignment::Student& one(const assignment::HandedIn& all, const std::string& id) {
  for (const assignment::Student& s : all.students)
    if (s.id == id) return s;
  throw std::runtime_error("no student " + id);
}

TEST_CASE("the folder names of each platform identify the students", "[assignment]") {
  Class moodle;
  moodle.put("Ada Lovelace_4712_assignsubmission_file_/v2 (1).cu");
  moodle.put("Bob_4713_assignsubmission_file_/.DS_Store", "x");
  std::filesystem::create_directories(moodle.folder.path / "in/Cem Ak_4714_assignsubmission_file_");
  auto all = moodle.read();
  CHECK(all.platform == "Moodle");
  REQUIRE(all.students.size() == 3);
  CHECK(one(all, "4712").name == "Ada Lovelace");
  CHECK(one(all, "4712").attempts[0].size() == 1);
  CHECK(one(all, "4714").attempts[0].empty());

  Class canvas;
  canvas.put("lovelaceada_123_456_v2-1.cu");
  canvas.put("lovelaceada_123_457_saxpy.cu", "__global__ void k() {}\nint main() {}\n");
  canvas.put("akcem_LATE_124_458_v2.cu");
  all = canvas.read();
  CHECK(all.platform == "Canvas");
  REQUIRE(all.students.size() == 2);
  CHECK(one(all, "123").attempts[1].at(0).file == "saxpy.cu");
  CHECK(one(all, "124").late);

  Class gradescope;
  gradescope.put(
      "assignment_9_export/submission_metadata.yml",
      "---\nsubmission_1:\n  :submitters:\n  - :name: Ada Lovelace\n    :sid: '4712'\n    :email: ada@x.org\n"
      "  - :name: Bob\n    :sid: '4713'\n  :created_at: 2026-12-01 17:34:33.12 Z\n  :results:\n    :name: "
      "none\n"
      "submission_2:\n  :submitters:\n  - :name: Cem\n    :email: cem@x.org\n    :sid:\n");
  gradescope.put("assignment_9_export/submission_1/v2.cu");
  gradescope.put("assignment_9_export/submission_2/v2.cu");
  all = gradescope.read();
  REQUIRE(all.students.size() == 3);
  CHECK(one(all, "4712").name == "Ada Lovelace");
  CHECK(one(all, "4713").attempts[0].size() == 1);
  CHECK(one(all, "4713").attempts[0][0].time == assignment::time_from("2026-12-01T17:34:33Z"));
  CHECK(one(all, "cem@x.org").attempts[0].size() == 1);
  CHECK(assignment::handed_in_together(one(all, "4712"), one(all, "4713")));
  CHECK_FALSE(assignment::handed_in_together(one(all, "4712"), one(all, "cem@x.org")));

  Class classroom;
  classroom.put("hw2-ada-l/practice/reduce/v2.cu");
  classroom.put("hw2-bob/README.txt", "nothing yet");
  all = classroom.read();
  CHECK(all.platform == "GitHub Classroom");
  CHECK(one(all, "ada-l").attempts[0].size() == 1);
  CHECK(one(all, "bob").attempts[0].empty());

  Class plain;
  plain.put("ada/v2.cu");
  plain.put("bob.cu");
  plain.put("notes.pdf");
  all = plain.read();
  CHECK(all.students.size() == 2);
  CHECK(all.remarks == std::vector<std::string>{"notes.pdf is not read"});
}

TEST_CASE("a file is recognised by its contents, whatever its name", "[assignment]") {
  Class c;
  const std::string program = "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n";
  c.put("ada/v2.cu.txt");
  c.put("ada/answer.cpp", program);
  c.put("ada/util.cuh", "#define N 3\n");
  c.put("bob/v2.cu", "STAGE(\"reduce/v3\", 1);\n");
  c.put("bob/empty.cu", " \n");
  c.put("bob/report.pdf", "x");
  c.put("cem/v2.cu", "STAGE(\"reduce/v2\", 1);\nint a;\n");
  c.put("cem/v2 (1).cu", "STAGE(\"reduce/v2\", 1);\nint b;\n");
  c.put("cem/old/v2-3.cu", "STAGE(\"reduce/v2\", 1);\nint c;\n");
  c.put("cem/copy of it.cu", "STAGE(\"reduce/v2\", 1);\nint a;\n");
  std::filesystem::create_symlink(c.folder.path / "in/cem/v2.cu", c.folder.path / "in/bob/v2_of_cem.cu");
  const auto all = c.read();
  CHECK(one(all, "ada").attempts[0].size() == 1);
  CHECK(one(all, "ada").attempts[1].at(0).beside.at("util.cuh") == "#define N 3\n");
  CHECK(one(all, "ada").remarks ==
        std::vector<std::string>{"answer.cpp was read as a .cu file; no points are deducted",
                                 "v2.cu.txt was read as a .cu file; no points are deducted",
                                 "util.cuh was placed next to the program, which may include it"});
  CHECK(one(all, "bob").attempts[0].empty());
  std::string said;
  for (const std::string& remark : one(all, "bob").remarks) said += remark + "\n";
  CHECK(contains(said, "Ignored: v2.cu (its STAGE line names reduce/v3, not reduce/v2)\n"));
  CHECK(contains(said, "Ignored, no points are deducted: report.pdf (an answer is a .cu file)\n"));
  CHECK(contains(said, "Ignored: v2_of_cem.cu (it is a link"));
  std::string order;
  for (const assignment::Attempt& attempt : one(all, "cem").attempts[0]) order += attempt.file + ", ";
  CHECK(order == "copy of it.cu, v2 (1).cu, old/v2-3.cu, ");  // ordered by time, then by number
}

TEST_CASE("files next to a program are not attempts, whatever pattern the task has", "[assignment]") {
  Class c;
  c.a.tasks[1].files = {"saxpy*"};
  const std::string program = "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n";
  c.put("ada/saxpy.cu", program + "#include \"saxpy.cuh\"\n");
  c.put("ada/saxpy.cuh", "__global__ void other() {}\n");
  c.put("ada/saxpy_kernels.cu", "__global__ void more() {}\n");
  c.put("ada/saxpy_notes.txt", "main() calls my __global__ function, see STAGE(\"reduce/v2\", 1)\n");
  c.put("bob/saxpy.cpp", program);
  c.put("cem/saxpy.cu", "__global__ void no_main() {}\n");
  c.put("dan/saxpy.cu.txt", "");
  const auto all = c.read();
  REQUIRE(one(all, "ada").attempts[1].size() == 1);
  CHECK(one(all, "ada").attempts[1][0].file == "saxpy.cu");
  CHECK(one(all, "ada").attempts[1][0].beside.size() == 2);
  CHECK(one(all, "ada").attempts[0].empty());
  CHECK(
      one(all, "ada").remarks ==
      std::vector<std::string>{"saxpy.cuh was placed next to the program, which may include it",
                               "saxpy_kernels.cu was placed next to the program, which may include it",
                               "Ignored, no points are deducted: saxpy_notes.txt (an answer is a .cu file)"});
  CHECK(one(all, "bob").attempts[1].size() == 1);
  CHECK(one(all, "cem").attempts[1].size() == 1);
  CHECK(one(all, "dan").remarks == std::vector<std::string>{"Ignored: saxpy.cu.txt (it is empty)"});
}

TEST_CASE("if an earlier attempt is submitted again, it counts as the last one", "[assignment]") {
  Class c;
  const std::string stage = "STAGE(\"reduce/v2\", 1);\n", a = "int a;\n", b = "int b;\n";
  c.put("ada/v2-1.cu", stage + a);
  c.put("ada/v2-2.cu", stage + b);
  c.put("ada/v2-3.cu", stage + a);
  c.put("ada/v2-4.cu", stage + a);
  const auto all = c.read();
  std::string order;
  for (const assignment::Attempt& attempt : one(all, "ada").attempts[0]) order += attempt.file + " ";
  CHECK(order == "v2-1.cu v2-2.cu v2-3.cu ");
}

TEST_CASE("a refused file has a hand-in time like any other file", "[assignment]") {
  Class c;
  c.a.tasks.pop_back();
  c.put("ada/v2.cu", std::string(300'000, ' '));
  CHECK_FALSE(one(c.read(), "ada").attempts[0].at(0).time);  // the hand-in time is unknown
  c.a.times_of_files = true;
  CHECK(one(c.read(), "ada").attempts[0].at(0).time);
}

TEST_CASE("a gradebook's rows have the platform's own numbers, and no others", "[assignment]") {
  Class c;
  c.put("Ada Lovelace_4712_assignsubmission_file_/v2.cu");
  // Bob's number at the university equals Ada's number in Moodle.
  program::write(c.folder.path / "roster.csv",
                 "ID number,Full name,Email\n1001,Ada Lovelace,ada@x.org\n4712,Bob,bob@x.org\n");
  c.a.roster = c.folder.file("roster.csv");
  const auto files = [&] {
    const auto all = c.read();
    assignment::Results results;
    results.assignment = &c.a;
    results.handed_in = &all;
    for (const assignment::Student& s : all.students) results.students.emplace_back().student = &s;
    return std::pair(assignment::moodle_of(results), assignment::canvas_of(results));
  };
  auto [moodle, canvas] = files();
  CHECK(contains(moodle, "\"Participant 4712\",\"Ada Lovelace\",\"ada@x.org\""));
  CHECK(contains(moodle, "\"\",\"Bob\",\"bob@x.org\""));
  CHECK(contains(canvas, "\"Ada Lovelace\",\"\",\"1001\""));
  std::filesystem::remove_all(c.folder.path / "in");
  c.put("lovelaceada_55_456_v2-1.cu");
  program::write(c.folder.path / "roster.csv",
                 "Student,ID,SIS User ID\n\"Lovelace, Ada\",55,1001\n\"Bär, Bob\",56,1002\n");
  canvas = files().second;
  CHECK(contains(canvas, "\"Lovelace, Ada\",\"55\""));
  CHECK(contains(canvas, "\"Bär, Bob\",\"56\""));
  CHECK_FALSE(contains(files().first, "Participant"));
}

TEST_CASE("Moodle's grading worksheet is filled in, whatever its language", "[assignment]") {
  Class c;
  c.put("Ada Lovelace_4712_assignsubmission_file_/v2.cu");
  const auto sheet = [&](const std::string& roster) {
    program::write(c.folder.path / "roster.csv", roster);
    c.a.roster = c.folder.file("roster.csv");
    const auto all = c.read();
    assignment::Results results;
    results.assignment = &c.a;
    results.handed_in = &all;
    for (const assignment::Student& s : all.students) {
      assignment::StudentResult& student = results.students.emplace_back();
      student.student = &s;
      student.points = s.items.empty() ? 0 : 7.5;
      assignment::TaskResult& r = student.tasks.emplace_back();
      r.task = &c.a.tasks[0];
      r.of = s.items.size();
      r.points = student.points;
      if (r.of > 0) r.reason = "a < b & c";
    }
    return assignment::csv_rows(assignment::moodle_of(results));
  };
  using Row = std::vector<std::string>;
  // Moodle rejects a worksheet without "Last modified (grade)", and stores comments as HTML.
  const std::string said = "7.5 of 0: a &lt; b &amp; c";
  auto rows = sheet("Identifier,Full name\nParticipant 4712,Ada Lovelace\nParticipant 4713,Bob\n");
  CHECK(rows.at(0) == Row{"Identifier", "Full name", "Email address", "Grade", "Maximum Grade",
                          "Last modified (grade)", "Feedback comments"});
  CHECK(rows.at(1) == Row{"Participant 4712", "Ada Lovelace", "", "7.5", "0", "-", said});
  CHECK(rows.at(2) == Row{"Participant 4713", "Bob", "", "0", "0", "-", "no submission"});
  rows = sheet(
      "Identifikation,Vollständiger Name,Status,Bewertung,Bestwertung,Bewertung kann geändert werden,Zuletzt "
      "geändert "
      "(Abgabe),Zuletzt geändert (Bewertung),Feedback als Kommentar\n"
      "Teilnehmer/in 4712,Ada Lovelace,Abgegeben,,\"10,00\",Ja,\"1. Dezember, 12:00\",-,\n"
      "Teilnehmer/in 4713,Bob,Keine Abgabe,\"3,00\",\"10,00\",Ja,-,\"Montag, 30. November, 12:00\",alt\n");
  CHECK(rows.at(0).at(7) == "Zuletzt geändert (Bewertung)");
  CHECK(rows.at(1) == Row{"Teilnehmer/in 4712", "Ada Lovelace", "Abgegeben", "7.5", "10,00", "Ja",
                          "1. Dezember, 12:00", "-", said});
  CHECK(rows.at(2) == Row{"Teilnehmer/in 4713", "Bob", "Keine Abgabe", "0", "10,00", "Ja", "-",
                          "Montag, 30. November, 12:00", "no submission"});
}

TEST_CASE("feedback for Moodle is a zip file with a folder for each student", "[assignment]") {
  assignment::Student ada;
  ada.name = "Ada_Maria / Lovelace", ada.moodle_id = "4712";
  const std::string path = assignment::feedback_path(ada);
  CHECK(path == "Ada Maria   Lovelace_4712_assignfeedback_file_/feedback.html");
  const std::string zip = assignment::zipped({{path, "<p>"}, {"Bär_4713_x_y_/feedback.html", "<b>"}});
  if (zip.empty()) SKIP_TEST("this build has no libarchive");
  CHECK(zip == assignment::zipped({{path, "<p>"}, {"Bär_4713_x_y_/feedback.html", "<b>"}}));
  const auto found = assignment::unpacked("feedback.zip", zip);
  REQUIRE(found.size() == 2);
  CHECK(found[0].path == path);
  CHECK(found[1].path == "Bär_4713_x_y_/feedback.html");
}

TEST_CASE("every student on the roster gets a row, and the hand-in time comes from times.csv",
          "[assignment]") {
  Class c;
  c.put("Ada Lovelace_4712_assignsubmission_file_/v2.cu");
  c.put("Eve_99_assignsubmission_file_/v2.cu");
  program::write(c.folder.path / "roster.csv",
                 "Identifier,First name,Surname,Email\nParticipant 4712,Ada,Lovelace,ada@x.org\nParticipant "
                 "4713,Bob,Bär,bob@x.org\n");
  program::write(c.folder.path / "times.csv", "email,time\nada@x.org,2026-12-03T00:00:00Z\n");
  c.a.roster = c.folder.file("roster.csv");
  c.a.times = c.folder.file("times.csv");
  const auto all = c.read();
  REQUIRE(all.students.size() == 3);
  CHECK(one(all, "Participant 4712").mail == "ada@x.org");
  CHECK(one(all, "Participant 4712").attempts[0].at(0).time == assignment::time_from("2026-12-03T00:00:00Z"));
  CHECK(one(all, "Participant 4713").items.empty());
  CHECK(all.remarks.size() == 1);
  program::write(c.folder.path / "times.csv", "email,time\nada@x.org,yesterday\n");
  CHECK_THROWS_WITH(c.read(), contains("times.csv:2: yesterday is not a time"));
  program::write(c.folder.path / "roster.csv", "what\n1\n");
  CHECK_THROWS_WITH(c.read(), contains("roster.csv:1: no column identifies the students"));
}

TEST_CASE("an archive is read, and links in it are not followed", "[assignment]") {
  const program::Folder folder;
  const auto in = [&](const std::string& commands) {
    REQUIRE(std::system(("cd '" + folder.path.string() + "' && " + commands).c_str()) == 0);
  };
  in("mkdir -p a/b && echo 'STAGE(1)' >a/b/v2.cu && ln -s /etc/passwd a/link.cu");
  in("ln -s ../c.cu a/b/near.cu && ln -s ../../../c.cu a/b/out.cu && ln a/b/v2.cu a/hard.cu");
  in("head -c 300000 /dev/zero >a/large.cu");
  in("echo x >a/x.pdf && tar czf inner.tar.gz a && mkdir c && cp inner.tar.gz c/");
  in("tar cPf outer.tar c ../../../../etc/hostname");
  if (assignment::zipped({{"a", "b"}}).empty()) SKIP_TEST("this build has no libarchive");
  const auto found = assignment::unpacked("outer.tar", os::read_text(folder.file("outer.tar")));
  std::map<std::string, assignment::Item> by;
  for (const assignment::Item& item : found) by[item.path] = item;
  CHECK(by.at("c/inner.tar.gz/a/b/v2.cu").text == "STAGE(1)\n");
  CHECK(by.at("c/inner.tar.gz/a/link.cu").kind == assignment::Item::Kind::other);
  for (const auto& [name, outside] :
       {std::pair{"link", true}, {"b/near", false}, {"b/out", true}, {"hard", false}})
    CHECK(by.at(fmt::format("c/inner.tar.gz/a/{}.cu", name)).outside == outside);
  CHECK(contains(by.at("c/inner.tar.gz/a/large.cu").refused, "more than"));
  CHECK(by.at("c/inner.tar.gz/a/x.pdf").text.empty());
  CHECK(contains(by.at("").refused, "etc/hostname: its path leads outside the archive"));
  // An archive bomb: 3 GB of zeros in 3 MB, in a nested archive, which would be unpacked.
  in("truncate -s 3G z.tar && tar cf - --sparse z.tar | gzip -1 >sparse.tgz && truncate -s 1200M "
     "zeros.7z.tar && gzip -1 <zeros.7z.tar >bomb.tar.gz");
  for (const char* bomb : {"sparse.tgz", "bomb.tar.gz"}) {
    const auto items = assignment::unpacked(bomb, os::read_text(folder.file(bomb)));
    for (const assignment::Item& item : items) CHECK(item.text.empty());
  }
  CHECK(contains(assignment::unpacked("x.zip", "PK\x03\x04 no zip").at(0).refused, "cannot be read"));
}

TEST_CASE(
    "an archive of the class that cannot be read to its end is refused instead of being given zero marks",
    "[assignment]") {
  if (assignment::zipped({{"a", "b"}}).empty()) SKIP_TEST("this build has no libarchive");
  const program::Folder folder;
  std::string text;  // not compressible: the archive is cut in the middle of a file
  for (unsigned i = 0, x = 1; i < 40'000; ++i)
    text += static_cast<char>('!' + (x = x * 1664525 + 1013904223) % 90);
  const std::string zip = assignment::zipped({{"ada/v2.cu", text}, {"zoe/v2.cu", text}});
  const auto reads = [&](const std::string& bytes) {
    os::write_text(folder.file("class.zip"), bytes);
    return assignment::handed_in(folder.file("class.zip"), assignment::Assignment{}).students.size();
  };
  CHECK(reads(zip) == 2);
  CHECK_THROWS_AS(reads(zip.substr(0, 100)), os::Error);
  CHECK_THROWS_AS(reads("PK\x03\x04 no zip"), os::Error);
}

TEST_CASE("one student's archive bomb does not affect the next student", "[assignment]") {
  const program::Folder folder;
  // 1.1 GB compressed to 1 MB, in files that would be read, and more files than a student may have.
  const std::string commands =
      "cd '" + folder.path.string() +
      "' && mkdir -p in/mallory in/many in/zoe && truncate -s 250K z.cu && tar cf - --hard-dereference $(yes "
      "z.cu | head -4600) "
      "| gzip -1 "
      ">in/mallory/bomb.tar.gz && (cd in/many && seq -f 'f%g.txt' 6000 | xargs touch) && echo 'STAGE(1)' "
      ">in/zoe/v2.cu && tar czf class.tar.gz in";
  REQUIRE(std::system(commands.c_str()) == 0);
  if (assignment::zipped({{"a", "b"}}).empty()) SKIP_TEST("this build has no libarchive");
  const auto found = assignment::unpacked("class.tar.gz", os::read_text(folder.file("class.tar.gz")));
  std::map<std::string, assignment::Item> by;
  size_t many = 0;
  for (const assignment::Item& item : found) {
    if (!item.refused.empty()) by[item.path] = item;
    if (item.path == "in/zoe/v2.cu") by[item.path] = item;
    many += item.path.starts_with("in/many/");
  }
  REQUIRE(by.contains("in/zoe/v2.cu"));
  CHECK(by.at("in/zoe/v2.cu").text == "STAGE(1)\n");
  CHECK(contains(by.at("in/mallory/bomb.tar.gz").refused, "contains more than"));
  CHECK(contains(by.at("in/many").refused, "the rest is not read"));
  CHECK(many < 6000);
}

// --- right and wrong submissions ---

TEST_CASE("a program's output is compared line by line", "[assignment]") {
  const auto said = [](const std::string& written, const std::string& expected, double tolerance = 0) {
    const findings::Findings found = assignment::difference(written, expected, tolerance, "the output");
    return found.empty() ? "" : text_of(found[0]);
  };
  CHECK(said("1 2\n3\n", "1 2 \r\n3\n\n") == "");
  CHECK(said("1.0000001", "1", 1e-5) == "");
  CHECK(said("1000.001", "1000", 1e-5) == "");
  CHECK(said("sum: 1.1 m", "sum: 1 m", 0.2) == "");
  CHECK(said("1.0000001", "1") == "line 1 of the output is \"1.0000001\", which is not the expected value");
  CHECK(said("1\n2", "1\n3", 0.2) == "line 2 of the output is \"2\", which is not the expected value");
  CHECK(said("nan", "1", 5) != "");
  CHECK(said("inf", "1", 5) != "");
  CHECK(said("5", "inf", 1) != "");
  CHECK(said("-inf", "inf", 1) != "");
  CHECK(said("Infinity", "inf", 1) == "");
  CHECK(said("1 2", "1", 1) != "");
  CHECK(said("one", "two", 9) != "");
  CHECK(said("1\n", "1\n2\n") == "the output ends before line 2, but more lines are expected");
  CHECK(said("1\n2\n", "1\n") == "the output should end before line 2: \"2\"");
  CHECK(said("", "") == "");
}

// --- judging after a fault ---

Judgement in_all_parts(const Exercise& e, const std::string& text) {
  const program::Folder folder;
  program::write(folder.path / "v2.cu", text);
  practice::Judging how;
  how.ns = kSmall;
  how.run_seconds = 30;
  how.all_parts = true;
  how.rules = grade::rules();
  return practice::judge(e, folder.file("v2.cu"), text, how);
}

std::string in_short(const Judgement& j) {
  std::string all;
  for (const Step& s : j.steps) all += fmt::format("{}{}{} ", s.good ? "+" : "-", s.what, s.right ? "!" : "");
  return all + (j.reached ? "reached" : "not reached");
}

TEST_CASE("judging continues after a fault if the runs finish", "[assignment]") {
  const Exercise& v2 = exercise("reduce/v2");
  const std::string right = answered_with(v2, "reduce/v2"),
                    add = "    if (tid < s) partial[tid] += partial[tid + s];\n    __syncthreads();\n";
  const auto with = [&](const std::string& more) { return replaced(right, add, more); };
  CHECK(in_short(in_all_parts(v2, right)) ==
        "+builds +few_sizes! +counter +counter +counter +counter +every_size! reached");
  // A missing barrier: the counters equal the solution's.
  const std::string race =
      in_short(in_all_parts(v2, with("    if (tid < s) partial[tid] += partial[tid + s];\n")));
  CHECK(contains(race, "-few_sizes"));
  CHECK(contains(race, "+counter +counter +counter +counter"));
  CHECK(contains(race, "-every_size"));
  CHECK(contains(race, "not reached"));
  // With one level fewer, the answer is wrong and makes a different number of requests: both are reported.
  const std::string level = in_short(in_all_parts(v2, replaced(right, "s > 0", "s > 1")));
  CHECK(contains(level, "-few_sizes +counter"));
  CHECK(contains(level, "-every_size not reached"));
  // A kernel that does nothing meets each target, but has moved no data.
  const std::string nothing =
      in_short(in_all_parts(v2, replaced(right, "  __shared__ T partial[kMaxBlock];\n",
                                         "  if (n > 0) return;\n  __shared__ T partial[kMaxBlock];\n")));
  CHECK_FALSE(contains(nothing, "+counter"));
  CHECK(contains(nothing, "not reached"));
  // One thread does everything.
  const std::string alone =
      in_short(in_all_parts(v2, with("    if (tid == 0 && s == 1) for (unsigned k = 1; k < blockDim.x; ++k) "
                                     "partial[0] += partial[k];\n    __syncthreads();\n")));
  CHECK(contains(alone, "-work"));
  CHECK_FALSE(contains(alone, "+counter"));
  // Right by luck, with a wrong result only at the counted size: it is not right at every size.
  const std::string at_the_count = in_short(
      in_all_parts(v2, replaced(replaced(right, "tid < s", "tid <= s"), "block_sums[blockIdx.x] = partial[0]",
                                "block_sums[blockIdx.x] = partial[0] + (n == 1048576 ? 1000 : 0)")));
  INFO(at_the_count);
  CHECK(contains(at_the_count, "-few_sizes!"));
  CHECK(contains(at_the_count, "-every_size not reached"));
  // The answer is wrong, and one of its counters is higher at the random size, so it misses that target.
  const std::string drawn = in_short(in_all_parts(
      v2, replaced(replaced(right, "s > 0", "s > 1"), "  if (tid == 0) block_sums",
                   "  if (n != 1048576 && n != 4096 && n != 16)\n    for (unsigned s = 0; s < 5; ++s)\n"
                   "      partial[tid] = partial[tid] + (tid < blockDim.x ? T{0} : T{1});\n"
                   "  if (tid == 0) block_sums")));
  INFO(drawn);
  CHECK(contains(drawn, "-counter"));
  CHECK_FALSE(contains(drawn, "+counter +counter +counter +counter"));
  // A program that does not end is stopped only once.
  CHECK(in_short(in_all_parts(v2, replaced(right, "s /= 2", "s /= 1"))) == "+builds -few_sizes not reached");
}

// --- complete programs ---

constexpr const char* kOfCases = R"(#include <cstdio>
#include <csignal>
#include <cstring>
#include <unistd.h>
__global__ void add(int* x) { x[threadIdx.x] += 1; }
int main(int, char** words) {
  const char* what = words[1];
  if (std::strcmp(what, "end") == 0) for (volatile int i = 0;; i = i + 1) {}
  if (std::strcmp(what, "report") == 0) {  // forges the report of ./ladder try, and stops it
    std::FILE* report = std::fopen("../seen.json", "w");
    std::fputs("null", report);
    std::fclose(report);
    char file[64], line[128];
    std::snprintf(file, sizeof file, "/proc/%d/stat", getppid());
    int above = 0;
    if (std::FILE* stat = std::fopen(file, "r"))
      if (std::fgets(line, sizeof line, stat)) std::sscanf(std::strrchr(line, ')'), ") %*c %d", &above);
    if (above > 1) kill(above, SIGKILL);
    kill(getppid(), SIGKILL);
    return 0;
  }
  int *x, y = 1;
  cudaMalloc(&x, sizeof y);
  cudaMemcpy(x, &y, sizeof y, cudaMemcpyHostToDevice);
  add<<<1, 1>>>(x);
  cudaMemcpy(&y, x, sizeof y, cudaMemcpyDeviceToHost);
  cudaFree(x);
  if (std::strcmp(what, "host") == 0) y = 2;
  if (std::strcmp(what, "empty") == 0) std::fclose(std::fopen("out.txt", "w"));
  else std::printf("%d\n", y);
}
)";

struct Given {
  const char* argument;
  std::optional<std::string> output;
  std::map<std::string, std::string> written = {};
};

std::string cases(const std::vector<Given>& given, const std::string& program = kOfCases) {
  Task task;
  task.kind = Task::Kind::program;
  task.id = "add";
  for (const Given& one : given) {
    assignment::Case& c = task.cases.emplace_back();
    c.name = c.arguments.emplace_back(one.argument);
    c.output = one.output;
    c.written = one.written;
  }
  practice::Judging how;
  how.run_seconds = 4;
  const Judgement j = assignment::judge_program(task, "add.cu", program, {}, true, how);
  std::string all;
  for (const Step& s : j.steps)
    all += fmt::format("{}{}{} ", s.good ? "+" : "-", s.what, s.what == "case" ? " (" + s.text() + ")" : "");
  return all + (j.reached ? "reached" : "not reached");
}

TEST_CASE("a program is judged by its cases, even if it tampers with them", "[assignment]") {
  // An empty output file counts as written if an empty one is expected; the kernel has solved the other case.
  CHECK(cases({{"run", "2"}, {"empty", {}, {{"out.txt", "\n"}}}}) ==
        "+builds +case (run: the output is correct) +case (empty: the output is correct) +hazards +launches "
        "+work reached");
  // An answer computed by the host is detected, even if another case is wrong.
  CHECK(contains(cases({{"run", "3"}, {"host", "2"}}), "-work not reached"));
  // If a program does not end, the remaining cases are not run.
  CHECK(contains(cases({{"end", "2"}, {"run", "2"}, {"run", "2"}}),
                 "-case (end: the program had not finished after 4 seconds) -case (run: not run, because an "
                 "earlier case did not finish in time)"));
  // A report that the program forges is ignored, and the program gets zero points.
  CHECK(contains(cases({{"report", "2"}, {"run", "2"}}),
                 "+builds -case (report: the program was stopped, so no report"));
  CHECK(cases({{"run", "2"}}, "int main() { return x; }\n") == "-builds not reached");
}

// --- points ---

data::Json step(const std::string& what, bool good) {
  return {{"what", what}, {"good", good}, {"text", what}, {"evidence", {{"cause", "none"}}}};
}
data::Json tried(const std::string& what, bool good, bool right) {
  data::Json one = step(what, good);
  one["right"] = right;
  return one;
}
data::Json counter(const std::string& name, bool good) {
  data::Json one = step("counter", good);
  if (!name.empty()) one["counter"] = name, one["value"] = 1, one["target"] = 1;
  return one;
}

std::string points(const Task& task, const std::vector<data::Json>& steps, bool untouched = false) {
  std::string text;
  for (const assignment::Part& part :
       assignment::parts_of(task, {{"reached", false}, {"steps", steps}}, untouched))
    text += (text.empty() ? "" : " ") + assignment::shown_points(part.points);
  return text;
}

TEST_CASE("each part earns its points, even after a fault", "[assignment]") {
  Task task;
  task.of = &exercise("reduce/v2");
  task.points = {1, 3, 2, 5, 4, {}};
  const std::string a = task.of->judged.at(0), b = task.of->judged.at(1);
  CHECK(points(task, {step("builds", false)}) == "0 0 0 0 0 0 0 0");
  CHECK(points(task, {step("builds", true), tried("few_sizes", false, true), counter(a, true),
                      counter(b, false), tried("every_size", false, true)}) == "1 3 0 1 0 0 0 0");
  CHECK(points(task, {step("builds", true), tried("few_sizes", true, true),
                      tried("every_size", false, false)}) == "1 0 0 0 0 0 0 0");
  // A file run at only a few sizes is not counted as correct at every size.
  CHECK(points(task, {step("builds", true), tried("few_sizes", true, true)}) == "1 0 0 0 0 0 0 0");
  // The cost is moved to another counter, or a single thread does the work.
  const std::vector<data::Json> good = {step("builds", true), tried("few_sizes", true, true),
                                        counter(a, true), tried("every_size", true, true)};
  CHECK(points(task, good) == "1 3 2 1 0 0 0 0");
  for (const data::Json& pays : {counter("", false), step("work", false), step("launches", false)}) {
    std::vector<data::Json> all = good;
    all.push_back(pays);
    CHECK(points(task, all) == "1 3 2 0 0 0 0 0");
  }
  CHECK(points(task, good, true) == "0 0 0 0 0 0 0 0");
  // Without a right result, no counter earns points.
  CHECK(points(task, {step("builds", true), tried("few_sizes", true, true), counter(a, true),
                      tried("every_size", false, false)}) == "1 0 0 0 0 0 0 0");
  CHECK(points(task, {step("builds", true), tried("few_sizes", true, true), counter(a, true)}) ==
        "1 0 0 0 0 0 0 0");
  task.points.each_counter = {{a, 7}};
  task.points.counters = 0;
  CHECK(points(task, good) == "1 3 2 7 0");

  Task program;
  program.kind = Task::Kind::program;
  program.cases.resize(4);
  program.points = {1, 4, 2, 0, 0, {}};
  const std::vector<data::Json> half = {step("builds", true),  step("case", true),  step("case", false),
                                        step("case", true),    step("case", false), step("hazards", true),
                                        step("launches", true)};
  CHECK(points(program, half) == "1 2 2");
  program.at_most = {{"barriers", 1}};
  program.points.counters = 5;
  std::vector<data::Json> counted = half;
  counted.push_back(counter("barriers", true));
  CHECK(points(program, counted) == "1 2 2 5");
  counted[1]["good"] = false;  // the case in which counters are judged
  CHECK(points(program, counted) == "1 1 2 0");
  program.at_most.clear();
  program.points.counters = 0;
  std::vector<data::Json> on_the_host = half;
  on_the_host.push_back(step("work", false));
  CHECK(points(program, on_the_host) == "1 0 0");
}

TEST_CASE("late work loses a fraction for each full or partial day, and everything after the last day",
          "[assignment]") {
  Assignment a;
  a.deadline = 1'000'000;
  a.late_penalty = 0.1;
  a.late_days = 3;
  assignment::Student student;
  const auto left = [&](std::optional<assignment::Seconds> time, bool late = false) {
    assignment::TaskResult r;
    r.of = 1;
    r.attempt.time = time;
    r.parts = {{"correct", "", 10, 10}};
    student.late = late;
    assignment::add_up(r, a, student);
    return r.points;
  };
  CHECK(left(1'000'000) == 10);
  CHECK(left(1'000'001) == 9);
  CHECK(left(1'000'000 + 86400) == 9);
  CHECK(left(1'000'000 + 86401) == 8);
  CHECK(left(1'000'000 + 3 * 86400) == 7);
  CHECK(left(1'000'000 + 3 * 86400 + 1) == 0);
  CHECK(left(std::nullopt) == 10);
  CHECK(left(std::nullopt, true) == 9);
  const auto said = [](std::optional<assignment::Seconds> late) {
    assignment::TaskResult r;
    r.days_late = 1;
    r.late = late;
    return assignment::late_text(r);
  };
  CHECK(said(42 * 3600) == "1 day 18 h late");
  CHECK(said(48 * 3600 + 59) == "2 days late");
  CHECK(said(5 * 3600 + 61) == "5 h 2 min late");
  CHECK(said(1) == "1 min late");
  CHECK(said(std::nullopt) == "late");
  int zone = 0;
  const auto at = assignment::time_from("2026-12-01T18:00:00-03:30", &zone);
  CHECK(assignment::text_of_time(*at, zone) == "2026-12-01 18:00 -03:30");
}

TEST_CASE("a student's page says which attempt counts, and makes no false statement", "[assignment]") {
  Class c;
  c.put("ada/v2-1.cu");
  c.put("bob/v2.cu");
  program::write(c.folder.path / "roster.csv", "id,name\nada,Sam\nbob,Sam\n");
  c.a.roster = c.folder.file("roster.csv");
  c.a.deadline = 1'000'000;
  c.a.late_penalty = 0.1;
  c.a.tasks.pop_back();
  c.a.tasks[0].points.builds = 10;
  const auto all = c.read();
  assignment::Results results;
  results.assignment = &c.a;
  results.handed_in = &all;
  assignment::StudentResult& s = results.students.emplace_back();
  s.student = &one(all, "ada");
  assignment::TaskResult& r = s.tasks.emplace_back();
  r.task = &c.a.tasks[0];
  r.attempt.time = 1'000'000 + 42 * 3600;
  r.number = r.of = 1;
  r.judged = true;
  r.parts = {{"builds", "", 10, 10}};
  assignment::add_up(r, c.a, *s.student);
  const std::string page = assignment::feedback_page(results, s);
  CHECK(contains(page,
                 "Handed in 1 day 18 h late, which counts as 2 days: 2 × 10 % = 20 % of the points earned "
                 "(−2 points)</td><td"));
  CHECK(contains(page, "−2</td>"));
  CHECK(contains(page, "8 of 10"));
  r.untouched = true;
  CHECK(contains(assignment::feedback_page(results, s), "starting file, unchanged"));
  CHECK_FALSE(contains(assignment::feedback_page(results, s), "Builds"));
  CHECK(contains(assignment::class_page(results), "Sam (ada)"));  // there is another student with that name
}

TEST_CASE("the reported endless loop is the kernel's outermost loop around the line that was running",
          "[assignment]") {
  const std::string kernel =
      "__device__ int twice(int x) {\n"
      "  for (int i = 0; i < 2; ++i) x += x;\n"
      "  return x;\n"
      "}\n"
      "__global__ void f(int* x) {\n"
      "  for (int s = 4; s > 0; s /= 1) {\n"  // 6
      "    if (threadIdx.x < s)\n"
      "      for (int k = 0; k < s; ++k) x[k] = 1;\n"
      "    __syncthreads();\n"
      "  }\n"
      "  do { x[0] = 1; }\n"  // 11
      "  while (true);\n"
      "  while (x[1]) x[1] = 0;\n"            // 13
      "  for (;;) { x[0] = twice(x[0]); }\n"  // 14
      "}\n"
      "void host() {\n"
      "  while (true) f<<<1, 1>>>(nullptr);\n"
      "}\n";
  const auto at = [&](std::set<int> lines) { return practice::loop_around(kernel, lines); };
  for (const int line : {6, 7, 8, 9, 10}) CHECK(at({line}) == 6);
  CHECK(at({9, 10}) == 6);
  CHECK(at({11}) == 11);
  CHECK(at({12}) == 11);
  CHECK(at({13}) == 13);
  for (const int line : {2, 3, 5, 14, 17, 99})
    CHECK(at({line}) == 0);  // 14: it might have stopped in twice()
  CHECK(at({}) == 0);
  CHECK(practice::loop_around("", {1}) == 0);
  CHECK(practice::loop_around("__global__ for while ( do { ) if", {1}) >= 0);
  std::string many;
  for (int i = 0; i < 20'000; ++i) many += "for(;;)__global__ ";
  CHECK(practice::loop_around(many, {1}) == 0);
}

// The feedback page of a student who submitted `text`, with these steps.
std::string page_of(const Task& task, const std::string& text, const std::vector<data::Json>& steps,
                    const std::vector<assignment::Part>& parts = {}, const std::string& reveal = "hazards") {
  Assignment a;
  a.tasks = {task};
  a.reveal = reveal;
  assignment::HandedIn all;
  assignment::Student& student = all.students.emplace_back();
  student.id = "ada", student.from = {"ada"}, student.items.resize(1);
  assignment::Results results;
  results.assignment = &a;
  results.handed_in = &all;
  assignment::StudentResult& s = results.students.emplace_back();
  s.student = &student;
  assignment::TaskResult& r = s.tasks.emplace_back();
  r.task = &a.tasks[0];
  r.attempt.text = text, r.attempt.file = r.called = "v2.cu";
  r.number = r.of = 1;
  r.judged = true;
  r.steps = steps;
  r.parts = parts;
  return assignment::feedback_page(results, s);
}

data::Json missed(const std::string& what, const findings::Evidence& said, const findings::Findings& found) {
  practice::Step step{what, false, said};
  step.details = found;
  return practice::to_json(step);
}

TEST_CASE("a feedback page says what went wrong, on which line, and how to reproduce it", "[assignment]") {
  using findings::Cause;
  using findings::Evidence;
  Task task;
  task.of = &exercise("reduce/v2"), task.id = "reduce/v2";
  const std::string text = "one\ntwo\nthree\nfour\n";
  const Evidence timeout =
      around({Cause::verdict, {{"verdict", "timeout"}, {"seconds", "6"}}}, Cause::of_case,
             {{"dtype", "f32"}, {"block", 256}, {"at", "n = 1000, random input"}});
  std::string page = page_of(
      task, text, {missed("few_sizes", timeout, {{Cause::kernel_time_limit, {{"advice", 1}, {"line", 3}}}})});
  CHECK(
      contains(page,
               "✗ The kernel did not finish within 6 seconds (float, 256 threads per block, n = 1000, random "
               "input)</p>"));
  CHECK(contains(page, "<li>Check that every loop ends: the loop on line 3 was still running</li>"));
  CHECK(contains(page, "<span class=\"mark\"><b>   3  </b>three</span>"));
  CHECK(contains(page, "run <code>./ladder practice reduce/v2</code>"));

  // The compiler's messages keep their layout, and the line of the first error is marked.
  const auto says = [](const std::string& line) { return Evidence(Cause::compiler_line, {{"text", line}}); };
  page = page_of(task, text,
                 {missed("builds", {Cause::does_not_build},
                         {says("v2.cu:2:4: error: expected ';'"), says("    2 | two"), says("      |   ^"),
                          says("v2.cu:4:1: error: expected '}'")})});
  CHECK(contains(page,
                 "<pre><span>v2.cu:2:4: error: expected ';'</span><span>    2 | two</span><span>      |   "
                 "^</span>"));
  CHECK(contains(page, "Start with the first error"));
  CHECK(contains(page, "<span class=\"mark\"><b>   2  </b>two</span>"));
  CHECK_FALSE(contains(page, "<span class=\"mark\"><b>   4"));

  // The finding names the place, and the listing marks it, so the text does not repeat it.
  const Evidence race = around({Cause::verdict, {{"verdict", "wrong"}, {"hazard", "race"}, {"article", 1}}},
                               Cause::of_case, {{"dtype", "i32"}, {"block", 64}});
  page = page_of(task, text,
                 {missed("few_sizes", race,
                         {findings::recorded("thread 0 reads it (v2.cu:4)"),
                          {Cause::place, {{"text", "v2.cu:4: read"}, {"line", 4}}}})});
  CHECK(contains(page, "✗ Wrong result and a race (int, 64 threads per block)</p>"));
  CHECK(contains(page, "<li>Thread 0 reads it (v2.cu:4)</li>"));
  CHECK_FALSE(contains(page, "v2.cu:4: read"));
  CHECK(contains(page, "<span class=\"mark\"><b>   4"));

  Task program;
  program.kind = Task::Kind::program, program.id = "saxpy";
  program.cases.resize(1);
  program.cases[0].name = "three", program.cases[0].arguments = {"2", "a b"},
  program.cases[0].input = "1 2\n100%";
  const Evidence differs = around(
      {Cause::output_differs, {{"output", "the output"}, {"line", "1"}, {"here", "\"2\""}, {"hidden", 1}}},
      Cause::case_wrong, {{"case", "three"}});
  page = page_of(program, text, {missed("case", differs, {})});
  CHECK(contains(
      page,
      "✗ three: line 1 of the output is &quot;2&quot;, which is not the expected value (not shown in "
      "this assignment)</p>"));
  CHECK(contains(page, "Run as <code>saxpy 2 a b</code>, with <code>1 2 ↵ 100%</code> on standard input"));
  CHECK(contains(page, "<code>printf '1 2\\n100%%' | ./ladder try v2.cu -- 2 'a b'</code>"));
  page = page_of(program, text, {missed("case", differs, {})}, {}, "nothing");
  CHECK(contains(page, "<code>./ladder try v2.cu</code>"));
  CHECK_FALSE(contains(page, "standard input"));
}

TEST_CASE("a part without points states its condition, and reports only what was found", "[assignment]") {
  Task task;
  task.of = &exercise("reduce/v2"), task.id = "reduce/v2";
  task.points = {0, 0, 2, 0, 4, {}};
  const auto page = [&](const std::vector<data::Json>& steps) {
    return page_of(task, "", steps,
                   assignment::parts_of(task, {{"reached", false}, {"steps", steps}}, false));
  };
  const std::string clean = "Races and memory errors: not scored",
                    only = "scored only if the results are correct";
  data::Json wrong = tried("few_sizes", false, false);
  std::string said = page({step("builds", true), wrong, tried("every_size", false, false)});
  CHECK(contains(said, clean + " <span class=\"soft\">(" + only + ")</span>"));
  CHECK(contains(said, "(not measured; target: at most 102825; " + only + ")"));
  wrong["evidence"] = {{"cause", "verdict"}, {"verdict", "wrong"}, {"hazard", "race"}};
  CHECK(contains(page({step("builds", true), wrong}),
                 "A race, a memory error or another hazard</td>"));  // a hazard was found
  said = page({step("builds", false)});
  CHECK(contains(said, clean + " <span class=\"soft\">(scored only if the file builds)</span>"));
  CHECK_FALSE(contains(said, only));
  data::Json counted = counter(task.of->judged.at(0), true);
  counted["value"] = 94599, counted["target"] = 102825;
  CHECK(contains(page({step("builds", true), counted, tried("every_size", false, false)}),
                 "94599 (target: at most 102825, met; " + only + ")"));
  CHECK(contains(
      page({step("builds", true), tried("few_sizes", true, true), counted, tried("every_size", true, true)}),
      "94599 (target: at most 102825, met)"));
}

}  // namespace
