// Tests of ./ladder try: no observations are lost, whichever way a program ends.
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/program.h"
#include "tests/texts.h"
#include "toolchain/toolchain.h"
#include "try/build.h"
#include "try/report.h"
#include "try/run.h"

using namespace ladder;

namespace {

using simt::HazardKind;
using simt_runtime::HostHazardKind;
using simt_runtime::Seen;

constexpr const char* kProgram = R"(
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <signal.h>
#include <unistd.h>
#include <sys/wait.h>
__global__ void mirror(int* out, int n) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  if (n) out[threadIdx.x] = tile[63 - threadIdx.x];
}
__global__ void much(int* out, int rounds) {
  __shared__ int tile[64];
  int sum = 0;
  for (int i = 0; i < rounds; i++) sum += out[(threadIdx.x + i) % 64];
  tile[threadIdx.x] = sum;
  if (sum >= 0) out[64 + threadIdx.x] = tile[63 - threadIdx.x];
}
__global__ void holds(int* out) {
  assert(threadIdx.x < 16);
  out[threadIdx.x] = 1;
}
__global__ void traps(int* out) {
  if (out[0] == 0) __trap();
}
__global__ void waits(volatile int* stop, int* rounds) {
  int r = 0;
  while (!*stop) r++;
  *rounds = r;
}
__global__ void waits_atomically(int* stop) {
  while (atomicCAS_system(stop, 1, 2) != 1) {}
}
__global__ void launches(int* out) { holds<<<1, 1>>>(out); }
__global__ void ends_never(int* out) {
  for (;;) out[0] += 1;
}
int main(int argc, char** argv) {
  const char* how = argv[1];
  const auto is = [&](const char* text) { return std::strcmp(how, text) == 0; };
  int *d, h;
  cudaMalloc(&d, 1 << 20);
  cudaMemset(d, 0, 1 << 20);
  if (is("too large")) {
    much<<<1000000, 64>>>(d, 100);
    cudaDeviceSynchronize();
  }
  if (is("never")) {
    ends_never<<<1, 1>>>(d);
    return cudaDeviceSynchronize();
  }
  if (is("assert in kernel")) {
    holds<<<1, 32>>>(d);
    return cudaGetLastError() == cudaSuccess && cudaDeviceSynchronize() == cudaErrorAssert &&
           cudaGetLastError() == cudaErrorAssert && cudaFree(d) == cudaErrorAssert ? 42 : 0;
  }
  if (is("trap")) {
    traps<<<1, 1>>>(d);
    return cudaGetLastError() == cudaSuccess && cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 42 : 0;
  }
  if (is("launches")) {
    launches<<<1, 1>>>(d);
    return cudaDeviceSynchronize() != cudaSuccess;
  }
  if (is("waits") || is("waits atomically") || is("waits managed")) {
    int *flag, *device_flag;
    if (is("waits managed")) {
      cudaMallocManaged(&flag, 4);
      device_flag = flag;
    } else {
      cudaHostAlloc(&flag, 4, cudaHostAllocMapped);
      cudaHostGetDevicePointer(&device_flag, flag, 0);
    }
    *flag = 0;
    if (is("waits atomically"))
      waits_atomically<<<1, 1>>>(device_flag);
    else
      waits<<<1, 1>>>(device_flag, d);
    *(volatile int*)flag = 1;
    return cudaDeviceSynchronize();
  }
  if (is("again") && argc == 2) {
    execl("/proc/self/exe", argv[0], how, "really", (char*)nullptr);
    return 3;
  }
  if (is("cloned")) {
    if (vfork() == 0) _exit(0);  // a process that shares its parent's memory
  }
  mirror<<<1, 64>>>(d, 0);
  mirror<<<1, 64>>>(d, 1);
  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
  if (is("assert")) assert(h == 5);
  if (is("abort")) abort();
  if (is("_Exit")) _Exit(7);
  if (is("_exit")) _exit(7);
  if (is("quick_exit")) quick_exit(7);
  if (is("exec")) execl("/bin/sh", "sh", "-c", "exit 7", (char*)nullptr);
  if (is("terminated")) raise(SIGTERM);
  if (is("killed")) kill(getpid(), SIGKILL);
  if (is("alarm")) {
    alarm(1);
    for (;;) pause();
  }
  if (is("crash")) *(volatile int*)8 = 1;
  if (is("blocks signals")) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, nullptr);
    fclose(fopen(argv[2], "w"));
    for (;;) pause();
  }
  cudaFree(d);
}
)";

struct Program {
  toolchain::BuildFolder folder{"try"};
  program::Folder sources;
  try_program::Built built;
  Program() {
    program::write(sources.file("a.cu"), kProgram);
    built = try_program::build({{sources.file("a.cu")}, {}, {}}, folder);
  }
  Seen run(const std::string& how, double seconds = 60, const std::string& more = "") const {
    std::vector<std::string> arguments{how};
    if (!more.empty()) arguments.push_back(more);
    return try_program::run(built.program, "./a", arguments, {.seconds = seconds}, folder.path() + "/seen");
  }
};
const Program& program_that_ends() {
  static const Program one;
  return one;
}

const simt::Hazard* hazard(const Seen& seen, HazardKind kind) {
  for (const auto& k : seen.kernels)
    for (const simt::Hazard& h : k.seen.hazards)
      if (h.kind == kind) return &h;
  return nullptr;
}
const simt_runtime::HostHazard* hazard(const Seen& seen, HostHazardKind kind) {
  for (const auto& h : seen.host_hazards)
    if (h.kind == kind) return &h;
  return nullptr;
}

}  // namespace

TEST_CASE("try: findings are reported however the program ends", "[try][ending]") {
  const Program& program = program_that_ends();
  INFO(text_of(program.built.message));
  REQUIRE(!program.built.program.empty());
  const struct {
    const char* how;
    unsigned status;
  } endings[] = {{"return", 0},     {"assert", 134}, {"abort", 134},      {"_Exit", 7},    {"_exit", 7},
                 {"quick_exit", 7}, {"exec", 7},     {"terminated", 143}, {"killed", 137}, {"alarm", 142},
                 {"crash", 139},    {"again", 0},    {"cloned", 0}};
  for (const auto& [how, status] : endings) {
    const Seen seen = program.run(how);
    INFO(how << ": " << try_program::hazards_text(seen, false));
    CHECK(seen.exit_status == status);
    REQUIRE(seen.kernels.size() == 1);
    CHECK(seen.kernels[0].launches == 2);
    CHECK(seen.kernels[0].watched_blocks == 2);
    CHECK(hazard(seen, HazardKind::race));
    CHECK(!hazard(seen, HostHazardKind::not_watched));
    CHECK(!hazard(seen, HazardKind::timeout));
    const bool crashes = status == 134 || status == 139;
    CHECK((hazard(seen, HostHazardKind::crash) != nullptr) == crashes);
  }
}

TEST_CASE("try: a launch that is too large is reported with its progress and its findings so far",
          "[try][ending]") {
  const Seen seen = program_that_ends().run("too large", 2);
  INFO(try_program::hazards_text(seen, false));
  CHECK(seen.timed_out);
  REQUIRE(hazard(seen, HazardKind::race));
  CHECK(seen.kernels[0].watched_blocks > 0);
  CHECK(seen.kernels[0].total_blocks == 1000000);
  REQUIRE(hazard(seen, HazardKind::timeout));
  CHECK(contains(hazard(seen, HazardKind::timeout)->message(),
                 " of the 1000000 blocks of the launch had finished"));

  const Seen never = program_that_ends().run("never", 2);
  INFO(try_program::hazards_text(never, false));
  REQUIRE(hazard(never, HazardKind::timeout));
  CHECK(contains(hazard(never, HazardKind::timeout)->message(), "look for a loop that never ends"));
  CHECK(contains(hazard(never, HazardKind::timeout)->message(), "one thread is doing all of the work"));
}

TEST_CASE("try: a failed assertion in a kernel is a CUDA error, and the program continues", "[try][ending]") {
  const Seen seen = program_that_ends().run("assert in kernel");
  INFO(try_program::hazards_text(seen, false));
  CHECK(seen.exit_status == 42);
  REQUIRE(hazard(seen, HazardKind::crash));
  CHECK(contains(hazard(seen, HazardKind::crash)->message(),
                 "thread 16 of block 0: the assertion 'threadIdx.x < 16'"));
  CHECK(hazard(seen, HazardKind::crash)->where.at(0).line == 22);
  CHECK(program_that_ends().run("trap").exit_status == 42);
}

TEST_CASE("try: if the executor reaches its own limit, the program is not blamed", "[try][ending]") {
  for (const char* how : {"launches", "waits", "waits atomically", "waits managed"}) {
    const Seen seen = program_that_ends().run(how, 20);
    INFO(how << ": " << try_program::hazards_text(seen, false));
    CHECK(!seen.timed_out);
    CHECK(hazard(seen, HostHazardKind::not_possible));
    CHECK(!try_program::found_wrong(seen, {}));
    CHECK(try_program::met_a_limit(seen));
  }
}

TEST_CASE("try: Ctrl-C ends a program that ignores or blocks it, and no files or processes are left",
          "[try][ending]") {
  const Program& program = program_that_ends();
  const program::Folder folder;
  for (const int signal : {SIGINT, SIGTERM}) {
    const std::string begun = folder.file(std::to_string(signal));
    const pid_t child = fork();
    if (child == 0) {
      setpgid(0, 0);
      const Seen seen = program.run("blocks signals", 60, begun);
      _exit(hazard(seen, HazardKind::race) ? 42 : 1);
    }
    while (!std::filesystem::exists(begun)) usleep(10'000);
    const auto before = std::chrono::steady_clock::now();
    kill(child, signal);
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 42);
    CHECK(std::chrono::steady_clock::now() - before < std::chrono::seconds(2));
  }
}
