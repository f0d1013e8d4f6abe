// The commands that examine stages closely, as a student uses them: explain, diff, trace, step and counters.
#include <filesystem>
#include <fmt/format.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "cli/counters.h"
#include "os/repository.h"
#include "tables/counter_changes.h"
#include "text/units.h"
#include "tests/catch.h"
#include "tests/program.h"
#include "tests/texts.h"

using namespace ladder;

using nlohmann::json;
using program::Folder;
using program::Outcome;
using program::run;

namespace {

size_t widest(const std::string& text) {
  size_t most = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) most = std::max(most, text::text_width(line));
  return most;
}

// The program with `input` on its standard input.
Outcome step(const std::string& arguments, const std::string& input) {
  const Folder folder;
  const std::string line = "printf '" + input + "' | \"$0\" step " + arguments;
  return program::wait_for(program::start("/bin/sh", {"-c", line, LADDER_PROGRAM}, folder), folder);
}

const report::CounterChange* change(const std::vector<report::CounterChange>& changes,
                                    const std::string& name) {
  for (const report::CounterChange& c : changes)
    if (c.name == name) return &c;
  return nullptr;
}

}  // namespace

TEST_CASE("changes are reported in words, largest first", "[microscope]") {
  simt::Counters conflicts, none;
  conflicts.shared_load_requests = none.shared_load_requests = 100;
  conflicts.shared_load_wavefronts = 380;
  none.shared_load_wavefronts = 100;
  conflicts.integer_divisions = 5;
  none.shuffles = 7;
  conflicts.barriers = 1000, none.barriers = 1001;  // hardly any change
  const auto changes = report::counter_changes(conflicts, none);

  const auto* banks = change(changes, "shared wavefronts per request");
  REQUIRE(banks);
  CHECK(banks->sentence() == "shared wavefronts per request 1.00, was 3.80: no more bank conflicts");
  REQUIRE(change(changes, "integer divisions and modulos"));
  CHECK(contains(change(changes, "integer divisions and modulos")->words, "none left"));
  REQUIRE(change(changes, "shuffles"));
  CHECK(contains(change(changes, "shuffles")->words, "new"));
  CHECK_FALSE(change(changes, "barriers"));
  CHECK(change(changes, "shared load wavefronts")->words == "3.80× fewer, less work for the banks");
  CHECK(changes.back().times == Approx(1 / 3.8));  // counters that rose from 0 or fell to 0 come first
  CHECK(report::counter_changes(none, none).empty());
  const auto back = report::counter_changes(none, conflicts);
  CHECK(contains(change(back, "shared wavefronts per request")->words, "different words of one bank"));
}

TEST_CASE("explain shows the cost of each line", "[microscope]") {
  const Outcome o = run({"explain", "reduce/v1", "--n", "2^14"});
  INFO(o.out << o.err);
  CHECK(o.status == 0);
  CHECK_FALSE(contains(o.out, "\033"));
  CHECK(contains(o.out, "partial[index] += partial[index + s];"));
  CHECK(contains(o.out, "Changes in the counters since reduce/v0"));
  CHECK(contains(o.out, "integer divisions and modulos 0, was"));
  CHECK_FALSE(contains(o.out, "What is wrong"));

  const Outcome wrong = run({"explain", "pitfalls/missing_barrier", "--n", "1000"});
  CHECK(contains(wrong.out, "What is wrong, on purpose: race"));

  const Folder folder;
  CHECK(run({"explain", "scan/blelloch_padded", "--n", "5000", "--json", folder.file("e.json")}).status == 0);
  const json e = json::parse(program::slurp(folder.file("e.json")));
  CHECK(e["id"] == "scan/blelloch_padded");
  CHECK(e["before"]["id"] == "scan/blelloch_blocked");
  CHECK(e["counters"]["shared_load_wavefronts"] == e["counters"]["shared_load_requests"]);
  uint64_t stores = 0;
  for (const json& line : e["lines"]) stores += line["counters"]["shared_store_requests"].get<uint64_t>();
  CHECK(stores == e["counters"]["shared_store_requests"]);
}

TEST_CASE("explain and diff show a first step without the lines that begin with Was", "[microscope]") {
  const Outcome o = run({"explain", "first/tile", "--n", "2^14"});
  INFO(o.out << o.err);
  CHECK_FALSE(contains(o.out, "// Was:"));
  const std::string source = program::slurp(os::in_repository("kernels/first/08_tile.cu"));
  const size_t at = source.find("  if (left + y < columns");
  REQUIRE(at != std::string::npos);
  const auto number = 1 + std::count(source.begin(), source.begin() + static_cast<long>(at), '\n');
  CHECK(contains(
      o.out, fmt::format(" {}   if (left + y < columns", number)));  // the number of this line in the file

  CHECK_FALSE(contains(run({"diff", "first/tile", "first/bank_conflict"}).out, "// Was:"));
}

TEST_CASE("diff shows source and counters together", "[microscope]") {
  const Outcome o = run({"diff", "reduce/v1", "reduce/v2"});
  INFO(o.out << o.err);
  CHECK(o.status == 0);
  CHECK(contains(o.out, "+    if (tid < s) partial[tid] += partial[tid + s];"));
  CHECK(contains(o.out, "shared wavefronts per request 1.00, was 3.33: no more bank conflicts"));
}

TEST_CASE("a trace contains every instruction of one block", "[microscope]") {
  const Folder folder;
  const std::string file = folder.file("t.json");
  const Outcome o = run({"trace", "reduce/v1", "--n", "600", "--block-index", "1", "--json", file});
  INFO(o.out << o.err);
  REQUIRE(o.status == 0);
  const json t = json::parse(program::slurp(file));
  CHECK(t["trace_version"] == 1);
  CHECK(t["blocks"] == 3);
  CHECK(t["warps"] == 8);
  REQUIRE(t["intervals"].size() == 10);  // nine barriers
  const json& first = t["intervals"][0]["steps"][0];
  CHECK(first["kind"] == "global_load");
  CHECK(first["object"] == "input");
  CHECK(first["index"][31] == 256 + 31);
  CHECK(first["sector"][31] == (256 + 31) / 8);
  CHECK(first["sectors"] == 4);
  const json& add = t["intervals"][2]["steps"][0];  // s = 2
  CHECK(add["kind"] == "shared_load");
  CHECK(add["object"] == "partial");
  CHECK(add["index"][3] == 12);
  CHECK(add["bank"][9] == 4 * 9 % 32);
  CHECK(add["wavefronts"] == 4);
  // The sum of the block equals the sum of these values.
  const json& values = t["intervals"][0]["shared"]["partial"];
  REQUIRE(values.size() == 256);
  double sum = 0;
  for (const json& value : values) sum += value.get<double>();
  CHECK(t["intervals"][8]["shared"]["partial"][0].get<double>() == Approx(sum).epsilon(1e-4));

  const std::string again = folder.file("again.json");
  run({"trace", "reduce/v1", "--n", "600", "--block-index", "1", "--json", again});
  CHECK(program::slurp(file) == program::slurp(again));

  const std::string script = os::in_repository("harness/book/tests/validate_results.py");
  const Folder out;
  const Outcome valid =
      program::wait_for(program::start("/usr/bin/env", {"python3", script, file}, out), out);
  INFO(valid.out);
  CHECK(
      (valid.status == 0 || valid.status == 77 || valid.status == 127));  // no python3-jsonschema; no python3
}

TEST_CASE("a trace contains the values that each lane reads and writes, and the source lanes of shuffles",
          "[microscope]") {
  const Folder folder;
  const auto trace = [&](const std::string& id, const std::string& n, const std::string& input) {
    const std::string file = folder.file("t.json");
    const Outcome o = run({"trace", id, "--n", n, "--input", input, "--json", file});
    INFO(o.err);
    REQUIRE(o.status == 0);
    const std::string script = os::in_repository("harness/book/tests/validate_results.py");
    const Folder out;
    const Outcome valid =
        program::wait_for(program::start("/usr/bin/env", {"python3", script, file}, out), out);
    INFO(valid.out);
    CHECK((valid.status == 0 || valid.status == 77 || valid.status == 127));
    return json::parse(program::slurp(file));
  };
  const json v2 = trace("reduce/v2", "256", "iota");
  CHECK(v2["input"] == "iota");
  const json& load = v2["intervals"][0]["steps"][0];
  CHECK(load["values"][31] == 31);
  const json& add = v2["intervals"][1]["steps"];  // at s = 128: a load from each half, then the store
  CHECK(add[0]["values"][5].get<int>() + add[1]["values"][5].get<int>() == 5 + 133);
  CHECK(add[2]["kind"] == "shared_store");
  CHECK(add[2]["values"][5] ==
        5 + 133);  // the value after the store, although the hook runs before the store
  CHECK_FALSE(add[2].contains("from"));
  // The last store before the end of the block.
  const json& answer = v2["intervals"].back()["steps"].back();
  CHECK(answer["kind"] == "global_store");
  CHECK(answer["values"][0] == 255 * 256 / 2);
  CHECK(answer["values"][1].is_null());

  const json v8 = trace("reduce/v8", "4096", "iota");
  CHECK(v8["intervals"][0]["steps"][0]["values"][1] == json({4, 5, 6, 7}));  // a vector of four

  const json shuffles = trace("reduce/v4.2", "512", "iota");
  std::vector<json> down;
  for (const json& step : shuffles["intervals"].back()["steps"])
    if (step["kind"] == "shuffle_down") down.push_back(step);
  REQUIRE(down.size() == 5);
  CHECK(down[0]["from"][3] == 19);
  CHECK(down[0]["from"][20] == 20);  // the source lane would be past the end: the lane gets its own value
  CHECK(down[0]["values"][3].is_number());
  CHECK(down[0]["values"][20] > down[0]["values"][19]);
  CHECK(trace("pack/subgroup", "1000", "iota")["input"] == "iota");
  CHECK(trace("unpack/subgroup", "1000", "iota")["input"] == "iota");

  const Outcome wrong = run({"trace", "reduce/v2", "--input", "ones", "--json", "-"});
  CHECK(wrong.status == 2);
  CHECK(contains(wrong.err, "--input ones: must be one of iota random"));
}

TEST_CASE("a block or launch that does not exist is refused in one line", "[microscope]") {
  const Folder folder;
  program::write(folder.file("t.json"), "old");
  for (const std::vector<std::string>& more : {std::vector<std::string>{"--block-index", "4"},
                                               {"--launch", "3"},
                                               {"--launch", "0"},
                                               {"--n", "1,2"}}) {
    std::vector<std::string> arguments = {"trace", "reduce/v2", "--n",
                                          "1000",  "--json",    folder.file("t.json")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome o = run(arguments);
    INFO(o.out << o.err);
    CHECK(o.status == 2);
    CHECK(o.error_lines() == 1);
    CHECK(program::slurp(folder.file("t.json")) == "old");
  }
}

TEST_CASE("step follows one warp through a block", "[microscope]") {
  const Outcome o = step("reduce/v1 --n 256 --input iota", "b\\nb\\n\\nw\\np\\nwhat\\nq\\n");
  INFO(o.out << o.err);
  CHECK(o.status == 0);
  CHECK(widest(o.out) <= 80);
  CHECK(contains(o.out, "banks    2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.2.  2 wavefronts: 2-way conflict"));
  CHECK(contains(o.out, "4 wavefronts: 4-way conflict"));
  CHECK(contains(o.out, "partial at the last barrier:"));
  CHECK(contains(o.out, "after 3 barriers"));
  CHECK(contains(o.out, "  each lane reads:\n   lane 0       0       1       2"));
  CHECK(contains(o.out, "warp 1 of 8"));  // only the command w can lead to this warp

  std::string next;
  for (int i = 0; i < 40; ++i) next += "n\\n";
  const Outcome warp = step("reduce/v4.2 --n 512 --input iota", next);
  INFO(warp.out);
  CHECK(widest(warp.out) <= 80);
  CHECK_FALSE(contains(warp.out, "warp 1 of 8"));
  CHECK(contains(warp.out, "each lane takes from lane:\n   lane 0      16      17"));
  CHECK(contains(warp.out, "each lane gets:"));
  CHECK(contains(warp.out, "The end of warp 0. w switches to another warp."));
  CHECK(widest(step("reduce/v8 --n 4096", "n\\nn\\nq\\n").out) <= 80);
  CHECK(widest(step("scan/decoupled_lookback --n 4096", next).out) <= 80);

  CHECK(step("reduce/v1 --n 256", "").status == 0);  // no input
  CHECK(contains(step("map/naive --n 4", "n\\nn\\nn\\n").out, "The end of warp 0.\n"));
  CHECK(contains(step("map/naive --n 4", "p\\nw\\n").out, "No other warp of this block does anything."));
  CHECK(step("reduce/nope", "").status == 2);
}

TEST_CASE("a kernel that ends its process is reported by each command that examines it", "[microscope]") {
#ifdef __SANITIZE_ADDRESS__
  SKIP_TEST("AddressSanitizer takes the signals");
#endif
  const Folder folder;
  const std::string dies = folder.file("dies.cu");
  std::string text = program::slurp(os::in_repository("kernels/map/00_naive.cu"));
  const std::string runs = "void run(const MapJob<float>& job) {\n";
  REQUIRE(contains(text, runs));
  text.replace(text.find(runs), runs.size(), runs + "  std::abort();\n");
  program::write(dies, text);
  const auto line =
      1 + std::count(text.begin(), text.begin() + static_cast<long>(text.find("std::abort")), '\n');
  const auto tells = [&](const Outcome& o) {
    INFO(o.out << o.err);
    CHECK(contains(o.out, "What is wrong: crash (found at n = 1000)"));
    CHECK(contains(o.out, fmt::format("{}:{}: running", dies, line)));
    return o.status;
  };
  CHECK(tells(run({"explain", dies, "--n", "1000"})) == 1);
  const Outcome trace = run({"trace", dies, "--n", "1000", "--json", folder.file("t.json")});
  CHECK(tells(trace) != 0);
  CHECK(contains(trace.err, "map/naive: exited with status 134"));
  CHECK_FALSE(std::filesystem::exists(folder.file("t.json")));
  CHECK(tells(step("'" + dies + "' --n 1000", "q\\n")) != 0);
}

TEST_CASE("explain, diff, step and trace accept a reader's file", "[microscope]") {
  const Folder folder;
  const std::string mine = folder.file("mine.cu");
  std::string text = program::slurp(os::in_repository("kernels/reduce/01_v1_strided_index.cu"));
  const std::string fast = "const unsigned index = 2 * s * tid;";
  REQUIRE(contains(text, fast));
  text.replace(text.find(fast), fast.size(), "const unsigned index = 2 * s * tid + (tid % 1);");
  program::write(mine, text);

  Outcome o = run({"explain", mine, "--n", "5000"});
  INFO(o.out << o.err);
  CHECK(o.status == 0);
  CHECK(contains(o.out, "\n" + mine + "\n"));
  CHECK(contains(o.out, "2 * s * tid + (tid % 1);"));
  CHECK(contains(o.out, "Changes in the counters since reduce/v0"));
  o = run({"diff", mine});
  CHECK(contains(o.out, "--- kernels/reduce/00_v0_modulo.cu\n+++ " + mine + "\n"));
  CHECK(contains(o.out, "+    const unsigned index = 2 * s * tid + (tid % 1);"));
  o = step("'" + mine + "' --n 256", "n\\nq\\n");
  CHECK(contains(o.out, "reduce/v1 in " + mine + "; launch 1, block 0 of 1."));
  CHECK(run({"trace", mine, "--n", "256", "--json", folder.file("t.json")}).status == 0);
  CHECK(json::parse(program::slurp(folder.file("t.json")))["file"] == mine);

  // Another id, and a race.
  text.replace(text.find("reduce/v1\""), 10, "reduce/mine\"");
  text.replace(text.find("    __syncthreads();\n  }"), 24, "  }");
  program::write(mine, text);
  o = run({"explain", mine, "--n", "1000"});
  CHECK(o.status == 1);
  CHECK(contains(o.out, "reduce/mine · "));
  CHECK(contains(o.out, "What is wrong: race"));

  const auto refused = [&](const std::string& content) {
    program::write(mine, content);
    const Outcome no = run({"explain", mine});
    CHECK(no.status == 2);
    CHECK(no.out.empty());
    return no.err;
  };
  CHECK(contains(refused("__global__ void f() { nothing; }\nSTAGE(\"reduce/a\", \"b\", f);\n"),
                 " does not build\n"));
  CHECK(contains(refused("// STAGE(\"reduce/a\", )\n"), " has no STAGE line, such as "));
  CHECK(contains(refused(text + text), " has 2 STAGE lines: keep one"));
  CHECK(contains(refused("int main() { f<<<1, 1>>>(); }"), "is a program, not a stage: ./ladder try "));
  CHECK(contains(run({"explain", folder.file("none.cu")}).err, "there is no file "));
  CHECK(contains(run({"diff", "reduce/v0", "reduce/v1_1", "--mine"}).err,
                 "there is no file practice/reduce/v1_1.cu"));
}

TEST_CASE("counters that changed are named", "[microscope]") {
  bench::Result row;
  row.id = "reduce/v1";
  row.n = 1 << 20;
  row.block = 256;
  row.dtype = "f32";
  row.counters.emplace();
  row.counters->barriers = 5;
  bench::Result changed = row, other = row;
  changed.counters->barriers = 6;
  other.id = "reduce/mine";
  CHECK(cli::differences({row}, {row}).empty());
  CHECK(cli::differences({row}, {changed}) ==
        std::vector<std::string>{"reduce/v1: barriers is 6, recorded 5"});
  for (uint64_t simt::Counters::*of_the_compiler :
       {&simt::Counters::issued_blocks, &simt::Counters::issued_lanes}) {
    bench::Result cut = row;
    (*cut.counters).*of_the_compiler = 7;
    CHECK(cli::differences({row}, {cut}).size() == 1);
    CHECK(cli::differences({row}, {cut}, false).empty());
  }
  CHECK(cli::differences({row}, {changed}, false).size() == 1);
  bench::Result renamed = row;
  renamed.idea = "another title";
  REQUIRE(cli::differences({row}, {renamed}).size() == 1);
  CHECK(contains(cli::differences({row}, {renamed})[0], "is called \"another title\", but recorded as \""));
  REQUIRE(cli::differences({row}, {row, other}).size() == 1);
  CHECK(contains(cli::differences({row}, {row, other})[0], "reduce/mine"));
  REQUIRE(cli::differences({row, other}, {row}).size() == 1);
  CHECK(contains(cli::differences({row, other}, {row})[0], "the stage no longer exists"));
  // A stage that exists but is wrong: its counters are unknown, and its recorded row stays.
  CHECK(cli::differences({row, other}, {row}, true, {}, {"reduce/mine"}) ==
        std::vector<std::string>{"reduce/mine: not compared with its record, because the stage is wrong"});
  const std::vector<bench::Result> kept = cli::renewed({other, row}, {changed}, {"reduce/v1", "reduce/mine"});
  REQUIRE(kept.size() == 2);
  CHECK(kept[0].counters->barriers == 6);
  CHECK(kept[1].id == "reduce/mine");
  CHECK(cli::renewed({other, row}, {changed}, {"reduce/v1"}).size() == 1);  // the stage no longer exists
}

TEST_CASE("recording counters of one stage replaces only its row", "[microscope]") {
  const Folder folder;
  const std::string recorded = program::slurp(os::in_repository("results/counters.json")),
                    file = folder.file("c.json");
  json old = json::parse(recorded);
  for (json& row : old["results"])
    if (row["id"] == "reduce/v2" || row["id"] == "reduce/v3") row["counters"]["barriers"] = 1;
  program::write(file, old.dump());
  const auto barriers = [&](const char* id) {
    const json now = json::parse(program::slurp(file));
    for (const json& row : now["results"])
      if (row["id"] == id) return row["counters"]["barriers"].get<int>();
    return 0;
  };
  const Outcome check = run({"counters", "reduce/v2", "--check", "--json", file});
  INFO(check.out << check.err);
  CHECK(check.status == 1);
  CHECK(contains(check.out, "reduce/v2: barriers is "));
  CHECK_FALSE(contains(check.out, "reduce/v3"));
  CHECK_FALSE(contains(check.out, "no such stage"));
  const Outcome o = run({"counters", "reduce/v2", "--json", file});
  INFO(o.out << o.err);
  if (contains(o.err, "was counted with")) return;  // counted with a different compiler from this program's
  CHECK(o.status == 0);
  CHECK(barriers("reduce/v2") > 1);
  CHECK(barriers("reduce/v3") == 1);
  CHECK(json::parse(program::slurp(file))["results"].size() == old["results"].size());
}

TEST_CASE("every command that runs a kernel reports a fault first", "[microscope]") {
  // Uses the default n of 2^20, which is too large to be watched.
  const Outcome o = run({"explain", "pitfalls/missing_barrier"});
  INFO(o.out << o.err);
  CHECK(o.out.find("What is wrong") < o.out.find("line"));
  CHECK(contains(o.out, "thread 0 reads partial[32], which thread 32 writes"));
  CHECK(contains(o.out, "this run: the result is"));
  CHECK_FALSE(contains(o.out, "What changed"));
  CHECK_FALSE(contains(o.out, "× fewer"));

  const Folder folder;
  run({"explain", "pitfalls/missing_barrier", "--json", folder.file("e.json")});
  const json e = json::parse(program::slurp(folder.file("e.json")));
  CHECK(e["hazards"][0]["kind"] == "race");
  CHECK(e["verdict"]["status"] == "wrong");
  CHECK(e["before"]["changes"].is_null());

  const Outcome v1 = run({"explain", "reduce/v1"});
  CHECK(contains(v1.out, "Checked for hazards at n = 5381: none found."));
  CHECK(contains(v1.out, "Watch:"));     // the comment at the top of the file
  CHECK_FALSE(contains(v1.out, "…\n"));  // no code is truncated in a pipe
  CHECK(contains(run({"explain", "reduce/v4"}).out, "A race, as the stage declares"));

  const Outcome row = run({"run", "pitfalls/missing_barrier", "--backend", "simt", "--repetitions", "1"});
  CHECK(row.out.find("reads partial[32], which thread 32 writes") < row.out.find("the result is"));
  const Outcome d = run({"diff", "pitfalls/missing_barrier"});
  CHECK(contains(d.out, "What is wrong, on purpose: race"));
  CHECK_FALSE(contains(d.out, "× fewer"));
  const Outcome t = run({"trace", "pitfalls/missing_barrier", "--json", folder.file("t.json")});
  CHECK(contains(t.out, "thread 0 reads partial[32], which thread 32 writes"));
  CHECK(json::parse(program::slurp(folder.file("t.json")))["hazards"][0]["kind"] == "race");
  CHECK(step("pitfalls/missing_barrier --n 600", "q").out.starts_with("\nWhat is wrong"));
}

TEST_CASE("a counter that is newer than the file is not recorded as 0", "[microscope]") {
  bench::Result row;
  row.id = "reduce/v1", row.dtype = "f32";
  row.counters.emplace().barriers = 5;
  bench::Result now = row;
  now.counters->shuffles = 7;
  CHECK(cli::differences({row}, {now}, true, {"shuffles"}) ==
        std::vector<std::string>{"shuffles: this counter is not recorded for any stage"});
}
