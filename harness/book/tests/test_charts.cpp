// The requests of ./ladder tables and of table marks (report/request.h), and the charts.
#include "tests/catch.h"

#include <cmath>
#include <map>
#include <regex>
#include <set>

#include <fmt/ranges.h>

#include "data/counts.h"
#include "os/files.h"
#include "os/repository.h"
#include "charts/chart.h"
#include "charts/chart_parts.h"
#include "charts/svg.h"
#include "report/request.h"
#include "book/tests/sample_run.h"
#include "tests/texts.h"

using namespace ladder;

namespace {

using report::Chart;

const report::RunFile& recorded(const std::string& file) {
  static std::map<std::string, report::RunFile> files;
  const auto known = files.find(file);
  return known != files.end() ? known->second
                              : files.emplace(file, report::read_file(os::in_repository(file))).first->second;
}

report::Loaded loaded(const std::vector<std::string>& words) {
  return report::load(report::request_from(words), os::repository(), os::in_repository("results/published"),
                      recorded);
}
std::string chart(const std::vector<std::string>& words) { return report::chart_of(loaded(words)); }
std::string markdown(const std::vector<std::string>& words) {
  return report::text_of(loaded(words), report::Format::markdown);
}

const char* const kLadder = "results/h200/ladder.json";
const char* const kOther = "results/h100/ladder.json";
const char* const kSweep = "results/h200/sweep.json";
const char* const kSeveral = "results/h200-x2/several.json";
const char* const kFour = "results/h200-x4/several.json";
const char* const kCounters = "results/counters.json";
const char* const kTracks[] = {"reduce", "reduce_global", "reduce_atomic", "reduce_op", "scan",
                               "map",    "stencil",       "pack",          "unpack"};

// A chart must suit light and dark pages, have a text alternative, and have no colour outside its style sheet.
void check_drawing(const std::string& svg) {
  INFO(svg.substr(0, 600));
  CHECK(svg.starts_with("<svg "));
  CHECK(svg.ends_with("</svg>\n"));
  CHECK(contains(svg, "prefers-color-scheme:dark"));
  CHECK(contains(svg, "<title id=\"title\">"));
  CHECK(contains(svg, "<desc id=\"description\">"));
  const std::string shapes = svg.substr(svg.find("</style>"));
  for (const char* colour : {"fill=\"#", "stroke=\"#", "nan", "inf"})
    CHECK(shapes.find(colour) == std::string::npos);
}

}  // namespace

TEST_CASE("a request has a file, a track, a stage, and filters", "[report]") {
  const report::Request all = report::request_from({"r.json"});
  CHECK(all.files == std::vector<std::string>{"r.json"});
  CHECK(all.options.track.empty());
  const report::Request one = report::request_from(
      {"r.json", "reduce/v4*", "n=2^20,1e6", "backend=simt", "dtype=f32", "block=128", "columns=stage,us",
       "layout=sweep", "chart=ratio", "picture=a.svg", "published=only"});
  CHECK(one.options.track == "reduce");
  CHECK(one.options.stages == std::vector<std::string>{"v4*"});
  CHECK(one.options.ns == std::vector<uint64_t>{1u << 20, 1000000});
  CHECK(one.options.backend == bench::Backend::simt);
  CHECK(one.options.block == 128);
  CHECK(one.options.columns == std::vector<std::string>{"stage", "time"});
  CHECK(one.options.layout == report::Layout::sweep);
  CHECK(one.chart == Chart::ratio);
  CHECK(one.picture == "a.svg");
  CHECK(one.published_only);
  CHECK(report::request_from({"a.json", "b.json", "all", "n=2^28"}).files.size() == 2);
}

TEST_CASE("an unknown word in a request causes a one-line error with the valid words", "[report]") {
  const auto error = [](const std::string& word) {
    const std::string line = error_of([&] { report::request_from({"r.json", "reduce", word}); });
    CHECK(line.find('\n') == std::string::npos);
    return line;
  };
  CHECK(contains(error("colums=x"),
                 "\"colums=x\" is unknown; did you mean columns?; valid keys are n= backend="));
  CHECK(contains(error("chart=pie"),
                 "must be one of bars speedup sweep ratio scaling counters roofline limits"));
  CHECK(contains(error("backend=gpu"), "must be one of cuda simt cpu"));
  CHECK(contains(error("dtype=float"), "must be one of f32 f64"));
  CHECK(contains(error("n=many"), "n many: not a number"));
  CHECK(contains(error("block=100"), "must be 32, 64, 128"));
  CHECK(contains(error("layout=wide"), "must be one of sweep per_n none"));
  CHECK(contains(error("picture=a.png"), "must end in .svg"));
  CHECK(contains(error("n="), "the value is empty"));
  CHECK(contains(error("scan"), "one track or stage, not two"));
  CHECK(contains(error("columns=a,b,c,d,e,f,g,h,i"), "at most 8"));
}

TEST_CASE("a file without GPU results cannot be shown next to others, and the error names it", "[report]") {
  CHECK_THROWS_WITH(
      loaded({kLadder, kCounters, "reduce"}),
      "results/counters.json has no stage that was measured on a GPU: only GPUs are shown side by side");
  CHECK(loaded({kLadder, "results/h100/ladder.json", "reduce"}).files.size() == 2);
}

TEST_CASE("if no row matches, the error names the filter and lists the existing values", "[report]") {
  const auto error = [](std::vector<std::string> words) {
    words.insert(words.begin(), kLadder);
    return error_of([&] { markdown(words); });
  };
  CHECK(contains(error({"reduse"}), "no track reduse; it has reduce, "));
  CHECK(contains(error({"reduse"}), "did you mean reduce"));
  CHECK(contains(error({"reduce/v88"}), "no stage v88; it has v0, v1, "));
  CHECK(contains(error({"reduce", "n=2^7"}), "no n = 128; it has 2^25, 2^28"));
  CHECK(contains(error({"reduce", "backend=cpu"}), "no backend cpu; it has cuda"));
  CHECK(contains(error({"scan", "dtype=f64"}), "no dtype f64; it has u32"));
  CHECK(contains(error({"scan", "block=64"}), "no block 64; it has 256"));
}

TEST_CASE("a request produces the table that it describes", "[report]") {
  const std::string text = markdown({kLadder, "reduce/v4*", "n=2^28", "columns=stage,GB/s"});
  CHECK(contains(text, "| stage | GB/s |"));
  for (const char* stage : {"| v4 |", "| v4.1 |", "| v4.2 |"}) CHECK(contains(text, stage));
  CHECK(text.find("| v5 |") == std::string::npos);
  CHECK(contains(markdown({"results/*/ladder.json", "all", "n=2^28"}), "of each GPU's own ceiling"));
  CHECK(contains(markdown({kLadder, "reduce", "published=only"}), "V100 article: us"));
  const std::string csv = report::text_of(loaded({kLadder, "map", "n=2^28"}), report::Format::csv);
  CHECK(times(csv, "\nmap/") == 2);
  CHECK(times(csv, "\nceiling/copy") == 1);  // the peers and ceilings in the table
  CHECK(times(csv, "\nreduce") == 0);
}

TEST_CASE("an option that would have no effect is refused", "[report]") {
  const auto error = [](const std::vector<std::string>& words) {
    const std::string line = error_of([&] { markdown(words); });
    CHECK(line.find('\n') == std::string::npos);
    return line;
  };
  const char* const kBoth = "results/*/ladder.json";
  CHECK(contains(error({kBoth, "map", "n=2^28", "published=yes"}), "published= needs a single results file"));
  CHECK(contains(error({kBoth, "map", "n=2^28", "layout=sweep"}), "layout= needs a single results file"));
  CHECK(contains(error({kBoth, "map", "n=2^28", "backend=simt"}), "backend=cuda"));
  CHECK(contains(error({kLadder, "map", "published=yes"}), "no figures for map; it has stages of "));
  CHECK(contains(error({kLadder, "reduce", "stages=v99", "published=only"}), "no figures for reduce/v99"));
  CHECK(contains(error({kLadder, "reduce", "n=2^7", "published=only"}), "no n = 128; it has 2^25, 2^28"));
  CHECK(contains(error({kLadder, "reduce", "n=2^25,2^28", "published=yes"}), "one n"));
  CHECK(contains(error({kLadder, "reduce", "published=only", "columns=us"}),
                 "has no effect with published=only"));
  CHECK(contains(error({kLadder, "map", "n=2^28", "layout=sweep"}),
                 "two or more values of n; for map there is only n = 2^28"));
  CHECK(contains(error({kLadder, "map", "n=2^28", "recorded=results/h100/ladder.json"}),
                 "the executor's rows"));
  CHECK(contains(markdown({kLadder, "map", "layout=sweep"}), "n = 2^25 to 2^28"));

  CHECK(contains(markdown({kLadder, "map", "n=2^28", "columns=stage,vs_peer"}), "| stage | vs peer |"));

  const std::string few = markdown({kLadder, "reduce", "stages=v0,v5", "n=2^28", "published=only"});
  CHECK(contains(few, "ours: n = 2^28"));
  CHECK(contains(few, "| v5 |"));
  CHECK(few.find("| v1 |") == std::string::npos);
}

TEST_CASE("counts from a GPU's profiler make a table of counters, not an empty table of times", "[report]") {
  const char* const kProfiled = "results/h200/counters-ncu.json";
  const std::string table = markdown({kProfiled, "reduce/v1", "n=2^20"});
  CHECK(contains(table, "| stage | idea | sectors per load request | wavefronts per shared request |"));
  CHECK(contains(table, "The file has no times"));
  CHECK(contains(error_of([&] { markdown({kProfiled, "reduce", "layout=sweep"}); }), "needs times"));
  const std::string drawn = chart({kProfiled, "reduce", "n=2^20", "chart=counters"});
  CHECK(contains(drawn, "Counted by the GPU"));
}

TEST_CASE("with several files, every format has the columns of each GPU side by side", "[report]") {
  const std::vector<std::string> both = {kOther, kLadder, "reduce", "n=2^28", "stages=v[0-8]"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = both;
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  const std::string table = markdown(both);
  CHECK(contains(table,
                 "| stage | idea | H100 80GB HBM3: us | H100 80GB HBM3: vs first | H100 80GB HBM3: % of "
                 "ceiling | H200: us | H200: vs first | H200: % of ceiling |"));
  CHECK(contains(table, "| v3 | first add on load | 658.86 | 3.91× | 51.1 | 655.41 | 3.93× | 35.9 |"));
  CHECK(contains(table, "| peer/cub\\_reduce |"));
  CHECK(contains(markdown(with({"columns=stage,us"})), "| stage | H100 80GB HBM3 | H200 |"));
  CHECK(contains(markdown(with({"columns=stage,us"})), "**reduce · us · n = 2^28 · f32 · block 256**"));
  CHECK(!contains(markdown(with({"peers=no"})), "cub"));
  CHECK(contains(error_of([&] { markdown(with({"columns=stage,speed"})); }),
                 "there is no such column; valid ones are stage"));
  CHECK(contains(report::text_of(loaded(with({"columns=stage,us,vs_first"})), report::Format::latex),
                 "\\multicolumn{2}{c}{H200}"));
  CHECK(contains(markdown({kOther, kLadder, "reduce/v0"}), "| v0, n = 2^25 |"));

  CHECK(contains(markdown({kLadder, kLadder, "reduce/v0", "n=2^28", "columns=stage,us"}),
                 "| stage | H200 (1) | H200 (2) |"));

  const std::string csv = report::text_of(loaded(both), report::Format::csv);
  CHECK(csv.starts_with("file,device,id,"));
  CHECK(times(csv, "\nresults/h100/ladder.json,NVIDIA H100 80GB HBM3,reduce/v") == 9);
  CHECK(times(csv, "\nresults/h200/ladder.json,NVIDIA H200,reduce/v") == 9);
  const data::Json json = report::json_of(loaded(both));
  REQUIRE(json.size() == 2);
  for (const data::Json& one : json)
    CHECK(report::parse_run_file(one.dump(), "one").results.size() == 9 + 4);  // peers and ceilings
  CHECK(report::json_of(loaded({kLadder, "map", "n=2^28"})).contains("context"));

  // A stage that is wrong on one GPU has no time for that GPU.
  report::RunFile wrong = recorded(kOther);
  for (bench::Result& row : wrong.results)
    if (row.id == "reduce/v3") row.verdict.status = check::Status::racy;
  report::TableOptions options;
  options.track = "reduce";
  options.ns = {uint64_t{1} << 28};
  options.columns = {"stage", "time"};
  CHECK(contains(report::as_markdown(*report::gpus_table({&wrong, &recorded(kLadder)}, options)),
                 "| v3 | racy | 655.41 |"));
  CHECK(contains(error_of([&] {
                   markdown({kOther, kLadder, "reduce", "n=2^7"});
                 }),
                 "no n = 128; it has 2^25, 2^28"));
  CHECK(contains(error_of([&] { markdown({kLadder, kFour, "reduce"}); }), "no track reduce"));
}

TEST_CASE("with several files, each GPU has its own bar, and speedups are relative to the first stage",
          "[report]") {
  const std::vector<std::string> both = {kOther, kLadder, "reduce", "n=2^28", "stages=v[0-8]"};
  const std::string bars = chart(both);
  check_drawing(bars);
  CHECK(contains(bars, ">bandwidth (GB/s)<"));
  for (const char* device : {">H100 80GB HBM3<", ">H200<"}) CHECK(contains(bars, device));
  CHECK(times(bars, "height=\"10\" class=\"blue\"") == 9 + 2 + 1);  // stages, libraries and legend
  CHECK(times(bars, "height=\"10\" class=\"orange\"") == 9 + 2 + 1);
  CHECK(contains(bars, "H200, ceiling/read: 4562"));
  std::vector<std::string> speedups = both;
  speedups.push_back("chart=speedup");
  const std::string speedup = chart(speedups);
  check_drawing(speedup);
  CHECK(contains(speedup, ">speedup over the first stage (×)<"));
  CHECK(contains(speedup, "v0 on H200: 1.00×"));
  CHECK(contains(speedup, "v3 on H200: 3.93×"));
  CHECK(!contains(speedup, "cub"));
  check_drawing(chart({kLadder, "reduce", "n=2^28", "chart=speedup"}));
  speedups.back() = "chart=sweep";
  CHECK(contains(error_of([&] { chart(speedups); }), "a chart of sweep shows one results file"));
  report::RunFile wrong = recorded(kOther), smaller = recorded(kOther);
  for (bench::Result& row : wrong.results)
    if (row.id == "reduce/v3") row.verdict.status = check::Status::racy;
  std::erase_if(smaller.results, [](const bench::Result& row) { return row.n != uint64_t{1} << 25; });
  report::TableOptions options;
  options.track = "reduce";
  CHECK(contains(error_of([&] {
                   report::chart(Chart::bars, {&smaller, &recorded(kCounters)}, options);
                 }),
                 "needs rows measured on a GPU"));
  options.ns = {uint64_t{1} << 28};
  CHECK(contains(report::svg::written(report::chart(Chart::bars, {&wrong, &recorded(kLadder)}, options)),
                 "v3 on H100 80GB HBM3: racy, v3 on H200: 1638"));
  CHECK(contains(report::svg::written(report::chart(Chart::speedup, {&wrong}, options)), ">racy</text>"));
}

TEST_CASE("a slide has one line of provenance, shows peers on request, and says what is wrong", "[report]") {
  const std::vector<std::string> words = {kOther, kLadder, "reduce", "n=2^28", "stages=v[0-8]", "form=slide"};
  const std::string latex = report::text_of(loaded(words), report::Format::latex);
  INFO(latex);
  CHECK(
      contains(latex, "169\n\\begingroup"));  // a brace after \\begin{frame}{title} would make it a subtitle
  CHECK(!contains(latex, "{table}"));
  CHECK(!contains(latex, "tabularx"));
  CHECK(!contains(latex, "cub"));
  CHECK(contains(latex, "{\\tiny\\centering\nNVIDIA H100 80GB HBM3, 20"));
  CHECK(times(latex, "\\par\n}") == 1);
  std::vector<std::string> with_peers = words;
  with_peers.push_back("peers=yes");
  CHECK(contains(report::text_of(loaded(with_peers), report::Format::latex), "peer/cub"));
  CHECK(contains(
      error_of([&] {
        report::text_of(loaded({kOther, kLadder, "all", "n=2^28", "form=slide"}), report::Format::latex);
      }),
      "a slide has room for 25 lines, but the table has 76: select some with stages="));
  const std::string picture = chart(words);
  check_drawing(picture);
  CHECK(!contains(picture, "cub"));
  CHECK(!contains(picture, "driver"));
  CHECK(contains(chart(with_peers), "cub"));
  check_drawing(chart({kSweep, "reduce", "stages=v[0-8]", "chart=sweep", "form=slide"}));
  check_drawing(chart({kSweep, "reduce", "stages=v8,best", "chart=ratio", "form=slide"}));

  report::TableOptions slide;
  slide.slide = true;
  slide.peers = false;
  slide.format = report::Format::latex;
  slide.columns = {"stage", "time"};
  const std::string wrong = report::tables(sample::gpu_run(), slide);
  CHECK(contains(wrong, "! reduce/v4: WRONG: output[0] is nan"));
  CHECK(!contains(wrong, "ceiling"));
}

TEST_CASE("a theme makes a chart always light or always dark", "[report]") {
  const std::string light = chart({kLadder, "map", "n=2^28", "theme=light"}),
                    dark = chart({kLadder, "map", "n=2^28", "theme=dark"});
  CHECK(!contains(light, "prefers-color-scheme"));
  CHECK(contains(light, ".paper{fill:#ffffff}"));
  CHECK(!contains(dark, "prefers-color-scheme"));
  CHECK(contains(dark, ".paper{fill:#0d1117}"));
  CHECK(contains(error_of([] {
                   report::request_from({"r.json", "theme=pink"});
                 }),
                 "must be one of auto light dark"));
}

TEST_CASE("exponents are raised, and other text is left unchanged", "[report]") {
  const auto words = [](const char* text) {
    const std::string all = report::svg::text(0, 0, "", text);
    return all.substr(all.find('>') + 1, all.rfind("</text>") - all.find('>') - 1);
  };
  CHECK(words("n = 2^28") == "n = 2<tspan dy=\"-4\" class=\"up\">28</tspan>");
  CHECK(words("2^10 to 2^31 + 1") ==
        "2<tspan dy=\"-4\" class=\"up\">10</tspan> <tspan dy=\"4\">to 2</tspan>"
        "<tspan dy=\"-4\" class=\"up\">31</tspan> <tspan dy=\"4\">+ 1</tspan>");
  for (const char* text : {"a ^ b", "x^2", "2^n", "^2", "2^", "^"}) CHECK(words(text) == text);
}

TEST_CASE("a symbol is explained below the tables that contain it", "[report]") {
  report::Table table{"t", "", {{"stage", "", ""}, {"ratio", "", ""}}, {{{{"v0"}, {"≈1.00×"}}, "", false}},
                      {},  {}};
  table.signs = {{"≈", "about"}, {"!", "too much"}};
  CHECK(report::notes_of(table) == std::vector<std::string>{"about"});
  report::remove_column(table, 1);
  CHECK(report::notes_of(table).empty());
}

TEST_CASE("every track has bars, a sweep and counters", "[report]") {
  for (const std::string track : kTracks) {
    INFO(track);
    const std::string bars = chart({kLadder, track, "n=2^28"});
    check_drawing(bars);
    CHECK(contains(bars, "stroke-red outline dashed"));  // the ceiling
    check_drawing(chart({kSweep, track, "chart=sweep"}));
    check_drawing(chart({kCounters, track, "n=2^20", "chart=counters"}));
    check_drawing(chart({kLadder, track, "n=2^28", "chart=roofline"}));
  }
  for (const std::string track : {"reduce", "scan", "pack"})
    check_drawing(chart({kSweep, track, "chart=ratio"}));
  check_drawing(chart({kLadder, "all", "n=2^28", "chart=roofline"}));
}

TEST_CASE("bars are proportional to rates, and a row that was not measured has none", "[report]") {
  report::RunFile run = sample::gpu_run();
  report::TableOptions reduce;
  reduce.track = "reduce";
  const std::string svg = report::chart_svg(Chart::bars, run, reduce);
  const report::Group group = report::groups(run, reduce).at(0);
  const auto width_of = [&](size_t at) {  // width of the bar at this position
    const std::string before = "width=\"";
    const size_t from = svg.rfind(before, svg.find("height=\"14\"", at)) + before.size();
    return std::stod(svg.substr(from));
  };
  const auto rate = [&](size_t stage) { return *group.stages.at(stage)->bandwidth; };
  CHECK(width_of(svg.find(">v1<")) / width_of(svg.find(">v0<")) == Approx(rate(1) / rate(0)).epsilon(0.01));
  CHECK(contains(svg, "ceiling/read"));
  CHECK(contains(svg, "NVIDIA H200"));
  CHECK(times(svg, "height=\"14\"") == 3);  // v0, v1 and CUB; v4 and v8 were not measured
  run.results.at(0).idea = "a < b && c";
  CHECK(contains(report::chart_svg(Chart::bars, run, reduce), "a &lt; b &amp;&amp; c"));
  for (bench::Result& row : run.results) row.bandwidth.reset();
  CHECK(contains(error_of([&] { report::chart_svg(Chart::bars, run, reduce); }), "bars need a bandwidth"));
}

TEST_CASE("no chart shows a wrong stage as if it were correct", "[report]") {
  report::RunFile file = recorded(kLadder);
  const auto charted = [&](Chart kind, const std::string& n) {
    report::TableOptions options;
    options.track = "reduce";
    if (!n.empty()) options.ns = data::parse_counts("n", n);
    return report::chart_svg(kind, file, options);
  };
  const auto bars = [](const std::string& svg) {
    size_t count = 0;
    for (size_t at = 0; (at = svg.find("class=\"blue\"", at)) != std::string::npos; ++at) ++count;
    return count;
  };
  const std::string good = charted(Chart::bars, "2^28");
  for (bench::Result& row : file.results)
    if (row.id == "reduce/v7") row.verdict.status = check::Status::wrong;
  const std::string bad = charted(Chart::bars, "2^28");
  CHECK(bars(bad) == bars(good) - 1);
  CHECK(contains(bad, "v7: wrong"));
  CHECK(contains(bad, ">wrong</text>"));
  CHECK_FALSE(contains(good, "wrong"));
  CHECK(contains(charted(Chart::roofline, "2^28"),
                 "Left out because wrong: v7 at n = 2<tspan dy=\"-4\" class=\"up\">28</tspan>"));

  file = recorded(kCounters);
  const std::string counted = charted(Chart::counters, "2^20");
  for (bench::Result& row : file.results)
    if (row.id == "reduce/v7") row.verdict.status = check::Status::racy;
  CHECK(bars(charted(Chart::counters, "2^20")) < bars(counted));
  CHECK(contains(charted(Chart::counters, "2^20"), ">racy</text>"));
  file = recorded(kSweep);
  for (bench::Result& row : file.results)
    if (row.id == "reduce/v7" && row.n == size_t{1} << 20) row.verdict.status = check::Status::wrong;
  for (const Chart kind : {Chart::sweep, Chart::ratio})
    CHECK(contains(charted(kind, ""),
                   "Left out because wrong: v7 at n = 2<tspan dy=\"-4\" class=\"up\">20</tspan>"));
}

TEST_CASE("in a sweep of nine stages, no two lines look the same", "[report]") {
  const std::string svg = chart({kSweep, "reduce", "stages=v[0-8]", "chart=sweep"});
  check_drawing(svg);
  for (int stage = 0; stage <= 8; ++stage) CHECK(contains(svg, fmt::format(">v{} ", stage)));
  CHECK(!contains(svg, "Thin grey lines"));
  CHECK(contains(svg, ">bandwidth (GB/s)<"));
  CHECK(contains(svg, ">n (elements)<"));
  std::set<std::string> colours_and_dashes;
  std::set<report::Shape> shapes;
  for (const report::Look& look : report::kLooks) {
    CHECK(colours_and_dashes.insert(std::string(look.colour) + look.dash).second);
    CHECK(shapes.insert(look.shape).second);
  }
}

TEST_CASE(
    "lines over n have names at their ends, intervals, and hollow markers where the ratio is not "
    "distinguishable from 1",
    "[report]") {
  const std::string sweep = chart({kSweep, "reduce", "chart=sweep"});
  for (const char* name : {">v0 ", ">best ", ">peer/cub_reduce ", ">ceiling/read "})
    CHECK(contains(sweep, name));
  CHECK(sweep.find(">peer/thrust_reduce ") == std::string::npos);
  CHECK(contains(chart({kSweep, "scan", "chart=sweep"}), ">ceiling/memcpy "));
  CHECK(contains(sweep, "Thin grey lines: the other stages"));

  const std::string few = chart({kSweep, "reduce", "chart=ratio", "stages=v8,best"});
  CHECK(contains(few, ">v8 "));
  CHECK(few.find(">v6 ") == std::string::npos);
  size_t points = 0, hollow = 0;
  for (const bench::Result& row : recorded(kSweep).results)
    if ((row.id == "reduce/v8" || row.id == "reduce/best") && row.speedup.contains("vs_peer")) {
      ++points;
      hollow += !row.speedup.at("vs_peer").distinguishable();
    }
  CHECK(times(few, "h6M") == points);  // an interval for each point
  CHECK(times(few, "paper stroke-blue\"") + times(few, "paper stroke-orange\"") == hollow);

  CHECK(contains(error_of([] { chart({kSweep, "map", "chart=ratio"}); }), "needs a peer"));
  CHECK(contains(error_of([] { chart({kLadder, "reduce", "chart=sweep"}); }), "at least three values of n"));
  CHECK(contains(error_of([] { chart({kSweep, "all", "chart=sweep"}); }), "shows one table"));
  CHECK(contains(error_of([] {
                   chart({kSweep, "reduce", "chart=sweep", "stages=*"});
                 }),
                 "stages; a chart shows at most 12"));
}

namespace {

// A sum on one GPU and on two: a launch takes 10 us on one GPU and 15 us on two, and a GPU's memory takes
// 1e-12 s for 4 bytes.
report::RunFile on_two_gpus(const std::vector<uint64_t>& ns) {
  report::RunFile run = sample::gpu_run();
  run.results.clear();
  for (const uint64_t n : ns)
    for (const unsigned gpus : {1u, 2u}) {
      bench::Result row = sample::stage_row("reduce_multi/nccl", "shares", bench::Backend::cuda, n);
      row.gpus = gpus;
      const auto seconds = [&](unsigned g) {
        return (g == 1 ? 10e-6 : 15e-6) + static_cast<double>(n) * 1e-12 / g;
      };
      sample::set_time(row, seconds(gpus));
      const double ratio = seconds(1) / seconds(2);
      if (gpus == 2) row.speedup["vs_one_gpu"] = {ratio, ratio * 0.99, ratio * 1.01};
      run.results.push_back(row);
    }
  return run;
}

}  // namespace

TEST_CASE("scaling shows the speedup over one GPU, and weak scaling if both sizes were measured",
          "[report]") {
  report::TableOptions options;
  options.track = "reduce_multi";
  const std::string strong =
      report::chart_svg(Chart::scaling, on_two_gpus({1 << 10, 1 << 20, 1 << 30}), options);
  check_drawing(strong);
  CHECK(contains(strong, ">nccl, 2 GPUs 1.96×<"));
  CHECK(contains(strong, ">no loss 2.00×<"));
  CHECK(contains(strong, ">one GPU 1.00×<"));
  CHECK(times(strong, "h6M") == 3);  // an interval for each n
  CHECK(!contains(strong, "Weak scaling"));
  const report::RunFile both = on_two_gpus({1 << 10, 1 << 29, 1 << 30});
  const std::string weak = report::chart_svg(Chart::scaling, both, options);
  check_drawing(weak);
  CHECK(contains(weak, ">nccl, 2 GPUs 99 %<"));  // (10 us + 537 us) / (15 us + 537 us)
  CHECK(times(weak, "h6M") == 4);
  CHECK(report::weak_scaling(both, both.results.at(5))->value == Approx(546.87 / 551.87).epsilon(0.001));
  CHECK(!report::weak_scaling(both, both.results.at(4)));  // one GPU

  check_drawing(chart({kSeveral, "scan_multi", "chart=scaling"}));

  // Two and four GPUs in one chart: a stage's lines have one colour, and only those for four are solid.
  const std::string four = chart({kFour, "reduce_multi", "chart=scaling"});
  check_drawing(four);
  CHECK(contains(four, "Solid lines: 4 GPUs."));
  for (const char* name : {">no loss, 4 GPUs 4.00×<", ">no loss, 2 GPUs 2.00×<", ">peer_mailbox, 4 GPUs 3.",
                           ">peer_mailbox, 2 GPUs 1."})
    CHECK(contains(four, name));
  const size_t lines_of_two = 6, no_loss = 3, in_names = 3;  // counted in both halves of the chart
  CHECK(times(four, " dashed\"") == lines_of_two + no_loss + in_names);
  CHECK(!contains(four, "outline stroke-purple"));  // there are three stages, so three colours
  const std::string only = chart({kFour, "reduce_multi", "chart=scaling", "gpus=4"});
  CHECK(contains(only, ">no loss 4.00×<"));
  CHECK(!contains(only, "2 GPUs"));
  report::RunFile many = recorded(kFour);
  for (const bench::Result& row : recorded(kFour).results)
    if (row.gpus == 4)
      for (const unsigned gpus : {6u, 8u}) {
        many.results.push_back(row);
        many.results.back().gpus = gpus;
      }
  CHECK(contains(error_of([&] { report::chart_svg(Chart::scaling, many, options); }),
                 "3 stages, and 4 GPU counts above one; a chart shows at most 6 stages and 3 GPU counts: "
                 "use stages= or gpus="));
  CHECK(contains(error_of([] { chart({kSweep, "reduce", "chart=scaling"}); }), "on one GPU and on several"));
  CHECK(contains(error_of([] {
                   chart({kSeveral, "reduce_multi", "chart=scaling", "gpus=1"});
                 }),
                 "on one GPU and on several"));
}

TEST_CASE("tables of several GPUs have a row for each number of GPUs, or show only one number", "[report]") {
  const std::string all = markdown({kSeveral, "reduce_multi", "n=2^30"});
  CHECK(contains(all, "| GPUs | us | GB/s |"));
  CHECK(contains(all, "| vs 1 GPU | efficiency % |"));
  CHECK(times(all, "| peer\\_mailbox |") == 2);
  const std::string two = markdown({kSeveral, "reduce_multi", "n=2^30", "gpus=2"});
  CHECK(times(two, "| peer\\_mailbox |") == 1);
  CHECK(contains(two, "| ceiling/peer\\_copy |"));
  CHECK(contains(error_of([] {
                   markdown({kSeveral, "reduce_multi", "gpus=3"});
                 }),
                 "no number of GPUs 3; it has 1, 2"));
  CHECK(contains(error_of([] { markdown({kLadder, "reduce", "gpus=2"}); }), "it has nothing"));
  CHECK(contains(error_of([] { report::request_from({"r.json", "gpus=1,2"}); }), "one number of GPUs"));

  const std::string over_n =
      markdown({kSeveral, "scan_multi", "layout=sweep", "columns=time,vs_one_gpu,efficiency"});
  CHECK(contains(over_n, "| peer\\_ahead, 1 GPU |"));  // only a time: one GPU has no speedup over itself
  CHECK(times(over_n, "| peer\\_ahead, 1 GPU |") * 4 == times(over_n, "peer\\_ahead, "));
  CHECK(contains(over_n, "speedup over one GPU for n"));
  CHECK(contains(over_n, "efficiency in %"));
  // Weak scaling shows only values of n also measured on one GPU, in no more tables than necessary.
  const std::string weak = markdown({kSeveral, "scan_multi", "layout=sweep", "columns=weak"});
  CHECK(contains(weak, " for n = 2^25 to 2^30 "));
  CHECK(times(weak, "| stage |") == 1);
  CHECK(!contains(markdown({kSweep, "reduce", "layout=sweep"}), "one GPU"));
}

TEST_CASE("an error about a chart suggests a remedy", "[report]") {
  CHECK(contains(error_of([] {
                   chart({kLadder, "reduce", "chart=bars"});
                 }),
                 "there are 2: reduce (cuda, n = 2^25 · f32 · block 256), reduce (cuda, n = 2^28"));
  CHECK(contains(error_of([] {
                   chart({kCounters, "reduce", "n=2^20"});
                 }),
                 "a chart of bars needs rows measured on a GPU"));
  CHECK(contains(error_of([] {
                   chart({kLadder, "reduce", "n=2^28", "chart=counters"});
                 }),
                 "there are no counters"));
  CHECK(contains(error_of([] { chart({kLadder, "all", "chart=roofline"}); }), "specify n="));
}

TEST_CASE("the roofs are drawn at the values in the file", "[report]") {
  const std::string svg = chart({kLadder, "all", "n=2^28", "chart=roofline"});
  CHECK(contains(svg, "memory, theoretical: 4814 GB/s"));
  CHECK(contains(svg, "132 multiprocessors × 128 × 1.98 GHz"));
  report::RunFile other = recorded(kLadder);
  other.context.device = "NVIDIA H100";  // an older file lacks the number of multiprocessors
  other.context.multiprocessors.reset();
  report::TableOptions options;
  options.ns = {uint64_t{1} << 28};
  CHECK(report::chart_svg(Chart::roofline, other, options).find("multiprocessors") == std::string::npos);
  other.context.multiprocessors = 114;
  CHECK(contains(report::chart_svg(Chart::roofline, other, options), "114 multiprocessors × 128 × 1.98 GHz"));
}

TEST_CASE("a chart of limits requires one GPU and one size, and shows both fractions", "[report]") {
  for (const char* file : {kLadder, kOther})
    for (const char* track : {"reduce", "scan", "map", "stencil", "pack"})
      check_drawing(chart({file, track, "n=2^28", "chart=limits"}));
  std::smatch size;
  const std::string slide = chart({kLadder, "reduce", "n=2^28", "chart=limits", "form=slide"});
  REQUIRE(std::regex_search(slide, size, std::regex(R"(viewBox="0 0 ([0-9.]+) ([0-9.]+))")));
  CHECK(std::abs(std::stod(size[1]) / std::stod(size[2]) - 16.0 / 9) < 0.01);
  const report::Profile profile = report::read_profile(os::in_repository("results/h200/profile.json"));
  CHECK(contains(
      chart({kLadder, "reduce", "n=2^28", "chart=limits"}),
      fmt::format("{:.1f} % of the issue slots in use", 100 * profile.stages.at("reduce/v0").issue_slots)));
  CHECK(contains(error_of([] {
                   chart({kLadder, "reduce", "n=2^25", "chart=limits"});
                 }),
                 "specify n=2^28 block=256"));
  report::TableOptions options;
  options.track = "reduce";
  options.ns = {uint64_t{1} << 28};
  report::RunFile other = recorded(kLadder);
  other.context.device = "NVIDIA A100";
  const auto told = [&] { return error_of([&] { report::chart_svg(Chart::limits, other, options); }); };
  CHECK(contains(told(), "was recorded on NVIDIA H200, but the results come from NVIDIA A100"));
  other.path = "";
  CHECK(contains(told(), "needs a profile.json beside the results file"));
}

TEST_CASE("the share of issue slots appears next to the ceiling if it is requested", "[report]") {
  const report::Profile profile = report::read_profile(os::in_repository("results/h200/profile.json"));
  const auto table = [](const char* n) {
    return markdown({kLadder, "reduce", n, "columns=stage,ceiling,issue"});
  };
  const double slots = profile.stages.at("reduce/v0").issue_slots;
  CHECK(contains(table("n=2^28"), fmt::format("| v0 | 9.1 | {} |", text::percent_text(slots))));
  CHECK(contains(table("n=2^25"), "| - |\n| v1 |"));  // the profile is for 2^28 only
  CHECK_FALSE(contains(table("n=2^25"), text::percent_text(slots)));
}

TEST_CASE("axes have numbers, and labels do not overlap", "[report]") {
  const report::Axis up{0, 100, 400, 0, false}, over{1, 1024, 0, 100, true};
  CHECK(up.at(0) == 400);
  CHECK(up.at(25) == 300);
  CHECK(up.at(500) == 0);
  CHECK(over.at(32) == Approx(50));
  CHECK(report::linear_ticks(4563) == std::vector<double>{0, 1000, 2000, 3000, 4000, 5000});
  CHECK(report::linear_ticks(10.8) == std::vector<double>{0, 2, 4, 6, 8, 10, 12});
  const auto near = [](const std::vector<double>& is, const std::vector<double>& should_be) {
    INFO(fmt::format("{}", fmt::join(is, " ")));
    REQUIRE(is.size() == should_be.size());
    for (size_t i = 0; i < is.size(); ++i) CHECK(is[i] == Approx(should_be[i]));
  };
  near(report::linear_ticks(1), {0, 0.2, 0.4, 0.6, 0.8, 1});
  near(report::log_marks(0.37, 1.66, 330).named,
       {0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.2, 1.4, 1.6, 1.8});
  near(report::log_marks(0.37, 1.66, 330).small, {1.1, 1.3, 1.5, 1.7});
  near(report::log_marks(0.6, 4600, 330).named, {0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000});
  near(report::log_marks(0.6, 4600, 120).named, {1, 10, 100, 1000});
  CHECK(report::powers(0.3, 3, 2) == std::vector<double>{0.25, 0.5, 1, 2, 4});
  std::vector<double> at = {50, 10, 52, 51};
  report::spread(at, 15, 0, 100);
  CHECK(at == std::vector<double>{36, 10, 66, 51});
  at = {99, 98, 97};
  report::spread(at, 15, 0, 100);
  CHECK(at == std::vector<double>{100, 85, 70});
  CHECK(report::milestones({10, 11, 20, 5, 21, 40, 41}, 6) ==
        std::vector<bool>{true, false, true, false, false, true, true});
  CHECK(report::milestones({1, 2, 4, 16, 80, 81}, 4) ==
        std::vector<bool>{true, false, false, true, true, true});
}
