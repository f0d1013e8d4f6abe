// ./ladder doctor: the tools on this machine, and how to install the missing ones.
#include <elfutils/version.h>
#include <fmt/format.h>
#include <tbb/version.h>

#include <CLI/Version.hpp>
#include <boost/version.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "bench/rows.h"
#include "cli/about.h"
#include "cli/backend.h"
#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/numbers.h"
#include "cli/self_test.h"
#include "os/process.h"
#include "cli/terminal.h"
#include "cuda/device_facts.h"
#include "cuda/nccl.h"
#include "mpi/job.h"
#include "os/memory.h"
#include "os/repository.h"
#include "text/style.h"
#include "stage/registry.h"

namespace ladder::cli {
namespace {

namespace style = text::style;

class Report {
 public:
  explicit Report(bool colour) : colour_(colour) {}
  void section(const char* title) { fmt::print("{}\n", text::styled(colour_, style::bold, title)); }
  void found(const std::string& name, const std::string& what) { line(style::good, "✓", name, what); }
  void missing(const std::string& name, const std::string& what) { line(style::warn, "-", name, what); }
  void broken(const std::string& name, const std::string& what) {
    line(style::bad, "✗", name, what);
    ++problems_;
  }
  int problems() const { return problems_; }

 private:
  void line(const fmt::text_style& how, const char* mark, const std::string& name, const std::string& what) {
    fmt::print("  {} {:<18} {}\n", text::styled(colour_, how, mark), name, what);
  }
  bool colour_;
  int problems_ = 0;
};

// The line of a program's --version output that contains the version, or "".
std::string version_of(const std::vector<std::string>& command, const std::string& with = "") {
  std::string text = os::output_of(command).value_or("");
  while (!text.empty() && text.substr(0, text.find('\n')).find(with) == std::string::npos) {
    const size_t end = text.find('\n');
    text = end == std::string::npos ? "" : text.substr(end + 1);
  }
  return os::first_line(text);
}

std::pair<int, int> release_in(const std::string& text) {  // "… release 12.4, V12.4.131": 12, 4
  std::pair<int, int> release;
  const size_t at = text.find("release ");
  if (at != std::string::npos)
    std::sscanf(text.c_str() + at, "release %d.%d", &release.first, &release.second);
  return release;
}

std::string find_nvcc() {
  std::vector<std::string> candidates = {"nvcc"};
  if (const char* nvcc = std::getenv("CUDACXX")) candidates.insert(candidates.begin(), nvcc);
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* folder = std::getenv(variable)) candidates.push_back(std::string(folder) + "/bin/nvcc");
  candidates.push_back("/usr/local/cuda/bin/nvcc");
  for (const std::string& nvcc : candidates)
    if (!version_of({nvcc, "--version"}, "release").empty()) return nvcc;
  return "";
}

// The stages that cannot run on this GPU or in this program.
void tell_left_out(Report& report, const cuda::DeviceFacts& gpu) {
  for (const stage::Stage* s : stage::all_stages(stage::Build::cuda))
    if (const std::string why = text_of(bench::lacks_sm(*s, gpu)); !why.empty())
      report.missing(s->id, "is left out: " + why);
}

// The requirements of the reduce_multi and scan_multi tracks.
void tell_several(Report& report, const cuda::DeviceFacts& gpu) {
  const std::string nccl = cuda::why_no_nccl();
  if (gpu.gpus == 1)
    report.missing("several GPUs", "only one was found: stages that need two are skipped");
  else if (gpu.reachable_gpus == 1)
    report.missing("several GPUs",
                   fmt::format("{} GPUs, but the first two cannot access each other's memory: stages "
                               "that need two are skipped",
                               gpu.gpus));
  else
    report.found("several GPUs",
                 fmt::format("{} GPUs that can access each other's memory{}", gpu.reachable_gpus,
                             gpu.links.empty() ? "" : fmt::format(", joined by {}", gpu.links)));
  if (nccl.empty())
    report.found("NCCL", "this program is built with NCCL");
  else
    report.missing("NCCL", nccl);
  if (const std::string why = mpi::why_not(); why.empty())
    report.found("MPI", mpi::version() + ": mpirun -np 2 ./ladder run reduce_multi/nccl");
  else
    report.missing("MPI", why);
}

void tell_gpu(Report& report) {
  report.section("GPU");
  const cuda::DeviceFacts& gpu = cuda::device_facts();
  const std::string nvcc = find_nvcc();
  const std::string version = nvcc.empty() ? "" : version_of({nvcc, "--version"}, "release");
  if (nvcc.empty())
    report.missing("nvcc",
                   fmt::format("not found: install the CUDA Toolkit ({} or newer) to run on a GPU; the "
                               "executor does not need it",
                               about.oldest_cuda));
  else if (release_in(version) < release_in(fmt::format("release {}", about.oldest_cuda)))
    report.missing("nvcc", fmt::format("{}: {}, too old to build with: install CUDA Toolkit {} or newer",
                                       nvcc, version, about.oldest_cuda));
  else
    report.found("nvcc", fmt::format("{}: {}", nvcc, version));

  const std::string smi = os::first_line(
      os::output_of({"nvidia-smi", "--query-gpu=name,driver_version,memory.total", "--format=csv,noheader"})
          .value_or(""));
  if (gpu.available) {
    report.found("GPU",
                 fmt::format("{}, compute capability {}, {} ({} free), {} multiprocessors", gpu.name,
                             gpu.compute_capability, short_bytes(static_cast<double>(gpu.memory_bytes)),
                             short_bytes(static_cast<double>(gpu.free_bytes)), gpu.multiprocessors));
    tell_several(report, gpu);
    report.found("driver", fmt::format("{}, up to CUDA {}", gpu.driver, gpu.driver_cuda));
    tell_left_out(report, gpu);
  } else if (!smi.empty()) {
    report.missing("GPU", fmt::format("{} is not used: {}", smi, no_cuda().why));
  } else {
    report.missing("GPU",
                   "none found (nvidia-smi shows none): ./ladder run uses the executor, and tables show "
                   "recorded GPU runs");
  }
  report.found(
      "this program",
      about.has_cuda
          ? fmt::format("is built with CUDA{}{}", gpu.runtime_cuda.empty() ? "" : " " + gpu.runtime_cuda,
                        gpu.available ? ", for compute capability " + gpu.compiled_for : "")
          : "is built without CUDA; ./ladder rebuilds it with CUDA if there is a GPU and nvcc");
}

void tell_machine(Report& report) {
  report.section("This machine");
  const unsigned threads = std::thread::hardware_concurrency();
  report.found("processor",
               fmt::format("{}, {} hardware thread{}", host_cpu(), threads, threads == 1 ? "" : "s"));
  report.found("memory", short_bytes(os::available_memory()) + " free");
  report.found("built by", about.compiler);
  struct Tool {
    const char *name, *without;
    bool needed = false;
  };
  for (const auto& [name, without, needed] :
       {Tool{"g++", "not found: apt-get install g++", true},
        Tool{"cmake", "not found: apt-get install cmake", true},
        Tool{"ninja", "not found: apt-get install ninja-build", true},
        Tool{"ccache", "not found; with it, rebuilding after switching branches is faster"},
        Tool{"git", "not found; without it, results record no commit"},
        Tool{"clang-format", "not found; only .ci/run needs it"}}) {
    const std::string version = version_of({name, "--version"});
    if (!version.empty())
      report.found(name, version);
    else if (needed)
      report.broken(name, without);
    else
      report.missing(name, without);
  }
}

void tell_libraries(Report& report) {
  report.section("Libraries (of this build)");
  report.found("fmt",
               fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100));
  report.found("nlohmann/json", fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR,
                                            NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH));
  report.found("CLI11", CLI11_VERSION);
  report.found("Boost", fmt::format("{}.{}", BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000));
  report.found("oneTBB", fmt::format("{}.{}", TBB_VERSION_MAJOR, TBB_VERSION_MINOR));
  report.found("libdw", fmt::format("0.{}", _ELFUTILS_VERSION));
  for (const About::Library& library : about.optional)
    if (*library.version != 0)
      report.found(library.name, library.version);
    else
      report.missing(library.name, fmt::format("not part of this build; {}", library.without));
}

void tell_project(Report& report) {
  report.section("Warp Ladder");
  const size_t stages = stage::all_stages(stage::Build::simt).size();
  report.found("stages", fmt::format("{} (./ladder list)", stages));
  const std::filesystem::path recorded = os::in_repository("results/h200/ladder.json");
  if (std::filesystem::exists(recorded))
    report.found("recorded run", "results/h200/ladder.json");
  else
    report.missing("recorded run", "results/h200/ladder.json is missing: tables will not show GPU figures");
}

}  // namespace

static int doctor(const Options& o) {
  if (o.self_test) return self_test(o);
  Report report(colour_wanted(o.no_color));
  tell_machine(report);
  tell_gpu(report);
  tell_libraries(report);
  tell_project(report);
  fmt::print("\n{}\n", report.problems() == 0 ? choose_backends("").why
                                              : fmt::format("{} to fix (marked ✗ above)", report.problems()));
  return report.problems() == 0 ? good : wrong_result;
}

static void declare_doctor(const Syntax& s) {
  s.help("Report the tools found on this machine, and how to get the missing ones", R"(
  ./ladder doctor
  ./ladder doctor --self-test)");
  s.flag("--self-test", s.options.self_test,
         "Run programs and kernels that are wrong, and their correct counterparts, to check that every "
         "mistake is found and nothing else is reported (exit status 1 if not)");
}

static const Registered registered_doctor{"doctor", declare_doctor, doctor};

}  // namespace ladder::cli
