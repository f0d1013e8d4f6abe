// Compiles a kernel file for the executor: the compiler generates assembly, the passes (passes.h) edit it, and
// the assembler produces the object. Code that g++ accepts but nvcc rejects is also an error.
//
//   instrument TRACED [ccache] g++ OPTIONS… -o OBJECT -c FILE    a compiler launcher, which CMake puts first
//   instrument --assembly [--traced] [--locals=FILE] [--only=PASS,PASS] FILE.s    the file after these passes
//   instrument --host-use [--not-own=FOLDER] FILE…                                errors, and host_use.h's messages
//
// The environment variable AS names another assembler, for cross-compilation. SIMT_LOCALS=FILE is set for a
// program whose two forms are merged (harness/executor/try/build.cpp). The program's local symbols are then
// listed in FILE.
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>

#include "instrument/host_use.h"
#include "instrument/passes.h"

using namespace ladder;

extern char** environ;

namespace ladder::instrument {
namespace {

using Words = std::vector<std::string>;

std::string read_file(const std::string& name) {
  std::ifstream in(name, std::ios::binary);
  std::ostringstream text;
  if (!(text << in.rdbuf())) throw std::runtime_error("cannot read " + name);
  return std::move(text).str();
}
void write_file(const std::string& name, const std::string& text) {
  std::ofstream out(name, std::ios::binary);
  if (!(out << text) || !out.flush()) throw std::runtime_error("cannot write " + name);
}

std::vector<char*> arguments_of(Words& words) {
  std::vector<char*> all;
  for (std::string& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  return all;
}

int run(Words words) {
  pid_t child = 0;
  int status = 0;
  if (const int error =
          posix_spawnp(&child, words[0].c_str(), nullptr, nullptr, arguments_of(words).data(), environ))
    throw std::system_error(error, std::generic_category(), words[0]);
  if (waitpid(child, &status, 0) != child) throw std::runtime_error("no exit status of " + words[0]);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// For code without shifts, g++ is not asked to check shifts: the option would prevent it from merging
// conditions, and conditions are counted.
bool may_shift(const std::string& source) {
  const auto has_shift = [](const std::string& text) {
    return text.find("<<") != text.npos || text.find(">>") != text.npos;
  };
  const std::string text = read_file(source), folder = source.substr(0, source.rfind('/') + 1);
  if (has_shift(text)) return true;
  std::istringstream lines(text);
  constexpr std::string_view kInclude = "#include \"";
  for (std::string line; std::getline(lines, line);) {
    const std::string name = line.substr(std::min(kInclude.size(), line.size()),
                                         line.find('"', kInclude.size()) - kInclude.size());
    if (!line.starts_with(kInclude) || !name.ends_with(".cuh")) continue;
    std::ifstream in(folder + name);
    std::ostringstream header;
    header << in.rdbuf();
    if (has_shift(header.str())) return true;
  }
  return false;
}

// Returns false if nvcc would reject the code.
bool edit(const std::string& from, const std::string& to, const Options& options,
          const std::string& only = "") {
  Assembly assembly(read_file(from), options);
  for (const Pass& pass : all_passes())
    if (only.empty() ? pass.is_for(options)
                     : ("," + only + ",").find("," + std::string(pass.name) + ",") != only.npos)
      pass.run(assembly);
  write_file(to, assembly.text());
  if (options.whole_program()) {
    std::string names;
    for (const std::string_view name : assembly.made_global) names += std::string(name) + "\n";
    write_file(options.locals, names);
  }
  const std::string refused = refusals(assembly);
  std::cerr << refused;
  return refused.empty();
}

struct Temporary {
  std::string name;
  ~Temporary() { std::remove(name.c_str()); }
};

int compile(bool traced, Words command) {
  if (std::find(command.begin(), command.end(), "c++-header") != command.end()) {  // a header to precompile
    execvp(command[0].c_str(), arguments_of(command).data());
    throw std::system_error(errno, std::generic_category(), command[0]);
  }
  std::string object, source;
  for (size_t i = 0; i < command.size(); ++i) {
    if (command[i].ends_with(".cu")) source = command[i];
    if (command[i] == "-o" && i + 1 < command.size()) object = command[i + 1];
  }
  const std::string unique = object + "." + std::to_string(getpid());
  const Temporary made{unique + ".s"}, edited{unique + ".edited.s"};
  for (size_t i = 0; i < command.size(); ++i) {
    if (command[i] == "-c") command[i] = "-S";
    if (command[i] == "-fsanitize=shift-exponent,float-cast-overflow" &&
        (source.empty() || !may_shift(source)))
      command[i] = "-fsanitize=float-cast-overflow";
    if (i > 0 && command[i - 1] == "-o") command[i] = made.name;
  }
  if (const int status = run(command)) return status;
  if (!source.empty()) {
    const HostUse found = host_use({source}, "");
    std::cerr << found.text;
    if (found.refused) return 1;
  }
  const char* locals = std::getenv("SIMT_LOCALS");
  if (!edit(made.name, edited.name, {traced, locals ? locals : ""})) return 1;
  const char* assembler = std::getenv("AS");
  return run({assembler && *assembler ? assembler : "as", "-o", object, edited.name});
}

// Parses --NAME=VALUE.
bool takes(const std::string& word, const std::string& option, std::string& value) {
  if (!word.starts_with(option + "=")) return false;
  value = word.substr(option.size() + 1);
  return true;
}

int main_of(Words words) {
  const std::string what = words.empty() ? "" : words[0];
  if (!words.empty()) words.erase(words.begin());
  if ((what == "0" || what == "1") && !words.empty()) return compile(what == "1", std::move(words));
  Options options;
  std::string only, not_own;
  Words files;
  for (const std::string& word : words) {
    if (word == "--traced")
      options.traced = true;
    else if (!takes(word, "--locals", options.locals) && !takes(word, "--only", only) &&
             !takes(word, "--not-own", not_own))
      files.push_back(word);
  }
  if (what == "--assembly" && files.size() == 1) return edit(files[0], "/dev/stdout", options, only) ? 0 : 1;
  if (what == "--host-use" && !files.empty()) {
    const HostUse found = host_use(files, not_own);
    std::cout << found.text;
    return found.refused ? 1 : 0;
  }
  std::cerr << "usage: instrument 0|1 [ccache] g++ OPTIONS… -o OBJECT -c FILE\n";
  return 2;
}

}  // namespace
}  // namespace ladder::instrument

int main(int argc, char** argv) {
  try {
    return instrument::main_of({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << "instrument: error: " << error.what() << "\n";
    return 1;
  }
}
