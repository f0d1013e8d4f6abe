#include "cuda/device_facts.h"

#include <cuda_runtime_api.h>

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cuda/code.h"
#include "cuda/error.h"
#include "mpi/job.h"
#include "mpi/launch.h"
#include "os/isolate.h"
#include "os/process.h"

using namespace ladder;

namespace ladder::cuda {
namespace {

using nlohmann::json;

std::string version(int v) { return std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10); }

double attribute(cudaDeviceAttr which) {
  int value = 0;
  return cudaDeviceGetAttribute(&value, which, 0) == cudaSuccess ? value : 0;
}

// The first line of nvidia-smi's output, or "".
std::string nvidia_smi(const std::string& query) {
  const auto answer =
      os::output_of({"nvidia-smi", "--id=0", "--format=csv,noheader,nounits", "--query-gpu=" + query});
  return os::first_line(answer.value_or(""));
}

// The number of GPUs, counted from the first one, that are identical and can reach each other's memory.
unsigned reachable(int count, const cudaDeviceProp& first) {
  for (int gpu = 1; gpu < count; ++gpu) {
    cudaDeviceProp p;
    check(cudaGetDeviceProperties(&p, gpu));
    bool fits = ::std::string(p.name) == first.name && p.multiProcessorCount == first.multiProcessorCount;
    for (int other = 0; other < gpu && fits; ++other) {
      int there = 0, back = 0;
      check(cudaDeviceCanAccessPeer(&there, gpu, other));
      check(cudaDeviceCanAccessPeer(&back, other, gpu));
      fits = there != 0 && back != 0;
    }
    if (!fits) return static_cast<unsigned>(gpu);
  }
  return static_cast<unsigned>(count);
}

// The entry of nvidia-smi's link matrix in the row of GPU0 and the column of GPU1.
std::string links_of_first_two() {
  std::istringstream lines(os::output_of({"nvidia-smi", "topo", "-m"}).value_or(""));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string gpu, itself, link;
    if (words >> gpu >> itself >> link && gpu == "GPU0" && itself == "X") return link;
  }
  return "";
}

std::string text_of(const cudaUUID_t& uuid) {
  std::string text;
  for (const char byte : uuid.bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text;
}

json ask() {
  int count = 0, driver = 0, runtime = 0;
  check(cudaDriverGetVersion(&driver));
  check(cudaRuntimeGetVersion(&runtime));
  if (driver == 0) return {{"why_not", "no NVIDIA driver is installed"}};
  if (const cudaError_t error = cudaGetDeviceCount(&count); error == cudaErrorInsufficientDriver)
    return {{"why_not",
             "the driver supports CUDA " + version(driver) + ", but this program needs " + version(runtime)}};
  else if (error != cudaSuccess)
    return {{"why_not", cudaGetErrorString(error)}};
  if (count == 0) return {{"why_not", "a driver is installed, but there is no GPU"}};
  cudaDeviceProp p;
  check(cudaGetDeviceProperties(&p, 0));
  const auto sm = static_cast<unsigned>(10 * p.major + p.minor);
  size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total));
  const unsigned code = code_sm();
  if (code == 0)
    return {{"why_not", std::string("the ") + p.name + " has compute capability " + capability(sm) +
                            ", and this program was compiled for " + compiled_for() +
                            ": remove build/cuda, and ./ladder will rebuild it for this GPU"}};
  const double memory_clock = 1e3 * attribute(cudaDevAttrMemoryClockRate);
  const bool several = count > 1 || mpi::launch().processes > 1;
  json facts = {{"name", p.name},
                {"uuid", text_of(p.uuid)},
                {"sm", sm},
                {"code_sm", code},
                {"compiled_for", compiled_for()},
                {"driver_cuda", version(driver)},
                {"runtime_cuda", version(runtime)},
                {"multiprocessors", p.multiProcessorCount},
                {"memory_bytes", p.totalGlobalMem},
                {"free_bytes", free},
                {"l2_bytes", std::max(0, p.l2CacheSize)},
                {"ecc", p.ECCEnabled != 0},
                {"gpus", count},
                {"reachable_gpus", reachable(count, p)},
                {"links", several ? links_of_first_two() : ""},
                {"memory_clock", memory_clock},
                {"core_clock", 1e3 * attribute(cudaDevAttrClockRate)},
                {"theoretical_bandwidth", 2 * memory_clock * attribute(cudaDevAttrGlobalMemoryBusWidth) / 8}};

  std::istringstream line(nvidia_smi("clocks.sm,clocks.mem,driver_version"));
  double core_now = 0, memory_now = 0;
  char comma = 0;
  std::string driver_version;
  if (line >> core_now >> comma >> memory_now >> comma >> driver_version) {
    facts["core_clock_now"] = 1e6 * core_now;
    facts["memory_clock_now"] = 1e6 * memory_now;
    facts["driver"] = driver_version;
  }
  // For a GPU without a power limit, nvidia-smi prints "[N/A]".
  std::istringstream power(nvidia_smi("power.limit"));
  if (double watts = 0; power >> watts) facts["power_limit"] = watts;
  return facts;
}

json ask_in_child() {
  constexpr double kSeconds = 60;
  const os::Outcome outcome = os::run_isolated([](const os::Report&) { return ask().dump(); }, kSeconds);
  switch (outcome.status) {
    case os::Outcome::Status::finished:
      return json::parse(outcome.result);
    case os::Outcome::Status::failed:
      return {{"why_not", outcome.error}};
    case os::Outcome::Status::crashed:
      return {{"why_not", "the driver crashed when asked for its GPUs: " + outcome.error}};
    case os::Outcome::Status::timed_out:
      return {{"why_not", "the driver did not answer when asked for its GPUs"}};
    case os::Outcome::Status::not_wanted:  // cannot happen if there is only one job
      break;
  }
  return {};
}

DeviceFacts parse(const json& j) {
  DeviceFacts facts;
  facts.why_not = j.value("why_not", "");
  facts.available = facts.why_not.empty();
  facts.name = j.value("name", "");
  facts.uuid = j.value("uuid", "");
  facts.sm = j.value("sm", 0u);
  facts.compute_capability = facts.sm > 0 ? capability(facts.sm) : "";
  facts.code_sm = j.value("code_sm", 0u);
  facts.compiled_for = j.value("compiled_for", "");
  facts.driver = j.value("driver", "");
  facts.driver_cuda = j.value("driver_cuda", "");
  facts.runtime_cuda = j.value("runtime_cuda", "");
  facts.multiprocessors = j.value("multiprocessors", 0u);
  facts.memory_bytes = j.value("memory_bytes", size_t{0});
  facts.free_bytes = j.value("free_bytes", size_t{0});
  facts.l2_bytes = j.value("l2_bytes", size_t{0});
  facts.ecc = j.value("ecc", false);
  if (j.contains("power_limit")) facts.power_limit = j["power_limit"].get<double>();
  facts.gpus = j.value("gpus", 0u);
  facts.reachable_gpus = j.value("reachable_gpus", 0u);
  facts.links = j.value("links", "");
  facts.memory_clock = j.value("memory_clock", 0.0);
  facts.core_clock = j.value("core_clock", 0.0);
  facts.theoretical_bandwidth = j.value("theoretical_bandwidth", 0.0);
  if (j.contains("core_clock_now")) facts.core_clock_now = j["core_clock_now"].get<double>();
  if (j.contains("memory_clock_now")) facts.memory_clock_now = j["memory_clock_now"].get<double>();
  return facts;
}

DeviceFacts& known() {
  static DeviceFacts facts = parse(ask_in_child());
  return facts;
}

}  // namespace

const DeviceFacts& device_facts() { return known(); }

void agree_on_facts() {
  DeviceFacts& facts = known();
  const std::vector<std::string> uuids = mpi::gathered(facts.uuid), names = mpi::gathered(facts.name);
  for (size_t b = 0; b < uuids.size(); ++b)
    for (size_t a = 0; a < b; ++a) {
      if (uuids[a] == uuids[b])
        throw Error(fmt::format(
            "processes {} and {} use the same GPU ({}): start as many processes on a host as it has GPUs "
            "(mpirun -np NUMBER)",
            a, b, names[a]));
      if (names[a] != names[b])
        throw Error(
            fmt::format("process {} has an {}, but process {} has an {}: all GPUs must be of the same model",
                        a, names[a], b, names[b]));
    }
  facts.gpus = facts.reachable_gpus = mpi::processes();
  facts.free_bytes = static_cast<size_t>(-mpi::largest(-static_cast<double>(facts.free_bytes)));
  if (mpi::hosts() > 1) facts.links = "";
}

}  // namespace ladder::cuda
