// Tables in all formats, and comparisons of two files.
#include "tests/approved.h"
#include "tests/catch.h"

#include <chrono>
#include <sstream>

#include "os/repository.h"
#include "tables/arithmetic.h"
#include "tables/compare.h"
#include "tables/groups.h"
#include "os/files.h"
#include "tables/tables.h"
#include "text/units.h"
#include "book/tests/sample_run.h"
#include "tests/texts.h"

using namespace ladder;

namespace {

using report::Change;
using report::Format;

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

size_t widest(const std::string& text) {
  size_t width = 0;
  for (const std::string& line : lines_of(text)) width = std::max(width, text::text_width(line));
  return width;
}

report::RunFile sweep() {
  report::RunFile file = sample::gpu_run();
  file.results.clear();
  for (int log2 = 10; log2 <= 30; ++log2)
    for (const char* id : {"reduce/v0", "reduce/v8", "peer/cub_reduce", "ceiling/read"}) {
      bench::Result row = sample::stage_row(id, "", bench::Backend::cuda, uint64_t{1} << log2);
      if (!std::string(id).starts_with("reduce/")) row.block = 0;
      sample::set_time(row, 3e-6 + static_cast<double>(row.bytes) / 4e12);
      file.results.push_back(row);
    }
  return file;
}

}  // namespace

TEST_CASE("numbers are formatted for readers", "[report]") {
  CHECK(text::n_text(0) == "0");
  CHECK(text::n_text(1000) == "1000");
  CHECK(text::n_text(1u << 20) == "2^20");
  CHECK(text::n_text(10u << 20) == "10·2^20");
  CHECK(text::n_text((uint64_t{1} << 31) + 1) == "2^31 + 1");
  CHECK(text::n_text(1000003) == "1000003");
  CHECK(text::time_text(251.07e-6) == "251.07 us");
  CHECK(text::time_text(0) == "0.00 us");
  CHECK(text::time_text(1.5) == "1.50 s");
  CHECK(text::rate_text(4.294e12) == "4294");
  CHECK(text::rate_text(2.083e9) == "2.08");
  CHECK(text::percent_text(1.04) == "104.0!");
  CHECK(text::percent_text(0.00049) == "0.05");
  CHECK(text::count_text(4096) == "4096");
  CHECK(text::count_text(131072) == "131k");
  CHECK(text::count_text(33554432) == "33.6M");
  CHECK(text::count_text(999999) == "1.00M");
  CHECK(report::ratio_text({1.56, 1.5, 1.6}) == "1.56×");
  CHECK(report::ratio_text({1.01, 0.99, 1.03}) == "≈1.01×");
  CHECK(report::ratio_text({1.0034, 1.003, 1.004}) == "1.003×");  // not 1.00×
  CHECK(report::ratio_text({0.9998, 0.9997, 0.9999}) == "0.9998×");
  CHECK(report::ratio_text({0.0048, 0.0047, 0.0049}) == "0.005×");  // not 0.00×
  CHECK(report::ratio_text({1, 1, 1}) == "1.00×");
  CHECK(text::shortened("≈≈≈≈", 3) == "≈≈…");
  CHECK(text::shortened("abc", 3) == "abc");
}

TEST_CASE("tables are printed in every format", "[report][approved]") {
  const report::RunFile gpu = sample::gpu_run(), executor = sample::executor_run();
  report::Table long_one;
  long_one.title = "many";
  long_one.columns = {{"stage", "", "", report::Align::left}, {"us", "", ""}};
  for (int i = 0; i < 100; ++i) long_one.rows.push_back({{{fmt::format("v{}", i)}, {"1"}}, "", false});
  long_one.notes = {"once"};
  approved::check("book", "tables", "a long table, LaTeX", report::as_latex(long_one));
  for (const auto& [name, format] : {std::pair{"text", Format::text},
                                     {"Markdown", Format::markdown},
                                     {"LaTeX", Format::latex},
                                     {"CSV", Format::csv}}) {
    report::TableOptions options;
    options.format = format;
    approved::check("book", "tables", fmt::format("a GPU, {}", name), report::tables(gpu, options));
    approved::check("book", "tables", fmt::format("a sweep, {}", name), report::tables(sweep(), options));
    options.recorded = &gpu;
    options.recorded_from = "results/h200/ladder.json";
    approved::check("book", "tables", fmt::format("the executor, {}", name),
                    report::tables(executor, options));
  }
  report::TableOptions narrow;
  narrow.width = 80;
  narrow.recorded = &gpu;
  approved::check("book", "tables", "the executor, 80 columns", report::tables(executor, narrow));
}

TEST_CASE("a ceiling is shown only with types of its size", "[report]") {
  report::RunFile file = sample::gpu_run();
  for (size_t i : {0, 1, 2, 3}) file.results[i].dtype = "i32";
  CHECK(contains(report::tables(file, {}), "ceiling/read "));
  for (size_t i : {0, 1, 2, 3}) file.results[i].dtype = "f64";
  CHECK(report::tables(file, {}).find("ceiling/read ") == std::string::npos);
}

TEST_CASE("an executor table never presents its time as a GPU's", "[report]") {
  const report::RunFile recorded = sample::gpu_run();
  report::TableOptions options;
  options.recorded = &recorded;
  options.recorded_from = "results/h200/ladder.json";
  const std::string text = report::tables(sample::executor_run(), options);
  INFO(text);
  CHECK(widest(text) <= 100);
  CHECK(contains(text, "no GPU was used"));
  CHECK(contains(line_with(text, "-----"), "counted by the executor"));
  CHECK(contains(text, "H200 recorded"));
  CHECK(contains(text, "H200 recorded: n = 2^25, block 256, measured on NVIDIA H200"));
  CHECK(contains(text, "results/h200/ladder.json"));
  const std::string v0 = line_with(text, "v0 ");
  CHECK(contains(v0, "105.00"));  // ms, on the executor
  CHECK(contains(v0, "4.00"));    // sectors per load request
  CHECK(contains(v0, "1.50"));    // wavefronts per shared request
  CHECK(contains(v0, "11.3"));    // active lanes
  CHECK(contains(v0, "314.94"));  // us, recorded on a GPU
  CHECK(contains(line_with(text, "v1 "), "RACY"));
  CHECK(contains(text, "two threads access the same element without a barrier"));
  CHECK(contains(text, "64 of 4096 blocks"));

  options.recorded = nullptr;
  const std::string alone = report::tables(sample::executor_run(), options);
  CHECK(alone.find("recorded") == std::string::npos);
  CHECK(alone.find("GB/s") == std::string::npos);
}

TEST_CASE("a table fits into any requested width", "[report]") {
  const report::RunFile gpu = sample::gpu_run(), executor = sample::executor_run(), many = sweep();
  for (const size_t width : {40, 60, 80, 100, 140})
    for (const report::RunFile* file : {&gpu, &executor, &many}) {
      report::TableOptions options;
      options.width = width;
      options.recorded = &gpu;
      options.published = report::read_published(os::in_repository("results/published"));
      const std::string text = report::tables(*file, options);
      INFO(text);
      CHECK(widest(text) <= width);
    }
  report::TableOptions narrow;
  narrow.width = 60;
  CHECK(contains(report::tables(gpu, narrow), "Not shown here (CSV has all columns): "));
  report::RunFile slower = gpu;
  for (bench::Result& row : slower.results)
    if (row.time) sample::set_time(row, 2 * row.time->median);
  const report::Table changes =
      report::comparison_table(report::compare(gpu, slower, 0.05), "a.json", "b.json");
  CHECK(contains(report::as_text(changes, 60, false), "Not shown here (CSV has all columns): "));
}

TEST_CASE("control characters in a results file never reach the terminal", "[report]") {
  report::RunFile file = sample::gpu_run();
  file.context.device = "H200\033[2J";
  file.results[0].idea = "two\nlines";
  file.results[2].verdict.evidence = findings::recorded("\033]0;title\a");
  const std::string text = report::tables(file, {});
  report::TableOptions markdown;
  markdown.format = Format::markdown;
  const std::string side_by_side = report::as_text(*report::gpus_table({&file}, {}), 100, false);
  CHECK(contains(side_by_side, "H200"));  // above a column
  for (const std::string& printed : {text, report::tables(file, markdown), side_by_side})
    for (const char c : {'\033', '\a'}) CHECK(printed.find(c) == std::string::npos);
  CHECK(contains(line_with(text, "v0 "), "two lines"));
}

TEST_CASE("colour is used only on request", "[report]") {
  report::TableOptions options;
  options.colour = true;
  CHECK(contains(report::tables(sample::gpu_run(), options), "\033[1m\033[31mWRONG"));
}

TEST_CASE("a sweep has a column for each n", "[report]") {
  const std::string text = report::tables(sweep(), {});
  INFO(text);
  CHECK(widest(text) <= 100);
  for (int log2 = 10; log2 <= 30; ++log2) CHECK(contains(text, fmt::format(" 2^{}", log2)));
  CHECK(contains(text, "GB/s for n = 2^10 to "));
  CHECK(contains(text, "us for n = 2^10 to "));
  report::TableOptions options;
  options.format = Format::markdown;
  CHECK(lines_of(line_with(report::tables(sweep(), options), "| stage |")).size() == 1);
  options.layout = report::Layout::one_per_n;
  options.ns = {1u << 20};
  const std::string one = report::tables(sweep(), options);
  CHECK(contains(one, "n = 2^20"));
  CHECK(one.find("2^21") == std::string::npos);
}

TEST_CASE("every table of a sweep, and every part of such a table, has rows", "[report]") {
  report::RunFile run = sample::gpu_run();
  run.results.clear();
  const auto add = [&](const char* id, uint64_t n, unsigned gpus) -> bench::Result& {
    run.results.push_back(sample::stage_row(id, "", bench::Backend::cuda, n));
    run.results.back().gpus = gpus;
    sample::set_time(run.results.back(), 1e-3);
    return run.results.back();
  };
  for (const unsigned log2 : {10u, 12u, 14u, 16u, 18u, 20u, 22u, 24u, 25u, 26u}) {
    const uint64_t n = uint64_t{1} << log2;
    add("reduce_multi/nccl", n, 1);
    add("reduce_multi/nccl", n, 2).speedup["vs_one_gpu"] = {1.5, 1.4, 1.6};
    add("ceiling/launch_each", n, 2).bandwidth.reset();
  }
  const auto shown = [&](const char* column) {
    report::TableOptions options;
    options.format = Format::markdown;
    options.layout = report::Layout::sweep;
    options.columns = {column};
    return report::tables(run, options);
  };
  const auto parts = [&](const char* column) {
    const std::vector<std::string> lines = lines_of(shown(column));
    return std::count_if(lines.begin(), lines.end(),
                         [](const auto& l) { return l.starts_with("| stage |"); });
  };
  CHECK(parts("time") == 2);
  CHECK(parts("vs_one_gpu") == 2);
  CHECK(parts("weak") == 1);  // n / 2 was measured only for two values of n
  CHECK(contains(shown("weak"), "| stage | 2^25 | 2^26 |\n"));
  CHECK(contains(shown("weak"), "Measured on "));
  CHECK(contains(shown("time"), "*peers and ceilings"));
  CHECK(!contains(shown("GB/s"), "*peers and ceilings"));
}

TEST_CASE("CSV is one line per result, in base units, and quoted where needed", "[report]") {
  CHECK(report::csv_field("a,b") == "\"a,b\"");
  CHECK(report::csv_field("say \"hi\"") == "\"say \"\"hi\"\"\"");
  CHECK(report::csv_field("two\nlines") == "\"two\nlines\"");
  CHECK(report::csv_field("plain") == "plain");
  CHECK(report::csv_field("=cmd|calc!A0") == "'=cmd|calc!A0");
  CHECK(report::csv_field("@a,b") == "\"'@a,b\"");
  CHECK(report::csv_field("-1.5e-3") == "-1.5e-3");
  CHECK(report::csv_field("-") == "-");
  CHECK(report::markdown_escaped("{{ 1 }}") == "{<!-- -->{ 1 }}");
  report::TableOptions options;
  options.format = Format::csv;
  const std::vector<std::string> lines = lines_of(report::tables(sample::gpu_run(), options));
  REQUIRE(lines.size() == 8);
  CHECK(lines[0].starts_with(
      "id,track,stage,idea,backend,n,dtype,block,gpus,scan,status,error,bound,time_median_s"));
  CHECK(lines[1].starts_with(
      "reduce/v0,reduce,v0,modulo,cuda,33554432,f32,256,,,correct,0.25,0.5,0.00031494,"));
  CHECK(contains(lines[3], "\"unrolled last warp, volatile\""));
  CHECK(lines[3].find("nan,") == lines[3].find("nan, expected"));  // nan occurs only in the message
  options.track = "scan";
  CHECK(lines_of(report::tables(sample::gpu_run(), options)).size() == 1);
}

TEST_CASE("Markdown and LaTeX are escaped", "[report]") {
  CHECK(report::markdown_escaped("a|b_c*d\ne") == "a\\|b\\_c\\*d e");
  CHECK(report::latex_escaped("50 % of a_b & {c} #1 $2 ^~\\ <≈×·…>") ==
        "50 \\% of a\\_b \\& \\{c\\} \\#1 \\$2 \\textasciicircum{}\\textasciitilde{}\\textbackslash{} "
        "\\textless{}$\\approx$$\\times$$\\cdot$\\dots{}\\textgreater{}");
  report::TableOptions options;
  options.format = Format::latex;
  const std::string latex = report::tables(sample::gpu_run(), options);
  CHECK(contains(latex, "\\begin{tabularx}{\\linewidth}"));
  CHECK(report::latex_escaped("10^9, 2^31 + 1, 10·2^20") == "$10^{9}$, $2^{31}$ + 1, 10$\\cdot$$2^{20}$");
  CHECK(report::latex_escaped("Reduce 算子 优化 (sum)") == "Reduce [\\dots]  (sum)");
  CHECK(report::latex_escaped("\033[2J") == " [2J");
  CHECK(contains(latex, "104.0!"));
  CHECK(contains(latex, "$2^{25}$"));
  CHECK(contains(latex, "\\multicolumn"));
  for (const std::string& line : lines_of(latex))  // no unescaped %, and & only between cells
    if (line.find('%') != std::string::npos && !line.starts_with("% ")) CHECK(contains(line, "\\%"));

  options.format = Format::markdown;
  const std::vector<std::string> lines = lines_of(report::tables(sample::gpu_run(), options));
  size_t bars = 0;
  for (const std::string& line : lines)
    if (line.starts_with("|")) {
      const size_t count = static_cast<size_t>(std::count(line.begin(), line.end(), '|'));
      if (bars == 0) bars = count;
      CHECK(count == bars);
    }
  CHECK(bars == 1 + report::kPageColumns);
}

TEST_CASE("published figures are shown next to ours, with labels", "[report]") {
  const auto published = report::read_published(os::in_repository("results/published"));
  REQUIRE(published.size() == 4);
  report::TableOptions options;
  options.published = published;
  const std::string text = report::tables(sample::gpu_run(), options);
  INFO(text);
  const std::string table = text.substr(text.find("published figures"));
  CHECK(contains(table, "ours, H200"));
  CHECK(contains(table, "V100 article"));
  CHECK(contains(line_with(table, "v0 "), "314.94"));
  CHECK(contains(line_with(table, "v0 "), "788.29"));
  CHECK(contains(line_with(table, "v0 "), "8.054"));
  CHECK(contains(line_with(table, "v0 "), "1888.53"));
  CHECK(contains(table, "NVIDIA V100"));
  CHECK(contains(table, "not measured by this harness"));
  CHECK(line_with(table, "v4 ").find("nan") == std::string::npos);
  // The executor's time is never next to them.
  const std::string counted = report::tables(sample::executor_run(), options);
  CHECK(counted.substr(counted.find("published figures")).find("ours") == std::string::npos);
  CHECK(report::read_published("/nowhere").empty());
  CHECK(contains(error_of([] {
                   report::published_from(data::Json{{"title", 1}}, "p.json");
                 }),
                 "p.json: title must be text"));
}

TEST_CASE("compare distinguishes faster, slower, the same, new, gone and wrong", "[report]") {
  const report::RunFile a = sample::gpu_run();
  report::RunFile b = a;
  sample::set_time(b.results[0], 314.94e-6 * 1.2);       // v0: slower
  sample::set_time(b.results[1], 201.66e-6 / 2);         // v1: faster
  sample::set_time(b.results[4], 42e-6 * 1.0005);        // CUB: the change is within the noise
  b.results[2].verdict.status = check::Status::correct;  // v4: fixed
  b.results[6].id = "cpu/parallel_reduce";               // one row is gone, and one is new
  const report::Comparison found = report::compare(a, b, 0.05);
  REQUIRE(found.rows.size() == 8);
  CHECK(found.rows[0].change == Change::slower);
  CHECK(found.rows[0].speedup.value == Approx(1 / 1.2).epsilon(0.01));
  CHECK(contains(found.rows[0].regression, "20.0 % longer"));
  CHECK(found.rows[1].change == Change::faster);
  CHECK(found.rows[1].regression.empty());
  CHECK(found.rows[2].change == Change::verdict_changed);
  CHECK(found.rows[2].regression.empty());
  CHECK(found.rows[3].change == Change::untimed);
  CHECK(found.rows[4].change == Change::not_distinguishable);
  CHECK(found.rows[6].change == Change::only_in_a);
  CHECK(found.rows[7].change == Change::only_in_b);
  CHECK(found.regressions == 1);
  CHECK(report::compare(a, b, 0.25).regressions == 0);
  CHECK(report::compare(b, a, 0.05).regressions == 2);  // v1 became slower, v4 became wrong
  CHECK(report::compare(a, a, 0).regressions == 0);
  const std::string text = report::as_text(report::comparison_table(found, "a.json", "b.json"), 100, false);
  INFO(text);
  CHECK(widest(text) <= 100);
  CHECK(contains(text, "wrong → correct"));
}

TEST_CASE("with a threshold, a row that is gone or skipped is a regression", "[report]") {
  using report::Missing;
  report::RunFile a = sample::gpu_run(), b = a;
  const auto gone = [&](const char* id) {
    std::erase_if(b.results, [&](const bench::Result& row) { return row.id == id; });
  };
  gone("reduce/v8");  // skipped in A
  gone("reduce/v4");  // wrong in A
  CHECK(report::compare(a, b, 0.05, Missing::counts).regressions == 0);
  gone("reduce/v1");
  const report::Comparison found = report::compare(a, b, 0.05, Missing::counts);
  REQUIRE(found.regressions == 1);
  for (const report::RowChange& row : found.rows)
    if (!row.regression.empty()) {
      CHECK(row.a->id == "reduce/v1");
      CHECK(row.regression == "was measured, is not in B");
    }
  CHECK(report::compare(a, b, 0.05).regressions == 0);
  CHECK(report::compare(b, a, 0.05, Missing::counts).regressions == 0);  // new in B

  // A check has no times.
  b = a;
  for (report::RunFile* file : {&a, &b})
    for (bench::Result& row : file->results) row.time.reset();
  for (bench::Result& row : b.results)
    if (row.id == "reduce/v0") row.verdict = {}, row.skipped = findings::recorded("too large");
  CHECK(report::compare(a, b, 0.05).regressions == 1);
}

TEST_CASE("compare checks counters exactly, and never compares the executor with a GPU", "[report]") {
  const report::RunFile a = sample::executor_run();
  report::RunFile b = a;
  b.results[0].counters->barriers += 1;
  report::Comparison found = report::compare(a, b, 0.05);
  REQUIRE(found.rows[0].counters.size() == 1);
  CHECK(found.rows[0].counters[0].name == "barriers");
  CHECK(found.regressions == 0);
  b.results[0].counters->barriers *= 2;
  found = report::compare(a, b, 0.05);
  CHECK(contains(found.rows[0].regression, "barriers rose from 294912 to"));

  const report::Comparison none = report::compare(a, sample::gpu_run(), 0.05);
  CHECK(none.matched == 0);
  CHECK(none.regressions == 0);

  report::RunFile gpu = sample::gpu_run();
  gpu.context.device = "NVIDIA L4";
  const report::Comparison other = report::compare(sample::gpu_run(), gpu, 0.05);
  REQUIRE_FALSE(other.warnings.empty());
  CHECK(contains(other.warnings[0], "The GPU differs: NVIDIA H200 in A, NVIDIA L4 in B"));
}

TEST_CASE("thresholds are parsed", "[report]") {
  CHECK(report::parse_threshold("5%") == Approx(0.05));
  CHECK(report::parse_threshold("0.1") == Approx(0.1));
  for (const char* bad : {"", "%", "five", "-1%", "5%%", "nan", "inf", "5 percent", "5", "1"})
    CHECK(contains(error_of([&] { report::parse_threshold(bad); }), "is not a threshold"));
}

TEST_CASE("a table in a page has at most eight columns, and the first is in every part", "[report]") {
  const report::RunFile gpu = sample::gpu_run(), executor = sample::executor_run(), many = sweep();
  report::TableOptions options;
  options.recorded = &gpu;
  options.published = report::read_published(os::in_repository("results/published"));
  for (const report::RunFile* file : {&gpu, &executor, &many})
    for (const report::Table& table : report::build_tables(*file, options))
      for (const report::Table& part : report::fitted_to_page(table)) {
        INFO(report::as_markdown(part));
        CHECK(part.columns.size() <= 8);
        CHECK(part.columns[0].heading == "stage");
        for (const report::Row& row : part.rows)
          CHECK((row.section.empty() ? row.cells.size() == part.columns.size() : row.cells.empty()));
      }
}

TEST_CASE("the verdict column is dropped only if every result is correct", "[report]") {
  report::TableOptions options;
  options.format = Format::markdown;
  report::RunFile run = sample::gpu_run();  // v4 is wrong
  run.results[1].fraction_of_peak = 0.5;
  CHECK(contains(report::tables(run, options), "| WRONG |"));
  run.results[2].verdict.status = check::Status::correct;
  const std::string text = report::tables(run, options);
  CHECK(text.find("verdict") == std::string::npos);
  CHECK(contains(text, "Every result was checked."));
}

TEST_CASE("columns are selected by name, in the requested order", "[report]") {
  report::TableOptions options;
  options.format = Format::markdown;
  options.columns = {"stage", "GB/s", "time", "vs_first"};
  const std::string text = report::tables(sample::gpu_run(), options);
  CHECK(contains(text, "| stage | GB/s | us | vs first |"));
  CHECK(contains(line_with(text, "cub"), "| peer/cub\\_reduce | "));
  options.columns = {"stage", "speed"};
  CHECK(contains(error_of([&] { report::tables(sample::gpu_run(), options); }),
                 "columns=speed: there is no such column; valid ones are stage idea"));
  options.columns = {"GB/s"};
  CHECK(report::tables(sweep(), options).find("us for") == std::string::npos);
  options.columns = {"stage"};
  CHECK(contains(error_of([&] { report::tables(sweep(), options); }), "a sweep has a column for each n"));
}

TEST_CASE("comparisons are printed in every format", "[report][approved]") {
  report::RunFile a = sample::gpu_run(), b = a;
  sample::set_time(b.results[0], 314.94e-6 * 1.2);
  a.results.push_back(sample::stage_row("reduce/v9", "", bench::Backend::simt, 1u << 20));
  a.results.back().counters = sample::counters(10);
  b.results.push_back(a.results.back());
  b.results.back().counters->barriers *= 2;
  const report::Comparison found = report::compare(a, b, 0.05);
  const report::Table table = report::comparison_table(found, "a.json", "b.json");
  approved::check("book", "comparisons", "Markdown", report::as_markdown(table));
  approved::check("book", "comparisons", "LaTeX", report::as_latex(table));
  approved::check("book", "comparisons", "CSV", report::comparison_csv(found));
  approved::check("book", "comparisons", "JSON",
                  data::dump_json(report::comparison_json(found, "a.json", "b.json")));
  a.results[0].time = bench::summarise({314.9e-6, 314.94e-6, 314.95e-6});
  b.results[0].time = bench::summarise({313.66e-6, 313.68e-6, 313.7e-6});
  b.results[0].dtype = a.results[0].dtype = "f64";  // two types: the name distinguishes them
  approved::check(
      "book", "comparisons", "a small difference in two types",
      report::as_markdown(report::comparison_table(report::compare(a, b, 0.05), "a.json", "b.json")));
}

TEST_CASE("LaTeX has room for the interval in a comparison of all recorded results", "[report]") {
  const report::RunFile a = report::read_file(os::in_repository("results/h100/ladder.json")),
                        b = report::read_file(os::in_repository("results/h200/ladder.json"));
  const report::Comparison found = report::compare(a, b, 0.05);
  CHECK(contains(report::as_latex(report::comparison_table(found, "a.json", "b.json")), "95 \\% interval"));
}

TEST_CASE("a comparison takes time proportional to the number of rows, not of pairs of rows", "[report]") {
  report::RunFile a = sample::gpu_run();
  const bench::Result row = a.results[0];
  a.results.clear();
  for (uint64_t n = 1; n <= 20000; ++n) {
    a.results.push_back(row);
    a.results.back().n = n;
  }
  report::RunFile b = a;
  for (bench::Result& slower : b.results) sample::set_time(slower, 400e-6);
  const auto start = std::chrono::steady_clock::now();
  const report::Comparison found = report::compare(a, b, 0.05);
  const std::string text = report::as_text(report::comparison_table(found, "a.json", "b.json"), 100, false);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  CHECK(found.regressions == 20000);
#ifdef __SANITIZE_ADDRESS__
  constexpr double kSlower = 10;
#else
  constexpr double kSlower = 1;
#endif
  CHECK(took.count() < 20 * kSlower);  // 1 s alone; resampling for each row took 20 s
}

TEST_CASE("operations per second replace bandwidth where arithmetic is the limit", "[report]") {
  report::RunFile file = sample::gpu_run();
  file.results.clear();
  for (const char* id : {"matmul/naive", "peer/cublas_sgemm", "reduce/v0"}) {
    bench::Result row = sample::stage_row(id, "", bench::Backend::cuda, uint64_t{1} << 30);
    row.bytes = std::string(id) == "reduce/v0" ? uint64_t{4} << 30 : uint64_t{12} << 20;
    sample::set_time(row, 1e-3);
    file.results.push_back(row);
  }
  const bench::Result &matmul = file.results[0], &peer = file.results[1], &reduce = file.results[2];
  CHECK(report::is_arithmetic(matmul));
  CHECK_FALSE(report::is_arithmetic(reduce));
  CHECK(report::operations_per_second(matmul) == report::operations(matmul) / 1e-3);
  CHECK(report::operations(matmul) == 2.0 * (uint64_t{1} << 30));
  CHECK(report::operations(peer) == report::operations(matmul));
  report::Context h200 = file.context;
  h200.compute_capability = "9.0", h200.multiprocessors = 132, h200.clocks.sm_max = 1.98e9;
  CHECK(report::float_peak(h200, "matmul").multiply_adds() == Approx(132 * 128 * 1.98e9));
  CHECK(report::float_peak(h200, "matmul_bf16").multiply_adds() == Approx(132 * 2048 * 1.98e9));
  h200.compute_capability = "12.0";
  CHECK(report::float_peak(h200, "matmul_bf16").multiply_adds() == 0);  // no published figure is known here
  const auto has = [&](const char* track, const char* heading) {
    report::TableOptions options;
    options.track = track;
    const report::Table table = report::build_tables(file, options).at(0);
    return std::ranges::any_of(table.columns, [&](const auto& c) { return c.heading == heading; });
  };
  CHECK(has("matmul", "TFLOP/s"));
  CHECK_FALSE(has("matmul", "GB/s"));
  CHECK(has("reduce", "GB/s"));
  CHECK_FALSE(has("reduce", "TFLOP/s"));
}
