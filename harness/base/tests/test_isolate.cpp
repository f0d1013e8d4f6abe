// Functions in separate processes: crashes, hangs, large output, signals (os/isolate.h).
#include "tests/catch.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "os/isolate.h"
#include "os/interrupt.h"

using namespace ladder::os;
using namespace std::chrono_literals;
using Status = Outcome::Status;

namespace {

Work returns(const std::string& text) {
  return [text](const Report&) { return text; };
}
Work sleeps(std::chrono::milliseconds time, const std::string& text = "awake") {
  return [time, text](const Report&) {
    std::this_thread::sleep_for(time);
    return text;
  };
}
double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}
bool process_is_gone(pid_t pid) {
  for (int tries = 0; tries < 100; ++tries) {
    if (kill(pid, 0) != 0) return true;
    // A dead process that its new parent has not reaped yet also counts as gone.
    std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
    std::string text;
    std::getline(stat, text);
    if (text.find(") Z ") != std::string::npos) return true;
    std::this_thread::sleep_for(20ms);
  }
  return false;
}
void sleep_for_ever() {
  for (;;) pause();
}

}  // namespace

TEST_CASE("a result arrives intact, even if it is ten million bytes long or contains zeros") {
  std::string large(10'000'000, 'x');
  large[1234567] = '\0';
  large[7654321] = static_cast<char>(0xFF);
  const Outcome outcome = run_isolated(returns(large), 30);
  REQUIRE(outcome.finished());
  CHECK((outcome.result == large));
}

TEST_CASE("changes in a child do not affect the parent") {
  int value = 1;
  const Outcome outcome = run_isolated(
      [&](const Report&) {
        value = 2;
        return std::to_string(value);
      },
      30);
  CHECK(outcome.result == "2");
  CHECK(value == 1);
}

TEST_CASE("an exception in the child reaches the parent as its message") {
  const Outcome outcome =
      run_isolated([](const Report&) -> std::string { throw std::runtime_error("no such luck"); }, 30);
  CHECK(outcome.status == Status::failed);
  CHECK(outcome.error == "no such luck");
}

TEST_CASE("the output of a kernel's printf is shown") {
  const int terminal = dup(STDERR_FILENO);
  std::FILE* file = std::tmpfile();
  dup2(fileno(file), STDERR_FILENO);
  const Outcome outcome = run_isolated(
      [](const Report&) -> std::string {
        std::printf("hello from thread 3\n");
        return "done";
      },
      30);
  std::fflush(stderr);
  dup2(terminal, STDERR_FILENO);
  close(terminal);
  std::rewind(file);
  char text[100] = "";
  CHECK(std::fread(text, 1, sizeof text - 1, file) > 0);
  std::fclose(file);
  CHECK(outcome.result == "done");
  CHECK(std::string(text) == "hello from thread 3\n");
}

TEST_CASE("a crash is reported with its signal and the last output") {
  const Outcome outcome = run_isolated(
      [](const Report& report) -> std::string {
        report("about to jump");
        std::fprintf(stderr, "famous last words\n");
        signal(SIGSEGV, SIG_DFL);
        raise(SIGSEGV);
        return "";
      },
      30);
  CHECK(outcome.status == Status::crashed);
  CHECK(outcome.error.find("SIGSEGV") != std::string::npos);
  CHECK(outcome.error.find("famous last words") != std::string::npos);
  CHECK(outcome.last_report == "about to jump");
}

TEST_CASE("a child that exits without an answer counts as crashed") {
  const Outcome outcome = run_isolated(
      [](const Report&) -> std::string {
        _exit(3);
        return "";
      },
      30);
  CHECK(outcome.status == Status::crashed);
  CHECK(outcome.error.find("status 3") != std::string::npos);
}

TEST_CASE("a silent child is stopped, but a child that reports is not") {
  const auto start = std::chrono::steady_clock::now();
  const Outcome hung = run_isolated(
      [](const Report&) {
        sleep_for_ever();
        return std::string();
      },
      0.3);
  CHECK(hung.status == Status::timed_out);
  CHECK(hung.error.find("0.3 s") != std::string::npos);
  CHECK(seconds_since(start) < 5);

  const Outcome busy = run_isolated(
      [](const Report& report) {
        for (int i = 0; i < 15; ++i) {
          std::this_thread::sleep_for(100ms);
          report("still here");
        }
        return std::string("done");
      },
      0.8);
  CHECK(busy.finished());
}

TEST_CASE("outcomes are in the order of the jobs, and no more jobs than permitted run at the same time") {
  std::vector<Work> jobs;
  for (int i = 0; i < 8; ++i)
    jobs.push_back(sleeps(std::chrono::milliseconds(i % 2 == 0 ? 250 : 10), std::to_string(i)));
  jobs.push_back([](const Report&) -> std::string { abort(); });
  jobs.push_back(returns("last"));
  std::vector<size_t> finished;
  const auto start = std::chrono::steady_clock::now();
  const auto outcomes =
      run_isolated(jobs, {.at_once = 4, .silent_seconds = 30},
                   {.done = [&](size_t job, const Outcome&) { finished.push_back(job); }, .report = {}});
  CHECK(seconds_since(start) < 1.0);  // sequentially, the sleeps would take 1.04 s
  REQUIRE(outcomes.size() == 10);
  for (size_t i = 0; i < 8; ++i) CHECK(outcomes[i].result == std::to_string(i));
  CHECK(outcomes[8].status == Status::crashed);
  CHECK(outcomes[9].result == "last");
  CHECK(finished.size() == 10);
  CHECK(finished.front() != 0);  // the short jobs finished first
}

TEST_CASE("the output of children is not mixed into the parent's") {
  std::fflush(stdout);
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const int saved = dup(STDOUT_FILENO);
  dup2(ends[1], STDOUT_FILENO);
  const Outcome outcome = run_isolated(
      [](const Report&) {
        std::printf("noise\n");
        return std::string("signal");
      },
      30);
  std::fflush(stdout);
  dup2(saved, STDOUT_FILENO);
  close(saved), close(ends[1]);
  char buffer[100];
  const ssize_t got = read(ends[0], buffer, sizeof buffer);
  close(ends[0]);
  CHECK(outcome.result == "signal");
  CHECK(got == 0);
}

TEST_CASE("Ctrl-C ends the children and is thrown as Interrupted") {
  const pid_t self = getpid();
  pid_t child = 0;
  std::vector<Work> jobs = {[](const Report& report) {
    report(std::to_string(getpid()));
    sleep_for_ever();
    return std::string();
  }};
  const Watcher watcher = {.done = {}, .report = [&](size_t, const std::string& text) {
                             child = std::stoi(text);
                             kill(self, SIGINT);
                           }};
  CHECK_THROWS_AS(run_isolated(jobs, {.at_once = 1, .silent_seconds = 30}, watcher), Interrupted);
  REQUIRE(child > 0);
  CHECK(process_is_gone(child));
  CHECK(run_isolated(returns("and on we go"), 30).finished());
}

TEST_CASE("children end with their parent") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t parent = fork();
  if (parent == 0) {  // starts a child that would never end, and is then killed
    const std::vector<Work> jobs = {[&](const Report&) {
      const pid_t own = getpid();
      if (write(ends[1], &own, sizeof own) < 0) _exit(1);
      sleep_for_ever();
      return std::string();
    }};
    run_isolated(jobs, {.at_once = 1, .silent_seconds = 60});
    _exit(0);
  }
  pid_t grandchild = 0;
  REQUIRE(read(ends[0], &grandchild, sizeof grandchild) == sizeof grandchild);
  kill(parent, SIGKILL);
  waitpid(parent, nullptr, 0);
  CHECK(process_is_gone(grandchild));
  close(ends[0]), close(ends[1]);
}

TEST_CASE("LADDER_IN_PROCESS runs everything in this process, for debuggers") {
  setenv("LADDER_IN_PROCESS", "1", 1);
  int value = 1;
  std::string said;
  const std::vector<Work> jobs = {[&](const Report& report) {
                                    report("hello");
                                    value = 2;
                                    return std::string("fine");
                                  },
                                  [](const Report&) -> std::string { throw std::runtime_error("not fine"); }};
  const auto outcomes =
      run_isolated(jobs, {}, {.done = {}, .report = [&](size_t, const std::string& text) { said = text; }});
  unsetenv("LADDER_IN_PROCESS");
  CHECK(value == 2);
  CHECK(said == "hello");
  CHECK(outcomes[0].result == "fine");
  CHECK(outcomes[1].error == "not fine");
}

TEST_CASE("an endless loop is recognised by its CPU time since the last report") {
  const Work endless = [](const Report& report) -> std::string {
    report("the short one", 0.3);
    for (volatile unsigned i = 0;;) i = i + 1;
  };
  const Work slow = [](const Report& report) {
    report("waits", 0.3);
    std::this_thread::sleep_for(std::chrono::milliseconds(900));  // uses no CPU time
    return std::string("done");
  };
  const std::vector<Work> jobs = {endless, slow};
  const auto outcomes = run_isolated(jobs, {.at_once = 2, .silent_seconds = 100, .busy_seconds = 50});
  CHECK(outcomes[0].status == Outcome::Status::timed_out);
  CHECK(outcomes[0].silent_seconds == Approx(0.3));
  CHECK(outcomes[0].last_report == "the short one");
  CHECK(outcomes[1].result == "done");
}

TEST_CASE("a job that is no longer needed is not started") {
  const std::vector<Work> jobs = {[](const Report&) -> std::string { throw std::runtime_error("bad"); },
                                  [](const Report&) { return std::string("ran"); },
                                  [](const Report&) { return std::string("ran"); }};
  bool bad = false;
  const auto outcomes = run_isolated(
      jobs, {.at_once = 1, .silent_seconds = 30},
      {.done = [&](size_t, const Outcome& o) { bad = bad || o.status == Outcome::Status::failed; },
       .wanted = [&](size_t job) { return !bad || job == 2; }});
  CHECK(outcomes[1].status == Outcome::Status::not_wanted);
  CHECK(outcomes[2].result == "ran");
}
