#include "practice/confine.h"

#include <fmt/format.h>

#include <regex>
#include <sstream>

#include "os/process.h"
#include "os/repository.h"

namespace practice {
namespace {

constexpr unsigned long kMostFile = 1ul << 30;  // bytes

std::vector<std::string> bubblewrap(const std::string& folder) {
  std::vector<std::string> words = {"bwrap", "--unshare-all", "--die-with-parent", "--new-session",
                                    "--clearenv"};
  const auto add = [&](std::initializer_list<std::string> more) { words.insert(words.end(), more); };
  add({"--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin", "--setenv", "LANG", "C.UTF-8"});
  add({"--setenv", "CCACHE_DISABLE", "1", "--setenv", "HOME", folder, "--setenv", "TMPDIR", folder});
  for (const char* system : {"/usr", "/bin", "/lib", "/lib64", "/etc/alternatives", "/etc/ld.so.cache"})
    add({"--ro-bind-try", system, system});
  add({"--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"});
  for (const char* part :
       {"device", "simt", "stage"}) {  // what a kernel file may include, and compile_kernel.sh
    const std::string path = os::in_repository(std::string("harness/") + part);
    add({"--ro-bind", path, path});
  }
  const std::string build = os::program_folder();
  add({"--ro-bind", build, build, "--tmpfs", build + "/practice", "--bind", folder, folder, "--chdir",
       folder});
  return words;
}

}  // namespace

std::vector<std::string> unconfined(const std::string& shell_command, unsigned) {
  return {"sh", "-c", shell_command};
}

Wrap in_folder(const std::string& folder) {
  return [folder](const std::string& command, unsigned cpu_seconds) {
    return unconfined(fmt::format("cd '{}' && {}", folder, command), cpu_seconds);
  };
}

Wrap confined_to(const std::string& folder) {
  return [folder](const std::string& command, unsigned cpu_seconds) {
    std::vector<std::string> words = bubblewrap(folder);
    // POSIX: kilobytes of memory, and blocks of 512 bytes of a file.
    // At the soft limit of time a process is told why it ends. (The executor reserves address space by the
    // terabyte, so that a limit of memory must be kept from outside: os::Running::most_memory.)
    words.insert(words.end(), {"sh", "-c",
                               fmt::format("ulimit -c 0; ulimit -S -t {}; ulimit -H -t {}; ulimit -f {}; {}",
                                           cpu_seconds, cpu_seconds + 2, kMostFile / 512, command)});
    return words;
  };
}

std::string no_confinement() {
  if (!os::output_of({"bwrap", "--version"}))
    return "bubblewrap is not installed (apt-get install bubblewrap)";
  if (!os::output_of({"bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"}))
    return "bubblewrap does not work here (it needs user namespaces)";
  return "";
}

std::string not_for_kernels(const std::string& symbols, const std::string& code) {
  // What the kernels and the headers that they include call: CUDA's functions, the executor's, registration, memory,
  // exceptions, mathematics. Anything else is for programs.
  static const std::regex allowed(
      "_Z\\d+(__|atomic|simt_exchange)\\w*|_ZN4simt(3run|11running_gpu|11result_used|4post|4peek|9bulk_load|"
      "10bulk_store|16bulk_stores_read|12barrier_"
      "wait|"
      "12barrier_init|22publish_shared_to_bulk)\\w*|_ZN4cuda15nccl_all_(gather|reduce)\\w*|_ZNK?"
      "5stage(12Registration|14no_version_for|16scratch_of_level)\\w*|_Zn[wa]\\w*|_Zd[la]\\w*|"
      "_ZSt\\d+__throw_\\w*|_ZSt9terminatev|_ZNSt(16invalid_argument|11logic_error|13runtime_error|"
      "9exception)\\w*|"
      "_ZT[IVS]\\w*|__cxa_\\w*|__gxx_personality_v0|_Unwind_Resume|__tsan_\\w*|__sanitizer_cov_trace_pc|"
      "simt_count_division|simt_divided_by_zero|simt_dynamic_shared|simt_see_argument_\\d+|__ubsan_handle_[a-"
      "z_]+|threadIdx|"
      "blockIdx|blockDim|gridDim|("
      "simt_)?mem(cpy|move|set|cmp)|"
      "strlen|"
      "__popcount\\w*|_GLOBAL_OFFSET_TABLE_|__stack_chk_fail|"
      "(sqrt|fabs|fmin|fmax|exp|exp2|log|log2|pow|sin|cos|floor|ceil|round|trunc|fmod|fma)f?|simt_shared_\\w*"
      "|"
      "__(start|stop)_simt_shared");
  std::istringstream lines(symbols);
  for (std::string line; std::getline(lines, line);) {
    const std::string name = line.substr(0, line.find(' '));
    if (name.empty() || name.find(':') != std::string::npos || name.find('/') != std::string::npos) continue;
    if (!std::regex_match(name.substr(0, 500), allowed))
      return fmt::format("it calls {}, which is not for kernels", name.substr(0, 100));
  }
  static const std::string instructions[] = {"\tsyscall", "\tsysenter", "\tint    $0x80", "\tsvc"};
  for (const std::string& instruction : instructions)
    if (code.find(instruction) != std::string::npos)
      return fmt::format("it holds the instruction {}, which is not for kernels", instruction.substr(1));
  return "";
}

}  // namespace practice
