// For every exercise of ./ladder practice, an answer that is incomplete, or plausible but wrong: it does not
// pass, and the fault is reported.
#include <algorithm>

#include "book/tests/answers.h"
#include "tests/catch.h"

using namespace ladder;

namespace {

using namespace ladder::answers;

// Another stage of the track, whose objects are already built.
struct Beside {
  const char *exercise, *stage, *reason;
};
constexpr Beside kBeside[] = {
    {"reduce/v1", "reduce/v1.5", "shared load requests"},
    {"reduce/v1.5", "reduce/v0", "integer divisions and modulos"},
    {"reduce/v2", "reduce/v1", "shared load wavefronts"},
    {"reduce/v4", "reduce/v2", "barriers"},
    {"reduce/v4.2", "reduce/v3", "shared load requests"},
    {"reduce/v6", "reduce/v4.2", "launches"},
    {"reduce/v7", "reduce/v5", "shared requests"},
    {"reduce/v7.2", "reduce/v6", "barriers"},
    {"reduce/v7.3", "reduce/v7", "shuffles"},
    {"reduce/v8", "reduce/v7.2", "global load requests"},
    {"reduce/v8.1", "reduce/v7.3", "launches"},
    {"reduce/v9", "reduce/v8", "launches"},
    {"reduce/v10", "reduce/v8.2", "launches"},
    {"reduce_op/squares_fused", "reduce_op/squares", "global load sectors"},
    {"reduce_global/interleaved", "reduce_global/neighbored", "global load sectors"},
    {"scan/three_kernel", "scan/blelloch_global", "launches 40, target 5"},
    {"scan/blelloch_blocked", "scan/three_kernel", "shared requests"},
    {"scan/blelloch_coarse2", "scan/blelloch_blocked", "shared requests"},
    {"scan/blelloch_coarse4", "scan/blelloch_padded", "shared requests"},
    {"scan/warp_leaves", "scan/blelloch_coarse2", "barriers"},
    {"scan/subgroup", "scan/both_kinds", "barriers"},
    {"scan/rows", "scan/warp_leaves", "barriers"},
    {"scan/chained", "scan/subgroup", "launches"},
    {"scan/one_exchange", "scan/chained", "atomics"},
    {"scan/lookahead", "scan/subgroup", "global store requests"},
    {"stencil/tiled", "stencil/column", "global load sectors"},
    {"stencil/column", "stencil/naive", "global load requests"},
    {"stencil/registers", "stencil/tiled", "global load requests"},
    {"stencil/vectorised", "stencil/column", "global load requests"},
    {"pack/subgroup", "pack/scan_scatter", "barriers"},
    {"pack/one_exchange", "pack/ballot", "launches"},
    {"pack/resident", "pack/ballot", "global store requests"},
    {"pack/lookahead", "pack/resident", "global load requests"},
    {"pack/row_by_row", "pack/resident", "barriers"},
    {"unpack/subgroup", "unpack/scan_gather", "barriers"},
    {"softmax/one_kernel", "softmax/three_kernels", "launches"},
    {"softmax/warp_per_row", "softmax/one_kernel", "barriers"},
    {"softmax/in_registers", "softmax/online", "global load requests"},
    {"softmax/vectorised", "softmax/in_registers", "global load requests"},
    {"softmax/wide_rows", "softmax/vectorised", "too few threads do the work"},
    {"softmax/long_rows", "softmax/wide_rows", "too few threads do the work"},
    {"softmax/one_exponential", "softmax/long_rows", "barriers"},
    {"softmax/best", "softmax/long_rows", "barriers"},
    {"softmax_bf16/one_exponential", "softmax_bf16/vectorised", "global load requests"},
    {"softmax_bf16/best", "softmax_bf16/one_exponential", "barriers"},
    {"matmul/coalesced", "matmul/naive", "global load sectors"},
    {"matmul/tiled", "matmul/coalesced", "global load requests"},
    {"matmul/register_column", "matmul/tiled", "shared load requests"},
    {"matmul/register_square", "matmul/register_column", "shared load requests"},
    {"matmul/vectorised", "matmul/register_square", "shared load requests"},
    {"matmul/warp_tile", "matmul/vectorised", "shared load wavefronts"},
    {"matmul/double_buffer", "matmul/warp_tile", "barriers"},
    {"matmul/wide_threads", "matmul/double_buffer", "shared load requests"},
    {"matmul_bf16/mma", "matmul_bf16/tiled", "shared load requests"},
    {"matmul_bf16/vectorised", "matmul_bf16/mma", "global load requests"},
    {"matmul_bf16/ldmatrix", "matmul_bf16/vectorised", "shared load requests"},
    {"matmul_bf16/swizzled", "matmul_bf16/ldmatrix", "shared load wavefronts"},
    {"matmul_bf16/pipelined", "matmul_bf16/swizzled", "barriers"},
    {"matmul_bf16/wide_warps", "matmul_bf16/pipelined", "shared load requests"},
    {"matmul_bf16/tma", "matmul_bf16/wide_warps", "global load requests"},
    {"matmul_bf16/wgmma", "matmul_bf16/tma", "too few threads do the work"},
    {"matmul_bf16/specialised", "matmul_bf16/wgmma", "barriers"},
};

// A mistake in an answer. For first/detective, the answer fixes only one of the two mistakes; for a pitfall,
// the fix does more work than necessary.
enum class In { answer, start };
struct Mistake {
  const char *exercise, *from, *to, *reason;
  In in = In::answer;
};
constexpr const char *kBarrier = "  __syncthreads();\n", *kPastTheEnd = "past the end of",
                     *kRace = "put a __syncthreads() ",
                     *kNextRound = "in the next iteration of the loop, or in the next call";
constexpr Mistake kMistakes[] = {
    {"first/index", "if (i < n) ", "", kPastTheEnd},
    {"first/index", "{blocks_for(job.n, job.block), job.block}", "{blocks_for(job.n, 256), 256u}",
     "launch blocks of job.block threads"},
    {"first/stride", "size_t i = first; i < n; i += grid",
     "size_t each = (n + grid - 1) / grid, i = first * each; i < n && i < (first + 1) * each; ++i",
     "global sectors"},
    {"first/coalesced", "k * blockDim.x + threadIdx.x", "k / 2 * 2 * blockDim.x + 2 * threadIdx.x + k % 2",
     "global load sectors per global load request 8.00, target 4.00"},
    {"first/two_dimensions", "row < rows && ", "", kPastTheEnd},
    {"first/atomic", "if (i < n) ", "", kPastTheEnd},
    {"first/shared", "values[tid] = i < n ? input[i] : 0;", "if (i < n) values[tid] = input[i];",
     "which no thread of this block has written"},
    {"first/barrier", "sum_of(values);\n    __syncthreads();", "sum_of(values);",
     "in the next iteration of the loop"},
    {"first/barrier", "if (tid == 0) atomicAdd(sum, total);",
     "volatile int* all = sum;\n  const int before = *all;\n"
     "  if (tid == 0 && total != 0) *all = before + total;",
     "thread 0 of block"},  // found only because a block may be suspended before the write
    {"first/tile", kBarrier, "", kRace},
    {"first/bank_conflict", "kTile + 1]", "kTile + 2]",
     "shared load wavefronts per shared load request 2.00, target 1.00"},
    {"first/shuffle", "distance = 16", "distance = 8", "wrong"},
    {"first/vote", "__popc(__ballot_sync(kAllLanes, yes))", "__syncthreads_count(yes)", "wrong"},
    {"first/detective", "kEach * tid + k", "k * blockDim.x + tid", "shuffles 10240, target 1280", In::start},
    {"reduce/v3", "if (i + blockDim.x < n) sum", "sum", kPastTheEnd},
    {"reduce/v4.1", "    __syncwarp();  // all lanes have read\n", "", "put a __syncwarp()"},
    {"reduce/v5", "partial[tid + 128];\n    __syncthreads();", "partial[tid + 128];", kRace},
    {"reduce/v7.1", "i + k * kBlock < n ? input[i + k * kBlock] : T{0}", "input[i + k * kBlock]",
     kPastTheEnd},
    {"reduce/v8_bf16", "sum += static_cast<float>(x)", "sum = __float2bfloat16(sum + static_cast<float>(x))",
     "wrong"},
    {"reduce/v8.2", "load_vec(input, i + k * kBlock * kSize, n)", "load_vec(input + i + k * kBlock * kSize)",
     "past the end of"},
    {"reduce/v7_groups", "  block.sync();\n", "", kRace},
    {"reduce/v9.1", "memory_order_acq_rel", "memory_order_release", "reads block_sums"},
    {"reduce/v10.1", "    if (tid > 0) sum = T{0};\n", "", "wrong"},
    {"reduce/best", "    if (tid > 0) sum = T{0};\n", "", "wrong"},
    {"reduce_global/neighbored_less", "    __syncthreads();\n", "", kRace},
    {"reduce_atomic/per_block", kBarrier, "", kRace},
    {"reduce_op/min", "Limits::has_infinity ? Limits::infinity() : Limits::max()", "T{0}", "wrong"},
    {"reduce_op/max", "Limits::has_infinity ? -Limits::infinity() : Limits::lowest()", "T{0}", "wrong"},
    {"reduce_op/max", "Limits::has_infinity ? -Limits::infinity() : Limits::lowest()", "Limits::max()",
     "which value does the kernel start with"},
    {"reduce_op/minloc", "a.index < b.index", "b.index < a.index", "wrong"},
    {"reduce_op/squares", "input[i] * input[i]", "input[i]", "wrong"},
    {"scan/blelloch_global", "  job.context.zero(partial + leaves - 1, sizeof(T));\n", "", "wrong"},
    {"scan/blelloch_padded", "place + place / kRow;", "place;", "shared wavefronts per shared request"},
    {"scan/both_kinds", kBarrier, "", kRace},
    {"scan/decoupled_lookback", "lane <= last ?", "lane < last ?", "wrong"},
    {"scan/resident", "    __syncthreads();\n    prefix +=", "    prefix +=", kRace},
    {"scan/rounds", "    __syncthreads();\n    if (k < 0) epoch", "    if (k < 0) epoch", kRace},
    {"scan/best", "lane < warp ? warp_total", "lane <= warp ? warp_total", "wrong"},
    {"map/vectorised", "for (size_t tail = i; tail < n; ++tail) output[tail] = sqrtf(input[tail]);",
     "if (i < n) output[i] = sqrtf(input[i]);", "wrong"},
    {"stencil/tiled_async", "    __syncthreads();  // all threads have read", "    // all threads have read",
     kRace},
    {"stencil/tiled_async",
     "__pipeline_memcpy_async(to, input + (inside ? i : 0), sizeof(float), inside ? 0 : "
     "sizeof(float))",
     "*to = inside ? input[i] : 0.0f", "does not call memcpy_async"},
    {"softmax/online", "{-FLT_MAX, 0.0f}", "{-INFINITY, 0.0f}", "wrong"},
    {"softmax/overlapped", "float max = -FLT_MAX;", "float max = 0.0f;", "wrong"},
    {"softmax/warp_specialised", "barrier_wait(&summed[i], phase);", "", kRace},
    {"matmul/tiled", "    __syncthreads();  // no thread needs the tiles any more\n", "", kNextRound},
    {"matmul_bf16/tma", "    __syncthreads();                           // and no", "    // and no", "race"},
    {"matmul/hoisted_addresses", "(row < m ? row : m - 1)", "row", kPastTheEnd},
    {"matmul/unrolled", "step + column_a < k", "true", kPastTheEnd},
    {"matmul/whole_tiles", "step + column_a < k", "true", kPastTheEnd},
    {"matmul/fragments_ahead", "step + column_a < k", "true", kPastTheEnd},
    {"matmul/spread_copies", "step + column_a < k", "true", kPastTheEnd},
    {"matmul/stream_k", "step + row_b + i < k", "true", kPastTheEnd},
    {"matmul/best", "step + row_b + i < k", "true", kPastTheEnd},
    {"matmul_bf16/best", "if (row < m) store_two", "store_two", kPastTheEnd},
    {"stencil/reciprocal", "west + east) * 0.2f", "west) * 0.2f", "wrong"},
    {"pack/ballot", "i < n && keep(input[i])", "keep(input[i])", kPastTheEnd},
    {"pack/rounds", "    __syncthreads();\n    if (k < 0) epoch", "    if (k < 0) epoch", kRace},
    {"pack/best", "first + r * kWarpSize * kSize + e < n && keep(", "keep(", "wrong"},
    {"unpack/ballot", "i < n && flags[i] != 0)", "flags[i] != 0)", kPastTheEnd},
};

TEST_CASE("for every exercise, there is a wrong answer that resembles the solution", "[practice]") {
  for (const Exercise& e : practice::exercises()) {
    INFO(e.id() << " needs one line in kBeside or in kMistakes above");
    const auto is_it = [&](const auto& row) { return row.exercise == e.id(); };
    CHECK(e.is_repair() + std::count_if(std::begin(kBeside), std::end(kBeside), is_it) +
              std::count_if(std::begin(kMistakes), std::end(kMistakes), is_it) >=
          1);
  }
}

// Checks that the first failed step or its details contain `reason`.
void first_says(Judgement j, const std::string& reason) {
  INFO(told(j));
  CHECK_FALSE(j.reached);
  std::erase_if(j.steps, [](const Step& s) { return s.good; });
  REQUIRE_FALSE(j.steps.empty());
  j.steps.resize(1);
  CHECK(contains(told(j), reason));
}

TEST_CASE("the judgement of an incomplete answer says what is missing", "[long][exercises]") {
  for (const Beside& row : kBeside) {
    Exercise e = exercise(row.exercise);
    e.rung = stage::find_stage(stage::Build::simt, row.stage);  // changes the STAGE line, but not the targets
    REQUIRE(e.rung != nullptr);
    const toolchain::BuildFolder folder;
    practice::Judging how;
    how.ns = kSmall;
    how.rules = grade::rules();
    INFO(row.exercise << " answered with " << row.stage);
    first_says(practice::judge_built(e, practice::build_of_stage(e.rung->file, folder), {}, how), row.reason);
  }
}

TEST_CASE("a plausible mistake in an answer is reported", "[long][exercises]") {
  for (const Mistake& row : kMistakes) {
    const Exercise& e = exercise(row.exercise);
    const std::string text =
        row.in == In::start ? practice::starting_text(e, "x.cu") : answered_with(e, row.exercise);
    first_says(judged(e, replaced(text, row.from, row.to)), row.reason);
  }
}

TEST_CASE("if the fix of a pitfall does too much, the judgement says what is superfluous",
          "[long][exercises]") {
  const std::string barrier = "__syncthreads();", first = "  const unsigned lane = ";
  for (const Exercise& e : practice::exercises()) {
    if (!e.is_repair()) continue;
    const std::string answer = answered_with(e, e.solution->id);
    const bool has_barriers = contains(answer, barrier);
    const std::string more =
        has_barriers ? "for (int k = 0; k < 5; ++k) __syncthreads();" : "  __syncthreads();\n" + first;
    first_says(judged(e, replaced(answer, has_barriers ? barrier : first, more)),
               "close: does more work than");
  }
}

}  // namespace
