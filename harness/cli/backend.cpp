#include "cli/backend.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <thread>

#include "bench/plan.h"
#include "cli/about.h"
#include "cli/exit.h"
#include "os/process.h"
#include "cuda/device_facts.h"
#include "mpi/job.h"
#include "os/repository.h"
#include "simt/machine.h"

namespace ladder::cli {
namespace {

std::string gpu_name() { return cuda::device_facts().name; }

std::string executor_name() {
  const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  return fmt::format("the CPU executor on {} core{}", threads, threads == 1 ? "" : "s");
}

// LADDER_COMMIT and LADDER_DIRTY describe a copy without a repository (on a machine that has only the files).
report::Context ask_commit() {
  report::Context context;
  if (const char* commit = std::getenv("LADDER_COMMIT")) {
    context.git_commit = commit;
    context.git_dirty = std::getenv("LADDER_DIRTY") != nullptr;
    return context;
  }
  const auto git = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"git", "-C", os::repository()});
    return os::output_of(arguments);
  };
  // A tarball unpacked inside another repository has no commit.
  if (git({"rev-parse", "--show-prefix"}) == std::string("\n"))
    context.git_commit = os::first_line(git({"rev-parse", "HEAD"}).value_or(""));
  if (!context.git_commit.empty()) context.git_dirty = !git({"status", "--porcelain"}).value_or("").empty();
  return context;
}

// Queried once: git is a separate process, which cannot always be started if there are several processes
// (cli/processes.h).
const report::Context& commit() {
  static const report::Context known = ask_commit();
  return known;
}

}  // namespace

std::string this_commit() {
  if (commit().git_commit.empty()) return "a copy without its repository";
  return fmt::format("commit {}{}", commit().git_commit.substr(0, 10),
                     commit().git_dirty ? ", with uncommitted changes" : "");
}

NoCuda no_cuda() {
  const cuda::DeviceFacts& facts = cuda::device_facts();
  if (facts.available) return {};
  if (about.has_cuda) return {facts.why_not.empty() ? "no GPU was found" : facts.why_not, no_gpu};
  // The program was built without CUDA because there is no GPU or no nvcc, or because ./ladder could not
  // build it with CUDA. The text contains the exit status of --backend cuda and the reason: "1 CUDA Toolkit
  // 11.5 is too old: …".
  const std::string gpu =
      os::first_line(os::output_of({"nvidia-smi", "--query-gpu=name", "--format=csv,noheader"}).value_or(""));
  if (gpu.empty()) return {"no GPU was found (nvidia-smi shows none)", no_gpu};
  if (const char* told = std::getenv("LADDER_NO_CUDA")) {
    const std::string text = told, status = text.substr(0, text.find(' '));
    return {fmt::format("there is no CUDA build for the {} here: {}", gpu, text.substr(text.find(' ') + 1)),
            status == "77" ? no_gpu : wrong_result};
  }
  return {
      fmt::format("this program was built without CUDA; to use the {} here, install the CUDA Toolkit", gpu),
      wrong_result};
}

Choice choose_backends(const std::string& asked) {
  using bench::Backend;
  const auto one = data::named<Backend>(asked);
  if (one == Backend::simt)
    return {{Backend::simt}, fmt::format("backend simt (requested): {}", executor_name())};
  if (one == Backend::cpu) return {{Backend::cpu}, "backend cpu (requested): the references on the CPU"};
  const auto [why_not, status] = no_cuda();
  if (one == Backend::cuda) {
    if (!why_not.empty())
      throw Failure(status, "--backend cuda: " + why_not + " (--backend simt runs without one)");
    return {{Backend::cuda}, fmt::format("backend cuda (requested): {}", gpu_name())};
  }
  if (asked == "all") {
    if (why_not.empty())
      return {{Backend::cuda, Backend::simt, Backend::cpu},
              fmt::format("all backends: {}, and {}", gpu_name(), executor_name())};
    return {{Backend::simt, Backend::cpu},
            fmt::format("all backends but cuda ({}): {}", why_not, executor_name())};
  }
  if (why_not.empty()) return {{Backend::cuda, Backend::cpu}, fmt::format("backend cuda: {}", gpu_name())};
  return {{Backend::simt, Backend::cpu},
          fmt::format("backend simt: {}, because {}", executor_name(), why_not)};
}

bool Choice::on(bench::Backend backend) const {
  return std::ranges::find(backends, backend) != backends.end();
}

// LADDER_HOST, which may be empty, replaces this computer's name in published files.
static std::string host_name() {
  if (const char* other = std::getenv("LADDER_HOST")) return other;
  char name[256] = "";
  return gethostname(name, sizeof name - 1) == 0 ? name : "";
}

std::string host_cpu() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("model name")) {
      const size_t begin = line.find_first_not_of(" \t", line.find(':') + 1);
      return begin == std::string::npos ? "" : line.substr(begin);
    }
  return "";
}

report::Context run_context(const Choice& choice, const std::string& command_line) {
  report::Context context;
  if (choice.on(bench::Backend::cuda)) {
    const cuda::DeviceFacts& gpu = cuda::device_facts();
    context.device = gpu.name;
    context.compute_capability = gpu.compute_capability;
    context.driver = gpu.driver;
    context.toolkit = gpu.runtime_cuda;
    context.cub = bench::cub_version();
    context.clocks.sm = gpu.core_clock_now;
    context.clocks.memory = gpu.memory_clock_now;
    if (gpu.core_clock > 0) context.clocks.sm_max = gpu.core_clock;
    if (gpu.memory_clock > 0) context.clocks.memory_max = gpu.memory_clock;
    if (gpu.multiprocessors > 0) context.multiprocessors = gpu.multiprocessors;
    if (gpu.reachable_gpus > 1) context.gpus = gpu.reachable_gpus;
    context.links = gpu.links;
    if (mpi::processes() > 1) context.processes = mpi::processes(), context.hosts = mpi::hosts();
    if (gpu.theoretical_bandwidth > 0) context.peak_bandwidth = gpu.theoretical_bandwidth;
    context.power_limit = gpu.power_limit;
    if (gpu.memory_bytes > 0) context.memory_bytes = gpu.memory_bytes;
    if (gpu.l2_bytes > 0) context.l2_bytes = gpu.l2_bytes, context.ecc = gpu.ecc;
  }
  if (choice.on(bench::Backend::simt)) context.executor_presents = simt::make_machine()->device().name;
  context.compiler = about.compiler;
  context.version = os::version();
  context.git_commit = commit().git_commit;
  context.git_dirty = commit().git_dirty;
  context.date = report::utc_now();
  context.command_line = command_line;
  context.host = host_name();
  context.host_cpu = host_cpu();
  context.host_threads = std::thread::hardware_concurrency();
  return context;
}

}  // namespace ladder::cli
