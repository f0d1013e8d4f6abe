#include "toolchain/toolchain.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <regex>

#include "os/error.h"
#include "os/files.h"
#include "os/process.h"
#include "os/repository.h"
#include "text/lines.h"

namespace ladder::toolchain {
namespace {

namespace fs = std::filesystem;

// Reads, line by line, a file that the build has written.
std::vector<std::string> noted(const std::string& file) {
  const std::string path = os::program_folder() + "/" + file;
  if (!fs::exists(path)) throw os::Error(fmt::format("there is no {}: ./ladder doctor rebuilds it", path));
  return text::lines_of(os::read_text(path));
}

// Removes the unlocked folders, which killed programs have left behind. (A folder from the last minute may
// not have been locked yet.)
void remove_left_over(const std::string& above) {
  constexpr auto kYoung = std::chrono::minutes(1);
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(above, error)) {
    std::error_code none;
    if (!entry.path().filename().string().starts_with("tmp.") ||
        !fs::is_directory(entry.symlink_status(none)) ||
        fs::last_write_time(entry.path(), none) + kYoung > fs::file_time_type::clock::now())
      continue;
    const os::Descriptor folder(open(entry.path().c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (folder && flock(*folder, LOCK_EX | LOCK_NB) == 0) os::remove_folder(entry.path());
  }
}

}  // namespace

BuildFolder::BuildFolder(const std::string& name) {
  const std::string above = os::work_folder() + "/" + name;
  std::error_code error;
  fs::create_directories(above, error);
  if (!error) remove_left_over(above);
  path_ = above + "/tmp.XXXXXX";
  if (error || mkdtemp(path_.data()) == nullptr)
    throw os::Error("cannot write to " + above + ": LADDER_BUILD=FOLDER ./ladder … builds in another folder");
  hold();
}

void BuildFolder::hold() {
  held_ = os::Descriptor(open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (held_) flock(*held_, LOCK_EX | LOCK_NB);
}

BuildFolder::~BuildFolder() { os::remove_folder(path_); }

std::string quoted(const std::string& path) {
  std::string out = "'";
  for (const char c : path) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

const char* name_of(Form form) { return form == Form::plain ? "plain" : "traced"; }

std::string compiler() {
  std::string last;  // the compiler may be preceded by a launcher such as ccache
  for (const std::string& word : noted("kernels/plain.flags")) {
    if (word.starts_with("-I")) break;
    last = word;
  }
  return last;
}

std::string kernel_compiler(Form form, Headers headers) {
  std::string command;
  for (const std::string& word : noted(fmt::format("kernels/{}.flags", name_of(form))))
    command += (command.empty() ? "" : " ") + quoted(word);
  if (headers == Headers::precompiled)
    command += " -include " + quoted(fmt::format("{}/kernels/CMakeFiles/kernels_{}.dir/cmake_pch.hxx",
                                                 os::program_folder(), name_of(form)));
  return command;
}

std::string instrument() { return os::program_folder() + "/instrument"; }

std::string kernel_command(Form form, Headers headers) {
  return fmt::format("{} {} {}", quoted(instrument()), form == Form::traced ? 1 : 0,
                     kernel_compiler(form, headers));
}

std::string kernel_object(Form form, const std::string& kernel_file) {
  const std::string file = kernel_file.substr(std::strlen("kernels/"));
  return fmt::format("kernels/CMakeFiles/kernels_{}_{}.dir/{}.o", file.substr(0, file.find('/')),
                     name_of(form), file);
}

std::string link_command(const std::string& program, const std::vector<std::string>& more_objects,
                         const std::string& output) {
  std::string command;
  bool is_output = false;
  for (const std::string& word : noted(program + ".link")) {
    command += (command.empty() ? "" : " ") + quoted(is_output ? output : word);
    is_output = word == "-o";
    // Objects must come before the libraries.
    if (is_output) {
      std::string before;
      for (const std::string& object : more_objects) before += quoted(object) + " ";
      command.insert(command.size() - quoted(word).size(), before);
    }
  }
  return command;
}

std::string first_error(const std::string& output) {
  static const std::regex place(R"(^[^:]+:\d+:(\d+:)? .*)");
  std::string before, found;
  bool ended = false;
  size_t more = 0;  // further errors
  for (const std::string& line : text::lines_of(output)) {
    // The linker gives the reason in an earlier line: the first one that is not just a location ("… in function
    // `f':").
    if (found.empty() && (line.starts_with("collect2: ") || line.starts_with("c++: error: linker"))) {
      for (const std::string& said : text::lines_of(before)) {
        found += said + "\n";
        if (!said.ends_with(':') && said.find("warning: ") == std::string::npos) break;
      }
      if (!found.empty()) break;
    }
    const bool error = line.find("error: ") != std::string::npos;
    const bool starts = error || std::regex_match(line.substr(0, 2000), place);
    if (ended || (starts && !found.empty())) {
      ended = true;
      more += error;
    } else if (found.empty()) {
      // "In file included from …" and "… required from here" are kept for the error that follows.
      if (!error && line.find("warning: ") != std::string::npos) before.clear();
      before += line + "\n";
      if (error) found = before;
    } else if (line.starts_with("compilation terminated") || line.starts_with("In ")) {
      ended = true;
    } else {
      found += line + "\n";
    }
  }
  if (found.empty()) found = output.substr(0, 2000);
  while (found.ends_with('\n')) found.pop_back();
  if (more > 0) found += fmt::format("\nand {} more", more);
  return found;
}

std::string line_before(const std::string& message, const std::string& source) {
  static const std::regex missing(R"([^:]+:(\d+):(?:\d+:)? error: (?:expected .*|.* before ‘.*))");
  std::smatch found;
  const std::string start = message.substr(0, 2000);
  if (!std::regex_match(start, found, missing)) return "";
  const std::vector<std::string> lines = text::lines_of(source);
  size_t number = std::min<size_t>(std::strtoul(found[1].str().c_str(), nullptr, 10), lines.size() + 1);
  while (number > 1)
    if (const std::string& line = lines[--number - 1]; line.find_first_not_of(" \t\r") != std::string::npos)
      return fmt::format("{:5} | {}\n", number, line);
  return "";
}

}  // namespace ladder::toolchain
