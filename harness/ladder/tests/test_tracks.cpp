// A track is one file (here tracks/product.h and tracks/gather.h), with three sizes, inputs of different
// extents, and an input that the track defines itself. Tests everything that the harness does with a track.
#include "tests/catch.h"

#include <algorithm>
#include <string>
#include <vector>

#define LADDER_STATES_TRACKS
#include "ladder/tests/tracks/gather.h"
#include "ladder/tests/tracks/product.h"
#undef LADDER_STATES_TRACKS

#include "bench/plan.h"
#include "bench/result_json.h"
#include "bench/watch.h"
#include "check/sizes.h"
#include "ladder/tests/verdict_on.h"
#include "tables/compare.h"
#include "tables/groups.h"

using namespace ladder;

namespace {

struct NoProgress : bench::Progress {
  void update(const std::string&, size_t, size_t) override {}
};

Conditions of_sizes(DType dtype, const char* track, const check::Sizes& sizes,
                    InputKind input = InputKind::random) {
  Conditions c = a_case(dtype, check::elements(check::task_of(track), sizes), input);
  c.sizes = sizes;
  return c;
}

template <typename T>
void right_product(const ProductJob<T>& job) {
  for (size_t row = 0; row < job.m; ++row)
    for (size_t column = 0; column < job.n; ++column) {
      T sum{};
      for (size_t j = 0; j < job.k; ++j)
        sum = fake::add(sum, static_cast<T>(job.a[row * job.k + j] * job.b[j * job.n + column]));
      job.c[row * job.n + column] = sum;
    }
}

// One thread computes the product. At one size, its first element is wrong.
__global__ void spoil_one_size(const ProductJob<float>* job) {
  right_product(*job);
  if (job->m == 128 && job->n == 96 && job->k == 128) job->c[0] += 1;
}

bench::Result run_at(const data::Extent& extent, const char* id) {
  bench::Plan plan;
  plan.ids = {id};
  plan.backends = {bench::Backend::simt};
  plan.ns = {extent};
  plan.companions = false;
  NoProgress silent;
  const std::vector<bench::Result> rows = bench::run(plan, silent);
  REQUIRE(rows.size() == 1);
  return rows[0];
}

data::Extent extent(std::vector<size_t> sizes) {
  data::Extent made;
  for (made.n = 1; const size_t size : sizes) made.n *= size;
  made.sizes = std::move(sizes);
  return made;
}

}  // namespace

TEST_CASE("sizes: n is factored into sizes, whose product is the number of elements", "[tracks]") {
  const check::Task &product = check::task_of("test_product"), &gather = check::task_of("test_gather");
  CHECK(check::arranged(product, size_t{1} << 20) == check::Sizes{{64, 128, 128}});
  CHECK(check::arranged(product, 10007) == check::Sizes{{1, 1, 10007}});
  CHECK(check::elements(product, check::arranged(product, 0)) == 0);
  CHECK(check::elements(product, {{33, 65, 17}}) == 33 * 65 * 17);
  CHECK(check::arranged(gather, 30) == check::Sizes{{30, 11}});
  CHECK(check::elements(gather, {{30, 7}}) == 30);
  // Sizes that do not match n are ignored: changing only n selects the sizes for the new n.
  Conditions c = of_sizes(DType::f32, "test_product", {{33, 65, 17}});
  CHECK(check::sizes_of(product, c) == check::Sizes{{33, 65, 17}});
  CHECK(check::situation(product, c) == "m = 33, n = 65, k = 17, random input");
  c.n = 8;
  CHECK(check::sizes_of(product, c) == check::Sizes{{2, 2, 2}});
  CHECK(check::situation(check::task_of("reduce"), c) == "n = 8, random input");
}

TEST_CASE("sizes: a watched case is smaller in every size", "[tracks]") {
  const check::Task& product = check::task_of("test_product");
  const check::Case small =
      bench::watched(&product, of_sizes(DType::f32, "test_product", {{128, 128, 64}}), 256);
  CHECK(*small.sizes == check::Sizes{{17, 17, 17}});
  CHECK(small.n == 17 * 17 * 17);
  // A task may declare which sizes are sufficient: here, for a second step over the tiles.
  const check::Case steps =
      bench::watched(&check::task_of("matmul"), of_sizes(DType::f32, "matmul", {{128, 40, 512}}), 256);
  CHECK(*steps.sizes == check::Sizes{{33, 40, 100}});
  CHECK(steps.n == 33 * 40 * 100);
  const check::Case long_row =
      bench::watched(&product, of_sizes(DType::f32, "test_product", {{1, 1, 100000}}), 256);
  CHECK(long_row.n <= bench::watched_n(100000, 256));
  // The size of a gather does not depend on its table.
  const check::Case gathered = bench::watched(&check::task_of("test_gather"),
                                              of_sizes(DType::f32, "test_gather", {{20000, 50000}}), 256);
  CHECK(gathered.n <= bench::watched_n(20000, 256));
  CHECK((*gathered.sizes)[1] == 50000);
}

TEST_CASE("a product is compared within the bound of its k additions, at unequal sizes", "[tracks]") {
  const auto right = fake::make_stage("test_product/right", right_product<float>, right_product<int>);
  for (const check::Sizes& sizes : check::task_of("test_product").checked)
    for (const InputKind kind : check::kInputKinds)
      for (const DType dtype : {DType::f32, DType::i32})
        expect_correct(right, of_sizes(dtype, "test_product", sizes, kind));
  const auto swapped = fake::make_stage(
      "test_product/swapped", +[](const ProductJob<float>& job) {
        right_product(job);
        if (job.m > 0 && job.n > 1) std::swap(job.c[0], job.c[1]);
      });
  expect_wrong(swapped, of_sizes(DType::f32, "test_product", {{33, 65, 17}}),
               contains("c[0]") && contains("m = 33, n = 65, k = 17"));
  const auto without_last = fake::make_stage(
      "test_product/without_last", +[](const ProductJob<float>& job) {
        right_product(job);
        if (job.k > 0 && job.m * job.n > 0)
          job.c[job.m * job.n - 1] -= job.a[job.m * job.k - 1] * job.b[job.k * job.n - 1];
      });
  expect_wrong(without_last, of_sizes(DType::f32, "test_product", {{5, 7, 64}}), contains("c[34]"));
  // a and b have different values, so a square product is wrong if they are swapped.
  const auto exchanged = fake::make_stage(
      "test_product/exchanged", +[](const ProductJob<float>& job) {
        ProductJob<float> other = job;
        std::swap(other.a, other.b);
        right_product(other);
      });
  expect_wrong(exchanged, of_sizes(DType::f32, "test_product", {{16, 16, 16}}), contains("c[0]"));
  // The guard bands are at the end of this input, not after n elements.
  const auto outside = fake::make_stage(
      "test_product/outside", +[](const ProductJob<float>& job) {
        right_product(job);
        const_cast<float*>(job.b)[job.k * job.n] = 1;
      });
  expect_wrong(outside, of_sizes(DType::f32, "test_product", {{4, 5, 6}}),
               contains("wrote outside the bounds of b"));
}

TEST_CASE("a track's inputs have their own extents, which are checked", "[tracks]") {
  const auto changes_the_table = fake::make_stage(
      "test_gather/changes", +[](const GatherJob<uint32_t>& job) {
        for (size_t i = 0; i < job.n; ++i) job.output[i] = job.table[job.index[i]];
        const_cast<uint32_t*>(job.table)[job.entries - 1] += 1;
      });
  expect_wrong(changes_the_table, of_sizes(DType::u32, "test_gather", {{10, 70000}}),
               contains("table[69999]"));
  fake::Machine machine;
  check::Problem problem(machine, check::task_of("test_gather"),
                         of_sizes(DType::f32, "test_gather", {{1000, 24}}));
  CHECK(problem.algorithm_bytes() == 4 * (24 + 1000 + 1000));
}

TEST_CASE("a new track is run, checked and watched on the executor", "[tracks]") {
  for (const char* id : {"test_product/naive", "test_gather/naive"}) {
    bench::Plan plan;
    plan.ids = {id};
    plan.backends = {bench::Backend::simt};
    plan.blocks = {128};
    for (const size_t n : check::sizes(check::task_of(id), 128)) plan.ns.emplace_back(n);
    for (const check::Sizes& sizes : check::task_of(id).checked)
      plan.ns.push_back(extent({sizes.of, sizes.of + check::task_of(id).sizes.size()}));
    NoProgress silent;
    for (const bench::Result& row : bench::check(plan, silent)) {
      CAPTURE(id, row.dtype, text_of(row.skipped), row.verdict.message());
      CHECK(row.verdict.status == check::Status::correct);
      CHECK((row.hazards && row.hazards->empty()));
    }
  }
  const bench::Result row = run_at(extent({64, 96, 32}), "test_product/naive");
  CHECK(row.verdict.status == check::Status::correct);
  CHECK(row.n == 64 * 96 * 32);
  CHECK(row.bytes == 4 * (64 * 32 + 32 * 96 + 64 * 96));
  CHECK(row.time);
  REQUIRE(row.counters);
  CHECK(row.counters->global_store_requests == 64 * 96 / 32);
  CHECK(row.counters->global_load_requests == 2 * 32 * (64 * 96 / 32));
}

TEST_CASE("a judgement checks a track's own sizes unchanged, even large ones", "[tracks]") {
  const auto wrong_at_one = fake::make_stage(
      "test_product/wrong_at_one", +[](const ProductJob<float>& job) {
        launch(job, spoil_one_size, {1, 1}, &job);
      });
  bench::Plan plan;
  plan.held = &wrong_at_one;
  plan.ids = {wrong_at_one.id};
  plan.backends = {bench::Backend::simt};
  plan.companions = false;
  plan.brisk = true;
  NoProgress silent;
  const std::vector<bench::Result> rows = bench::check(plan, silent);
  REQUIRE(!rows.empty());
  for (const bench::Result& row : rows) {
    CAPTURE(row.block, row.verdict.message());
    CHECK(row.verdict.status ==
          (row.block == 128 || row.block == 256 ? check::Status::wrong : check::Status::correct));
  }
}

TEST_CASE("sizes of another track are refused with a message", "[tracks]") {
  const auto skipped = [](const char* id, std::vector<size_t> sizes) {
    return text_of(run_at(extent(std::move(sizes)), id).skipped);
  };
  CHECK(skipped("test_product/naive", {4, 5}) == "has 3 sizes, in this order: mxnxk");
  CHECK(skipped("reduce/v0", {4, 5}) == "has one size, the number of elements");

  // A check skips the rows that cannot have these sizes, and checks the others.
  bench::Plan plan;
  plan.ids = {"reduce/v0", "test_product/naive"};
  plan.backends = {bench::Backend::simt};
  plan.blocks = {128};
  plan.ns = {extent({4, 5, 6})};
  NoProgress silent;
  for (const bench::Result& row : bench::check(plan, silent)) {
    CAPTURE(row.id, row.dtype);
    CHECK(text_of(row.skipped) == (row.id == "reduce/v0" ? "has one size, the number of elements" : ""));
    CHECK((row.verdict.status == check::Status::correct) == (row.id != "reduce/v0"));
  }
}

TEST_CASE("sizes appear in JSON, tables and comparisons, and old rows can be read", "[tracks]") {
  bench::Result row = run_at(extent({64, 96, 32}), "test_product/naive");
  const std::string json = data::to_json(row).dump();
  CHECK(json.find(R"("sizes":{"m":64,"n":96,"k":32}})") != std::string::npos);
  const auto again = data::unpacked<bench::Result>(data::packed(row));
  CHECK(again.sizes.size() == 3);
  CHECK(data::to_json(again).dump() == json);
  const bench::Result flat = run_at(size_t{1000}, "reduce/v0");
  CHECK(data::to_json(flat).dump().find("sizes") == std::string::npos);

  // The same number of elements in another shape is a separate group and a separate row.
  bench::Result other = row;
  std::swap(other.sizes[0].size, other.sizes[1].size);
  report::RunFile file;
  file.results = {row, other};
  const std::vector<report::Group> groups = report::groups(file, {});
  REQUIRE(groups.size() == 2);
  CHECK(report::conditions(groups[0]).starts_with("m × n × k = 64 × 96 × 32 · f32 · block 256"));
  CHECK(report::conditions(groups[1]).starts_with("m × n × k = 96 × 64 × 32"));
}

TEST_CASE("the ladder continues after the stages that have no followers", "[tracks]") {
  std::vector<std::string> reduce;
  for (const stage::Stage* s : stage::all_stages(stage::Build::simt))
    if (s->track() == "reduce") reduce.push_back(s->name());
  const auto place = [&](const char* name) { return std::find(reduce.begin(), reduce.end(), name); };
  REQUIRE(place("v9.1") != reduce.end());
  CHECK(place("v9.1") == place("v9") + 1);  // v10 also follows v9, and has followers
  CHECK(place("v10") == place("v9.1") + 1);
}

TEST_CASE("sizes are read as they are typed", "[tracks]") {
  const auto extents = data::parse_extents("--n", "2^4x3x1K,1000,2^2:2^4");
  REQUIRE(extents.size() == 5);
  CHECK(extents[0].sizes == std::vector<size_t>{16, 3, 1000});
  CHECK(extents[0].n == 48000);
  CHECK(data::text_of(extents[0]) == "16x3x1000");
  CHECK((extents[1].n == 1000 && extents[1].sizes.empty()));
  CHECK(extents[4].n == 16);
  CHECK_THROWS_WITH(data::parse_extents("--n", "4x"), contains("--n 4x: not a number"));
  CHECK_THROWS_WITH(data::parse_extents("--n", "4x-5"), contains("--n 4x-5"));
  CHECK_THROWS_WITH(data::parse_extents("--n", "2^40x2^40"), contains("--n 2^40x2^40: too large"));
}

// Without a predecessor, a stage of both kinds runs the inclusive scan, and the ladder runs the exclusive one.
TEST_CASE("a control of a scan runs the same kind of scan as the stages with which it is compared") {
  for (const stage::Stage* s : stage::all_stages(stage::Build::simt)) {
    INFO(s->id);
    CHECK((s->track() != "controls" || s->scan != stage::ScanKind::both));
  }
}
