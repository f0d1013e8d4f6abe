// Runs the built program as a user would, and returns its output.
#pragma once
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace ladder::program {

struct Outcome {
  int status = -1;  // as a shell reports it: 128 + signal
  std::string out, err;
  size_t error_lines() const { return static_cast<size_t>(std::count(err.begin(), err.end(), '\n')); }
};

inline std::string slurp(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

inline void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

// A private folder, removed at the end of the test.
struct Folder {
  std::filesystem::path path;
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "ladder-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
    path = name;
  }
  ~Folder() { std::filesystem::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string file(const std::string& name) const { return (path / name).string(); }
};

struct Started {
  pid_t child;
  Folder folder;
};

// `stdout_file`: receives standard output; "": it is returned.
inline pid_t start(const std::string& executable, const std::vector<std::string>& arguments,
                   const Folder& folder, const std::string& stdout_file = "") {
  std::vector<char*> argv = {const_cast<char*>(executable.c_str())};
  for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  // Without --json, a run would write build/latest.json, which belongs to the user.
  std::string latest = "--json=" + folder.file("latest.json");
  const bool writes_latest = !arguments.empty() && arguments[0] == "run" &&
                             std::none_of(arguments.begin(), arguments.end(),
                                          [](const std::string& a) { return a.starts_with("--json"); });
  if (writes_latest) argv.push_back(latest.data());
  argv.push_back(nullptr);
  const std::string out = stdout_file.empty() ? folder.file(".out") : stdout_file, err = folder.file(".err");
  const pid_t child = fork();
  if (child == 0) {
    const auto to = [](const std::string& file, int descriptor) {
      const int opened =
          open(file.c_str(), O_WRONLY | O_CREAT | (file.starts_with("/dev/") ? 0 : O_TRUNC), 0600);
      if (opened < 0 || dup2(opened, descriptor) < 0) _exit(126);
    };
    to(out, STDOUT_FILENO);
    to(err, STDERR_FILENO);
    setenv("CUDA_VISIBLE_DEVICES", "", 1);  // these tests are about the executor
    execv(executable.c_str(), argv.data());
    _exit(127);
  }
  return child;
}

inline Outcome wait_for(pid_t child, const Folder& folder) {
  int status = 0;
  waitpid(child, &status, 0);
  Outcome outcome;
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.out = slurp(folder.file(".out"));
  outcome.err = slurp(folder.file(".err"));
  return outcome;
}

inline Outcome run(const std::vector<std::string>& arguments, const std::string& stdout_file = "") {
  const Folder folder;
  return wait_for(start(LADDER_PROGRAM, arguments, folder, stdout_file), folder);
}

}  // namespace ladder::program
