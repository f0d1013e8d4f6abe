// Traces written to files and sent through pipes.
#include <cmath>
#include <limits>

#include "data/json_members.h"
#include "simt/trace/block_trace.h"

using namespace ladder;

namespace {

simt::BlockTrace sample() {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  simt::TraceStep load;
  load.warp = 3;
  load.line = 17;
  load.kind = simt::StepKind::global_load;
  load.lanes = {0x8000000f};
  load.bytes = 8;
  load.sectors = 2;
  load.object.names = {"input"};
  load.index = load.address = load.sector = simt::ByLane(32);
  load.values.resize(32);
  for (const unsigned lane : {0u, 1u, 2u, 3u, 31u}) {
    load.index[lane] = 2 * lane;
    load.address[lane] = 8 * lane;
    load.sector[lane] = lane / 4;
  }
  load.values[0] = {0.1, -inf};
  load.values[1] = {nan, inf};
  load.values[2] = {int64_t{-5}};
  load.values[3] = {std::numeric_limits<uint64_t>::max()};
  simt::TraceStep store;
  store.kind = simt::StepKind::shared_store;
  store.file = "kernels/reduce/other.cuh";
  store.object.names = std::vector<std::string>(32);
  store.object.names[4] = "partial";
  simt::TraceStep barrier;
  barrier.kind = simt::StepKind::barrier;
  simt::BlockTrace trace;
  trace.id = "reduce/v0";
  trace.file = "kernels/reduce/00.cu";
  trace.n = 256;
  trace.dtype = "f32";
  trace.objects = {{"input", "global", 4}};
  trace.intervals = {{{load, store, barrier}, {{"partial", {1.5, simt::Value(), int64_t{2}}}}}, {}};
  return trace;
}

}  // namespace

TEST_CASE("a trace survives a pipe unchanged, and absent fields are not written", "[microscope]") {
  const data::Json json = data::to_json(sample());
  const auto again = data::unpacked<simt::BlockTrace>(data::packed(sample()));
  CHECK(data::to_json(again) == json);

  const data::Json& load = json["intervals"][0]["steps"][0];
  CHECK(load["lanes"] == "8000000f");
  CHECK(load["object"] == "input");
  CHECK(load["index"][31] == 62);
  CHECK(load["index"][5].is_null());
  CHECK(load["values"][0] == data::Json({0.1, "-inf"}));
  CHECK(load["values"][1] == data::Json({"nan", "inf"}));
  CHECK(load["values"][2] == -5);
  CHECK(load["values"][3] == std::numeric_limits<uint64_t>::max());
  CHECK(load["values"][31].is_null());
  for (const char* key : {"file", "from", "wavefronts", "bank"}) CHECK_FALSE(load.contains(key));
  const data::Json& store = json["intervals"][0]["steps"][1];
  CHECK(store["file"] == "kernels/reduce/other.cuh");
  CHECK(store["object"][4] == "partial");
  CHECK(store["object"][5].is_null());
  CHECK_FALSE(store.contains("bytes"));
  CHECK(json["intervals"][0]["shared"]["partial"] == data::Json({1.5, nullptr, 2}));
  CHECK(json["intervals"][1]["shared"].is_object());
  CHECK(json["note"].is_null());
  CHECK_FALSE(json.contains("input"));
}
