#include "practice/sandbox.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <thread>

#include "os/error.h"
#include "os/repository.h"
#include "toolchain/toolchain.h"

namespace ladder::practice {
namespace {

namespace fs = std::filesystem;

// The user that root becomes before bubblewrap starts: root could change the system's settings under /proc/sys.
constexpr uid_t kNobody = 65534;

constexpr double kToolSeconds = 60;  // the limit for ./ladder's own commands on a reader's file

std::vector<std::string> as_another_user() {
  if (geteuid() != 0) return {};
  const std::string id = std::to_string(kNobody);
  return {"setpriv", "--reuid", id, "--regid", id, "--clear-groups", "--inh-caps=-all"};
}

// `seconds`: wall-clock time, enforced elsewhere. A process that escapes gets no more CPU time than all cores
// provide in that time.
std::vector<std::string> within(double seconds, size_t file_bytes) {
  const auto cpu_seconds =
      static_cast<unsigned>(std::ceil(seconds)) * std::max(1u, std::thread::hardware_concurrency());
  return {"prlimit", "--core=0", fmt::format("--cpu={}:{}", cpu_seconds, cpu_seconds + 2),
          fmt::format("--fsize={}", file_bytes), "--nofile=256"};
}

template <typename... More>
std::vector<std::string> joined(std::vector<std::string> all, const More&... more) {
  (all.insert(all.end(), more.begin(), more.end()), ...);
  return all;
}

// The system's programs and libraries, and the compiler if it is installed elsewhere (/opt/gcc/bin/g++).
std::vector<std::string> the_system() {
  std::vector<std::string> words;
  const auto add = [&](std::initializer_list<std::string> more) { words.insert(words.end(), more); };
  for (const char* system : {"/usr", "/bin", "/lib", "/lib64", "/etc/alternatives", "/etc/ld.so.cache"})
    add({"--ro-bind-try", system, system});
  const fs::path named = toolchain::compiler();
  std::error_code none;
  const fs::path real = fs::canonical(named, none), its_folder = real.parent_path().parent_path();
  const auto is_below = [](const fs::path& path, const fs::path& folder) {
    return path.string().starts_with(folder.string() + "/");
  };
  if (none) return words;
  const auto is_systems = [&](const fs::path& path) {
    return is_below(path, "/usr") || is_below(path, "/bin");
  };
  if (!is_systems(real)) {
    const bool whole = fs::exists(its_folder / "lib/gcc") || fs::exists(its_folder / "libexec/gcc");
    const std::string path = whole ? its_folder : real;
    add({"--ro-bind", path, path});
    if (whole && is_below(named, its_folder)) return words;
  }
  if (named != real && !is_systems(named)) add({"--symlink", real, named});
  return words;
}

std::vector<std::string> bubblewrap(const std::string& folder, Doing doing) {
  std::vector<std::string> words = {"bwrap", "--unshare-all", "--die-with-parent", "--new-session",
                                    "--clearenv"};
  const auto add = [&](std::initializer_list<std::string> more) { words.insert(words.end(), more); };
  add({"--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin", "--setenv", "LANG", "C.UTF-8"});
  words = joined(words, the_system());
  add({"--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys", "--dev-bind", "/dev/null", "/dev/null"});
  if (doing == Doing::building) {
    add({"--setenv", "CCACHE_DISABLE", "1", "--setenv", "HOME", folder, "--setenv", "TMPDIR", folder});
    // The headers that a kernel file may include.
    for (const char* part : {"base/device", "executor/platform", "executor/simt", "executor/runtime/include",
                             "ladder/stage", "ladder/tracks"}) {
      const std::string path = os::in_repository(std::string("harness/") + part);
      add({"--ro-bind", path, path});
    }
    const std::string build = os::program_folder(), others = os::work_folder() + "/practice";
    add({"--ro-bind", build, build, "--tmpfs", others, "--bind", folder, folder, "--remount-ro", others});
  } else {
    add({"--ro-bind", folder, folder, "--seccomp", "3"});
  }
  add({"--remount-ro", "/", "--chdir", folder});
  return words;
}

}  // namespace

Command unconfined(const std::string& shell_command, Doing) { return {{"sh", "-c", shell_command}}; }

Wrap in_folder(const std::string& folder) {
  return [folder](const std::string& command, Doing doing) {
    return unconfined(fmt::format("cd {} && {}", toolchain::quoted(folder), command), doing);
  };
}

Wrap confined_to(const std::string& folder, double build_seconds, double run_seconds) {
  return [folder, build_seconds, run_seconds](const std::string& command, Doing doing) {
    const bool building = doing == Doing::building;
    // (The executor reserves terabytes of address space, so memory is limited from outside: remote_runner.cpp,
    // os/process.cpp.)
    return Command{
        joined(as_another_user(), within(building ? build_seconds : run_seconds, building ? kMostFile : 0),
               bubblewrap(folder, doing), std::vector<std::string>{"sh", "-c", command}),
        true};
  };
}

void give_to_builder(const std::string& folder) {
  if (geteuid() == 0 && chown(folder.c_str(), kNobody, kNobody) != 0)
    throw os::Error(
        fmt::format("the owner of {} cannot be changed: grade as a user other than root", folder));
}

std::string not_reachable() {
  if (geteuid() != 0) return "";
  const std::string build = os::program_folder();
  for (fs::path at = build;; at = at.parent_path()) {
    struct stat about {};
    if (stat(at.c_str(), &about) == 0 && (about.st_mode & S_IXOTH) == 0)
      return fmt::format(
          "as root, ./ladder switches to another user ({}), who cannot enter {}: chmod o+x '{}', run as a "
          "user other than root, or move the checkout",
          kNobody, at.string(), at.string());
    if (at == at.parent_path()) return "";
  }
}

Command confined_tool(const std::vector<std::string>& words, const std::string& scratch,
                      const std::string& its_folder) {
  const std::string build = os::program_folder(), here = fs::current_path().string();
  std::vector<std::string> bwrap = {"bwrap", "--unshare-all", "--die-with-parent", "--new-session",
                                    "--clearenv"};
  const auto add = [&](std::initializer_list<std::string> more) { bwrap.insert(bwrap.end(), more); };
  if (geteuid() == 0) add({"--cap-drop", "ALL"});
  add({"--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin", "--setenv", "LANG", "C.UTF-8"});
  add({"--setenv", "CCACHE_DISABLE", "1", "--setenv", "HOME", scratch, "--setenv", "TMPDIR", scratch});
  bwrap = joined(bwrap, the_system());
  add({"--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys", "--dev", "/dev"});
  for (const std::string& folder : {os::repository(), here, fs::canonical(its_folder).string(), build})
    add({"--ro-bind", folder, folder});
  // (These commands build in os::work_folder(), which is inside `scratch` here, so the files kept for the
  // terminal stay unchanged.)
  add({"--bind", scratch, scratch, "--remount-ro", "/", "--chdir", here});
  return {joined(within(kToolSeconds, kMostFile), bwrap, words), true};
}

Command confined_try(const std::vector<std::string>& words, const std::string& scratch,
                     const std::string& folder, double seconds) {
  std::vector<std::string> bwrap = {"bwrap", "--unshare-all", "--die-with-parent", "--new-session",
                                    "--clearenv"};
  const auto add = [&](std::initializer_list<std::string> more) { bwrap.insert(bwrap.end(), more); };
  add({"--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin", "--setenv", "LANG", "C.UTF-8"});
  add({"--setenv", "CCACHE_DISABLE", "1", "--setenv", "HOME", scratch, "--setenv", "TMPDIR", scratch});
  bwrap = joined(bwrap, the_system());
  add({"--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys", "--dev", "/dev"});
  const std::string harness = os::in_repository("harness"), build = os::program_folder(),
                    others = os::work_folder() + "/practice";
  add({"--ro-bind", harness, harness, "--ro-bind", build, build, "--tmpfs", others});
  add({"--bind", scratch, scratch, "--remount-ro", others, "--remount-ro", "/", "--chdir", folder});
  return {joined(as_another_user(), within(seconds, kMostFile), bwrap, words), true};
}

std::string no_confinement() {
  if (!os::output_of({"bwrap", "--version"}))
    return "bubblewrap is not installed: apt-get install bubblewrap";
  if (const std::string why = not_reachable(); !why.empty()) return why;
  const os::Ended tried =
      os::run_programs(
          {joined(as_another_user(),
                  std::vector<std::string>{"bwrap", "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc",
                                           "--ro-bind", "/proc/sys", "/proc/sys", "true"})})
          .front();
  if (tried.status == 0) return "";
  const std::string said = os::first_line(tried.output);
  if (said.find("proc") != std::string::npos)
    return fmt::format(
        "bubblewrap cannot create a /proc here ({}): this container hides parts of it. "
        "docker run --security-opt systempaths=unconfined --security-opt seccomp=unconfined allows it, or "
        "grade outside a container",
        said);
  return fmt::format(
      "bubblewrap cannot create user namespaces here ({}). On Ubuntu 24.04: sudo sysctl -w "
      "kernel.apparmor_restrict_unprivileged_userns=0. In a container: docker run --security-opt "
      "seccomp=unconfined "
      "--security-opt apparmor=unconfined --security-opt systempaths=unconfined",
      said);
}

}  // namespace ladder::practice
