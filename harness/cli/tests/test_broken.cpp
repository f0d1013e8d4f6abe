// Kernel files that do not compile: each becomes a row with the reason, and does not affect the others.
// kernels/broken.cu is one of them.
#include <cstdlib>

#include "bench/plan.h"
#include "bench/rows.h"
#include "cli/exit.h"
#include "cli/print.h"
#include "cli/select.h"
#include "os/repository.h"
#include "stage/broken.h"
#include "tests/catch.h"
#include "tests/program.h"
#include "tests/words.h"
#include "toolchain/toolchain.h"

using namespace ladder;

namespace {

struct NoProgress : bench::Progress {
  void update(const std::string&, size_t, size_t) override {}
};

// Compiles `source` as CMake would, using only g++, and returns the exit status.
int compile(const program::Folder& folder, const std::string& source) {
  program::write(folder.file("kernel.cu"), source);
  const std::string script = os::in_repository("cmake/kernel_object.sh");
  const std::string line =
      "cd '" + folder.path.string() + "' && '" + script +
      "' simt g++ g++ -I. -x c++ -MD -MT o -MF deps.d -o kernel.cu.o -c kernel.cu 2>said";
  return std::system(line.c_str());
}

}  // namespace

TEST_CASE("all kernels compile") {
  for (const stage::Broken& broken : stage::broken(stage::Build::simt)) {
    INFO(broken.said);
    CHECK(broken.id == "test/broken");
  }
}

TEST_CASE("a kernel file that does not compile becomes a row with the reason") {
  const stage::Broken* broken = stage::find_broken(stage::Build::simt, "test/broken");
  REQUIRE(broken != nullptr);
  CHECK(broken->file == "harness/executor/tests/kernels/broken.cu");
  CHECK_THAT(broken->first_message(), starts_with("harness/executor/tests/kernels/broken.cu:8: "));
  CHECK_THAT(broken->first_message(), contains("nowhere"));
  CHECK(stage::find_stage(stage::Build::simt, "test/broken") == nullptr);

  bench::Plan plan;
  plan.ids = {"test/broken"};
  plan.backends = {bench::Backend::simt};
  NoProgress progress;
  for (const auto work : {bench::run, bench::check}) {
    const std::vector<bench::Result> rows = work(plan, progress);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].id == "test/broken");
    CHECK(rows[0].verdict.status == check::Status::does_not_compile);
    CHECK_THAT(rows[0].verdict.message(), contains("broken.cu:8: "));
    CHECK_FALSE(rows[0].hazards);
    const findings::Annotated marked = cli::annotations_of(rows).cases.at(0).found.at(0);
    CHECK(marked.kind == "does_not_compile");
    CHECK(marked.where.at(0).file == broken->file);
    CHECK(marked.where.at(0).line == 8);
  }
  CHECK(cli::select({"test/bro*"}, cli::Pitfalls::with_the_rest) == plan.ids);
  CHECK_THROWS_AS(cli::one_stage("test/broken"), cli::Failure);
}

TEST_CASE("the first error in a compiler's output is identified") {
  CHECK(
      stage::first_error("x/kernels/reduce/a.cu: In function 'f':\nx/kernels/reduce/a.cu:5:3: error: no such "
                         "thing\n    5 | x\nx/kernels/reduce/a.cu:9:1: error: another\n",
                         "kernels/reduce/a.cu") == "kernels/reduce/a.cu:5: no such thing");
  CHECK(stage::first_error("/r/kernels/reduce/a.cu(12): error: identifier \"x\" is undefined\n", "f") ==
        "kernels/reduce/a.cu:12: identifier \"x\" is undefined");
  CHECK(stage::first_error("a.cu:1:10: fatal error: no.h: No such file\n", "f") ==
        "a.cu:1: no.h: No such file");
  CHECK(stage::first_error("g++: internal compiler error\n", "kernels/a.cu") ==
        "kernels/a.cu: g++: internal compiler error");
}

TEST_CASE(
    "the object of a file that does not compile has the compiler's message, and is rebuilt after a change") {
  const program::Folder folder;
  program::write(folder.file("other.h"), "int there;\n");
  CHECK(compile(folder, "#include \"other.h\"\nint f() { return there; }\n") == 0);
  CHECK(program::slurp(folder.file("said")).empty());

  CHECK(compile(folder, "#include \"other.h\"\nint f() { return \"\\\\\" + missing; }\n") == 0);
  CHECK(program::slurp(folder.file("said")).empty());  // the object contains the error instead
  CHECK_THAT(program::slurp(folder.file("kernel.cu.o")), contains("missing"));
  CHECK_THAT(program::slurp(folder.file("deps.d")), contains("other.h"));

  // Without a source there is no kernel to leave out.
  const std::string script = os::in_repository("cmake/kernel_object.sh");
  CHECK(std::system(("'" + script + "' simt g++ false 2>/dev/null").c_str()) != 0);
}

TEST_CASE("a kernel file that compiles but does not link is left out, with the reason") {
  const program::Folder folder;
  const auto run = [&](const std::string& line) {
    return std::system(("cd '" + folder.path.string() + "' && " + line).c_str());
  };
  program::write(folder.file("main.cpp"),
                 "#include <cstdio>\n"
                 "namespace ladder::stage { struct DoesNotCompile { DoesNotCompile(const char*, const char*, "
                 "const char*); };\n"
                 "DoesNotCompile::DoesNotCompile(const char* b, const char* f, const char* s)"
                 " { std::printf(\"%s|%s|%s\", b, f, s); } }\n"
                 "int twice(int x) { return 2 * x; }\n"
                 "int main() {}\n");
  program::write(folder.file("zz.cu"), "int nowhere(int);\nint f(int x) { return nowhere(x); }\n");
  program::write(folder.file("two.cu"), "int twice(int x) { return x + x; }\n");
  program::write(folder.file("good.cu"), "int good() { return 1; }\n");
  CHECK(run("mkdir -p kernels_sort2_plain.dir/reduce && g++ -c main.cpp && for k in zz two good; do"
            " g++ -g1 -x c++ -c $k.cu -o kernels_sort2_plain.dir/reduce/$k.cu.o; done") == 0);
  const std::string script = os::in_repository("cmake/link_program.sh");
  CHECK(run("'" + script +
            "' g++ -o program main.o kernels_sort2_plain.dir/reduce/*.o 2>said && ./program >out") == 0);
  CHECK(program::slurp(folder.file("said")).empty());
  const std::string out = program::slurp(folder.file("out"));
  CHECK_THAT(out, contains("simt|") && contains("/kernels/reduce/zz.cu|does not link\n"));
  CHECK_THAT(out, contains("zz.cu:2: error: undefined reference to `nowhere(int)'"));
  CHECK_THAT(out, contains("/kernels/reduce/two.cu|does not link\n") &&
                      contains("multiple definition of `twice(int)'"));
  CHECK_THAT(out, !contains("good.cu|"));

  const stage::Broken broken{
      "reduce/zz", "kernels/reduce/zz.cu",
      "does not link\n/r/kernels/reduce/zz.cu:2: error: undefined reference to `f'\nmore\n",
      stage::Build::simt};
  CHECK(broken.problem() == std::string("does not link"));
  CHECK(broken.first_message() == "kernels/reduce/zz.cu:2: undefined reference to `f'");

  // An error that is not caused by a kernel stops the build.
  program::write(folder.file("main.cpp"), "int nowhere(int);\nint main() { return nowhere(1); }\n");
  CHECK(run("g++ -c main.cpp && '" + script + "' g++ -o program main.o 2>said") != 0);
  CHECK_THAT(program::slurp(folder.file("said")), contains("nowhere"));
}

TEST_CASE("host functions and host variables in a kernel are errors, as with nvcc") {
  const program::Folder folder;
  const auto said = [&](const std::string& source) {
    program::write(folder.file("k.cu"), source);
    const int status = std::system(
        ("cd '" + folder.path.string() + "' && '" + toolchain::instrument() + "' --host-use k.cu >said")
            .c_str());
    const std::string text = program::slurp(folder.file("said"));
    CHECK((status != 0) == !text.empty());
    return text;
  };
  CHECK_THAT(
      said("float twice(float x) { return 2 * x; }\n__global__ void k(float* x) { *x = twice(*x); }\n"),
      starts_with("k.cu:2: error: a kernel calls 'twice', which is a host function (line 1)"));
  CHECK_THAT(said("template <typename T>\nT twice(T x) {\n  return 2 * x;\n}\n"
                  "template <typename T>\n__device__ void f(T* x) {\n  *x = twice<T>(*x) + twice(*x);\n}\n"),
             starts_with("k.cu:7: error: a kernel calls 'twice'"));
  CHECK_THAT(said("namespace {\nint factor = 3, other;\nfloat table[2] = {1, 2};\n"
                  "__global__ void k(float* x) {\n  *x = factor *\n  table[1];\n}\n}\n"),
             contains("k.cu:6: error: a kernel uses 'table', which is a host variable (line 3)"));
  CHECK_THAT(
      said("__global__ void k(int* x) {\n  std::cout << *x;\n}\n"),
      starts_with(
          "k.cu:2: error: a kernel uses 'std::cout', which exists only on the host: a kernel prints with"));
  CHECK_THAT(said("__device__ int f() {\n  vector<int> v(3);\n  return v[0];\n}\n"),
             starts_with("k.cu:2: error: a kernel uses 'vector', which exists only on the host"));
  CHECK_THAT(said("__global__ void k(int* x) {\n  *x = rand() % 6;\n}\n"),
             contains("k.cu:2: error: a kernel uses 'rand'"));
  CHECK_THAT(said("__global__ void k(int* x, int n) {\n  x[0] = 2;\n  *x = std::min(n, 3);\n}\n"),
             starts_with("k.cu:3: error: a kernel calls 'std::min', a host function"));
  CHECK(said("__global__ void k(int* x, int n) {\n  constexpr int most = std::max(2, 3);\n"
             "  __shared__ int tile[2 * std::max(4, 5)];\n  *x = cuda::std::max(n, most) + tile[0];\n"
             "  if (n == 0) *x = Pair<1, std::min(1, 2)>::value;\n}\n"
             "void run(int n) { launch(std::min(n, 3), [&] { return std::max(n, 4); }); }\n")
            .empty());
  CHECK(said("struct Stack { int top; };\n__device__ unsigned rand() { return 4; }\n"
             "__global__ void k(int* x, int* stack, int n) {\n  int set = n < 3, map[4] = {};\n  bool list = "
             "set < n;\n"
             "  *x = rand() + min(n, 3) + map[0] + g.function + list;\n  if (stack < x) printf(\"%d\", "
             "n);\n}\n"
             "int main() { std::vector<int> v; std::cout << rand(); std::string s; }\n")
            .empty());
  // Similar names that belong to the program.
  CHECK(said("template <typename T, int N> struct stack { T of[N]; };\n#define srand(x) (x)\n"
             "__global__ void k(int* x, unsigned a, unsigned b) {\n  stack<int, 32> todo;\n  Rng "
             "rand(threadIdx.x);\n"
             "  *x = rand(3) + srand(2);\n  unsigned sum = a + b, cout = sum < a;\n  if (cout < 1) *x = "
             "sizeof(std::string);\n"
             "  cuda::std::function<int> f;\n  auto list = [&](int y) { return y; };\n  *x += list(1);\n}\n")
            .empty());
  // Names that may be declared in the kernel, names that are only mentioned, and names for both host
  // and device.
  CHECK(said("struct Node {};\nint n, size, scale, items, count;\nint both() { return 1; }\n"
             "template <int scale>\n__global__ void k(Node* n, const Node& size) {\n"
             "  int a = 1, items = 2;\n  *n = Node(size); a = items * scale + sizeof(count);\n}\n"
             "__host__ __device__ int g() { return both(); }\n__device__ int S::f() { return count; }\n")
            .empty());
  // Functions that a kernel may use, and host code that looks similar.
  CHECK(
      said("constexpr int kA = 1;\nconst int kB = 2;\n__device__ int c;\n__constant__ float d[4] = {1};\n"
           "extern int also; // int a_comment = 3;\n"
           "constexpr int f(int x) { return x; }\n__host__ __device__ int g(int x) { return x + kA + kB; }\n"
           "int h(int x) { return x; }\nstruct S { int h(int x) { return x; } int total = 0; };\n"
           "auto op = [] __device__(int x) { return x; };\n"
           "__global__ void __launch_bounds__(256) k(int* x, int also) {\n"
           "  auto h = [](int y) { return y; };\n  S s;\n  *x = f(g(c)) + h(1) + s.h(2) + s.total + also + "
           "d[0] + op(1);\n}\n"
           "void run() { k<<<1, h(32)>>>(nullptr, also); }\n")
          .empty());
}
