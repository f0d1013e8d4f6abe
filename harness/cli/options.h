// All command-line options after parsing. Filled by arguments.cpp, used by the commands.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "check/case.h"
#include "data/counts.h"
#include "stage/registry.h"

namespace ladder::cli {

struct Options {
  std::string name;  // the command: "run"
  int (*command)(const Options&) = nullptr;
  std::vector<std::string> ids;  // stages; grade: files
  std::string backend;           // cuda, simt, cpu, all; "": the best available
  std::vector<data::Extent> ns;  // empty: the command's default
  std::vector<unsigned> blocks;
  std::vector<unsigned> gpus;  // for multi-GPU stages; empty: all GPUs that can reach each other
  std::vector<stage::DType> dtypes;
  unsigned repetitions = 0;
  bool warm_cache = false;
  uint64_t seed = 1;
  double timeout = 0;  // the number of seconds that a kernel may take; 0: chosen for its work
  std::string json, csv, md, tex, svg, pdf, png, gbench;  // files; "-" is standard output, "" means none
  std::string against;                                    // for bits: a file
  double fail_above = -1;                                 // for compare; negative: never
  bool as_json = false;                                   // list --json
  uint64_t block_index = 0;                               // trace, step
  uint64_t launch = 1;                                    // for trace and step: counted from 1
  check::InputKind input = check::InputKind::random;      // trace, step
  bool self_test = false;                                 // doctor
  bool check_only = false;                                // docs --check, counters --check
  std::vector<std::string> words;  // for tables, compare and report: files, track, key=value, as in a mark
  bool watch = false, hint = false, solution = false, why = false;  // practice
  bool json_lines = false, confine = false;                         // practice
  bool no_browser = false;                                          // studio
  unsigned port = 0;                                                // for studio; 0: any free port
  bool mine = false;                                                // for explain, diff, step and trace
  bool trust = false, fail = false, resume = false;                 // grade
  bool seed_given = false;
  double build_seconds = 60, run_seconds = 300;  // for grade: seconds for each file
  std::string as, gradescope;                    // for grade: an exercise, and a file to write
  std::string reveal = "hazards";                // for grade: see cli/grade.h
  std::string assignment, feedback, class_page;  // for grade: a file to read, a folder and a file to write
  std::string moodle, canvas, hand_out;          // for grade: two files and a folder to write
  std::string html;                              // for report and practice: the page to write
  std::vector<std::string> includes, defines;    // for try: -I and -D
  // try: as passed to the compiler and the linker
  std::vector<std::string> preprocessor, libraries;
  std::string standard;                        // for try: -std; "17"; "" is nvcc's default
  bool openmp = false;                         // for try: -Xcompiler -fopenmp
  std::vector<std::string> program_arguments;  // for try: the arguments after --
  bool full = false, explain = false;          // try
  std::string block_trace;                     // for try: a file to write
  std::vector<std::string> fail_on;            // for try: kinds of remarks
  std::string format = "text";  // for check, try, practice and grade: "text", "github" or "none"
  std::string sarif, junit;     // files for check, try, practice and grade
  bool no_color = false;
  bool quiet = false;
  std::string command_line;        // as typed, for the results file
  std::vector<std::string> typed;  // the words typed, without the program

  bool writes_to_stdout() const {
    return json == "-" || csv == "-" || md == "-" || tex == "-" || svg == "-" || pdf == "-" || png == "-" ||
           gbench == "-" || junit == "-" || sarif == "-" || gradescope == "-" || moodle == "-" ||
           canvas == "-" || class_page == "-";
  }
};

// Reads the arguments. Throws Failure with one line. Returns false after printing help, which counts as
// success.
bool parse_arguments(int argc, const char* const* argv, Options&);

}  // namespace ladder::cli
