// The command line as a user sees it: every bad input causes one clear line and an exit status, and nothing
// is lost.
#include <pty.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <regex>
#include <thread>

#include <nlohmann/json.hpp>

#include "tests/catch.h"
#include "os/process.h"
#include "os/repository.h"
#include "tests/program.h"
#include "tests/texts.h"

using namespace ladder;

using nlohmann::json;
using program::Folder;
using program::Outcome;
using program::run;

namespace {

// There must be one line on standard error, and nothing on standard output.
void check_refused(const Outcome& o, int status, const std::vector<std::string>& words) {
  INFO(o.out << o.err);
  CHECK(o.status == status);
  CHECK(o.out.empty());
  CHECK(o.error_lines() == 1);
  CHECK(o.err.starts_with("ladder: "));
  for (const std::string& word : words) {
    INFO(word);
    CHECK(contains(o.err, word));
  }
}

size_t widest_line(const std::string& text) {
  size_t widest = 0, here = 0;
  for (const char c : text) {
    if (c == '\n')
      here = 0;
    else if ((static_cast<unsigned char>(c) & 0xc0) != 0x80)
      widest = std::max(widest, ++here);
  }
  return widest;
}

// The arguments of a quick run, which is enough for most tests here.
std::vector<std::string> quick(std::vector<std::string> more = {}) {
  std::vector<std::string> arguments = {"run", "reduce/v1", "--backend",     "simt",
                                        "--n", "1000",      "--repetitions", "2"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

json parsed(const std::string& text) {
  INFO(text);
  json result = json::parse(text, nullptr, false);
  REQUIRE_FALSE(result.is_discarded());
  return result;
}

}  // namespace

TEST_CASE("cli: help is available for every command") {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{},
                                                    {"--help"},
                                                    {"-h"},
                                                    {"run", "--help"},
                                                    {"check", "-h"},
                                                    {"diff", "--help"},
                                                    {"compare", "--help"},
                                                    {"tables", "--help"},
                                                    {"list", "--help"},
                                                    {"doctor", "--help"},
                                                    {"docs", "--help"}}) {
    const Outcome o = run(arguments);
    CHECK(o.status == 0);
    CHECK(contains(o.out, "./ladder"));
    CHECK(contains(o.out, "Examples:"));
    CHECK(o.err.empty());
  }
}

TEST_CASE("cli: an unknown name is refused, and the nearest names are suggested") {
  check_refused(run({"run", "reduce/v11"}), 2, {"reduce/v11", "reduce/v1"});
  check_refused(run({"check", "scna"}), 2, {"scna", "scan"});
  check_refused(run({"run", "reduce/x*"}), 2, {"nothing matches", "reduce/x*", "v0"});
  check_refused(run({"diff", "reduce/v0", "v1"}), 2, {"v1", "reduce/v1"});
  check_refused(run({"diff", "reduce/v0", "reduce/v0"}), 2, {"same"});
  check_refused(run({"list", "nothing-like-this"}), 2, {"nothing-like-this", "reduce"});
  check_refused(run({"rnu"}), 2, {"rnu", "run"});
  check_refused(run({"run", "--bakend", "simt"}), 2, {"--bakend", "--backend"});
  check_refused(run({"run", "--backend", "gpu"}), 2, {"gpu", "cuda", "simt"});
  check_refused(run({"run", "--dtype", "float"}), 2, {"float", "f32"});
  check_refused(run({"compare", "one.json"}), 2, {});
  check_refused(run({"tables"}), 2, {});
}

TEST_CASE("cli: a bad n, block size, seed or number of repetitions is refused") {
  check_refused(run({"run", "--n", "-5"}), 2, {"--n -5", "negative"});
  check_refused(run({"run", "--n=-5"}), 2, {"--n -5", "negative"});
  check_refused(run({"run", "--n", "0"}), 2, {"--n 0", "check"});
  check_refused(run({"bits", "scna"}), 2, {"scna", "scan"});
  check_refused(run({"bits", "--n", "0"}), 2, {"--n 0"});
  check_refused(run({"bits", "map"}), 2, {"none of the named stages adds floats", "reduce", "scan"});
  check_refused(run({"bits", "--seed", "2", "--against", os::in_repository("results/h200/bits.json")}), 2,
                {"--against", "--seed"});
  check_refused(run({"run", "--n", "many"}), 2, {"--n many", "2^20"});
  check_refused(run({"run", "--n", "2^64"}), 2, {"too large"});
  check_refused(run({"run", "--n"}), 2, {"--n"});
  check_refused(run({"run", "--backend", "simt", "--n", "2^50"}), 2, {"2^50", "memory"});
  check_refused(run({"check", "--backend", "simt", "--n", "2^50"}), 2, {"2^50", "memory"});
  check_refused(run({"run", "--block", "100"}), 2, {"--block 100", "128"});
  check_refused(run({"run", "--repetitions", "0"}), 2, {"--repetitions"});
  check_refused(run({"run", "reduce/v1", "--backend", "simt", "--warm-cache"}), 2, {"--warm-cache", "GPU"});
  check_refused(run({"run", "--repetitions", "-3"}), 2, {"--repetitions"});
  check_refused(run({"run", "--seed", "x"}), 2, {"--seed"});
  check_refused(run({"compare", "a", "b", "--fail-above", "much"}), 2, {"much"});
  check_refused(run({"run", "reduce/v1", "--csv", "a.txt", "--md", "a.txt"}), 2, {"a.txt is named twice"});
}

TEST_CASE("cli: a run that matches no stage reports this, and writes nothing") {
  const program::Folder folder;
  const Outcome o = run({"run", "peer/cub_reduce", "--backend", "simt", "--json", folder.file("none.json")});
  CHECK(o.status == 2);
  CHECK(o.err.find("nothing to do") != std::string::npos);
  CHECK(!std::filesystem::exists(folder.file("none.json")));
}

TEST_CASE("cli: options may precede the stage, and duplicates are measured once") {
  const Outcome o = run({"run", "--n", "1000", "--n", "1000", "--block", "64,64", "reduce/v1", "--csv", "-"});
  INFO(o.out << o.err);
  CHECK(o.status == 0);
  CHECK(o.out.find("reduce/v1") != std::string::npos);
  CHECK(o.out.find("reduce/v1") == o.out.rfind("reduce/v1"));
}

TEST_CASE("cli: a stage with a limit on n is examined with as many elements as it supports") {
  const Outcome o = run({"explain", "reduce/v8.1"});
  CHECK(o.status == 0);
  CHECK(o.out.find("n = 2^14") != std::string::npos);
}

TEST_CASE("cli: if a GPU is requested on a machine without one, this is reported") {
  if (contains(run({"run", "--backend", "cuda"}).err, "; for the "))
    SKIP_TEST("a GPU is here, and a build without CUDA");
  check_refused(run({"run", "--backend", "cuda"}), 77, {"cuda", "simt"});
  check_refused(run({"check", "--backend", "cuda", "reduce/v1"}), 77, {"cuda"});
}

TEST_CASE("cli: without a GPU, the first line of run names the backend and the reason") {
  const Outcome o = run({"run", "reduce/v1", "--n", "1000", "--repetitions", "2"});
  INFO(o.out << o.err);
  CHECK(o.status == 0);
  const std::string first = o.out.substr(0, o.out.find('\n'));
  CHECK(contains(first, "simt"));
  CHECK(contains(first, "because"));
}

TEST_CASE("cli: a run prints a table that fits a terminal, without colours or progress when piped") {
  const Outcome o = run(quick());
  INFO(o.out << o.err);
  CHECK(o.status == 0);
  CHECK(contains(o.out, "v1"));
  CHECK(o.err.empty());
  CHECK_FALSE(contains(o.out, "\033"));
  CHECK(widest_line(o.out) <= 100);
}

TEST_CASE("cli: results are written to the requested files") {
  const Folder folder;
  const Outcome o = run(quick({"--json", folder.file("r.json"), "--csv", folder.file("r.csv"), "--md",
                               folder.file("r.md"), "--tex", folder.file("r.tex"), "-q"}));
  INFO(o.out << o.err);
  REQUIRE(o.status == 0);
  CHECK(o.out.empty());
  const json file = parsed(program::slurp(folder.file("r.json")));
  CHECK(file["schema_version"] == 1);
  CHECK(file["context"]["command_line"].get<std::string>().find("reduce/v1") != std::string::npos);
  REQUIRE_FALSE(file["results"].empty());
  CHECK(file["results"][0]["id"] == "reduce/v1");
  CHECK(file["results"][0]["n"] == 1000);
  CHECK(file["results"][0]["verdict"]["status"] == "correct");
  CHECK(file["context"]["version"] == os::version());
  CHECK(contains(program::slurp(folder.file("r.csv")), "reduce/v1"));
  CHECK(contains(program::slurp(folder.file("r.md")), "|"));
  CHECK(contains(program::slurp(folder.file("r.tex")), "tabular"));

  setenv("LADDER_HOST", "lab", 1);
  CHECK(parsed(run(quick({"--json", "-"})).out)["context"]["host"] == "lab");
  setenv("LADDER_HOST", "", 1);
  CHECK(parsed(run(quick({"--json", "-"})).out)["context"]["host"].is_null());
  unsetenv("LADDER_HOST");
  const Outcome out = run(quick({"--json", "-"}));
  CHECK(parsed(out.out)["results"][0]["id"] == "reduce/v1");  // standard output contains only JSON
  check_refused(run(quick({"--json", "-", "--csv", "-"})), 2, {"standard output"});
}

TEST_CASE("cli: an output that cannot be written is reported before the run, and a full disk after it") {
  const Folder folder;
  check_refused(run(quick({"--json", folder.file("no/such/folder/r.json")})), 2, {"no/such/folder"});
  check_refused(run(quick({"--csv", folder.path.string()})), 2, {folder.path.string()});
  const Outcome full = run(quick({"--json", "/dev/full"}));
  INFO(full.err);
  CHECK(full.status == 2);
  CHECK(contains(full.err, "/dev/full"));
  const Outcome table = run(quick(), "/dev/full");
  INFO(table.err);
  CHECK(table.status == 2);
  CHECK(contains(table.err, "standard output"));
  if (geteuid() != 0) {  // root may write anywhere
    const std::string locked = folder.file("locked");
    mkdir(locked.c_str(), 0500);
    check_refused(run(quick({"--json", locked + "/r.json"})), 2, {"locked"});
  }
}

TEST_CASE("cli: a results file that is missing, malformed, truncated or of a newer schema is refused") {
  const Folder folder;
  const std::string good = folder.file("good.json");
  REQUIRE(run(quick({"--json", good, "-q"})).status == 0);
  const std::string text = program::slurp(good);
  program::write(folder.file("truncated.json"), text.substr(0, text.size() / 2));
  program::write(folder.file("malformed.json"), "{ this is not JSON }");
  program::write(folder.file("empty.json"), "");
  program::write(folder.file("other.json"), "[1, 2, 3]\n");
  program::write(folder.file("newer.json"),
                 std::regex_replace(text, std::regex("\"schema_version\": *1"), "\"schema_version\": 99"));
  for (const char* name :
       {"missing.json", "truncated.json", "malformed.json", "empty.json", "other.json", "newer.json"}) {
    INFO(name);
    check_refused(run({"tables", folder.file(name)}), 2, {name});
    check_refused(run({"compare", good, folder.file(name)}), 2, {name});
    check_refused(run({"compare", folder.file(name), good}), 2, {name});
  }
  CHECK(contains(run({"tables", folder.file("newer.json")}).err, "99"));
  check_refused(run({"tables", folder.path.string()}), 2, {});
  CHECK(program::slurp(good) == text);
}

TEST_CASE("cli: tables of a recorded file are printed") {
  const Folder folder;
  const std::string file = folder.file("r.json");
  REQUIRE(run(quick({"--json", file, "-q"})).status == 0);
  const Outcome md = run({"tables", file});
  CHECK(md.status == 0);
  CHECK(contains(md.out, "|"));
  CHECK(contains(run({"tables", file, "--csv", "-"}).out, "reduce/v1"));
  CHECK(contains(run({"tables", file, "--tex", "-"}).out, "tabular"));
  CHECK(run({"tables", file, "reduce", "n=1000"}).out == run({"tables", file, "reduce", "--n", "1000"}).out);
  const Outcome chosen = run({"tables", file, "reduce/v1", "--columns", "stage,barriers", "--md", "-"});
  CHECK(contains(chosen.out, "| stage | barriers |"));
  const std::string svg = folder.file("c.svg");
  const Outcome chart = run({"tables", file, "reduce", "--chart", "counters", "--svg", svg});
  CHECK(chart.status == 0);
  CHECK(chart.out.empty());
  CHECK(contains(program::slurp(svg), "prefers-color-scheme"));
  check_refused(run({"tables", file, "reduce", "picture=" + folder.file("d.svg")}), 2, {"--svg"});
  check_refused(run({"tables", file, "reduce", "--csv", "-", "--columns", "stage"}), 2, {"columns=", "--md"});
  check_refused(run({"tables", file, "reduce", "layout=none"}), 2, {"--svg"});
  check_refused(run({"tables", file, "reduce", "--chart", "counters"}), 2, {"--svg"});
  const std::string ladder = os::in_repository("results/h200/ladder.json");
  const json gbench = parsed(run({"tables", ladder, "reduce/v1", "n=2^28", "--gbench", "-"}).out);
  CHECK(gbench["benchmarks"][0]["run_name"] == "reduce/v1/n:268435456/dtype:f32/block:256/cuda");
  check_refused(run({"tables", file, "reduce", "--chart", "bars", "--svg", "-"}), 2, {"measured on a GPU"});
  check_refused(run({"tables", file, "reduse"}), 2, {"did you mean reduce"});
  check_refused(run({"tables", file, "--dtype", "f33"}), 2, {"f32"});
  check_refused(run({"tables", file, "--md", "-", "--svg", "-"}), 2, {"only one of"});
}

TEST_CASE("cli: a chart is written as PDF and PNG, or one line says what to install") {
  const Folder folder;
  const std::string ladder = os::in_repository("results/h200/ladder.json"), pdf = folder.file("c.pdf"),
                    png = folder.file("c.png");
  const std::vector<std::string> words = {"tables", ladder, "map", "n=2^28", "--pdf", pdf, "--png", png};
  const std::string path = getenv("PATH");
  if (os::output_of({"rsvg-convert", "--version"})) {
    CHECK(run(words).status == 0);
    CHECK(program::slurp(pdf).starts_with("%PDF"));
    CHECK(program::slurp(png).starts_with("\x89PNG"));
    std::filesystem::remove(pdf);
  }
  setenv("PATH", folder.path.c_str(), 1);
  check_refused(run(words), 2, {"rsvg-convert", "librsvg2-bin", "--svg"});
  program::write(folder.file("rsvg-convert"), "#!/bin/sh\n[ \"$1\" = --version ]\n");
  std::filesystem::permissions(folder.file("rsvg-convert"), std::filesystem::perms::owner_all);
  check_refused(run(words), 2, {"rsvg-convert cannot convert the chart to pdf"});
  setenv("PATH", path.c_str(), 1);
  CHECK(!std::filesystem::exists(pdf));
  check_refused(run({"tables", ladder, "map", "n=2^28", "theme=light"}), 2, {"theme=", "--svg"});
  check_refused(run({"tables", ladder, "map", "n=2^28", "--csv", "-", "form=slide"}), 2,
                {"form=", "every row"});
  CHECK(contains(run({"tables", ladder, "map", "n=2^28", "--json", "-"}).out, "\"schema_version\""));
}

TEST_CASE("cli: compare finds a regression, and no difference between a file and itself") {
  const Folder folder;
  const std::string old_file = folder.file("old.json"), new_file = folder.file("new.json");
  REQUIRE(run(quick({"--json", old_file, "-q"})).status == 0);
  CHECK(run({"compare", old_file, old_file, "--fail-above", "5%"}).status == 0);

  json slower = parsed(program::slurp(old_file));
  for (json& row : slower["results"]) {
    if (!row.contains("time") || row["time"].is_null()) continue;
    for (const char* key : {"median", "q1", "q3", "min"})
      row["time"][key] = row["time"][key].get<double>() * 1000;
    for (json& sample : row["time"]["samples"]) sample = sample.get<double>() * 1000;
  }
  program::write(new_file, slower.dump());
  const Outcome o = run({"compare", old_file, new_file, "--fail-above", "5%"});
  INFO(o.out << o.err);
  CHECK(o.status == 3);
  CHECK(contains(o.out, "reduce/v1"));
  CHECK(run({"compare", old_file, new_file}).status == 0);  // no threshold: only reported
  const Outcome json_out = run({"compare", old_file, new_file, "--json", "-", "--fail-above", "5%"});
  CHECK(json_out.status == 3);
  const json told = parsed(json_out.out);
  CHECK(told["regressions"].get<int>() > 0);
  CHECK(told["a"] == old_file);
  for (const char* flag : {"--md", "--csv", "--tex"}) {
    const std::string file = folder.file("changes");
    CHECK(run({"compare", old_file, new_file, flag, file, "-q"}).status == 0);
    CHECK(contains(program::slurp(file), "reduce/v1"));
  }
  CHECK(run({"compare", new_file, old_file, "--fail-above", "5%"}).status == 0);

  const Outcome one = run({"compare", old_file, new_file, "reduce/v1", "--csv", "-"});
  CHECK(contains(one.out, "reduce/v1"));
  CHECK_FALSE(contains(one.out, "reduce/v0"));
  check_refused(run({"compare", old_file, new_file, "reduce/v11"}), 2, {"no stage v11", old_file});
  check_refused(run({"compare", old_file, new_file, "columns=us"}), 2, {"columns="});
  check_refused(run({"compare", old_file}), 2, {"two results files"});
  check_refused(run({"compare", old_file, os::in_repository("results/h200/ladder.json")}), 2,
                {"no row in common"});
}

TEST_CASE("cli: report writes one self-contained page, with the cause of a fault first") {
  const Folder folder;
  const std::string file = folder.file("run <1>.json"), page = folder.file("run <1>.html");
  run({"run", "reduce/v0", "reduce/v1", "pitfalls/missing_barrier", "--backend", "simt", "--n", "5000",
       "--repetitions", "1", "--json", file, "-q"});
  const Outcome o = run({"report", file});
  INFO(o.out << o.err);
  REQUIRE(o.status == 0);
  CHECK(contains(o.out, page));
  const std::string html = program::slurp(page);
  CHECK(html.starts_with("<!doctype html>"));
  CHECK(html.find("What is wrong") < html.find("<h2>reduce</h2>"));
  CHECK(contains(html, "__syncthreads()"));
  CHECK(contains(html, "kernels/pitfalls/missing_barrier.cu:"));
  CHECK(contains(html, "<td>v1</td>"));
  CHECK(contains(html, "<svg"));
  CHECK(contains(html, "run &lt;1&gt;.json"));
  CHECK_FALSE(contains(html, "run <1>"));
  for (size_t at = 0; (at = html.find("http", at)) != std::string::npos; ++at)
    CHECK(html.substr(at, 26) == "http://www.w3.org/2000/svg");  // a name only; nothing is fetched from there
  for (const char* fetches : {"src=", "<link", "@import", "url(http"}) CHECK_FALSE(contains(html, fetches));
  CHECK(run({"report", folder.file("none.json")}).status == 2);
  const std::string printed = run({"report", file, "--html", "-"}).out;
  CHECK(contains(printed, "</html>"));
  CHECK(contains(printed, "<caption><span>"));
  // `display: block` would make the caption a cell of the first column.
  const std::string caption = printed.substr(printed.find("\ncaption {"), 80);
  CHECK_FALSE(contains(caption.substr(0, caption.find('}')), "display"));
  const std::string few = run({"report", file, "reduce/v1", "--html", "-"}).out;
  CHECK(contains(few, "<td>v1</td>"));
  CHECK_FALSE(contains(few, "<td>v0</td>"));
  check_refused(run({"report", file, "scan"}), 2, {"no track scan; it has reduce"});
}

TEST_CASE("cli: report shows two GPUs on one page, with both in each table and chart") {
  const Outcome o = run({"report", os::in_repository("results/h100/ladder.json"),
                         os::in_repository("results/h200/ladder.json"), "reduce", "--html", "-"});
  REQUIRE(o.status == 0);
  CHECK(contains(o.out, "<h1>Warp Ladder <small>NVIDIA H100 80GB HBM3 and NVIDIA H200</small></h1>"));
  CHECK(o.out.find("2026-11-24") < o.out.find("<h2>reduce</h2>"));  // the first page has a date
  CHECK(contains(o.out, "<th scope=\"colgroup\" colspan=\"4\" class=\"group\">H200</th>"));
  CHECK(contains(o.out, ">speedup over the first stage (×)<"));
  size_t rows = 0;
  for (size_t at = 0; (at = o.out.find("<td>v8</td>", at)) != std::string::npos; ++at) ++rows;
  CHECK(rows == 2);  // one row for n = 2^25 and one for 2^28, instead of one for each GPU
  const Outcome alone = run({"report", os::in_repository("results/counters.json"),
                             os::in_repository("results/h200/ladder.json"), "map", "--html", "-"});
  CHECK(alone.status == 0);
  CHECK(contains(alone.out, "no GPU was used"));
  CHECK(contains(alone.out, "NVIDIA H200 (cuda)"));
}

TEST_CASE("cli: a wrong result is reported, with exit status 1") {
  const Outcome o =
      run({"run", "pitfalls/dropped_tail", "--backend", "simt", "--n", "1023", "--repetitions", "1"});
  INFO(o.out << o.err);
  CHECK(o.status == 1);
  // `check` expects the verdict that the pitfall declares, and succeeds.
  const Outcome check = run({"check", "pitfalls/dropped_tail", "--backend", "simt"});
  INFO(check.out << check.err);
  CHECK(check.status == 0);
}

TEST_CASE("cli: check reports the mistake in a pitfall") {
  const Outcome o = run({"check", "pitfalls/no_volatile", "--no-color"});
  CHECK(o.status == 0);
  CHECK(contains(o.out, "good (wrong on purpose)"));
  CHECK(contains(o.out, "race, as declared: thread 0 reads partial[1]"));
}

TEST_CASE("cli: check accepts n = 0") {
  const Outcome o = run({"check", "reduce/v1", "--n", "0,1,1023", "--block", "64", "--backend", "simt"});
  INFO(o.out << o.err);
  CHECK(o.status == 0);
}

TEST_CASE("cli: Ctrl-C during a run leaves the old file intact, and leaves no processes behind") {
  const Folder folder;
  const std::string file = folder.file("r.json");
  program::write(file, "what was there");
  const pid_t child = program::start(
      LADDER_PROGRAM,
      {"run", "scan", "--backend", "simt", "--n", "2^22", "--repetitions", "50", "--json", file}, folder);
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  kill(child, SIGINT);
  const auto begin = std::chrono::steady_clock::now();
  const Outcome o = program::wait_for(child, folder);
  INFO(o.out << o.err);
  CHECK(o.status == 130);
  CHECK(contains(o.err, "interrupted"));
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
  CHECK(program::slurp(file) == "what was there");
  size_t files = 0;  // no temporary file is left
  for (const auto& entry : std::filesystem::directory_iterator(folder.path))
    files += !entry.path().filename().string().starts_with('.');
  CHECK(files == 1);
}

TEST_CASE("cli: after Ctrl-C, try does not say that nothing is wrong with the program") {
  const Folder folder;
  const std::string file = folder.file("endless.cu"), running = folder.file("running");
  program::write(file,
                 "#include <cstdio>\n"
                 "__global__ void endless(volatile int* x) { while (*x == 0) *x = 0; }\n"
                 "int main(int, char** names) {\n"
                 "  int* x;\n"
                 "  cudaMalloc(&x, sizeof(int));\n"
                 "  cudaMemset(x, 0, sizeof(int));\n"
                 "  std::fclose(std::fopen(names[1], \"w\"));\n"
                 "  endless<<<1, 1>>>(x);\n"
                 "  cudaDeviceSynchronize();\n"
                 "}\n");
  const pid_t child = program::start(LADDER_PROGRAM, {"try", file, "--", running}, folder);
  for (int i = 0; i < 2400 && !std::filesystem::exists(running); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  kill(child, SIGINT);
  const Outcome o = program::wait_for(child, folder);
  INFO(o.out << o.err);
  CHECK(o.status != 0);
  CHECK(!contains(o.out, "ound no race"));
}

TEST_CASE("cli: it is not an error if the program that reads from a pipe closes it early") {
  const Folder folder;
  const std::string command = "\"$0\" list 2>'" + folder.file("err") + "' | head -n 1 >/dev/null";
  CHECK(
      program::wait_for(program::start("/bin/sh", {"-c", command, LADDER_PROGRAM}, folder), folder).status ==
      0);
  CHECK(program::slurp(folder.file("err")).empty());
}

TEST_CASE("cli: a closed or full output stream gives a one-line error and its status") {
  const auto ended = [](const std::string& command) {
    const Folder folder;
    return program::wait_for(
        program::start("/bin/sh", {"-c", "exec \"$0\" " + command, LADDER_PROGRAM}, folder), folder);
  };
  for (const char* command : {"list", "list reduce/v1", "tables", "check reduce/v1 --n 100"}) {
    const std::string asked =
        *command == 't' ? "tables '" + os::in_repository("results/counters.json") + "' reduce/v1" : command;
    INFO(asked);
    CHECK(ended("list --help >&- 2>&-").status == 2);
    CHECK(ended(asked + " >&- 2>&-").status == 2);
    CHECK(ended(asked + " 2>&- >/dev/null </dev/null").status == 0);
    for (const char* where : {" >&-", " >/dev/full"}) {
      const Outcome o = ended(asked + where);
      INFO(where << ": " << o.err);
      CHECK(o.status == 2);
      CHECK(contains(o.err, "standard output"));
      CHECK(o.error_lines() == 1);
    }
  }
  CHECK(ended("list -h >/dev/null 2>/dev/full").status == 0);
  CHECK(ended("nonsense 2>/dev/full").status == 2);
  // Output to a file is written even if the standard streams are closed, and no other output ends up in it.
  const Folder folder;
  const std::string file = folder.file("r.json");
  CHECK(ended("run reduce/v1 --n 100 --backend simt --repetitions 1 --json '" + file + "' >&- 2>&-").status ==
        2);
  CHECK(parsed(program::slurp(file))["results"].size() > 0);
}

TEST_CASE("cli: control characters in a file's contents or name never reach a terminal") {
  const Folder folder;
  json results = parsed(program::slurp(os::in_repository("results/h100/ladder.json")));
  results["results"].erase(results["results"].begin() + 2, results["results"].end());
  program::write(folder.file("a.json"), results.dump());
  for (const char* key : {"compiler", "host_cpu", "device", "driver", "command_line", "cub"})
    results["context"][key] = "x\033[2J\007y\302\233z";
  results["results"][0]["id"] = "reduce/\033[31mv0";
  results["results"][1]["verdict"]["status"] = "wrong";
  results["results"][1]["verdict"]["message"] = "\033]0;title\007";
  results["results"].push_back(results["results"][0]);
  program::write(folder.file("b.json"), results.dump());
  const std::string a = folder.file("a.json"), b = folder.file("b.json");
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"compare", a, b},
                                             {"compare", b, b, "--csv", "-"},
                                             {"compare", b, a, "--fail-above", "5%", "--md", "-"},
                                             {"tables", b},
                                             {"tables", b, "--csv", "-"},
                                             {"report", b, "--html", "-"},
                                             {"list", "\033[2J"},
                                             {"tables", "\033[2J.json"},
                                             {"bits", "reduce/v1", "--n", "100", "--against", b}}) {
    const Outcome o = run(words);
    INFO(words[0] << " " << o.out << o.err);
    for (const std::string& text : {o.out, o.err})
      for (const char* control : {"\033", "\007", "\302\233"}) CHECK(text.find(control) == std::string::npos);
  }
}

TEST_CASE("cli: a number out of range is refused, and so is an endless file") {
  check_refused(run({"run", "reduce/v1", "--seed", "99999999999999999999"}), 2,
                {"--seed", "at most 18446744073709551615"});
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"tables", "/dev/zero"}, {"bits", "--against", "/dev/zero"}})
    check_refused(run(words), 2, {"/dev/zero", "larger than 256 MiB"});
}

TEST_CASE("cli: list shows tracks and stages") {
  const Outcome o = run({"list"});
  CHECK(o.status == 0);
  CHECK(contains(o.out, "reduce/v0"));
  CHECK(widest_line(o.out) <= 100);
  const json stages = parsed(run({"list", "--json"}).out);
  REQUIRE(stages.is_array());
  for (const json& stage : stages) {
    INFO(stage.dump());
    CHECK(std::filesystem::exists(os::in_repository(stage["file"].get<std::string>())));
    CHECK_FALSE(stage["dtypes"].empty());
  }
}

TEST_CASE("cli: diff shows the source and the counters") {
  const Outcome o = run({"diff", "reduce/v0", "reduce/v1"});
  INFO(o.out << o.err);
  CHECK(o.status == 0);
  CHECK(contains(o.out, "--- kernels/reduce/00_v0"));
  CHECK(contains(o.out, "+++ kernels/reduce/01_v1"));
  CHECK(contains(o.out, "integer_divisions"));
}

TEST_CASE("cli: diff with one stage compares it with the stage that it changes") {
  const Outcome after = run({"diff", "reduce/v1"});
  INFO(after.out << after.err);
  CHECK(after.status == 0);
  CHECK(contains(after.out, "--- kernels/reduce/"));
  CHECK(contains(after.out, "Changes in the counters since reduce/v0"));
  check_refused(run({"diff", "reduce/v0"}), 2, {"no previous stage", "./ladder diff reduce/v0 ID"});
  for (const json& stage : parsed(run({"list", "--json"}).out)) {
    const std::string spoils = stage["spoils"];
    CHECK((spoils.empty() || stage["track"] == "pitfalls"));
    if (spoils.empty() || stage["expect"] != "race") continue;
    const Outcome pitfall = run({"diff", stage["id"]});
    INFO(pitfall.out << pitfall.err);
    CHECK(pitfall.status == 0);
    CHECK(contains(pitfall.out, "+++ " + stage["file"].get<std::string>()));
    for (const Outcome& o : {pitfall, run({"explain", stage["id"], "--n", "1000"})})
      CHECK(contains(o.out, "not compared with those of " + spoils));
    break;  // one such file is enough
  }
}

TEST_CASE("cli: the diff of a stage that has its own kernel file shows that kernel") {
  for (const json& stage : parsed(run({"list", "reduce", "--json"}).out)) {
    const std::string source = program::slurp(os::in_repository(stage["file"]));
    if (contains(source, "__global__") || stage["after"] == "") continue;
    const Outcome o = run({"diff", stage["id"]});
    INFO(o.out << o.err);
    CHECK(o.status == 0);
    CHECK(contains(o.out, "// ---- kernels/reduce/"));
    CHECK(contains(o.out, "__global__"));
    break;  // one such file is enough
  }
}

TEST_CASE("cli: the version is printed, and help works as a command") {
  const Outcome version = run({"--version"});
  CHECK(version.status == 0);
  CHECK(contains(version.out, "Warp Ladder " + os::version() + ", "));
  // The version also appears in other files.
  const auto text = [](const char* file) { return program::slurp(os::in_repository(file)); };
  CHECK(contains(text("CITATION.cff"), "\nversion: " + os::version() + "\n"));
  CHECK(contains(text("CHANGELOG.md"), "\n## " + os::version() + " ("));
  CHECK(contains(text("docs/ci.md"), "warp-ladder@v" + os::version() + "\n"));
  CHECK(version.out.find('\n') == version.out.size() - 1);
  CHECK(run({"help", "run"}).out == run({"run", "--help"}).out);
  CHECK(run({"help"}).out == run({"--help"}).out);
  check_refused(run({"help", "rnu"}), 2, {"rnu", "run"});
}

TEST_CASE("cli: every environment variable is documented in the README") {
  std::vector<std::filesystem::path> files = {os::in_repository("ladder")};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(os::in_repository("harness")))
    if (entry.path().extension() == ".cpp") files.push_back(entry.path());
  const std::string readme = program::slurp(os::in_repository("README.md"));
  const std::regex used(R"re((?:getenv\("|\$\{)(LADDER_[A-Z_]+))re");
  size_t found = 0;
  for (const std::filesystem::path& file : files) {
    const std::string text = program::slurp(file);
    for (std::sregex_iterator at(text.begin(), text.end(), used), end; at != end; ++at, ++found) {
      INFO(file << ": " << (*at)[1]);
      CHECK(contains(readme, "`" + (*at)[1].str() + "="));
    }
  }
  CHECK(found >= 6);
  CHECK(contains(run({"--help"}).out, "README.md"));
}

TEST_CASE("cli: an empty value, such as that of an unset variable, is refused") {
  check_refused(run({"compare", "a.json", "b.json", "--fail-above", ""}), 2, {"--fail-above", "empty"});
  check_refused(run({"run", "--seed", ""}), 2, {"--seed", "empty"});
  check_refused(run({"run", "--json="}), 2, {"--json"});
  check_refused(run({"check", ""}), 2, {"empty"});
}

TEST_CASE("cli: doctor reports the installed tools") {
  const Outcome o = run({"doctor"});
  INFO(o.out << o.err);
  CHECK(o.status == 0);
  for (const char* what : {"g++", "nvcc", "GPU", "fmt", "CLI11", "oneTBB", "libdw", "stages"})
    CHECK(contains(o.out, what));
}

TEST_CASE("cli: -q reports only failures") {
  const Outcome o = run({"run", "pitfalls/off_by_one", "--backend", "simt", "--repetitions", "1", "-q"});
  INFO(o.out << o.err);
  CHECK(o.status == 1);
  CHECK(o.out.empty());
  CHECK(o.error_lines() == 1);
  CHECK(contains(o.err, "ladder: pitfalls/off_by_one: out of bounds"));
}

TEST_CASE("cli: hundreds of blocks that wait for each other need little memory") {
  // Each block has its own host thread, and each of these has room for the shared memory of all kernels: 9 MB.
  constexpr long kMost = 2'000'000;  // KiB
  rusage before{}, after{};          // the most of any child so far
  getrusage(RUSAGE_CHILDREN, &before);
  CHECK(run({"run", "pack/one_exchange", "--backend", "simt", "--repetitions", "1"}).status == 0);
  getrusage(RUSAGE_CHILDREN, &after);
#ifndef __SANITIZE_ADDRESS__
  CHECK((before.ru_maxrss >= kMost || after.ru_maxrss < kMost));
#endif
}

TEST_CASE("cli: running out of address space is not blamed on the kernel") {
  for (const char* command : {"run --json latest.json", "check", "explain"}) {
    const Folder folder;
    const std::string line =
        "cd " + folder.path.string() + "; ulimit -v 2000000; exec \"$0\" " + command + " reduce/v1 -q";
    const Outcome o =
        program::wait_for(program::start("/bin/sh", {"-c", line, LADDER_PROGRAM}, folder), folder);
    INFO(command << o.out << o.err);
    if (contains(o.err, "AddressSanitizer")) return;  // AddressSanitizer itself needs more than this
    CHECK(o.status == 2);
    CHECK(contains(o.err, "ulimit -v unlimited"));
  }
}

TEST_CASE("cli: a time limit is a whole number of seconds") {
  check_refused(run({"run", "reduce/v1", "--timeout", "0"}), 2, {"--timeout 0", "at least 1"});
  CHECK(run({"explain", "reduce/v1", "--n", "1000", "--timeout", "60"}).status == 0);
  for (const char* command : {"run", "check", "explain", "step", "trace", "diff", "counters"})
    CHECK(contains(run({command, "--help"}).out, "--timeout"));
}

TEST_CASE("cli: for a large n, the search for hazards uses a smaller n") {
  const Folder folder;
  run({"check", "pitfalls/missing_barrier", "--n", "2^20", "--block", "256", "--dtype", "f32", "--json",
       folder.file("c.json"), "-q"});
  const json row = parsed(program::slurp(folder.file("c.json")))["results"][0];
  CHECK(row["hazards"][0]["kind"] == "race");
  const Outcome cpu = run({"run", "cpu/sequential_reduce", "--n", "1000", "--json", folder.file("r.json")});
  INFO(cpu.err);
  CHECK(parsed(program::slurp(folder.file("r.json")))["results"][0]["hazards"].is_null());
}

namespace {

// The program's output on a terminal.
std::string on_terminal(const std::vector<std::string>& arguments, const char* locale, const char* term) {
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) {
    setenv("LC_ALL", locale, 1);
    setenv("TERM", term, 1);
    std::vector<char*> argv = {const_cast<char*>(LADDER_PROGRAM)};
    for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
    argv.push_back(nullptr);
    execv(LADDER_PROGRAM, argv.data());
    _exit(127);
  }
  std::string text;
  char buffer[4096];
  for (ssize_t got; (got = read(terminal, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<size_t>(got));
  close(terminal);
  waitpid(child, nullptr, 0);
  return text;
}

bool is_ascii(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

TEST_CASE("cli: on a terminal, the next step is suggested, in characters that it can show") {
  const std::vector<std::string> check = {"check", "reduce/v1", "--n", "1000", "--backend", "simt"};
  const std::string utf8 = on_terminal(check, "C.UTF-8", "xterm");
  INFO(utf8);
  CHECK(contains(utf8, "✓"));
  CHECK(contains(utf8, "\033["));
  const std::string plain = on_terminal(check, "C", "dumb");
  INFO(plain);
  CHECK(is_ascii(plain));
  CHECK(contains(plain, "+  reduce/v1"));
  CHECK_FALSE(contains(plain, "\033"));

  CHECK(contains(on_terminal({"list", "reduce"}, "C.UTF-8", "dumb"), "next: ./ladder run reduce/v0"));
  CHECK_FALSE(contains(on_terminal({"list", "reduce", "-q"}, "C.UTF-8", "dumb"), "next: "));
  CHECK_FALSE(contains(run({"list", "reduce"}).out, "next: "));
  CHECK(contains(on_terminal({"explain", "reduce/v0", "--n", "1000"}, "C.UTF-8", "dumb"),
                 "next: ./ladder explain reduce/v1"));
}
