// The text that ./ladder docs writes between the marks of a page, and its messages for faulty marks.
#include "pages/pages.h"

#include <filesystem>
#include <sstream>

#include "look/tracing.h"
#include "pages/marks.h"
#include "os/error.h"
#include "os/files.h"
#include "os/repository.h"
#include "stage/registry.h"
#include "tests/catch.h"
#include "book/tests/sample_run.h"
#include "tests/texts.h"

using namespace ladder;

namespace {

namespace fs = std::filesystem;

pages::Outcome update(const sample::Folder& root) { return pages::update(root.path.string(), false); }
pages::Outcome looked_at(const sample::Folder& root) { return pages::update(root.path.string(), true); }

// Returns the only mistake or, if there are several or none, a message that says so.
std::string mistake_in(const pages::Outcome& outcome) {
  return outcome.mistakes.size() == 1 ? outcome.mistakes[0]
                                      : fmt::format("{} mistakes", outcome.mistakes.size());
}

// A folder with a page, reduce's kernels, their counters, and a GPU's times at n = 2^25.
struct Tutorial : sample::Folder {
  Tutorial() {
    fs::create_directories(path / "docs/reduce");
    fs::create_directories(path / "results/h200");
    fs::create_directories(path / "kernels");
    fs::copy(os::in_repository("kernels/reduce"), path / "kernels/reduce", fs::copy_options::recursive);
    fs::copy(os::in_repository("results/counters.json"), path / "results/counters.json");
    report::write_file(*this / "results/h200/ladder.json", sample::gpu_run());
  }
  // The page with these lines, after `docs` has processed it.
  std::string written(const std::string& text) {
    os::write_text(*this / "docs/reduce/v1.md", text);
    outcome = update(*this);
    return os::read_text(*this / "docs/reduce/v1.md");
  }
  pages::Outcome outcome;
};

}  // namespace

TEST_CASE("tables in the docs follow results/, and out-of-date ones are detected", "[docs]") {
  const sample::Folder root;
  std::filesystem::create_directories(root.path / "docs");
  std::filesystem::create_directories(root.path / "results");
  const std::string page = root / "docs/reduce.md";
  const std::string before =
      "# Reduce\n\n<!-- table: results/r.json reduce n=2^25 backend=cuda -->\nstale words\n<!-- /table "
      "-->\n\nafter\n"
      "```\n<!-- table: shown, not filled -->\n```\n";
  os::write_text(page, before);
  os::write_text(root / "README.md", "nothing here\n");

  CHECK(contains(mistake_in(update(root)), "docs/reduce.md, line 3: there is no results/r.json"));
  CHECK(os::read_text(page) == before);  // a table in a page is never replaced with an empty one

  report::write_file(root / "results/r.json", sample::gpu_run());
  CHECK(looked_at(root).changed.size() == 1);  // the page is out of date, and stays unchanged
  CHECK(os::read_text(page) == before);
  pages::Outcome found = update(root);
  CHECK(found.marks == 1);
  CHECK(found.changed == std::vector<std::string>{"docs/reduce.md"});
  const std::string after = os::read_text(page);
  CHECK(contains(after, "| v0 | modulo | correct | 314.94 |"));
  CHECK(contains(after, "after\n```\n<!-- table: shown, not filled -->\n```\n"));
  CHECK(after.find("stale words") == std::string::npos);
  CHECK(looked_at(root).changed.empty());

  const std::string with_picture =
      "<!-- table: results/r.json reduce n=2^25 backend=cuda picture=docs/r.svg -->\n<!-- /table -->\n";
  os::write_text(page, with_picture);
  found = update(root);
  CHECK(found.changed == std::vector<std::string>{"docs/reduce.md", "docs/r.svg"});
  CHECK(contains(os::read_text(page), "](r.svg)\n"));  // relative to the page, not to the root
  os::write_text(root / "docs/r.svg", "drawn by hand");
  CHECK(looked_at(root).changed == std::vector<std::string>{"docs/r.svg"});
  os::write_text(page, "<!-- table: results/r.json scan picture=docs/r.svg -->\n<!-- /table -->\n");
  CHECK(contains(mistake_in(looked_at(root)), "no such rows"));

  os::write_text(page, after + "<!-- table: results/r.json -->\n<!-- /table -->\n");
  CHECK(contains(mistake_in(update(root)), "docs/reduce.md, line "));
  os::write_text(page, "<!-- table: results/r.json reduce -->\n");
  CHECK(contains(mistake_in(update(root)), "not closed"));
  CHECK(os::read_text(page) == "<!-- table: results/r.json reduce -->\n");
  os::write_text(page, "<!-- table: results/r.json reduce size=3 -->\n<!-- /table -->\n");
  CHECK(contains(mistake_in(looked_at(root)), "\"size=3\" is unknown"));
  os::write_text(root / "results/r.json", "{");
  os::write_text(page, "<!-- table: results/r.json reduce -->\n<!-- /table -->\n");
  CHECK(contains(mistake_in(looked_at(root)), "truncated"));
}

TEST_CASE("GPUs are shown side by side, each relative to its own ceiling", "[docs]") {
  const sample::Folder root;
  report::RunFile h200 = sample::gpu_run(), t4 = sample::gpu_run();
  t4.context.device = "Tesla T4";
  for (bench::Result& row : t4.results)
    if (row.id == "reduce/v0") row.fraction_of_ceiling = 0.25;
  std::erase_if(t4.results, [](const bench::Result& row) { return row.id == "reduce/v1"; });
  for (const auto& [folder, file] : {std::pair{"h200", &h200}, {"t4", &t4}}) {
    std::filesystem::create_directories(root.path / "results" / folder);
    report::write_file(root / ("results/" + std::string(folder) + "/ladder.json"), *file);
  }
  std::filesystem::create_directories(root.path / "results/published");  // there are no published figures
  const std::string page = root / "README.md";
  std::string mistakes;
  const auto written = [&](const std::string& marker) {
    os::write_text(page, "<!-- table: " + marker + " -->\n<!-- /table -->\n");
    mistakes = mistake_in(update(root));
    return os::read_text(page);
  };
  const std::string text = written("results/*/ladder.json all n=2^25");
  INFO(text);
  CHECK(contains(text, "| stage | H200 | T4 |"));
  CHECK(contains(line_with(text, "reduce/v0"), "| 25.0 |"));
  CHECK(contains(line_with(text, "reduce/v1"), "| 104.0! | - |"));
  CHECK(contains(line_with(text, "reduce/v8"), "| skipped | skipped |"));
  CHECK(contains(line_with(text, "ceiling/read"), "| ceiling/read | "));
  CHECK(contains(text, "T4: measured on Tesla T4"));
  for (bench::Result row : std::vector(h200.results)) {
    row.n *= 2;
    if (row.bandwidth) *row.bandwidth *= 2;
    h200.results.push_back(row);
  }
  report::write_file(root / "results/h200/ladder.json", h200);
  const std::string two = written("results/*/ladder.json all n=2^25,2^26");
  const auto rate = [](const std::string& line) { return std::stod(line.substr(line.find(" | ") + 3)); };
  CHECK(rate(line_with(two, "ceiling/read, n = 2^26")) >
        1.9 * rate(line_with(two, "ceiling/read, n = 2^25")));
  std::filesystem::remove_all(root.path / "results/t4");
  CHECK(contains(written("results/*/ladder.json reduce n=2^25"), "| H200: us |"));  // one file is enough
  written("results/*/ladder.json scan n=2^7");
  CHECK(contains(mistakes, "no such rows"));
}

TEST_CASE("a value in a sentence follows the counters, the times and any other file", "[docs]") {
  Tutorial t;
  const auto value = [&](const std::string& mark) {
    const std::string text = t.written("So <!--= " + mark + " -->old<!--/--> it is.\n");
    INFO(mark << ": " << (t.outcome.mistakes.empty() ? "" : t.outcome.mistakes[0]));
    CHECK(t.outcome.mistakes.empty());
    const size_t begin = text.find("-->") + 3;
    return text.substr(begin, text.find("<!--/-->") - begin);
  };
  CHECK(value("reduce/v1 shared_wavefronts/shared_requests") == "3.33");
  CHECK(value("reduce/v1 barriers per_block") == "72");
  CHECK(value("reduce/v1 shared_load_wavefronts") == "390735");
  CHECK(value("reduce/v0 integer_divisions") == "8.42M");
  CHECK(value("reduce/v1 integer_divisions") == "0");
  CHECK(value("reduce/v1 active_lanes_per_request") == "23.7");
  CHECK(value("reduce/v1 shared_wavefronts of reduce/v0") == "1.00");
  CHECK(value("reduce/v1 h200.us n=2^25") == "201.66");
  CHECK(value("reduce/v1 h200.GB/s n=2^25") == "666");
  CHECK(value("reduce/v1 h200.ceiling% n=2^25") == "104.0!");
  CHECK(value("reduce/v1 h200.vs_first n=2^25") == "1.56");
  CHECK(value("reduce/v1 h200.vs_previous n=2^25") == "≈1.01");
  CHECK(value("reduce/v1 h200.us of reduce/v0 n=2^25") == "0.64");
  CHECK(value("ceiling/read@reduce h200.us n=2^25") == "30.00");
  os::write_text(t / "results/h200/latency.json",
                 R"({"l2": {"seconds": 1.345e-7, "loads": 12}, "hit": 0.935})");
  CHECK(value("results/h200/latency.json /l2/seconds ns") == "134");
  CHECK(value("results/h200/latency.json /l2/loads") == "12");
  CHECK(value("results/h200/latency.json /hit %") == "93.5");
  os::write_text(t / "results/h200/shapes.json",
                 R"({"rows": [{"n": 16, "by": {"a/b": 3}}, {"n": 32, "by": {"a/b": 4}}]})");
  CHECK(value("results/h200/shapes.json /rows/n=2^5/by/a~1b") == "4");
  CHECK(value("reduce/v1 h200/ladder.us n=2^25") == "201.66");  // the value comes from this file only

  const std::string two =
      "<!--= reduce/v1 launches -->?<!--/--> and <!--= reduce/v1 barriers per_block -->?<!--/-->";
  CHECK(contains(t.written(two), "launches -->3<!--/--> and"));
  CHECK(t.outcome.marks == 2);
  CHECK(contains(t.written(two), "per_block -->72<!--/-->"));
  CHECK(t.outcome.changed.size() == 1);  // the mark was rewritten above
  CHECK(looked_at(t).changed.empty());
  const std::string shown = "`<!--= reduce/v1 barriers -->1<!--/-->` and ``<!--= ` -->``\n";
  CHECK(t.written(shown) == shown);
}

TEST_CASE("a reading time is based on a page's words at 130 per minute, without code and generated text",
          "[docs]") {
  Tutorial t;
  std::string page =
      "# A title\n\n```cpp\nnot a word of this\n```\n<!-- code: reduce/v0 -->\nnor this\n<!-- /code -->\n";
  for (int i = 0; i < 258; ++i) page += "[word](link.md) ";  // 260 words with the title
  os::write_text(t / "docs/long.md", page);
  const auto minutes = [&](const std::string& pages) {
    const std::string text = t.written("<!--= reading " + pages + " -->?<!--/-->\n");
    const size_t at = text.find("-->") + 3;
    return text.substr(at, text.find("<!--/") - at);
  };
  CHECK(minutes("long") == "2");
  os::write_text(t / "docs/long.md", page + "\nword\n");
  CHECK(minutes("long") == "3");
  CHECK(minutes("long long") == "5");
  // A mark without an end contains nothing, so the text after it is counted.
  for (const char* alone : {"<!-- claim: reduce/v1 h200.vs_first faster=2^25 -->",
                            "<!-- exercise: reduce/v1 judged=none -->", "<!-- #region evenings -->"}) {
    INFO(alone);
    os::write_text(t / "docs/long.md", std::string(alone) + "\n\n" + page + "\nword\n");
    CHECK(minutes("long") == "3");
  }
}

TEST_CASE("a mark for several GPUs can give the n from which they are always faster", "[docs]") {
  Tutorial t;
  report::RunFile run = sample::gpu_run();
  run.results.clear();
  for (const auto& [n, ratio] :
       {std::pair{1u << 10, 0.5}, {1u << 14, 1.2}, {1u << 18, 0.9}, {1u << 22, 1.1}, {1u << 28, 1.5}})
    for (const unsigned gpus : {1u, 2u}) {
      bench::Result row = sample::stage_row("reduce/v1", "", bench::Backend::cuda, n);
      row.gpus = gpus;
      sample::set_time(row, 30e-6 / (gpus == 1 ? 1 : ratio));
      if (gpus == 2) row.speedup["vs_one_gpu"] = {ratio, ratio - 0.05, ratio + 0.05};
      run.results.push_back(row);
    }
  std::filesystem::create_directories(t / "results/two");
  report::write_file(t / "results/two/several.json", run);
  const auto value = [&](const std::string& mark) {
    return t.written("So <!--= reduce/v1 two." + mark + " -->old<!--/--> it is.\n");
  };
  CHECK(contains(value("us gpus=1"), ">30.00<"));
  CHECK(contains(value("us gpus=2"), ">20.00<"));
  CHECK(contains(value("vs_one_gpu gpus=2"), ">1.50<"));
  CHECK(contains(value("efficiency% gpus=2"), ">75.0<"));
  CHECK(contains(value("pays_from gpus=2"), ">2^22<"));  // faster at 2^14, but not at 2^18
  value("us");
  CHECK(contains(mistake_in(t.outcome), "specify gpus=1 or gpus=2"));
  value("pays_from");
  CHECK(contains(mistake_in(t.outcome), "give gpus="));
  value("pays_from gpus=3");
  CHECK(contains(mistake_in(t.outcome), "on 3 GPUs is not faster"));
}

TEST_CASE("a value that cannot be found is reported with its line, the reason and the alternatives",
          "[docs]") {
  Tutorial t;
  const auto says = [&](const std::string& mark) {
    const std::string page = "one\n\nSo <!--= " + mark + " -->old<!--/--> it is.\n";
    CHECK(t.written(page) == page);  // the contents of the mark stay unchanged
    CHECK(t.outcome.changed.empty());
    return mistake_in(t.outcome);
  };
  CHECK(contains(says("reduce/v1 barrier"),
                 "docs/reduce/v1.md, line 3: <!--= reduce/v1 barrier -->: there is no counter"));
  CHECK(contains(says("reduce/v1 barrier"), "barriers"));  // suggests the nearest name
  CHECK(contains(says("reduce/v11 barriers"), "did you mean reduce/v1"));
  CHECK(contains(says("reduce/v1 barriers/votes"), "cannot divide by votes: it is 0"));
  CHECK(contains(says("reduce/v1 votes of reduce/v0"), "cannot divide by reduce/v0 votes: it is 0"));
  CHECK(contains(says("reduce/v1 h200.us"), "no such row for reduce/v1 at n = 2^28, only at n = 2^25"));
  CHECK(contains(says("reduce/v2 h200.us"), "reduce/v2 was not measured"));
  CHECK(contains(says("reduce/v0 h200.vs_previous n=2^25"), "has no vs_previous"));
  CHECK(contains(says("reduce/v8 h200.us n=2^25"), "needs 8 GiB"));
  CHECK(contains(says("reduce/v1 a100.us"), "the recorded GPUs are h200"));
  CHECK(contains(says("reduce/v1 h200.seconds"), "valid ones are us, ms"));
  CHECK(contains(says("reduce/v1 barriers n=2^28"), "n= applies only to measurements"));
  CHECK(contains(says("reduce/v1"), "it must be"));
  CHECK(contains(says("reduce/v1 barriers speed=1"), "\"speed=1\" is not known"));
  CHECK(contains(says("results/h200/none.json /a"), "there is no results/h200/none.json"));
  CHECK(contains(says("results/h200/ladder.json /a"), "has no value at /a"));
  CHECK(contains(says("results/h200/ladder.json /results"), "neither a number nor a string"));
  CHECK(contains(says("results/h200/ladder.json /schema_version miles"), "there is no unit miles"));
  CHECK(contains(says("results/h200/ladder.json /results/0/id"), "give a condition"));
  CHECK(contains(says("results/h200/ladder.json /results/track=reduce/id"), "more than one element"));
  CHECK(contains(says("results/h200/ladder.json /results/track=none/id"), "has no value at"));
  CHECK(contains(says("reduce/v1 h200/none.us n=2^25"), "there is no results/h200/none.json"));
  t.written("<!--= reduce/v1 barriers -->72\n<!--/-->\n");
  CHECK(contains(mistake_in(t.outcome), "must follow on the same line"));
  t.written("<!--= reduce/v1 barriers -->72 and <!--= reduce/v1 launches -->3<!--/-->\n");
  CHECK(contains(mistake_in(t.outcome), "barriers --> is not closed"));
}

TEST_CASE("a stage's page gets its links, its code, its diff and its changes", "[docs]") {
  Tutorial t;
  os::write_text(t / "docs/reduce.md", "the track\n");
  os::write_text(t / "docs/reduce/v0.md", "the one before\n");
  std::string text = t.written("<!-- stage: reduce/v1 -->\n<!-- /stage -->\n");
  CHECK(contains(text, "\n[all of reduce](../reduce.md) · previous: [`v0`](v0.md) · next: `v1.5`\n"));
  text = t.written("<!-- stage: reduce/v1 kernel -->\n<!-- /stage -->\n");
  CHECK(contains(text,
                 "next: `v1.5` · kernel: "
                 "[01_v1_strided_index.cu](../../kernels/reduce/01_v1_strided_index.cu)\n"));

  text = t.written(
      "<!-- stage: reduce/v1 kernel -->\n<!-- /stage -->\n<!-- exercise: reduce/v1 judged=none -->\n");
  // The page has a part for the reader.
  CHECK(contains(text, " · the finished kernel: [01_v1_strided_index.cu]"));

  text = t.written("<!-- code: reduce/v0 -->\n<!-- /code -->\n");
  CHECK(contains(text, "-->\n\n```cpp\n#include \"tracks/reduce.h\"\n"));  // without the header comment
  CHECK(contains(text, "run<int32_t>);\n```\n\n<!-- /code -->\n"));
  CHECK(t.written(text) == text);  // the code block inside it does not confuse the parser

  text = t.written("<!-- diff: reduce/v1 -->\n<!-- /diff -->\n");
  CHECK(contains(text, "\n```diff\n--- kernels/reduce/00_v0_modulo.cu\n"));
  CHECK(contains(text, "\n+    if (index < blockDim.x)"));
  CHECK_FALSE(contains(text, "\n-//"));
  CHECK(contains(t.written("<!-- diff: reduce/v0 reduce/v2 -->\n<!-- /diff -->\n"),
                 "+++ kernels/reduce/03_v2"));
  CHECK(contains(t.written("<!-- diff: reduce/v10 -->\n<!-- /diff -->\n"), "mailbox"));

  text = t.written("<!-- changes: reduce/v1 n=2^25 -->\n<!-- /changes -->\n");
  CHECK(contains(text, "|  | `v0` | `v1` | change |\n|---|---:|---:|---|\n"));
  CHECK(contains(text, "\n| time on the H200, µs | 314.94 | 201.66 | ≈1.01×, not distinguishable |\n"));
  CHECK(contains(text, "\n| integer divisions and modulos | 8.42M | 0 | none left, "));
  CHECK_FALSE(contains(text, "| barriers"));
  CHECK(contains(
      text,
      "for the whole job at n = 2^25. The counters are from the executor, for the whole job at n = 2^20"));
  text = t.written(
      "<!-- changes: reduce/v1 show=barriers,shared_wavefronts/shared_requests -->\n<!-- /changes -->\n");
  CHECK(
      contains(text, "---|\n| barriers | 296136 | 296136 | the same |\n"));  // not measured at 2^28: no time
  CHECK(contains(text, "\n| shared wavefronts per shared request | 1.00 | 3.33 | 3.33× as many |\n"));
}

TEST_CASE("the answer to a limits mark says so if an empty launch takes most of the time", "[docs]") {
  Tutorial t;
  os::write_text(t / "results/h200/profile.json", R"({
    "profile_version": 1, "context": {"device": "NVIDIA H200", "multiprocessors": 132}, "n": "33554432", "block": 256,
    "stages": {"reduce": {"v1": {"dtype": "f32", "seconds": 2e-4, "sm_hertz": 1980000000, "grid": 131072,
      "warp_instructions": 146000000, "issue_slots": 0.7, "warp_states": {"selected": 1}}}}})");
  const auto answer = [&](double launch) {
    report::RunFile run = sample::gpu_run();
    for (bench::Result& row : run.results)
      if (row.id == "reduce/v1") row.fraction_of_ceiling = 0.9;
    bench::Result empty = sample::stage_row("ceiling/launch", "", bench::Backend::cuda, 1u << 25);
    sample::set_time(empty, launch);
    run.results.push_back(empty);
    report::write_file(t / "results/h200/ladder.json", run);
    return t.written("<!-- limits: reduce/v1 -->\n<!-- /limits -->\n");
  };
  CHECK(contains(
      answer(3e-6),
      "The memory limit is 90 % of this time, and the instruction limit is 69 %, so memory bandwidth is the "
      "tighter limit."));
  CHECK(contains(answer(150e-6),
                 "An empty launch takes 150 µs, which is 74 % of this time. The memory limit, which includes "
                 "a launch, is 90 %, "
                 "and the instruction limit is 69 %, so the launch accounts for most of the time."));
}

TEST_CASE("a faulty block mark is reported with its line, the reason and the fix, and keeps its content",
          "[docs]") {
  Tutorial t;
  const auto says = [&](const std::string& mark, const std::string& name) {
    const std::string page = "<!-- " + mark + " -->\nheld\n<!-- /" + name + " -->\n";
    CHECK(t.written(page) == page);
    return mistake_in(t.outcome);
  };
  CHECK(contains(says("stage: reduce/v1.7", "stage"),
                 "docs/reduce/v1.md, line 1: there is no stage reduce/v1.7; did"));
  CHECK(contains(says("code: reduce/v0 file=x", "code"), "known is part="));
  CHECK(contains(says("stage: reduce/v0 file=x", "stage"), "it takes no key=value pairs"));
  CHECK(contains(says("stage: reduce/v0 reduce/v1", "stage"), "a stage mark needs one stage"));
  CHECK(contains(says("diff: reduce/v0", "diff"), "there is no stage before reduce/v0"));
  CHECK(contains(says("changes: reduce/v1 show=barrier", "changes"), "there is no counter barrier"));
  CHECK(contains(says("changes: scan/rows n=2^x", "changes"), "n=2^x"));
  CHECK(contains(says("limits: reduce/v0 reduce/v1", "limits"), "needs one stage"));
  CHECK(contains(says("limits: reduce/v0", "limits"), "results/h200/profile.json"));
  CHECK(contains(says("drawing: levels reduce/v0", "drawing"), "file="));
  CHECK(contains(says("drawing: levels reduce/v0 alt=\"not closed", "drawing"), "quote"));

  const auto broken = [&](const std::string& page) {
    CHECK(t.written(page) == page);
    return mistake_in(t.outcome);
  };
  CHECK(contains(broken("<!-- code: reduce/v0 -->\n<!-- diff: reduce/v1 -->\n<!-- /diff -->\n"),
                 "line 2: code of line 1 is not closed"));
  CHECK(contains(broken("<!-- /code -->\n"), "without a code before it"));
  CHECK(contains(broken("<!-- code: reduce/v0 --> \n<!-- /code -->\n"), "must be one whole line"));
  CHECK(contains(broken("<!-- chnages: reduce/v1 -->\n"), "there is no mark chnages; did you mean changes"));
  CHECK(contains(broken("<!-- exercise: reduce/v1 judged=bariers -->\n"), "there is no counter bariers"));
  CHECK(contains(broken("<!-- exercise: reduce/v1 -->\n"), "judged=none"));
  t.written(
      "<!-- exercise: reduce/v1 judged=none -->\n<!-- TODO: words -->\n<!-- hardware-comparison: x -->\n");
  CHECK(t.outcome.mistakes.empty());

  // A faulty mark does not prevent the others from being written.
  const std::string text =
      t.written("<!-- stage: reduce/nine -->\n<!-- /stage -->\n<!--= reduce/v1 launches -->?<!--/-->\n");
  CHECK(t.outcome.mistakes.size() == 1);
  CHECK(contains(text, "-->3<!--/-->"));
}

// The mistake in the order of a page with an exercise; "" if there is none.
std::string answer_before_exercise(const std::string& page) {
  bool asked = false, told = false;
  std::string heading, last;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("<!-- exercise: ")) {
      if (last != "## Write it yourself") return fmt::format("the exercise is under \"{}\"", last);
      asked = true;
    }
    if (line.starts_with("<!-- stepper") && !asked) return "the player shows the source before the exercise";
    if (line.starts_with("## ")) last = line;
    if (!heading.empty() && !line.empty()) {
      if (!line.starts_with("<details>")) return fmt::format("the text under \"{}\" is not folded", heading);
      heading.clear();
    }
    if (line == "## The change" || line == "## The kernel" || line == "## The answer") {
      if (!asked) return fmt::format("\"{}\" comes before the exercise", line);
      heading = line;
      told = true;
    }
  }
  return asked && told ? "" : "it has no folded change after its exercise";
}

TEST_CASE("on a stage's page the exercise comes before the answer, which is folded", "[docs]") {
  const std::string good =
      "## Write it yourself\n\n<!-- exercise: reduce/v1 judged=none -->\n\n## The change\n\n<details>\n";
  CHECK(answer_before_exercise(good) == "");
  CHECK(contains(answer_before_exercise("<!-- stepper: reduce/v1 -->\n" + good), "before the exercise"));
  CHECK(contains(answer_before_exercise("## The change\n" + good), "before the exercise"));
  CHECK(contains(answer_before_exercise(good.substr(0, good.find("<details>")) + "```\n"), "not folded"));
  CHECK(contains(answer_before_exercise("<!-- exercise: reduce/v1 judged=none -->\n"), "is under"));

  size_t pages = 0;
  for (const auto& entry : fs::recursive_directory_iterator(os::in_repository("docs"))) {
    const std::string path = entry.path().string();
    if (entry.path().extension() != ".md" || contains(path, "node_modules") ||
        contains(path, "/docs/pitfalls/"))
      continue;  // a pitfall's verdict is folded, and its exercise comes last
    const std::string page = os::read_text(path);
    if (!contains(page, "\n<!-- exercise: ")) continue;
    INFO(path);
    CHECK(answer_before_exercise(page) == "");
    ++pages;
  }
  CHECK(pages > 60);
}

TEST_CASE("the reading order of the tutorial is the order of ./ladder list", "[docs]") {
  const std::string page = os::read_text(os::in_repository("docs/README.md"));
  const std::string order = page.substr(page.find("## The order of reading"));
  size_t before = 0;
  std::string track;
  for (const stage::Stage* s : stage::all_stages(stage::Build::simt)) {
    if (s->track() == track || s->track() == "pitfalls" || !s->file.starts_with("kernels/")) continue;
    track = s->track();
    const bool several = s->on_several_gpus();  // the tracks for several GPUs share one page
    const size_t at = order.find(several ? "](several_gpus.md)" : "](" + track + ".md)");
    INFO(track << " after the track before it");
    REQUIRE(at != std::string::npos);
    CHECK(at >= before);
    before = at;
  }
}

TEST_CASE("a page's claim is checked against the measurements", "[docs]") {
  Tutorial t;
  const auto says = [&](const std::string& mark) {
    const std::string page = "`v1` is as fast as `v0`.\n\n<!-- claim: " + mark + " -->\n";
    CHECK(t.written(page) == page);
    return t.outcome.mistakes.empty() ? "" : mistake_in(t.outcome);
  };
  CHECK(says("reduce/v1 h200.vs_previous same=2^25") == "");
  CHECK(says("reduce/v1 h200.vs_first faster=2^25") == "");
  const std::string wrong = says("reduce/v1 h200.vs_previous faster=2^25");
  INFO(wrong);
  CHECK(contains(wrong, "docs/reduce/v1.md, line 3: the page says that reduce/v1 is faster at n = 2^25"));
  CHECK(contains(wrong, "≈1.01 was measured: same"));
  CHECK(contains(says("reduce/v1 h200.vs_first slower=2^25"), "1.56 was measured: faster"));
  CHECK(contains(says("reduce/v1 h200.vs_first same=2^25"), "1.56 was measured: faster"));
  CHECK(contains(says("reduce/v1 h200.vs_first faster=2^25,2^26"), "n = 2^26"));  // this n was not measured
  CHECK(contains(says("reduce/v1 h200.vs_first"), "the sizes for each verdict"));
  CHECK(contains(says("reduce/v1 h200.us faster=2^25"), "has no us"));
  CHECK(contains(says("reduce/v1 barriers faster=2^25"), "a measured ratio"));
  CHECK(contains(says("reduce/v1 h200.vs_first faster=some"), "n=some: not a number"));
  CHECK(contains(says("reduce/v1 h200.vs_first quicker=2^25"), "quicker"));
}

TEST_CASE("a drawing is written to its file, and the page shows it", "[docs]") {
  Tutorial t;
  const auto drawn = [&](const std::string& text) {
    os::write_text(t / "docs/reduce/v1.md", text);
    t.outcome = pages::update(t.path.string(), false);
    return os::read_text(t / "docs/reduce/v1.md");
  };
  const std::string mark =
      "<!-- drawing: levels reduce/v0 n=256 file=docs/reduce/a.svg alt=\"who adds\" -->\n<!-- /drawing -->\n";
  CHECK(contains(drawn(mark), "-->\n\n![who adds](a.svg)\n\n<!--"));
  CHECK(t.outcome.changed == std::vector<std::string>{"docs/reduce/v1.md", "docs/reduce/a.svg"});
  CHECK(contains(os::read_text(t / "docs/reduce/a.svg"), "<svg "));
  os::write_text(t / "docs/reduce/a.svg", "drawn by hand");
  CHECK(pages::update(t.path.string(), true).changed == std::vector<std::string>{"docs/reduce/a.svg"});

  CHECK(contains(drawn("<!-- stepper: reduce/v0 reduce/v1 n=256 -->\n<!-- /stepper -->\n"),
                 "](v0-v1-steps.svg)"));
  drawn(mark +
        "<!-- drawing: banks reduce/v0 n=256 file=docs/reduce/a.svg alt=\"x\" -->\n<!-- /drawing -->\n");
  CHECK(contains(mistake_in(t.outcome), "another drawing is already written to docs/reduce/a.svg"));
  for (const auto& [wrong, words] :
       {std::pair{"piano reduce/v0",
                  "there is no drawing \"piano\"; valid ones are banks, in_flight, levels"},
        {"levels file=docs/a.svg alt=x", "a drawing needs a stage"},
        {"levels reduce/v0 alt=x", "a drawing needs file=docs/"},
        {"levels reduce/v0 file=docs/a.svg", "needs alt="},
        {"levels reduce/v0 file=docs/a.svg alt=x step=2",
         "\"step=2\" is not known in a drawing of levels"}}) {
    drawn(fmt::format("<!-- drawing: {} -->\n<!-- /drawing -->\n", wrong));
    CHECK(contains(mistake_in(t.outcome), words));
  }
}
