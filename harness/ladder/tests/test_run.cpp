// Interleaved measurement, speedups, verdicts over many cases, and run() and check() on the executor (bench/).
#include "tests/catch.h"

#include <algorithm>
#include <set>

#include "bench/result_json.h"
#include "bench/measure.h"
#include "bench/plan.h"
#include "bench/rows.h"
#include "bench/run_parts.h"
#include "bench/tally.h"
#include "ladder/tests/fake_machine.h"
#include "tests/words.h"

using namespace ladder;

using namespace ladder::bench;

namespace {

struct Quiet : Progress {
  size_t done = 0, total = 0;
  void update(const std::string&, size_t d, size_t t) override {
    CHECK(d <= t);
    done = d, total = t;
  }
};

// A backend in host memory, in which each job reports how long it has taken.
double pretended_seconds = 0;
Engine timed_engine(size_t capacity = size_t{1} << 30) {
  return {.make_machine = [capacity](device::Placement) { return std::make_unique<fake::Machine>(capacity); },
          .seconds =
              [](device::Machine&, const std::function<void()>& before, const std::function<void()>& work) {
                before();
                pretended_seconds = 0;
                work();
                return pretended_seconds;
              },
          .fingerprint = {}};
}

void sum(const stage::Job& job) {
  const auto* input = job.input<int32_t>();
  uint32_t total = 0;
  for (size_t i = 0; i < job.n; ++i) total += static_cast<uint32_t>(input[i]);
  *job.output<uint32_t>() = total;
}

Entry entry(const std::string& name, std::function<void(const stage::Job&)> run) {
  Entry e;
  e.name = name;
  e.task = &check::task_of("reduce");
  e.solver.run = std::move(run);
  return e;
}

constexpr check::Case kCase = {.dtype = stage::DType::i32, .n = 1000};
const os::Report kSilent = {[](const std::string&, double) {}};

Row timed_row(const stage::Stage* stage, const std::string& id, std::vector<double> samples) {
  Row row;
  row.stage = stage;
  row.task = &check::task_of("reduce");
  row.result.id = id;
  row.result.track = id.substr(0, id.find('/'));
  row.result.backend = bench::Backend::cuda;
  row.result.verdict.status = check::Status::correct;
  row.result.time = Time{};
  row.result.time->samples = std::move(samples);
  return row;
}

Plan plan_for(std::vector<std::string> ids) {
  Plan plan;
  plan.ids = std::move(ids);
  plan.backends = {bench::Backend::simt};
  plan.timeout = 60;
  return plan;
}

const Result* find(const std::vector<Result>& results, const std::string& id) {
  const auto it = std::find_if(results.begin(), results.end(), [&](const Result& r) { return r.id == id; });
  return it == results.end() ? nullptr : &*it;
}

bool on_executor() { return stage::find_stage(stage::Build::simt, "reduce/v0") != nullptr; }

}  // namespace

TEST_CASE("rows are timed in turn, each as often as requested") {
  std::vector<std::string> said;
  std::vector<Entry> entries = {entry("a",
                                      [](const stage::Job& job) {
                                        sum(job);
                                        pretended_seconds = 1;
                                      }),
                                entry("b", [](const stage::Job& job) {
                                  sum(job);
                                  pretended_seconds = 2;
                                })};
  const auto measured =
      measure(timed_engine(), entries, kCase, {.warm_up = 1, .timed = 4},
              os::Report{[&](const std::string& text, double) { said.push_back(bench::said(text).row); }});
  CHECK(measured[0].samples == std::vector<double>{1, 1, 1, 1});
  CHECK(measured[1].samples == std::vector<double>{2, 2, 2, 2});
  CHECK(measured[0].verdict.status == check::Status::correct);
  CHECK(measured[0].bytes == 4000);
  CHECK(said.size() == 2 * (1 + 1 + 4 + 1));
  for (size_t round = 2; round + 2 < said.size(); round += 2)  // both rows are timed in each round
    CHECK(said[round] != said[round + 1]);
}

TEST_CASE("with a warm cache, each sample follows a run that is not timed") {
  int runs = 0;
  std::vector<Entry> entries = {entry("a", [&](const stage::Job& job) {
    sum(job);
    pretended_seconds = ++runs;
  })};
  const auto measured =
      measure(timed_engine(), entries, kCase, {.warm_up = 0, .timed = 2, .warm_cache = true},
              os::Report{[](const std::string&, double) {}});
  CHECK(measured[0].samples == std::vector<double>{3, 5});  // the first run was the check
}

TEST_CASE("a row that ends its process is left out, and the others continue in another process") {
  std::vector<std::string> rows = {"good", "bad", "fair", "worse"}, watched, died;
  const os::Work work = [&](const os::Report& report) {
    std::string done;
    for (const std::string& row : rows) {
      bench::say(report, {row, "n = 3"});
      if (row == "bad" || row == "worse") std::abort();
      done += row + " ";
    }
    return done;
  };
  const auto watch = [&](const bench::Doing& doing) { watched.push_back(doing.row); };
  const auto leave_out = [&](const bench::Doing& doing, const os::Outcome& outcome) {
    CHECK(outcome.status == os::Outcome::Status::crashed);
    died.push_back(bench::in_words(doing));
    std::erase(rows, doing.row);
    return !rows.empty();
  };
  CHECK(bench::run_until_through(work, bench::gpu_limits(60), watch, leave_out) == "good fair ");
  CHECK(died == std::vector<std::string>{"bad, n = 3", "worse, n = 3"});
  CHECK(watched == std::vector<std::string>{"good", "bad", "good", "fair", "worse", "good", "fair"});
  rows = {"worse"};
  CHECK_FALSE(bench::run_until_through(work, bench::gpu_limits(60), watch, leave_out));
}

TEST_CASE("a wrong row is not timed, and does not affect its neighbours") {
  std::vector<Entry> entries = {entry("spoils its input",
                                      [](const stage::Job& job) {
                                        sum(job);
                                        *const_cast<int32_t*>(job.input<int32_t>()) += 1;
                                      }),
                                entry("writes outside",
                                      [](const stage::Job& job) {
                                        sum(job);
                                        job.output<int32_t>()[3] = 0;
                                      }),
                                entry("good", sum)};
  const auto measured = measure(timed_engine(), entries, kCase, {.warm_up = 0, .timed = 3}, kSilent);
  CHECK(measured[0].verdict.status == check::Status::wrong);
  CHECK(measured[1].verdict.status == check::Status::wrong);
  CHECK(measured[1].verdict.message().find("outside") != std::string::npos);
  CHECK(measured[0].samples.empty());
  CHECK(measured[2].verdict.status == check::Status::correct);
  CHECK(measured[2].samples.size() == 3);
}

TEST_CASE("a row that is wrong only after many runs is detected") {
  int runs = 0;
  const std::vector<Entry> entries = {entry("tires", [&](const stage::Job& job) {
    sum(job);
    if (++runs > 3) *job.output<uint32_t>() += 1;
  })};
  const auto measured = measure(timed_engine(), entries, kCase, {.warm_up = 0, .timed = 5}, kSilent);
  CHECK(measured[0].verdict.status == check::Status::wrong);
  CHECK(measured[0].verdict.message().find("but wrong after it") != std::string::npos);
}

TEST_CASE("an answer left over from the previous run does not count") {
  bool first = true;
  const std::vector<Entry> entries = {entry("lazy", [&](const stage::Job& job) {
    if (first) sum(job);
    first = false;
  })};
  const auto measured = measure(timed_engine(), entries, kCase, {.warm_up = 0, .timed = 2}, kSilent);
  CHECK(measured[0].verdict.status == check::Status::wrong);
}

TEST_CASE("a row that writes past the end of scratch memory is wrong") {
  const std::vector<Entry> entries = {entry("past scratch", [](const stage::Job& job) {
    sum(job);
    static_cast<char*>(job.context->scratch("sums", 16))[16] = 1;
  })};
  const auto measured = measure(timed_engine(), entries, kCase, {.warm_up = 0, .timed = 1}, kSilent);
  CHECK(measured[0].verdict.status == check::Status::wrong);
  CHECK(measured[0].verdict.message().find("sums") != std::string::npos);
}

TEST_CASE("a row that does not fit into memory is skipped with the reason") {
  const std::vector<Entry> entries = {entry("modest", sum), entry("greedy", [](const stage::Job& job) {
                                        job.context->scratch("everything", size_t{1} << 20);
                                        sum(job);
                                      })};
  const auto measured = measure(timed_engine(1 << 16), entries, kCase, {.warm_up = 0, .timed = 2}, kSilent);
  CHECK(measured[0].skipped.empty());
  CHECK(measured[0].samples.size() == 2);
  CHECK(text_of(measured[1].skipped).find("everything") != std::string::npos);
  CHECK(measured[1].samples.empty());
}

TEST_CASE("a row whose memory runs out during timing is skipped, and its neighbours continue") {
  const int last = GENERATE(2, 6);  // memory runs out during the timing, or in the check after it
  int runs = 0;
  const std::vector<Entry> entries = {entry("modest", sum), entry("starves", [&](const stage::Job& job) {
                                        if (++runs >= last) throw device::OutOfMemory("no more memory");
                                        sum(job);
                                      })};
  Engine engine = timed_engine();
  engine.failure_is_final = true;
  const auto measured = measure(engine, entries, kCase, {.warm_up = 1, .timed = 4}, kSilent);
  CHECK(measured[0].samples.size() == 4);
  CHECK(measured[0].verdict.status == check::Status::correct);
  CHECK(text_of(measured[1].skipped) == "no more memory");
  CHECK(measured[1].samples.empty());
}

TEST_CASE("the first launch is timed separately if there are several") {
  const auto twice = [](const stage::Job& job) {
    for (int launch = 0; launch < 2; ++launch)
      if (job.context->count_launch()) pretended_seconds += 1;
    sum(job);
  };
  const auto measured = measure(timed_engine(), {entry("two launches", twice)}, kCase,
                                {.timed = 3, .first_pass = true}, kSilent);
  CHECK(measured[0].samples == std::vector<double>{2, 2, 2});
  CHECK(measured[0].first_pass == std::vector<double>{1, 1, 1});
}

TEST_CASE("an exception counts as a crash of its row, and is passed on if it is final") {
  const std::vector<Entry> entries = {
      entry("throws", [](const stage::Job&) { throw std::runtime_error("illegal address"); }),
      entry("good", sum)};
  const auto measured = measure(timed_engine(), entries, kCase, {.timed = 1}, kSilent);
  CHECK(measured[0].verdict.status == check::Status::crash);
  CHECK(measured[0].verdict.message() == "illegal address");
  CHECK(measured[1].verdict.status == check::Status::correct);
  Engine final = timed_engine();
  final.failure_is_final = true;
  CHECK_THROWS(measure(final, entries, kCase, {.timed = 1}, kSilent));
}

TEST_CASE("equal fingerprints make a comparison unnecessary, but different fingerprints do not") {
  Engine engine = timed_engine();
  int asked = 0;
  engine.fingerprint = [&](const void* p, size_t bytes) {
    ++asked;
    uint64_t h = 1;
    for (size_t i = 0; i < bytes; ++i) h = h * 31 + static_cast<const unsigned char*>(p)[i];
    return h;
  };
  const auto wrong = [](const stage::Job& job) {
    sum(job);
    *job.output<uint32_t>() += 1;
  };
  const auto measured =
      measure(engine, {entry("a", sum), entry("b", sum), entry("c", wrong)}, kCase, {.timed = 1}, kSilent);
  CHECK(asked > 0);
  CHECK(measured[1].verdict.status == check::Status::correct);
  CHECK(measured[2].verdict.status == check::Status::wrong);
}

TEST_CASE(
    "speedups are relative to the same work, and a wrong row has no speedup and is not used as a base") {
  const auto stages = stage::all_stages(stage::Build::simt);
  const stage::Stage* v0 = stage::find_stage(stage::Build::simt, "reduce/v0");
  const stage::Stage* v1 = stage::find_stage(stage::Build::simt, "reduce/v1");
  if (v0 == nullptr || v1 == nullptr) SKIP_TEST("no kernels are linked in");
  const std::vector<double> four(10, 4), two(10, 2), one(10, 1);
  std::vector<Row> rows = {timed_row(v0, "reduce/v0", four), timed_row(v1, "reduce/v1", two),
                           timed_row(nullptr, "peer/cub_reduce", one)};
  compute_speedups(rows);
  CHECK(rows[0].result.speedup.size() == 2);
  const Ratio& first = rows[0].result.speedup.at("vs_first");  // exactly as fast as itself
  CHECK(first.value == 1);
  CHECK((first.low == 1 && first.high == 1 && !first.distinguishable()));
  CHECK(rows[0].result.speedup.at("vs_peer").value == Approx(0.25));
  CHECK(rows[1].result.speedup.at("vs_first").value == Approx(2));
  CHECK(rows[1].result.speedup.at("vs_previous").value == Approx(2));
  CHECK(rows[1].result.speedup.at("vs_peer").value == Approx(0.5));
  CHECK(rows[2].result.speedup.empty());

  std::vector<Row> other_n = {rows[0], rows[1], rows[2]};
  for (Row& row : other_n) row.result.speedup.clear();
  other_n[0].result.n = 7;
  other_n[2].result.verdict.status = check::Status::wrong;
  compute_speedups(other_n);
  CHECK(other_n[1].result.speedup.empty());

  rows[1].result.speedup.clear();
  rows[1].result.verdict.status = check::Status::wrong;
  compute_speedups(rows);
  CHECK(rows[1].result.speedup.empty());
}

TEST_CASE("the worst case decides, and hazards on the same lines are merged") {
  Tally tally;
  simt::Hazard race{
      simt::HazardKind::race, "shared", {{"a.cu", 3, {0, "3"}, "write"}, {"a.cu", 4, {0, "4"}, "read"}},
      {"partial", {1}},       2,        findings::recorded("meets")};
  tally.watched = true;
  tally.add({check::Status::correct, 0.5, 1, {}}, 10, {});
  tally.add({check::Status::correct, 0.9, 1, {}}, 20, {race});
  race.object.index = {2};
  tally.add({check::Status::wrong, 3, 1, findings::recorded("off")}, 15, {race});
  tally.add({check::Status::correct, 0, 1, {}}, 30, {});
  const auto back = data::unpacked<Tally>(data::packed(tally));
  Result result;
  back.conclude(result);
  CHECK(result.verdict.status == check::Status::wrong);
  CHECK(result.n == 15);
  REQUIRE(bench::has_hazards(result));
  CHECK(result.hazards->size() == 1);
  CHECK(result.hazards->front().count == 4);
  CHECK(result.note.find("4 cases") != std::string::npos);

  Tally good;
  good.add({check::Status::correct, 0.5, 1, {}}, 10, {});
  good.add({check::Status::correct, 0.9, 1, {}}, 20, {});
  good.conclude(result);
  CHECK(result.verdict.error == 0.9);
  CHECK(result.n == 20);
}

TEST_CASE("a pitfall passes only if it gets exactly the verdict that it declares") {
  using enum check::Status;
  using simt::HazardKind::out_of_bounds, simt::HazardKind::race;
  stage::Stage pitfall;
  pitfall.expect = "race";
  const auto judged = [&](check::Status status, const std::vector<simt::HazardKind>& kinds) {
    Result result;
    result.verdict.status = status;
    std::vector<simt::Hazard> found;
    for (const simt::HazardKind kind : kinds) {
      simt::Hazard hazard;
      hazard.kind = kind;
      found.push_back(hazard);
    }
    result.hazards = found;
    judge_pitfall(result, pitfall);
    return result.verdict.passed();
  };
  CHECK(judged(correct, {race}));
  CHECK(judged(wrong, {race, race}));
  CHECK_FALSE(judged(correct, {}));
  CHECK_FALSE(judged(wrong, {}));
  CHECK_FALSE(judged(correct, {out_of_bounds}));
  CHECK_FALSE(judged(correct, {race, out_of_bounds}));
  pitfall.expect = "wrong";
  CHECK(judged(wrong, {}));
  CHECK_FALSE(judged(correct, {}));
  CHECK_FALSE(judged(wrong, {race}));
  CHECK_FALSE(judged(check::Status::crash, {}));
}

TEST_CASE("every pitfall declares an existing verdict or hazard") {
  for (const stage::Stage* s : stage::all_stages(stage::Build::simt)) {
    INFO(s->id << " expects " << s->expect);
    CHECK((s->expect.empty() || data::named<check::Status>(s->expect) ||
           data::named<simt::HazardKind>(s->expect)));
  }
}

TEST_CASE("hazards make a right answer wrong, unless the stage declares its races") {
  stage::Stage stage;
  Result result;
  result.verdict.status = check::Status::correct;
  result.hazards.emplace(
      {simt::Hazard{simt::HazardKind::race, "shared", {}, {}, 1, findings::recorded("two threads meet")}});
  judge_hazards(result, stage);
  CHECK(result.verdict.status == check::Status::racy);
  stage.racy = "relies on lockstep";
  result.verdict.status = check::Status::correct;
  judge_hazards(result, stage);
  CHECK(result.verdict.status == check::Status::declared_racy);
  result.hazards->push_back(
      {simt::HazardKind::uninitialised, "shared", {}, {}, 1, findings::recorded("nobody wrote it")});
  result.verdict.status = check::Status::correct;
  judge_hazards(result, stage);
  CHECK(result.verdict.status == check::Status::racy);
}

TEST_CASE("run on the executor gives verdicts, times, counters and CPU references") {
  if (!on_executor()) SKIP_TEST("no kernels are linked in");
  Plan plan = plan_for({"reduce/v0", "reduce/v2", "scan/three_kernel"});
  plan.backends = {bench::Backend::simt, bench::Backend::cpu};
  plan.ns = {10'000};
  plan.repetitions = 3;
  Quiet progress;
  const std::vector<Result> results = run(plan, progress);
  CHECK(progress.done == progress.total);
  for (const char* id : {"reduce/v0", "reduce/v2", "scan/three_kernel"}) {
    INFO(id);
    const Result* r = find(results, id);
    REQUIRE(r != nullptr);
    INFO(r->verdict.message());
    CHECK(r->verdict.status == check::Status::correct);
    CHECK((r->hazards && r->hazards->empty()));
    REQUIRE(r->time);
    CHECK(r->time->samples.size() == 3);
    CHECK(r->time->median > 0);
    REQUIRE(r->counters);
    CHECK(r->counters->global_load_requests > 0);
    CHECK(r->counters->barriers > 0);
    CHECK(r->bytes == (r->track == "scan" ? 80'000 : 40'000));
  }
  CHECK(find(results, "reduce/v2")->speedup.contains("vs_first"));
  CHECK_FALSE(find(results, "reduce/v2")->speedup.contains("vs_previous"));  // v1 was not run
  const Result* reference = find(results, "cpu/sequential_reduce");
  REQUIRE(reference != nullptr);
  CHECK(reference->verdict.status == check::Status::correct);
  CHECK(find(results, "cpu/sequential_scan") != nullptr);
  CHECK(find(results, "peer/cub_reduce") == nullptr);
}

TEST_CASE("an unsupported case is skipped with the reason") {
  if (!on_executor()) SKIP_TEST("no kernels are linked in");
  Plan plan = plan_for({"reduce/v0"});
  plan.ns = {100, size_t{1} << 50};
  plan.dtypes = {stage::DType::f32, stage::DType::u64};
  plan.repetitions = 1;
  plan.companions = false;
  Quiet progress;
  const std::vector<Result> results = run(plan, progress);
  REQUIRE(results.size() == 4);
  for (const Result& r : results) {
    INFO(r.n << " " << r.dtype << ": " << text_of(r.skipped));
    CHECK(r.skipped.empty() == (r.n == 100 && r.dtype == "f32"));
    if (r.dtype == "u64")
      CHECK(text_of(r.skipped).find("no u64 version") != std::string::npos);
    else if (r.n != 100)
      CHECK(text_of(r.skipped).find("GiB") != std::string::npos);
  }
}

TEST_CASE("check on the executor: correct stages pass, and pitfalls get the verdicts that they declare") {
  if (!on_executor()) SKIP_TEST("no kernels are linked in");
  Plan plan =
      plan_for({"reduce/v2", "scan/three_kernel", "pitfalls/missing_barrier", "pitfalls/dropped_tail"});
  plan.ns = {0, 1, 33, 1025, 5001};
  plan.blocks = {128};
  Quiet progress;
  const std::vector<Result> results = bench::check(plan, progress);
  CHECK(results.size() >= 4);
  for (const Result& r : results) {
    INFO(r.id << " " << r.dtype << ": " << r.verdict.message());
    CHECK(r.verdict.status == check::Status::correct);
    CHECK(r.skipped.empty());
  }
  const Result* pitfall = find(results, "pitfalls/missing_barrier");
  REQUIRE(pitfall != nullptr);
  CHECK(pitfall->verdict.message().find("as declared") != std::string::npos);
  CHECK(bench::has_hazards(*pitfall));
}

TEST_CASE(
    "a stage that needs a newer architecture is skipped on older GPUs, and in programs for older GPUs") {
  cuda::DeviceFacts gpu;
  const auto is = [&](unsigned sm, unsigned code_sm) {
    gpu.sm = sm, gpu.code_sm = code_sm;
    gpu.compute_capability = cuda::capability(sm);
    gpu.compiled_for = cuda::capability(code_sm);
  };
  const auto lacks = [&](unsigned needed, bool only_that_one = false) {
    stage::Stage stage;
    stage.needs_sm = needed, stage.only_that_sm = only_that_one;
    return text_of(bench::lacks_sm(stage, gpu));
  };
  is(90, 90);
  CHECK(lacks(90) == "");
  CHECK(lacks(90, true) == "");
  CHECK(lacks(0) == "");
  is(120, 100);
  CHECK(lacks(90) == "");
  CHECK(lacks(90, true) == "runs only on compute capability 9.0; this GPU has 12.0");
  is(120, 90);  // PTX for compute_90 that the driver translated
  CHECK(lacks(90, true) == "runs only on compute capability 9.0; this GPU has 12.0");
  is(86, 86);
  CHECK(lacks(90) == "needs compute capability 9.0; this GPU has 8.6");
  CHECK(lacks(80) == "");
  is(90, 80);  // PTX for compute_80 that the driver translated
  CHECK(lacks(90) ==
        "needs compute capability 9.0; this GPU has 9.0, but this program was compiled for 8.0 only");
}

TEST_CASE("the executor runs stages for which a GPU may be too old") {
  stage::Stage stage = fake::make_stage("reduce/new");
  stage.needs_sm = 999;  // no GPU has this architecture
  stage.variants = {{stage::DType::f32, nullptr, nullptr}};
  CHECK(make_row(stage, bench::Backend::simt, 1000, stage::DType::f32, 256).result.skipped.empty());
  CHECK(make_row(stage, bench::Backend::cuda, 1000, stage::DType::f32, 256)
            .result.skipped.is(Cause::other_compute_capability));
}

TEST_CASE("a stage that needs a feature that the executor does not have is skipped there") {
  stage::Stage stage = fake::make_stage("reduce/new");
  stage.variants = {{stage::DType::f32, nullptr, nullptr}};
  CHECK(make_row(stage, bench::Backend::simt, 1000, stage::DType::f32, 256).result.skipped.empty());
  stage.needs_gpu = "thread block clusters";
  CHECK(text_of(make_row(stage, bench::Backend::simt, 1000, stage::DType::f32, 256).result.skipped) ==
        "needs a GPU: the executor has no thread block clusters");
}

TEST_CASE(
    "a run on a GPU uses 2^28 elements or as many as fit into its free memory, and one on the executor "
    "2^20") {
  constexpr size_t kGibibyte = size_t{1} << 30;
  CHECK(gpu_n(70 * kGibibyte) == size_t{1} << 28);
  CHECK(gpu_n(15 * kGibibyte) == size_t{1} << 28);
  CHECK(gpu_n(8 * kGibibyte) == size_t{1} << 27);
  CHECK(gpu_n(4 * kGibibyte) == size_t{1} << 26);
  CHECK(gpu_n(2 * kGibibyte) == size_t{1} << 25);
  CHECK(gpu_n(0) == size_t{1} << 20);
  Plan plan;
  plan.backends = {Backend::simt, Backend::cpu};
  CHECK(ns(plan, Backend::simt) == std::vector<data::Extent>{size_t{1} << 20});
  CHECK(ns(plan, Backend::cpu) == std::vector<data::Extent>{size_t{1} << 20});
  plan.ns = {7, 8};
  CHECK(ns(plan, Backend::simt) == plan.ns);
}

TEST_CASE("a cause is reported before its symptom") {
  using simt::HazardKind::race, simt::HazardKind::uninitialised, simt::HazardKind::out_of_bounds;
  const auto hazard = [](simt::HazardKind kind, int64_t index, int line) {
    return simt::Hazard{kind,           "shared", {{"a.cu", line, {0, "3"}, "read"}},
                        {"p", {index}}, 1,        findings::recorded(data::name(kind))};
  };
  const auto first = [](std::vector<simt::Hazard> hazards) {
    Result result;
    result.verdict.status = check::Status::wrong;
    result.verdict.evidence = findings::recorded("the result is 3, expected 4");
    result.hazards = std::move(hazards);
    judge_hazards(result, {});
    judge_hazards(result, {});  // a second call changes nothing
    return result.verdict.message();
  };
  CHECK(first({hazard(race, 1, 5)}) == "race (a.cu:5). In this run: the result is 3, expected 4");
  // A wrong bound causes a read of uninitialised memory, so the cause of the race is not a missing barrier.
  CHECK_THAT(first({hazard(race, 64, 5), hazard(uninitialised, 128, 5)}), starts_with("uninitialised"));
  CHECK_THAT(first({hazard(race, 64, 5), hazard(out_of_bounds, 64, 5)}), starts_with("out_of_bounds"));
  // A missing barrier: the element is written, but only later.
  simt::Hazard early = hazard(uninitialised, 64, 5);
  early.where.push_back({"a.cu", 7, {0, "4"}, "write"});
  CHECK_THAT(first({early, hazard(race, 64, 5)}), starts_with("race"));
}

TEST_CASE("of several wrong cases, the one that shows the cause is reported") {
  const simt::Hazard race{simt::HazardKind::race, "shared", {}, {"p", {1}}, 1, findings::recorded("meets")};
  Tally tally;
  tally.add({check::Status::wrong, 1, 0, findings::recorded("empty")}, 0, {});
  tally.add({check::Status::wrong, 1, 0, findings::recorded("one")}, 1, {});
  CHECK(tally.worst.message() == "one");
  tally.add({check::Status::wrong, 1, 0, findings::recorded("many")}, 1000, {race});
  tally.add({check::Status::wrong, 1, 0, findings::recorded("more")}, 2000, {race});
  CHECK(tally.worst.message() == "many");
  CHECK(tally.n == 1000);

  // A crash with no elements is less informative than a wrong result with some, in either order.
  for (const bool empty_first : {true, false}) {
    Tally both;
    if (empty_first) both.add({check::Status::crash, 0, 0, findings::recorded("empty")}, 0, {});
    both.add({check::Status::wrong, 1, 0, findings::recorded("some")}, 1000, {});
    if (!empty_first) both.add({check::Status::crash, 0, 0, findings::recorded("empty")}, 0, {});
    CHECK(both.worst.message() == "some");
    both.add({check::Status::crash, 0, 0, findings::recorded("some more")}, 33, {});
    CHECK(both.worst.message() == "some more");
  }
}

TEST_CASE("an endless loop also ends the other rows of its stage") {
  bench::Endless endless;
  bench::Row ran, other, another;
  ran.result.id = other.result.id = "reduce/mine";
  another.result.id = "reduce/v0";
  CHECK(endless.wanted(other));
  ran.result.verdict = {check::Status::timeout, 0, 0, findings::recorded("had not finished")};
  endless.note(ran);
  CHECK_FALSE(endless.wanted(other));
  CHECK(endless.wanted(another));
  endless.take(other);
  CHECK(other.result.verdict.status == check::Status::timeout);
  CHECK_THAT(other.result.note, starts_with("not run"));
}
