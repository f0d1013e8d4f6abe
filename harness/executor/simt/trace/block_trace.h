// A complete record of one thread block: every warp instruction in order, and the contents of shared memory at
// every barrier. docs/trace.md and results/trace.schema.json describe the file format. Created by record.h.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "data/json_members.h"
#include "os/repository.h"

namespace ladder::simt {

enum class StepKind {
  global_load,
  global_store,
  global_atomic,
  shared_load,
  shared_store,
  shared_atomic,
  bulk_load,  // by the copy engine
  bulk_store,
  division,
  barrier,
  warp_sync,
  shuffle,
  shuffle_up,
  shuffle_down,
  shuffle_xor,
  vote,
  warp_reduce,
  active_mask,
  match,
  matrix_multiply_add,
  matrix_exchange
};
constexpr auto names_of(StepKind) {
  return std::array{"global_load",    "global_store", "global_atomic", "shared_load",  "shared_store",
                    "shared_atomic",  "bulk_load",    "bulk_store",    "division",     "barrier",
                    "warp_sync",      "shuffle",      "shuffle_up",    "shuffle_down", "shuffle_xor",
                    "vote",           "warp_reduce",  "active_mask",   "match",        "matrix_multiply_add",
                    "matrix_exchange"};
}
constexpr bool is_load(StepKind k) { return k == StepKind::global_load || k == StepKind::shared_load; }
constexpr bool is_store(StepKind k) { return k == StepKind::global_store || k == StepKind::shared_store; }
constexpr bool is_atomic(StepKind k) { return k == StepKind::global_atomic || k == StepKind::shared_atomic; }
constexpr bool is_shared(StepKind k) { return k >= StepKind::shared_load && k <= StepKind::shared_atomic; }
constexpr bool is_shuffle(StepKind k) { return k >= StepKind::shuffle && k <= StepKind::shuffle_xor; }

// The contents of a memory location; monostate if never written.
using Value = std::variant<std::monostate, int64_t, uint64_t, double>;

struct Lanes {
  uint32_t mask = 0;  // lane 0 is the lowest bit

  bool has(unsigned lane) const { return mask >> lane & 1; }
  unsigned count() const { return static_cast<unsigned>(std::popcount(mask)); }
};
using ByLane =
    std::vector<std::optional<uint64_t>>;  // 32 entries, nullopt for an idle lane; empty: not applicable
using LaneValues =
    std::vector<std::vector<Value>>;  // 32 entries: one value, several for a vector, none for an idle lane

// The array that the lanes access: one name or, if the lanes access different arrays, 32 names ("" for none).
struct TouchedObject {
  std::vector<std::string> names;

  bool empty() const { return names.empty(); }
  bool is_one() const { return names.size() == 1; }
  const std::string& of(unsigned lane) const { return names[is_one() ? 0 : lane]; }
};

struct TraceStep {
  unsigned warp = 0;
  int line = 0;      // 0: unknown
  std::string file;  // set if it differs from the trace's own file
  StepKind kind = {};
  Lanes lanes;
  ByLane from;                                  // for a shuffle: each lane's source lane
  std::optional<unsigned> bytes;                // size of the access in each lane
  std::optional<unsigned> sectors, wavefronts;  // cost of the request
  TouchedObject object;
  ByLane index, address;  // element index; byte offset from the object's start
  ByLane bank, sector;    // the bank and the sector of the first byte
  LaneValues values;      // read, written, or received in a shuffle; for an atomic, the result in memory
};
constexpr auto members_of(const TraceStep*) {
  using data::Member;
  using enum data::Form;
  return std::tuple{Member{"warp", &TraceStep::warp, required},
                    Member{"line", &TraceStep::line, required},
                    Member{"file", &TraceStep::file, left_out_if_empty},
                    Member{"kind", &TraceStep::kind, required},
                    Member{"lanes", &TraceStep::lanes, required},
                    Member{"from", &TraceStep::from, left_out_if_empty},
                    Member{"bytes", &TraceStep::bytes, left_out_if_empty},
                    Member{"sectors", &TraceStep::sectors, left_out_if_empty},
                    Member{"wavefronts", &TraceStep::wavefronts, left_out_if_empty},
                    Member{"object", &TraceStep::object, left_out_if_empty},
                    Member{"index", &TraceStep::index, left_out_if_empty},
                    Member{"address", &TraceStep::address, left_out_if_empty},
                    Member{"bank", &TraceStep::bank, left_out_if_empty},
                    Member{"sector", &TraceStep::sector, left_out_if_empty},
                    Member{"values", &TraceStep::values, left_out_if_empty}};
}

struct SharedArrayValues {
  std::string name;
  std::vector<Value> values;  // up to the last value written
};

struct TraceInterval {  // from one barrier to the next, or to the end of the block
  std::vector<TraceStep> steps;
  std::vector<SharedArrayValues> shared;  // the arrays that changed, as they are at the end of the interval
};
constexpr auto members_of(const TraceInterval*) {
  using data::Member;
  return std::tuple{Member{"steps", &TraceInterval::steps, data::Form::required},
                    Member{"shared", &TraceInterval::shared, data::Form::required}};
}

struct TraceObject {  // an array in shared memory, or a buffer in global memory
  std::string name, space;
  uint64_t element_bytes = 0;  // size of the job's type, or of the smallest access seen
};
constexpr auto members_of(const TraceObject*) {
  using data::Member;
  using enum data::Form;
  return std::tuple{Member{"name", &TraceObject::name, required},
                    Member{"space", &TraceObject::space, required},
                    Member{"element_bytes", &TraceObject::element_bytes, required}};
}

struct BlockTrace {
  std::string schema = os::schema("trace.schema.json");
  int trace_version = 1;
  std::string id, file;       // those of the stage or of a program's kernel
  std::optional<uint64_t> n;  // n, dtype and input are set only for a stage
  std::string dtype, input;
  uint64_t block = 0;   // threads
  uint64_t launch = 1;  // number in the job, counted from 1
  uint64_t block_index = 0, blocks = 0;
  uint64_t warps = 0;
  std::vector<uint64_t> shape;  // the threads in x, y and z; empty: a one-dimensional block
  std::string note;             // why part of the record is missing
  std::vector<TraceObject> objects;
  std::vector<TraceInterval> intervals;
};
constexpr auto members_of(const BlockTrace*) {
  using data::Member;
  using enum data::Form;
  return std::tuple{Member{"$schema", &BlockTrace::schema},
                    Member{"trace_version", &BlockTrace::trace_version, required},
                    Member{"id", &BlockTrace::id, required},
                    Member{"file", &BlockTrace::file, required},
                    Member{"n", &BlockTrace::n, left_out_if_empty},
                    Member{"dtype", &BlockTrace::dtype, left_out_if_empty},
                    Member{"input", &BlockTrace::input, left_out_if_empty},
                    Member{"block", &BlockTrace::block, required},
                    Member{"launch", &BlockTrace::launch, required},
                    Member{"block_index", &BlockTrace::block_index, required},
                    Member{"blocks", &BlockTrace::blocks, required},
                    Member{"warps", &BlockTrace::warps, required},
                    Member{"shape", &BlockTrace::shape, left_out_if_empty},
                    Member{"note", &BlockTrace::note, null_if_empty},
                    Member{"objects", &BlockTrace::objects, required},
                    Member{"intervals", &BlockTrace::intervals, required}};
}

}  // namespace ladder::simt

namespace ladder::data {

template <>
struct JsonOf<simt::Value> {  // values that JSON numbers cannot represent are strings: "nan", "inf", "-inf"
  static Json write(const simt::Value&);
  static void read(const Field&, simt::Value&);
};
template <>
struct JsonOf<simt::Lanes> {  // "0000ffff"
  static Json write(const simt::Lanes&);
  static void read(const Field&, simt::Lanes&);
};
template <>
struct JsonOf<simt::ByLane> {  // [3, null, …]
  static Json write(const simt::ByLane&);
  static void read(const Field&, simt::ByLane&);
};
template <>
struct JsonOf<simt::LaneValues> {  // [0.5, null, [1, 2], …]
  static Json write(const simt::LaneValues&);
  static void read(const Field&, simt::LaneValues&);
};
template <>
struct JsonOf<simt::TouchedObject> {  // "partial", or ["input", null, …]
  static Json write(const simt::TouchedObject&);
  static void read(const Field&, simt::TouchedObject&);
};
template <>
struct JsonOf<std::vector<simt::SharedArrayValues>> {  // {"partial": [0.5, null, …]}
  static Json write(const std::vector<simt::SharedArrayValues>&);
  static void read(const Field&, std::vector<simt::SharedArrayValues>&);
};

}  // namespace ladder::data
