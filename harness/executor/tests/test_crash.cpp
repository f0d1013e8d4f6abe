// Tests the reports from crashed or stopped child processes: kind, line and thread, for plain and traced
// kernels.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <thread>

#include "simt/crash.h"
#include "simt/machine.h"
#include "stage/registry.h"
#include "tests/catch.h"
#include "executor/tests/hazard_text.h"
#include "tests/words.h"

using namespace ladder;

namespace {

struct Ending {
  std::string said;
  int status;
};

std::string first_hazard() {
  const auto found = simt::take_observation().hazards;
  return found.empty() ? std::string() : text_of(found.front());
}

Ending run_in_child(stage::Build backend, const std::string& name, unsigned seconds,
                    std::string (*then)() = first_hazard) {
  const stage::Stage* s = stage::find_stage(backend, "test/" + name);
  REQUIRE(s);
  int pipe_ends[2];
  REQUIRE(pipe(pipe_ends) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    close(pipe_ends[0]);
    simt::install_crash_reporter(pipe_ends[1], then);
    alarm(seconds);
    const auto machine = simt::make_machine();
    stage::Job job;
    job.context = machine.get();
    job.block = 64;
    job.n = 128;
    job.inputs[0] = machine->allocate("input", 128 * 4);
    job.outputs[0] = machine->allocate("output", 128 * 4);
    machine->fill(const_cast<void*>(job.inputs[0]), 0, 128 * 4);
    machine->fill(job.outputs[0], 0, 128 * 4);
    machine->next_run();
    try {
      s->variants[0].run(job);
    } catch (...) {
    }
    _exit(0);
  }
  close(pipe_ends[1]);
  Ending ending;
  char buffer[4096];
  for (ssize_t n; (n = read(pipe_ends[0], buffer, sizeof buffer)) > 0;)
    ending.said.append(buffer, static_cast<size_t>(n));
  close(pipe_ends[0]);
  waitpid(child, &ending.status, 0);
  return ending;
}

}  // namespace

TEST_CASE("a thread's stack is large enough, even with the shared memory of all kernels", "[crash]") {
  int last = 0;
  std::thread([&] {
    volatile char most[size_t{7} << 20];
    most[0] = 1;
    most[sizeof most - 1] = 2;
    last = most[0] + most[sizeof most - 1];
  }).join();
  CHECK(last == 3);
}

TEST_CASE("a crash and an endless wait are reported with their lines", "[trace][crash]") {
#ifdef __SANITIZE_ADDRESS__
  SKIP_TEST("AddressSanitizer takes the signals");
#endif
  using stage::Build;
  struct {
    const char* name;
    const char* kind;
    const char* line;
    const char* says;
    unsigned seconds;
  } const cases[] = {
      {"crash_division", "crash", "// by zero", "divided an integer by zero", 20},
      {"crash_far_write", "crash", "// far away", "memory that does not exist", 20},
      {"never_ends", "timeout", "// no thread writes it", "loop that never ends", 1},
      {"host_loop", "invalid_address", "// on the host", "host code accesses input (at byte 0)", 20},
      {"host_abort", "crash", "// of the host", "host code terminated the program (abort)", 20},
      {"waits_for_ever", "timeout", "// the answer never comes", "a wait for something that never", 1},
  };
  for (const Build backend : {Build::simt, Build::simt_traced})
    for (const auto& c : cases) {
      const std::string name = c.name;
      if (backend == Build::simt_traced &&
          (name == "crash_far_write" || name == "never_ends" || name == "waits_for_ever"))
        continue;  // the trace stops these kernels earlier
      const Ending ending = run_in_child(backend, c.name, c.seconds);
      INFO(c.name << (backend == Build::simt ? ", plain" : ", traced"));
      REQUIRE(WIFEXITED(ending.status));
      CHECK(WEXITSTATUS(ending.status) > 128);
      const auto hazard = simt::crash_hazard(ending.said, c.seconds);
      REQUIRE(hazard);
      INFO(text_of(*hazard));
      CHECK(data::name(hazard->kind) == std::string(c.kind));
      CHECK(hazard->message().find(c.says) != std::string::npos);
      CHECK(on_line(*hazard, c.line));
      CHECK((name.starts_with("host_") || !hazard->where.at(0).thread.thread.empty()));
    }
}

TEST_CASE("a launcher that never stops launching is reported, and no kernel is blamed", "[trace][crash]") {
#ifdef __SANITIZE_ADDRESS__
  SKIP_TEST("AddressSanitizer takes the signals");
#endif
  for (const auto backend : {stage::Build::simt, stage::Build::simt_traced}) {
    const Ending ending = run_in_child(backend, "launches_for_ever", 2);
    const auto hazard = simt::crash_hazard(ending.said, 2);
    REQUIRE(hazard);
    INFO(text_of(*hazard));
    CHECK(hazard->kind == simt::HazardKind::timeout);
    CHECK(hazard->message().find(
              "kernels after 2 seconds, and was still launching more: check what ends the loop") !=
          std::string::npos);
    CHECK(hazard->where.empty());
  }
}

TEST_CASE("an error during the report of a crash does not hide the crash", "[trace][crash]") {
#ifdef __SANITIZE_ADDRESS__
  SKIP_TEST("AddressSanitizer takes the signals");
#endif
  // Acts as if the signal had interrupted malloc(): an error in malloc(), or a lock that is never released.
  std::string (*const then[])() = {[]() -> std::string { std::abort(); },
                                   []() -> std::string {
                                     for (;;) pause();
                                   }};
  for (const auto rest : then) {
    const Ending ending = run_in_child(stage::Build::simt_traced, "race_then_for_ever", 2, rest);
    const auto hazard = simt::crash_hazard(ending.said, 2);
    REQUIRE(hazard);
    INFO(text_of(*hazard));
    CHECK(hazard->kind == simt::HazardKind::timeout);
  }
}

TEST_CASE("findings made before a crash are reported with the crash", "[trace][crash]") {
#ifdef __SANITIZE_ADDRESS__
  SKIP_TEST("AddressSanitizer takes the signals");
#endif
  for (const char* name : {"race_then_crash", "race_then_for_ever"}) {
    const Ending ending = run_in_child(stage::Build::simt_traced, name, 2);
    INFO(name);
    REQUIRE(simt::crash_hazard(ending.said));
    CHECK_THAT(std::string(simt::after_the_report(ending.said)),
               starts_with("race shared tile[") && contains("crashes.cu:"));
  }
  CHECK(simt::after_the_report("").empty());
  CHECK(simt::after_the_report("warp-ladder-die").empty());
}

TEST_CASE("a child that exits normally, or reports nothing, does not count as crashed", "[trace][crash]") {
  CHECK_FALSE(simt::crash_hazard(""));
  CHECK_FALSE(simt::crash_hazard("{\"some\": \"json\"}"));
  CHECK_FALSE(simt::crash_hazard("warp-ladder-die"));
}
