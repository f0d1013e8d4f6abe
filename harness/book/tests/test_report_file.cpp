// Results files: a written file can be read back and conforms to the schema; a broken file is refused in one
// clear line; if writing fails, the old file stays intact.
#include "tests/catch.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <csignal>
#include <cstdlib>

#include "os/repository.h"
#include "bench/result_json.h"
#include "os/files.h"
#include "tables/tables.h"
#include "book/tests/sample_run.h"
#include "tests/texts.h"

using namespace ladder;

namespace {

using data::dump_json;
using report::parse_run_file;
using report::to_json;

std::string refusal(const data::Json& json) {
  return error_of([&] { parse_run_file(dump_json(json), "r.json"); });
}

}  // namespace

TEST_CASE("a results file is read back as it was written", "[report]") {
  for (const report::RunFile& file : {sample::gpu_run(), sample::executor_run(), report::RunFile{}}) {
    const std::string text = dump_json(to_json(file));
    const report::RunFile back = parse_run_file(text, "r.json");
    CHECK(dump_json(to_json(back)) == text);
    REQUIRE(back.results.size() == file.results.size());
    CHECK(back.context.device == file.context.device);
    CHECK(back.context.git_dirty == file.context.git_dirty);
    CHECK(back.context.command_line == file.context.command_line);
    CHECK(back.context.peak_bandwidth == file.context.peak_bandwidth);
    CHECK(back.context.clocks.sm == file.context.clocks.sm);
    for (size_t i = 0; i < file.results.size(); ++i) {
      const bench::Result &a = file.results[i], &b = back.results[i];
      CHECK(a.id == b.id);
      CHECK(a.n == b.n);
      CHECK(a.verdict.status == b.verdict.status);
      CHECK(a.skipped == b.skipped);
      REQUIRE(a.time.has_value() == b.time.has_value());
      if (a.time) CHECK(a.time->median == Approx(b.time->median).epsilon(1e-8));
      if (a.time) CHECK(a.time->samples.size() == b.time->samples.size());
      REQUIRE(a.counters.has_value() == b.counters.has_value());
      if (a.counters)
        for (const simt::Counter& counter : simt::kCounters)
          CHECK((*a.counters).*counter.value == (*b.counters).*counter.value);
      REQUIRE(a.hazards.has_value() == b.hazards.has_value());
      if (a.hazards) REQUIRE(a.hazards->size() == b.hazards->size());
      for (size_t h = 0; a.hazards && h < a.hazards->size(); ++h) {
        CHECK((*a.hazards)[h].message() == (*b.hazards)[h].message());
        REQUIRE((*a.hazards)[h].where.size() == (*b.hazards)[h].where.size());
        CHECK((*a.hazards)[h].where[1].thread == (*b.hazards)[h].where[1].thread);
        CHECK((*a.hazards)[h].where[1].line == (*b.hazards)[h].where[1].line);
      }
    }
  }
}

TEST_CASE("a skipped row has its reason as text and as evidence, and an older file has only the text",
          "[report]") {
  bench::Result row;
  row.skipped = {findings::Cause::other_block_sizes, {{"least", 32}, {"most", 512}}};
  data::Json json = data::to_json(row);
  CHECK(json["skipped"]["reason"] == "accepts blocks of 32 to 512 threads");
  CHECK(json["skipped"]["evidence"]["cause"] == "other_block_sizes");
  CHECK(data::from_json<bench::Result>({&json, ""}).skipped == row.skipped);
  json["skipped"].erase("evidence");
  CHECK(data::from_json<bench::Result>({&json, ""}).skipped ==
        findings::recorded("accepts blocks of 32 to 512 threads"));
  CHECK_FALSE(data::to_json(bench::Result()).contains("skipped"));
}

TEST_CASE("every counter in the contract is in the file", "[report]") {
  const data::Json row = data::to_json(sample::executor_run().results[0]);
  for (const char* key :
       {"global_load_requests", "global_load_sectors", "global_store_requests", "global_store_sectors",
        "shared_load_requests", "shared_load_wavefronts", "shared_store_requests", "shared_store_wavefronts",
        "barriers", "warp_syncs", "shuffles", "votes", "atomics", "integer_divisions", "launches",
        "active_lanes_per_request", "sampled_blocks", "total_blocks", "indicative_warp_efficiency"})
    CHECK(row["counters"].contains(key));
  CHECK(row["counters"]["active_lanes_per_request"].get<double>() == Approx(1500.0 / 133));
  CHECK(row["counters"]["indicative_warp_efficiency"].get<double>() == Approx(0.5));
}

TEST_CASE("NaN and infinity are never written to a file", "[report]") {
  const std::string text = dump_json(to_json(sample::gpu_run()));
  CHECK(text.find(": nan") == std::string::npos);
  CHECK(text.find(": inf") == std::string::npos);
  const report::RunFile back = parse_run_file(text, "r.json");
  CHECK(std::isnan(back.results[2].verdict.error));
  CHECK(std::isinf(back.results[1].speedup.at("vs_peer").high));
  CHECK_FALSE(back.results[1].speedup.at("vs_peer").distinguishable());
  CHECK(dump_json(data::compact_number(std::numeric_limits<double>::infinity())) == "null\n");
  CHECK(contains(error_of([] { parse_run_file("{\"schema_version\": NaN}", "r.json"); }),
                 "r.json, line 1, column"));
}

TEST_CASE("numbers are short and text is UTF-8", "[report]") {
  CHECK(dump_json(data::compact_number(0.00031494000000000001)) == "0.00031494\n");
  CHECK(dump_json(data::compact_number(1.0 / 3)) == "0.333333333\n");
  const std::string text = dump_json(data::Json("a\xff\"b\n"));
  CHECK(data::parse_json(text, "t").get<std::string>() == "a\xef\xbf\xbd\"b\n");
}

TEST_CASE("a file truncated at any byte is refused", "[report]") {
  report::RunFile file = sample::executor_run();
  file.results.resize(2);
  file.results[0].time->samples.resize(3);
  const std::string text = dump_json(to_json(file));
  for (size_t length = 0; length + 2 < text.size(); ++length) {
    const std::string message = error_of([&] { parse_run_file(text.substr(0, length), "r.json"); });
    if (message.find("(no error)") == std::string::npos && message.starts_with("r.json")) continue;
    FAIL("cut at byte " << length << ": " << message);
  }
  CHECK(contains(error_of([&] { parse_run_file(text.substr(0, text.size() / 2), "r.json"); }), "truncated"));
  CHECK(contains(error_of([&] { parse_run_file(" \n", "r.json"); }), "empty"));
}

TEST_CASE("a damaged byte never crashes the parser", "[report]") {
  report::RunFile file = sample::executor_run();
  file.results.resize(2);
  file.results[0].time->samples.resize(3);
  const std::string text = dump_json(to_json(file));
  size_t refused = 0;
  for (size_t at = 0; at < text.size(); ++at)
    for (const char byte : {'\0', '"', '}', '9', '-', '\xff'}) {
      std::string damaged = text;
      damaged[at] = byte;
      refused += error_of([&] { parse_run_file(damaged, "r.json"); }) != "(no error)";
    }
  CHECK(refused > text.size());
  // A million nested brackets, and a number that no double can hold.
  CHECK(contains(error_of([] { parse_run_file(std::string(1000000, '['), "r.json"); }), "brackets"));
  CHECK(contains(error_of([] { parse_run_file("{\"schema_version\": 1e999}", "r.json"); }), "r.json"));
}

TEST_CASE("an error message names the position of the error", "[report]") {
  CHECK(contains(error_of([] { parse_run_file("{\n  \"a\": 1,\n  oops\n}", "r.json"); }),
                 "r.json, line 3, column "));
  CHECK(contains(error_of([] { report::read_file("/nowhere/r.json"); }), "there is no file /nowhere/r.json"));
  CHECK(contains(error_of([] { report::read_file("/"); }), "folder"));
}

TEST_CASE("a field of the wrong type is named", "[report]") {
  const data::Json good = to_json(sample::executor_run());
  REQUIRE(refusal(good) == "(no error)");
  const auto with = [&](const char* pointer, const data::Json& value) {
    data::Json changed = good;
    changed[data::Json::json_pointer(pointer)] = value;
    return refusal(changed);
  };
  CHECK(with("/results/1/time/median", "fast") ==
        "r.json: results[1].time.median must be a number, but is \"fast\"");
  CHECK(contains(with("/results/0/n", -1), "results[0].n must be a whole number"));
  CHECK(contains(with("/results/0/n", 1.5), "results[0].n must be a whole number"));
  CHECK(with("/results/0/n", 1048576.0) == "(no error)");
  CHECK(contains(with("/results/0/backend", "opencl"), "results[0].backend must be one of cuda, simt, cpu"));
  CHECK(contains(with("/results/0/verdict", true), "results[0].verdict must be an object"));
  CHECK(contains(with("/results/0/verdict/status", "fine"), "results[0].verdict.status must be one of"));
  CHECK(contains(with("/results/0/time/unit", "ms"), "results[0].time.unit must be one of s"));
  CHECK(contains(with("/results/0/time/samples/2", nullptr), "results[0].time.samples[2] must be a number"));
  CHECK(contains(with("/results/1/hazards/0/kind", "ghost"), "results[1].hazards[0].kind must be one of"));
  CHECK(contains(with("/results/0/counters/barriers", "many"), "results[0].counters.barriers must be"));
  CHECK(contains(with("/results/0/skipped", "yes"), "results[0].skipped must be an object"));
  CHECK(contains(with("/context", 3), "context must be an object"));
  CHECK(contains(with("/results", data::Json::object()), "results must be a list"));
  data::Json missing = good;
  missing["results"][0].erase("id");
  CHECK(refusal(missing) == "r.json: results[0].id is missing");
  CHECK(contains(refusal(data::Json::array()), "not a results file"));
  CHECK(contains(refusal(data::Json{{"rows", 1}}), "not a results file"));
}

TEST_CASE("a newer schema is reported as such, and unknown fields are skipped", "[report]") {
  data::Json json = to_json(sample::gpu_run());
  json["schema_version"] = 3;
  CHECK(contains(refusal(json), "made by a newer version (schema 3); this program reads schemas up to 1"));
  json["schema_version"] = 0;
  CHECK(contains(refusal(json), "schema_version must be"));
  json["schema_version"] = 1;
  json["results"][0]["colour"] = "red";
  CHECK(refusal(json) == "(no error)");
}

TEST_CASE("an observation survives the transfer through a pipe", "[report]") {
  simt::Observation seen;
  seen.counters = sample::counters(7);
  seen.lines = {{"kernels/reduce/v1.cu", 12, 99, sample::counters(3)}};
  seen.hazards = *sample::executor_run().results[1].hazards;
  seen.complete = false;
  const auto back = data::unpacked<simt::Observation>(data::packed(seen));
  CHECK(data::to_json(back) == data::to_json(seen));
  CHECK_FALSE(back.complete);
  CHECK(back.lines[0].executions == 99);
  CHECK(back.hazards[0].object.text() == "partial[17]");
}

TEST_CASE("a pipe loses no values, and a file loses only those that it cannot represent", "[report]") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double third = 1.0 / 3;  // more digits than a file stores
  bench::Result row = sample::stage_row("reduce/v0", "no UTF-8: \xff\xc3(", bench::Backend::simt, UINT64_MAX);
  row.verdict = {check::Status::timeout, std::nan(""), -kInfinity, findings::recorded("a\xff\"b\n\x01")};
  row.time = {.median = third,
              .q1 = std::nextafter(third, 0),
              .q3 = kInfinity,
              .min = 5e-324,
              .samples = {third, kInfinity, 1e300}};
  row.bandwidth = kInfinity;
  row.fraction_of_peak = 0.1f;
  row.speedup["vs_first"] = {kInfinity, third, std::nan("")};
  row.counters = sample::counters(UINT64_MAX / 4096 / 4096);
  row.hazards = sample::executor_run().results[1].hazards;
  row.hazards->front().evidence = findings::recorded("\xfe");

  const auto back = data::unpacked<bench::Result>(data::packed(row));
  CHECK(data::packed(back) == data::packed(row));  // read one byte at a time
  CHECK(back.idea == row.idea);
  CHECK(back.n == UINT64_MAX);
  CHECK(back.verdict.status == check::Status::timeout);
  CHECK(std::isnan(back.verdict.error));
  CHECK(back.verdict.bound == -kInfinity);
  CHECK(back.verdict.message() == row.verdict.message());
  REQUIRE(back.time);
  CHECK(back.time->q1 == row.time->q1);
  CHECK(back.time->min == row.time->min);
  CHECK(back.time->samples == row.time->samples);
  CHECK(back.bandwidth == kInfinity);
  CHECK(back.fraction_of_peak == static_cast<double>(0.1f));
  CHECK(back.speedup.at("vs_first").low == third);
  CHECK(back.hazards->front().message() == "\xfe");

  report::RunFile file;
  file.results = {row};
  const std::string text = dump_json(to_json(file));
  const report::RunFile read = parse_run_file(text, "r.json");
  CHECK(read.results[0].time->q3 == read.results[0].time->median);  // infinity is written as null
  const std::string again = dump_json(to_json(read));
  CHECK(dump_json(to_json(parse_run_file(again, "r.json"))) == again);
  CHECK(read.results[0].time->samples.size() == 2);
  CHECK(read.results[0].time->median == 0.333333333);
  CHECK_FALSE(read.results[0].bandwidth);
  CHECK(read.results[0].speedup.empty());
  CHECK(read.results[0].hazards->front().message() == "\xef\xbf\xbd");
}

TEST_CASE("the schema has every field, counter, verdict, hazard and backend, and requires no counter",
          "[report]") {
  const auto schema =
      data::parse_json(os::read_text(os::in_repository("results/schema.json")), "schema")["$defs"];
  const auto properties = [&](const char* what) { return schema[what]["properties"]; };
  const auto same_words = [](const auto& names, const data::Json& words) {
    CHECK(words.size() == names.size());
    for (const char* name : names) {
      INFO(name);
      CHECK(std::find(words.begin(), words.end(), name) != words.end());
    }
  };
  same_words(names_of(bench::Backend{}), properties("result")["backend"]["enum"]);
  same_words(names_of(check::Status{}), properties("verdict")["status"]["enum"]);
  same_words(names_of(simt::HazardKind{}), properties("hazard")["kind"]["enum"]);
  const auto same_keys = [&](const data::Json& written, const char* what) {
    CHECK(written.size() == properties(what).size());
    for (const auto& [key, value] : written.items()) {
      INFO(key);
      CHECK(properties(what).contains(key));
    }
  };
  bench::Result row;
  report::Context context;
  row.gpus = context.gpus = 2;  // omitted if there is only one
  context.processes = context.hosts = 2;
  context.l2_cache = "warm";
  row.sizes = {{"m", 2}};                            // omitted if n is the only size
  row.same_bits.emplace();                           // omitted if not tested
  CHECK_FALSE(data::to_json(row).contains("time"));  // an absent object is omitted, not set to null
  row.time.emplace();
  row.first_pass.emplace();
  row.counters.emplace();
  row.skipped = findings::recorded(row.not_checked = "why");
  same_keys(data::to_json(row), "result");
  CHECK(data::to_json(*row.same_bits).size() == properties("result")["same_bits"]["properties"].size());
  same_keys(data::to_json(simt::Counters{}), "counters");
  simt::Hazard hazard;
  same_keys(data::to_json(hazard), "hazard");
  same_keys(data::to_json(context), "context");

  // A single process, as in files from before several processes were supported.
  CHECK_FALSE(data::to_json(report::Context{}).contains("processes"));
  report::RunFile of_two = sample::gpu_run();
  of_two.context.processes = 2;
  of_two.context.hosts = 1;
  const report::RunFile again = parse_run_file(dump_json(to_json(of_two)), "two.json");
  CHECK(again.context.processes == 2u);
  CHECK(again.context.hosts == 1u);

  // A file from before a counter was added.
  data::Json old = to_json(sample::executor_run());
  old["results"][0]["counters"].erase("votes");
  const report::RunFile read = parse_run_file(dump_json(old), "old.json");
  CHECK(read.results[0].counters->votes == 0);
  CHECK(read.results[0].counters->barriers == sample::executor_run().results[0].counters->barriers);
}

TEST_CASE("a file names its schema, and the schema has that id", "[report]") {
  const auto of = [](const std::string& name) {
    return data::parse_json(os::read_text(os::in_repository("results/" + name)), name)["$id"]
        .get<std::string>();
  };
  CHECK(to_json(sample::gpu_run())["$schema"] == of("schema.json"));
  for (const char* kind : {"try", "practice", "grade", "trace"})
    CHECK(os::schema(std::string(kind) + ".schema.json") == of(std::string(kind) + ".schema.json"));
}

TEST_CASE("Google Benchmark's JSON has each sample as a repetition, and a wrong row as an error",
          "[report]") {
  report::RunFile run = sample::gpu_run();
  const data::Json json = data::parse_json(report::google_benchmark(run, {}), "gbench");
  CHECK(json["context"]["json_schema_version"] == 1);
  const bench::Result& v1 = run.results[1];
  REQUIRE(v1.id == "reduce/v1");
  const std::string name = "reduce/v1/n:" + std::to_string(v1.n) + "/dtype:f32/block:256/cuda";
  size_t repetitions = 0, aggregates = 0, errors = 0;
  for (const data::Json& one : json["benchmarks"]) {
    errors += one.contains("error_occurred");
    if (one["run_name"] != name) continue;
    CHECK(one["time_unit"] == "us");
    if (one["run_type"] == "iteration") {
      const double seconds = v1.time->samples[one["repetition_index"].get<size_t>()];
      CHECK(one["name"] == name);
      CHECK(one["real_time"].get<double>() == Approx(seconds * 1e6));
      CHECK(one["bytes_per_second"].get<double>() == Approx(static_cast<double>(v1.bytes) / seconds));
      ++repetitions;
    } else {
      CHECK(one["name"] == name + "_" + one["aggregate_name"].get<std::string>());
      ++aggregates;
    }
    if (one.value("aggregate_name", "") == "median")
      CHECK(one["real_time"].get<double>() == Approx(v1.time->median * 1e6));
  }
  CHECK(repetitions == v1.time->samples.size());
  CHECK(aggregates == 4);
  const auto is_wrong = [](const bench::Result& r) {
    return r.skipped.empty() && !r.verdict.passed() && r.verdict.status != check::Status::unchecked;
  };
  CHECK(errors == static_cast<size_t>(std::count_if(run.results.begin(), run.results.end(), is_wrong)));
  CHECK(errors > 0);
}

TEST_CASE("writing replaces the file in one step", "[report]") {
  const sample::Folder folder;
  const std::string path = folder / "r.json";
  os::check_writable(path);
  CHECK(folder.entries() == 0);
  report::write_file(path, sample::gpu_run());
  CHECK(report::read_file(path).results.size() == 7);
  REQUIRE(::chmod(path.c_str(), 0640) == 0);
  report::write_file(path, sample::executor_run());
  CHECK(report::read_file(path).results.size() == 3);
  CHECK(folder.entries() == 1);  // no temporary file is left
  struct stat info;
  REQUIRE(::stat(path.c_str(), &info) == 0);
  CHECK((info.st_mode & 0777) == 0640);

  std::filesystem::create_symlink("r.json", folder / "link.json");
  os::write_text(folder / "link.json", "through");
  CHECK(std::filesystem::is_symlink(folder / "link.json"));
  CHECK(os::read_text(path) == "through");
}

TEST_CASE("a failed write is reported, and the old file remains", "[report]") {
  const sample::Folder folder;
  CHECK(contains(error_of([&] { os::write_text(folder / "no/r.json", "x"); }), "there is no folder"));
  CHECK(contains(error_of([&] { os::check_writable(folder / "no/r.json"); }), "there is no folder"));
  CHECK(contains(error_of([&] { os::write_text(folder.path.string(), "x"); }), "is a folder"));
  CHECK(contains(error_of([&] { os::write_text("", "x"); }), "empty name"));
  CHECK(contains(error_of([] { os::write_text("/dev/full", "x"); }), "No space left on device"));
  CHECK(contains(error_of([] { report::write_file("/proc/nothing.json", {}); }),
                 "cannot write /proc/nothing.json"));
  os::write_text("/dev/null", "x");
  CHECK(std::filesystem::is_character_file("/dev/null"));

  // A full disk, simulated by a limit on file size in a child process: the old file stays intact, and the
  // temporary one is removed.
  const std::string path = folder / "r.json";
  os::write_text(path, "old");
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1000, 1000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      os::write_text(path, std::string(100000, 'x'));
    } catch (const os::Error&) {
      ::_exit(42);
    }
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 42);
  CHECK(os::read_text(path) == "old");
  CHECK(folder.entries() == 1);
}

TEST_CASE("new and recorded results files conform to results/schema.json", "[report]") {
  const std::string script = os::in_repository("harness/book/tests/validate_results.py");
  const auto validate = [&](const std::string& arguments) {
    return WEXITSTATUS(std::system(("python3 '" + script + "' " + arguments + " >&2").c_str()));
  };
  const sample::Folder folder;
  report::write_file(folder / "gpu.json", sample::gpu_run());
  report::write_file(folder / "executor.json", sample::executor_run());
  report::write_file(folder / "edge.json", [] {  // an interval that begins at 1 after rounding
    report::RunFile file = sample::gpu_run();
    for (bench::Result& r : file.results)
      for (auto& [name, ratio] : r.speedup) {
        ratio.value = 1.0045;
        ratio.low = 1.0000000001;
        ratio.high = 1.0091;
      }
    return file;
  }());
  report::write_file(folder / "nothing.json", [] {
    report::RunFile file;
    file.context = sample::context();
    return file;
  }());
  const int status = validate("'" + folder.path.string() + "'");
  if (status == 77 || status == 127) SKIP_TEST("python3-jsonschema is not installed");
  CHECK(status == 0);
  CHECK(validate("") == 0);

  // The schema also rejects files that are invalid.
  for (const auto& [pointer, value] : std::vector<std::pair<const char*, data::Json>>{
           {"/results/0/colour", "red"},
           {"/results/0/verdict/correct", false},
           {"/results/0/time/unit", "ms"},
           {"/results/0/speedup/vs_nobody", 1},
           {"/results/0/bandwidth", 12.0},
           {"/results/2/speedup/vs_first", to_json(sample::gpu_run())["results"][0]["speedup"]["vs_first"]},
           {"/results/1/id", "reduce/v0"},
           {"/context/date", "yesterday"},
           {"/schema_version", 2}}) {
    data::Json json = to_json(sample::gpu_run());
    json[data::Json::json_pointer(pointer)] = value;
    os::write_text(folder / "bad.json", dump_json(json));
    INFO(pointer);
    CHECK(validate("'" + (folder / "bad.json") + "'") == 1);
  }
}
