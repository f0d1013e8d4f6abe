// The GPU backend (cuda/): memory and guard bands, timing, peers, ceilings, and a small run. Without a GPU
// these tests are skipped with a message. Everything runs in a child process, as in the program.
#include "tests/catch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <numeric>

#include "bench/attempt.h"
#include "bench/kernel_process.h"
#include "bench/measure.h"
#include "bench/plan.h"
#include "bench/rows.h"
#include "check/tasks.h"
#include "cuda/device_facts.h"
#include "cuda/graph.h"
#include "cuda/machine.h"
#include "cuda/timing.h"
#include "peers/workload.h"

using namespace ladder;

using namespace ladder::bench;

namespace {

#define NEEDS_GPU() \
  if (!ladder::cuda::device_facts().available) SKIP_TEST("no GPU")

// The fault found by a body that runs in a child process; "" if none.
std::string in_child(const std::function<std::string()>& body) {
  const os::Outcome outcome =
      run_kernels_isolated([&](const os::Report&) { return body(); }, bench::gpu_limits(0));
  return outcome.finished() ? outcome.result : "did not finish: " + outcome.error;
}

}  // namespace

TEST_CASE("the properties of a GPU are reported or, without a GPU, the reason") {
  const cuda::DeviceFacts& facts = cuda::device_facts();
  CHECK(facts.available == facts.why_not.empty());
  CHECK(facts.available == (facts.multiprocessors > 0));
  CHECK(facts.available == !facts.name.empty());
}

TEST_CASE("cuda: memory is aligned and keeps its contents, and guard bands detect writes") {
  NEEDS_GPU();
  CHECK(in_child([]() -> std::string {
          const auto machine = cuda::make_machine();
          std::vector<int> out(1000), in(1000);
          std::iota(out.begin(), out.end(), 1);
          auto* data = static_cast<char*>(machine->allocate("numbers", 4000));
          if (reinterpret_cast<uintptr_t>(data) % 256 != 0) return "not aligned";
          machine->upload(data, out.data(), 4000);
          machine->download(in.data(), data, 4000);
          if (in != out) return "not what was uploaded";
          if (!machine->damaged_guards().empty()) return "guard bands are damaged from the start";
          machine->fill(data + 4000, 0, 1);
          if (machine->damaged_guards() != std::vector<std::string>{"numbers"})
            return "byte after the end not noticed";
          machine->release(data);
          if (!machine->damaged_guards().empty()) return "still reported as damaged after its release";
          data = static_cast<char*>(machine->allocate("numbers", 0));
          machine->fill(data - 1, 0, 1);
          if (machine->damaged_guards().size() != 1) return "byte before the beginning not noticed";
          return "";
        }) == "");
}

TEST_CASE("cuda: scratch keeps its address, and state its contents, until reset") {
  NEEDS_GPU();
  CHECK(in_child([]() -> std::string {
          const auto machine = cuda::make_machine();
          void* scratch = machine->scratch("sums", 100);
          auto* state = machine->state("ticket", 4);
          if (machine->scratch("sums", 100) != scratch) return "scratch moved";
          unsigned ticket = 1;
          machine->download(&ticket, state, 4);
          if (ticket != 0) return "state is not zeroed";
          machine->fill(state, 1, 4);
          machine->download(&ticket, machine->state("ticket", 4), 4);
          if (ticket != 0x01010101) return "state was not kept";
          machine->next_run();
          machine->reset();
          if (machine->run_number() != 0) return "the run number was kept";
          machine->download(&ticket, machine->state("ticket", 4), 4);
          return ticket == 0 ? "" : "state survived the reset";
        }) == "");
}

TEST_CASE("cuda: after a request for too much memory, the available amount is reported") {
  NEEDS_GPU();
  CHECK(in_child([]() -> std::string {
          const auto machine = cuda::make_machine();
          try {
            machine->allocate("everything", size_t{1} << 50);
          } catch (const device::OutOfMemory& e) {
            const std::string text = e.what();
            if (text.find("everything") == std::string::npos || text.find("free") == std::string::npos)
              return text;
            machine->synchronize();  // the error must not be sticky
            return "";
          }
          return "no exception";
        }) == "");
}

TEST_CASE("cuda: fingerprints detect one changed byte and two swapped words") {
  NEEDS_GPU();
  CHECK(in_child([]() -> std::string {
          const auto machine = cuda::make_machine();
          std::vector<unsigned> words(10'001);
          std::iota(words.begin(), words.end(), 7u);
          auto* data = static_cast<char*>(machine->allocate("words", 4 * words.size()));
          const auto print = [&] {
            machine->upload(data, words.data(), 4 * words.size());
            return cuda::fingerprint(data, 4 * words.size() - 1);
          };
          const uint64_t before = print();
          if (print() != before) return "not repeatable";
          std::swap(words[17], words[9000]);
          if (print() == before) return "swapped words not noticed";
          std::swap(words[17], words[9000]);
          words.back() ^= 0x00010000;
          if (print() == before) return "the last byte not noticed";
          words.back() ^= 0x00010000 ^ 0x01000000;
          return print() == before ? "" : "looked past the end";
        }) == "");
}

TEST_CASE("cuda: ceilings copy the stated bytes, and a copy takes longer than an empty launch") {
  NEEDS_GPU();
  CHECK(in_child([]() -> std::string {
          const auto machine = cuda::make_machine();
          cuda::ColdTimer timer;
          for (const size_t words : {size_t{0}, size_t{1}, size_t{1023}, size_t{1} << 24}) {
            double copy = 0, empty = 0;
            for (const peers::Workload& ceiling : peers::ceilings(*machine, 4 * words)) {
              stage::Job job;
              job.context = machine.get();
              const double seconds = timer.seconds(
                  machine->stream, [] {}, [&] { ceiling.run(job); });
              if (const std::string wrong = ceiling.verify(); !wrong.empty())
                return ceiling.id + " of " + std::to_string(words) + ": " + wrong;
              (ceiling.id == "ceiling/launch" ? empty : copy) = seconds;
            }
            if (words == 1 << 24 && copy < 2 * empty)
              return "64 MiB are copied in no time: the cache was warm";
          }
          return "";
        }) == "");
}

namespace {

// Stages whose blocks exchange values within one launch, through memory that persists from run to run.
constexpr const char* kOneLaunch[] = {"reduce/v9",         "reduce/v10",    "reduce/v10.1",
                                      "reduce/best",       "scan/chained",  "scan/decoupled_lookback",
                                      "scan/one_exchange", "scan/resident", "scan/rounds",
                                      "scan/lookahead",    "scan/best",     "pack/one_exchange",
                                      "pack/resident",     "pack/rounds",   "pack/lookahead",
                                      "pack/row_by_row",   "pack/best"};

// Runs a stage on its own input and output buffers, which are filled before each job and checked after it.
class Captured {
 public:
  Captured(const stage::Stage& stage, size_t n) : machine_(cuda::make_machine()) {
    check::Case c;
    c.dtype = stage.variants.front().dtype;
    c.n = n;
    for (c.seed = 1; c.seed <= 2; ++c.seed)
      problems_.push_back(std::make_unique<check::Problem>(*machine_, check::task_of(stage), c));
    job_ = problems_[0]->job();
    job_.block = 256;
    for (const check::Problem::Memory& m : problems_[0]->buffers())
      own_.push_back({machine_->allocate("own", m.bytes), m.bytes});
    for (size_t i = 0; i < own_.size(); ++i) {
      const void* const theirs = problems_[0]->buffers()[i].data;
      for (const void*& input : job_.inputs)
        if (input == theirs) input = own_[i].data;
      for (void*& output : job_.outputs)
        if (output == theirs) output = own_[i].data;
    }
    run_ = solver(stage, c.dtype, job_.block).run;
  }

  // Runs a job with the data of problem 0 or 1.
  void launch(size_t problem) {
    machine_->next_run();
    start(problem);
    run_(job_);
  }
  void replay(size_t problem) {
    if (!graph_) graph_ = std::make_unique<cuda::Graph>(machine_->stream, [&] { run_(job_); });
    start(problem);
    graph_->launch(machine_->stream);
  }
  void replay_once_more() { graph_->launch(machine_->stream); }  // replays the graph with the same data
  // What is wrong with the result of the last job; "" if nothing is.
  std::string wrong() {
    check::Problem& problem = *problems_[last_];
    const auto theirs = problem.buffers();
    for (size_t i = 0; i < own_.size(); ++i)
      machine_->copy(const_cast<void*>(theirs[i].data), own_[i].data, own_[i].bytes);
    machine_->synchronize();
    const check::Verdict verdict = problem.verify();
    return verdict.passed() ? "" : verdict.message();
  }

 private:
  struct Own {
    void* data;
    size_t bytes;
  };
  void start(size_t problem) {
    last_ = problem;
    problems_[problem]->poison_output();
    const auto theirs = problems_[problem]->buffers();
    for (size_t i = 0; i < own_.size(); ++i) machine_->copy(own_[i].data, theirs[i].data, own_[i].bytes);
  }

  std::unique_ptr<device::Machine> machine_;
  std::vector<std::unique_ptr<check::Problem>> problems_;
  std::vector<Own> own_;
  std::unique_ptr<cuda::Graph> graph_;
  std::function<void(const stage::Job&)> run_;
  stage::Job job_;
  size_t last_ = 0;
};

// Calls f(stage, n) for each stage of kOneLaunch that this GPU can run. Returns all messages; "" if there are none.
std::string of_each_one_launch(const std::function<std::string(const stage::Stage&, size_t n)>& f) {
  std::string all;
  for (const char* id : kOneLaunch)
    for (const size_t n : {1'000, 104'729, 3'145'733}) {
      const stage::Stage& stage = *stage::find_stage(stage::Build::cuda, id);
      const stage::DType type = stage.variants.front().dtype;
      if (!make_row(stage, bench::Backend::cuda, n, type, 256).result.skipped.empty()) continue;
      if (const std::string wrong = f(stage, n); !wrong.empty())
        all += fmt::format("{}, n = {}, {}\n", id, n, wrong);
    }
  return all;
}

}  // namespace

TEST_CASE("cuda: a stage captured in a graph is right in every replay, each with different data") {
  NEEDS_GPU();
  CHECK(in_child([] {
          return of_each_one_launch([](const stage::Stage& stage, size_t n) -> std::string {
            Captured captured(stage, n);
            captured.launch(0);
            if (const std::string wrong = captured.wrong(); !wrong.empty()) return "launched: " + wrong;
            for (int replay = 1; replay <= 6; ++replay) {
              captured.replay(replay % 2);
              if (const std::string wrong = captured.wrong(); !wrong.empty())
                return fmt::format("replay {}: {}", replay, wrong);
            }
            captured.launch(0);  // an ordinary launch between two replays of the graph
            if (const std::string wrong = captured.wrong(); !wrong.empty())
              return "launched after the graph: " + wrong;
            captured.replay(1);
            return captured.wrong();
          });
        }) == "");
}

// Shows that the test above can fail.
TEST_CASE("cuda: a graph whose epoch is a kernel argument accepts messages from the previous replay") {
  NEEDS_GPU();
  CHECK(in_child([]() -> std::string {
          Captured captured(*stage::find_stage(stage::Build::cuda, "test/epoch_argument"), 1 << 25);
          for (size_t run = 0; run < 4; ++run) {
            captured.launch(run % 2);
            if (const std::string wrong = captured.wrong(); !wrong.empty()) return "launched: " + wrong;
          }
          for (size_t replay = 0; replay < 4; ++replay) {
            captured.replay(replay % 2);
            if (replay > 0 && captured.wrong().empty()) return fmt::format("replay {} is right", replay);
          }
          return "";
        }) == "");
}

TEST_CASE("cuda: two jobs of a stage on two streams, each with its own memory, are both right") {
  NEEDS_GPU();
  CHECK(in_child([] {
          return of_each_one_launch([](const stage::Stage& stage, size_t n) -> std::string {
            Captured one(stage, n), other(stage, n);
            one.launch(0);
            other.launch(1);
            for (size_t run = 0; run < 20; ++run) {
              one.replay(run % 2);
              other.replay((run + 1) % 2);
              for (int more = 0; more < 10; ++more) {
                one.replay_once_more();
                other.replay_once_more();
              }
              if (const std::string wrong = one.wrong() + other.wrong(); !wrong.empty())
                return fmt::format("run {}: {}", run, wrong);
            }
            return "";
          });
        }) == "");
}

TEST_CASE(
    "cuda: a thousand jobs back to back are right while other work runs, with nothing reset in between") {
  NEEDS_GPU();
  CHECK(in_child([]() -> std::string {
          const Engine engine = cuda_engine();
          const auto machine = cuda::make_machine(), other = cuda::make_machine();
          constexpr size_t kBytes = size_t{64} << 20;
          void* from = other->allocate("from", kBytes);
          void* to = other->allocate("to", kBytes);
          other->fill(from, 0, kBytes);
          for (const char* id : kOneLaunch) {
            const stage::Stage& stage = *stage::find_stage(stage::Build::cuda, id);
            const stage::DType type = stage.variants.front().dtype;
            if (!make_row(stage, bench::Backend::cuda, 1000, type, 256).result.skipped.empty()) continue;
            const Solver its_solver = solver(stage, type, 256);
            for (const size_t n : {1'000, 104'729, 3'145'733}) {
              check::Case c;
              c.dtype = type;
              c.n = n;
              SharedProblem problem(engine, check::task_of(stage), c);
              const stage::Job job = problem.job(*machine);
              machine->reset();
              for (int run = 1; run <= 1000; ++run) {
                if (run % 4 == 0) other->copy(to, from, kBytes);
                if (run % 100 != 0) {
                  machine->next_run();
                  its_solver.run(job);
                } else if (const check::Verdict v = problem.attempt(*machine, its_solver); !v.passed()) {
                  return std::string(id) + ", run " + std::to_string(run) + ": " + v.message();
                }
              }
            }
          }
          return "";
        }) == "");
}

TEST_CASE("cuda: on several GPUs, ten thousand jobs back to back are right, even if a GPU is a second late") {
  NEEDS_GPU();
  const unsigned gpus = cuda::device_facts().reachable_gpus;
  if (gpus < 2) SKIP_TEST("no second GPU that the first can access");
  CHECK(in_child([gpus]() -> std::string {
          const Engine engine = cuda_engine();
          for (const stage::Stage* stage : stage::all_stages(stage::Build::cuda)) {
            if (!stage->on_several_gpus()) continue;
            const stage::DType type = stage->variants.front().dtype;
            if (!make_row(*stage, bench::Backend::cuda, 1000, type, 256, gpus).result.skipped.empty())
              continue;
            const device::Placement placement = placement_of(*stage, gpus);
            const auto machine = engine.make_machine(placement);
            const Solver its_solver = solver(*stage, type, 256);
            for (const size_t n : {1'000, 3'145'733}) {
              check::Case c;
              c.dtype = type;
              c.n = n;
              SharedProblem problem(engine, check::task_of(*stage), c, placement);
              const stage::Job job = problem.job(*machine);
              machine->reset();
              const auto attempt = [&](const std::string& when) -> std::string {
                const check::Verdict v = problem.attempt(*machine, its_solver);
                return v.passed() ? "" : fmt::format("{}, n = {}, {}: {}", stage->id, n, when, v.message());
              };
              for (int run = 1; run <= 10'000; ++run) {
                if (run % 1000 != 0) {
                  machine->next_run();
                  its_solver.run(job);
                } else if (const std::string wrong = attempt(fmt::format("run {}", run)); !wrong.empty()) {
                  return wrong;
                }
              }
              for (unsigned late = 0; late < gpus; ++late) {
                constexpr size_t kBytes = size_t{8} << 30;  // filling it takes two milliseconds on an H200
                machine->use_gpu(late);
                void* busy = machine->scratch("busy", kBytes);
                for (int i = 0; i < 500; ++i) machine->zero(busy, kBytes);
                machine->use_gpu(0);
                problem.job(*machine);
                if (const std::string wrong = attempt(fmt::format("GPU {} late", late)); !wrong.empty())
                  return wrong;
              }
            }
          }
          return "";
        }) == "");
}

namespace {
bool cub_is_at_least(int major, int minor) {
  int its_major = 0, its_minor = 0;
  std::sscanf(cub_version().c_str(), "%d.%d", &its_major, &its_minor);
  return std::pair(its_major, its_minor) >= std::pair(major, minor);
}
}  // namespace

TEST_CASE("cuda: a run has stages, peers and ceilings, all correct") {
  NEEDS_GPU();
  Plan plan;
  plan.ids = {"reduce/v0", "reduce/v8", "scan/three_kernel", "scan/subgroup", "pack/scan_scatter"};
  plan.backends = {bench::Backend::cuda};
  plan.ns = {(1 << 20) + 3};
  struct Quiet : Progress {
    void update(const std::string&, size_t, size_t) override {}
  } quiet;
  const std::vector<Result> results = run(plan, quiet);
  std::vector<std::string> ids;
  for (const Result& r : results) {
    ids.push_back(r.id);
    INFO(r.id << ": " << r.verdict.message() << text_of(r.skipped));
    CHECK(r.verdict.status == check::Status::correct);
    REQUIRE(r.time);
    CHECK(r.time->samples.size() >= 20);
    CHECK(r.time->median > 1e-6);
    if (r.bandwidth && r.fraction_of_peak) CHECK(*r.fraction_of_peak < 1.05);
    if (r.id == "reduce/v8") CHECK(r.speedup.at("vs_first").low > 1);
    if (r.id == "reduce/v0") CHECK(r.first_pass);
  }
  const std::vector<std::string>& links =
      link_ceiling_ids();  // links are measured only with stages for several GPUs
  for (const std::string& id : reference_ids())
    if (!id.starts_with("cpu/")) {
      INFO(id);
      const bool of_links = std::find(links.begin(), links.end(), id) != links.end();
      // Modes that exist only in releases of CUB newer than the one in CUDA 13.0.
      const bool of_newer_cub = id == "peer/cub_reduce_any_order" || id == "peer/cub_reduce_gpu_to_gpu" ||
                                id == "peer/cub_scan_run_to_run";
      const bool of_other_tracks =
          id.starts_with("peer/") && std::ranges::none_of(plan.ids, [&](const auto& stage) {
            const auto& peers = check::task_of(stage).peers;
            return std::ranges::find(peers, id) != peers.end();
          });
      const bool wanted = !of_links && !of_other_tracks && (!of_newer_cub || cub_is_at_least(3, 6));
      CHECK((std::count(ids.begin(), ids.end(), id) >= 1) == wanted);
    }
}

TEST_CASE("cuda: a faulty kernel affects only its own row") {
  NEEDS_GPU();
  const Engine engine = cuda_engine();
  const std::string wrong = in_child([&]() -> std::string {
    Entry bad;
    bad.name = "bad";
    bad.task = &check::task_of("reduce");
    bad.solver.run = [](const stage::Job& job) { job.context->copy(nullptr, job.inputs[0], 4096); };
    try {
      measure(engine, {bad}, {.dtype = stage::DType::i32, .n = 1024}, {.timed = 1},
              os::Report{[](const std::string&, double) {}});
    } catch (const std::exception&) {
      return "";
    }
    return "no exception";
  });
  CHECK(wrong == "");
}
