// Drawings made from traces: their contents, and the errors.
#include "drawings/drawings.h"

#include <regex>

#include "look/tracing.h"
#include "os/error.h"
#include "os/files.h"
#include "os/repository.h"
#include "charts/svg.h"
#include "tests/catch.h"
#include "tests/texts.h"

using namespace ladder;

namespace {

simt::BlockTrace trace(const std::string& id, size_t n, unsigned block,
                       check::InputKind input = check::InputKind::random) {
  const stage::Stage& stage = *stage::find_stage(stage::Build::simt, id);
  return look::trace(stage, look::case_of(stage, {.n = n, .block = block, .input = input}), {});
}

}  // namespace

TEST_CASE("a drawing is suitable for light and dark pages, and has a text alternative", "[drawings]") {
  const std::string svg =
      report::svg::written({10, 20, "a < b", "it is \"so\"", report::svg::text(1, 2.5, "soft", "c & d")});
  CHECK(contains(svg, "viewBox=\"0 0 10 20\""));
  CHECK(contains(svg, "@media (prefers-color-scheme:dark)"));
  CHECK(contains(svg, "<title id=\"title\">a &lt; b</title>"));
  CHECK(contains(svg, "it is &quot;so&quot;</desc>"));
  CHECK(contains(svg, "<text x=\"1\" y=\"2.5\" class=\"soft\">c &amp; d</text>"));
}

TEST_CASE("levels: the threads that add at each level are shown, with their number of wavefronts",
          "[drawings]") {
  const std::string svg =
      report::levels_drawing({trace("reduce/v0", 256, 256), trace("reduce/v1", 256, 256)}, {});
  CHECK(contains(svg, "in all: 150 requests, 150 wavefronts, 9 barriers"));
  CHECK(contains(svg, "in all: 45 requests, 150 wavefronts, 9 barriers"));
  CHECK(contains(svg,
                 "reduce/v0: load, 256 of 256 threads, 8 requests, 8 wavefronts; level 1, 128 of 256 "
                 "threads, 24 requests"));
  CHECK(contains(svg, "level 8, 1 of 256 threads, 3 requests, 3 wavefronts; result"));
  // Levels that no barrier separates have separate rows.
  const std::string unrolled =
      report::levels_drawing({trace("reduce/v4", 512, 256), trace("reduce/v4.2", 512, 256)}, {});
  CHECK(times(unrolled, ">level 8<") == 2);
  CHECK(contains(unrolled, "level 8, 32 of 256 threads, 1 shuffle"));
  CHECK(contains(error_of([] { report::levels_drawing({trace("reduce/v0", 1024, 1024)}, {}); }),
                 "use block=256"));
}

TEST_CASE("banks: the words that one request accesses in each bank are shown", "[drawings]") {
  const simt::BlockTrace v1 = trace("reduce/v1", 256, 256);
  CHECK(contains(report::banks_drawing({v1}, {.step = 5}),
                 "32 lanes access 32 words in 4 banks: 8 wavefronts"));
  CHECK(contains(report::banks_drawing({v1}, {.step = 5}), ">248<"));
  CHECK(contains(report::banks_drawing({v1}, {.step = 2, .kind = "store"}), "16 banks: 2 wavefronts"));
  CHECK(contains(report::banks_drawing({trace("reduce/v2", 256, 256)}, {}),
                 "32 lanes access 32 words in 32 banks: 1 wavefront"));
  CHECK(contains(error_of([&] { report::banks_drawing({v1}, {.step = 50}); }),
                 "step=50: warp 0 of this block of reduce/v1 makes 17 shared loads in all"));
  CHECK(contains(error_of([&] { report::banks_drawing({v1}, {.kind = "read"}); }), "must be load or store"));
}

TEST_CASE("sectors: the sectors that one request fetches are shown, with the part used", "[drawings]") {
  CHECK(contains(report::sectors_drawing({trace("reduce/v0", 256, 256)}, {}),
                 "32 lanes of 4 bytes each read 128 bytes of input: 4 sectors, 128 bytes, are fetched"));
  CHECK(contains(report::sectors_drawing({trace("reduce/v8", 4096, 256)}, {}), "16 sectors, 512 bytes"));
  CHECK(contains(report::sectors_drawing({trace("reduce_global/neighbored_less", 256, 256)}, {}),
                 "read 128 bytes of data: 8 sectors, 256 bytes, are fetched"));
  CHECK(contains(report::sectors_drawing({trace("map/naive", 1024, 256)}, {.kind = "store"}),
                 "which lie in 4 sectors"));
}

TEST_CASE("turns: the elements written and read between barriers are shown", "[drawings]") {
  const simt::BlockTrace two_rounds = trace("first/barrier", 300, 32, check::InputKind::iota);
  const std::string svg = report::turns_drawing({two_rounds}, {.object = "values", .line = 16});
  CHECK(times(svg, ">32 threads write<") == 2);
  CHECK(times(svg, ">thread 0 reads<") == 2);
  CHECK(times(svg, ">barrier<") == 3);
  CHECK(contains(svg, "barrier; 32 threads write 32 elements; "));
  CHECK(times(svg, ">287<") == 2);  // written once and read once
  CHECK(contains(
      error_of([&] { report::turns_drawing({trace("first/barrier", 300, 64)}, {.object = "values"}); }),
      "too many to draw; line=16"));
  CHECK(contains(error_of([&] { report::turns_drawing({two_rounds}, {.object = "tile"}); }),
                 "does not access it"));
}

TEST_CASE("warps: a tile is shown as written in rows and read in columns", "[drawings]") {
  const std::string svg =
      report::warps_drawing({trace("first/tile", 4096, 1024)}, {.object = "tile", .line = 32});
  CHECK(contains(svg, "first: each warp writes a row; then: each warp reads a column; "));
  // No cell covers any text. (The first rectangle is the background.)
  static const std::regex shape(
      "<(rect|text) x=\"[^\"]*\" y=\"([^\"]*)\"( width=\"[^\"]*\" height=\"7.5\")?");
  double top = 1e9, bottom = 0;
  std::vector<double> words;
  for (std::sregex_iterator one(svg.begin(), svg.end(), shape), end; one != end; ++one) {
    const double y = std::stod((*one)[2]);
    if ((*one)[1] == "text")
      words.push_back(y);
    else if ((*one)[3].matched)
      top = std::min(top, y), bottom = std::max(bottom, y + 7.5);
  }
  CHECK(bottom > top + 200);
  for (const double y : words) CHECK((y <= top - 4 || y >= bottom + 12));
  CHECK(contains(
      error_of([&] { report::warps_drawing({trace("first/tile", 4096, 1024)}, {.object = "tile"}); }),
      "needs line=32"));
  CHECK(contains(error_of([&] {
                   report::warps_drawing({trace("first/tile", 4096, 1024)}, {.object = "output", .line = 32});
                 }),
                 "in 1 intervals"));
  const simt::BlockTrace tile = trace("first/tile", 4096, 1024);
  CHECK(contains(error_of([&] {
                   report::warps_drawing({tile, tile}, {.object = "tile", .line = 32});
                 }),
                 "a drawing of warps shows one stage"));
}

TEST_CASE("animated levels: rounds appear together, and nothing moves with reduced motion", "[drawings]") {
  const auto drawn = [](uint64_t seconds) {
    return report::levels_drawing({trace("reduce/v0", 64, 64), trace("reduce/v1", 64, 64)},
                                  {.moves = seconds});
  };
  CHECK(times(drawn(0), "frame") == 0);
  const std::string film = drawn(12);
  CHECK(times(film, "<g class=\"frame3\">") == 2);
  CHECK(contains(film, "@media (prefers-reduced-motion:no-preference){@keyframes frame1"));
  CHECK(contains(film, "12s linear infinite"));
}

TEST_CASE("memory: the elements that each step reads and writes are shown", "[drawings]") {
  const auto iota = check::InputKind::iota;
  const std::string tree = report::memory_drawing({trace("reduce/v0", 32, 32, iota)}, {.object = "partial"});
  CHECK(contains(tree, ">496<"));  // 0 + 1 + … + 31
  CHECK(contains(tree, "step 2: 16 of 32 elements; "));
  CHECK(times(tree, "marker-end=\"url(#arrow-blue)\"") == 31 + 1);  // additions, and one in the legend
  const std::string scan =
      report::memory_drawing({trace("scan/three_kernel", 32, 32, iota)}, {.object = "partial"});
  CHECK(times(scan, "marker-end") == 31 + 30 + 28 + 24 + 16 + 1);
  CHECK(contains(report::memory_drawing({trace("scan/blelloch_padded", 64, 32, iota)}, {.object = "partial"}),
                 "1 element in between: never used"));
  CHECK(contains(
      report::memory_drawing({trace("stencil/tiled", 4096, 256, iota)}, {.object = "tile", .line = 34}),
      "is read by at most 5 threads at the end"));
  CHECK(contains(report::memory_drawing({trace("map/naive", 64, 64, iota)}, {.object = "input"}),
                 "request 1: 64 of 64"));
  CHECK(contains(error_of([&] { report::memory_drawing({trace("reduce/v0", 32, 32)}, {}); }),
                 "input, partial, output"));
  CHECK(contains(error_of([&] { report::memory_drawing({trace("reduce/v0", 32, 32)}, {.object = "tile"}); }),
                 "does not access it; it accesses input, partial, output"));
  CHECK(contains(
      error_of([&] { report::memory_drawing({trace("reduce/v0", 512, 512)}, {.object = "partial"}); }),
      "too many to draw"));
}

TEST_CASE("shuffles: the source lane of each lane is shown", "[drawings]") {
  const simt::BlockTrace t = trace("reduce/v4.2", 256, 256);
  const std::string svg = report::shuffles_drawing({t}, {});
  CHECK(contains(svg, "16 higher"));
  CHECK(times(svg, "marker-end") == 16 + 24 + 28 + 30 + 31);
  CHECK(times(report::shuffles_drawing({t}, {.step = 5, .count = 1}), "marker-end") == 31);
  CHECK(contains(error_of([&] { report::shuffles_drawing({t}, {.step = 4, .count = 3}); }),
                 "makes 5 shuffles in all"));
  CHECK(contains(error_of([&] { report::shuffles_drawing({trace("reduce/v0", 256, 256)}, {}); }),
                 "makes 0 shuffles"));
}

TEST_CASE("timeline: the blocks that post messages are shown, and those that wait for them", "[drawings]") {
  const auto messages = [](const std::string& id, size_t n) {
    const stage::Stage& stage = *stage::find_stage(stage::Build::simt, id);
    return look::messages(stage, look::case_of(stage, {.n = n}), {});
  };
  const simt::LaunchTrace v10 = messages("reduce/v10", 16384);
  CHECK(v10.blocks.size() == 4);
  CHECK(v10.messages.size() == 3);
  for (const simt::Message& m : v10.messages) {  // block 0 waits for the others
    CHECK(m.to == 0);
    CHECK(m.first_look < m.posted);
    CHECK(m.posted < m.read);
  }
  CHECK(contains(report::timeline_drawing({v10}, {}),
                 "4 blocks post 3 messages, which are read 3 times; a reader had to wait 3 times"));
  const simt::LaunchTrace chained = messages("scan/chained", 1 << 16);
  for (const simt::Message& m : chained.messages) CHECK(m.to == m.from + 1);
  CHECK(chained.messages.size() == chained.blocks.size() - 1);
  CHECK(contains(error_of([&] { report::timeline_drawing({messages("reduce/v2", 4096)}, {}); }),
                 "exchange no messages"));
  CHECK(contains(error_of([&] { report::timeline_drawing({messages("scan/chained", 1 << 20)}, {}); }),
                 "use a smaller n="));
}

TEST_CASE("in_flight: bandwidth is plotted against bytes in flight", "[drawings]") {
  const auto recorded = [](const char* file) {
    return data::parse_json(os::read_text(os::in_repository(file)), file);
  };
  data::Json h200 = recorded("results/h200/latency.json");
  const std::string svg = report::in_flight_drawing({h200, recorded("results/h100/latency.json")}, {});
  CHECK(contains(svg, ">H100 3044 GB/s<"));
  CHECK(times(svg, "in flight, loads of 16 bytes") == 2 * 28);
  CHECK(contains(svg, "Little's law: a latency of 343 ns"));
  h200.erase("latency");
  CHECK(contains(error_of([&] { report::in_flight_drawing({h200}, {}); }), "latency"));
}
