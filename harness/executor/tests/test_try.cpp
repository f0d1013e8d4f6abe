// Tests of ./ladder try: all the ways to write a launch, programs like those in textbooks, messages about
// faulty programs, and the ways in which a program can end.
#include <filesystem>
#include <vector>

#include "data/json_text.h"
#include "os/files.h"
#include "os/repository.h"
#include "simt/barriers.h"
#include "tests/catch.h"
#include "tests/program.h"
#include "tests/texts.h"
#include "text/lines.h"
#include "toolchain/toolchain.h"
#include "try/rewrite.h"

using namespace ladder;

namespace {

std::string rewritten(const std::string& text) {
  return try_program::rewrite("# 1 \"a.cu\"\n" + text, [](const std::string&) { return true; }).text;
}
bool launches(const std::string& text, const std::string& name, const std::string& shape) {
  const std::string out = rewritten("void f() {\n" + text + "\n}\n");
  INFO(out);
  return out.find("simt_runtime::launch(\"" + name + "\", ::ladder::simt_runtime::Shape(" + shape + ")") !=
         std::string::npos;
}

struct Tried {
  program::Folder folder;
  program::Outcome outcome;
  std::string file(const std::string& name = "a.cu") const { return folder.file(name); }
};
// Runs the program, alone in a folder, with the arguments `more`.
void try_it(Tried& t, const std::string& text, std::vector<std::string> more = {}) {
  program::write(t.file(), text);
  more.insert(more.begin(), {"try", t.file()});
  t.outcome = program::run(more);
}
}  // namespace

TEST_CASE("try: launches are found, however they are written") {
  CHECK(launches("k<<<1, 2>>>(a);", "k", "1, 2"));
  CHECK(launches("k << <g, b, s, t >> > (a, b);", "k", "g, b, s, t"));
  CHECK(
      launches("if (x) ns::k<float, 4><<<n >> 5, dim3(8, 8)>>>();", "ns::k<float,4>", "n >> 5, dim3(8, 8)"));
  CHECK(launches("(*table[i])<<<1, f<A<B>>(x)>>>(a);", "(*table[i])", "1, f<A<B>>(x)"));
  CHECK(launches("kernels[i].run<<<g, b>>>(a);", "kernels[i].run", "g, b"));
  CHECK(launches("return k<T><<<g, b>>>(a);", "k<T>", "g, b"));
}

TEST_CASE("try: text that is not a launch is left unchanged") {
  for (const std::string text :
       {"std::cout << \"k<<<1, 2>>>(a)\" << '<';", "a << b >> c;", "auto s = R\"(<<<)\";",
        "friend S& operator<< <char>(S&, char);", "x = a < b && c > (d);"})
    CHECK(contains(rewritten(text), text));
}

TEST_CASE("linking a program a second time writes no other files") {
  for (const char* name :
       {"judge", "try_start"}) {  // from CMake 3.27 on, the linker also writes its dependencies
    const std::string command = toolchain::link_command(name, {"more.o"}, "a program");
    INFO(command);
    CHECK(command.find("'-o' 'a program'") != std::string::npos);
    CHECK(command.find("dependency-file") == std::string::npos);
  }
}

TEST_CASE("try: rewriting does not change line numbers") {
  const auto lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); };
  const std::string out = rewritten("k<<<1,\n  2>>>(a,\n  b);\nint last;\n");
  CHECK(contains(out, "# 3 \"a.cu\"\n;\nint last;"));
  CHECK(lines(rewritten("k<<<1, 2>>>(a);\n")) == 2);
}

TEST_CASE("try: unsupported features are reported with their lines") {
  const auto refused = try_program::rewrite("# 1 \"a.cu\"\n\ncudaGraph_t g;\n", [](const std::string&) {
                         return true;
                       }).refused;
  REQUIRE(refused.size() == 1);
  CHECK(text_of(refused[0].why) == "cudaGraph_t is not available in ./ladder try");
  CHECK(refused[0].place.line == 2);
}

TEST_CASE("try: host code and kernels share variables, and each launch runs the right kernel") {
  Tried t;
  program::write(t.file("b.cu"), R"(
static int calls = 30;   // not the variable with the same name in the other file
__device__ float doubled(float x) { return 2 * x; }
int other_calls() { return ++calls; }
)");
  program::write(t.file("own header.h"), "#define LAUNCH(k, n, ...) k<<<(n + 63) / 64, 64>>>(__VA_ARGS__)\n");
  program::write(t.file(), R"(
#include <cstdio>
#include <cstdlib>
#include "own header.h"
__device__ int count;
__constant__ float weights[2];
static __device__ int hidden = 5;
static int calls = 0;
extern __device__ float doubled(float x);
int other_calls();
template <typename T> __global__ void scale(T* x, T by, int n = 100) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = doubled(x[i]) * by * weights[1];
  if (i == 0) { count += 7; hidden++; }
}
template <int N> __global__ void sum(const float* x, float* result, const float* unused) {
  __shared__ float part[N];
  part[threadIdx.x] = threadIdx.x < 100 ? x[threadIdx.x] : 0;
  __syncthreads();
  for (int s = N / 2; s > 0; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) *result = part[0] + hidden;
}
int main(int argc, char** argv) {
  ++calls;
  float host[100], w[2] = {0, 0.5f}, result, *d, *r;
  for (int i = 0; i < 100; ++i) host[i] = i;
  cudaMalloc(&d, sizeof host);
  cudaMalloc((void**)&r, sizeof(float));
  cudaMemcpy(d, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(weights, w, sizeof w);
  LAUNCH(scale, 100, d, 3.0f);
  void (*k)(const float*, float*, const float*) = sum<128>;
  k << <1, 128 >> >(d, r, NULL);
  int c = 0;
  cudaMemcpyFromSymbol(&c, count, sizeof c);
  if (cudaMemcpy(&result, r, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess) return 9;
  printf("%s %g %d %d %d\n", argv[1], result, c, calls, other_calls());
  cudaFree(d);
  cudaFree(r);
  return atoi(argv[2]);
}
)");
  t.outcome = program::run({"try", t.file(), t.file("b.cu"), "--", "--json", "0"});
  INFO(t.outcome.err);
  INFO(t.outcome.out);
  CHECK(t.outcome.status == 0);
  CHECK(contains(t.outcome.out, "--json 14856 7 1 31"));  // 3 * (0 + … + 99) + 6, which is from `hidden`
  CHECK(contains(t.outcome.out, "all 2 blocks watched"));
  CHECK(contains(t.outcome.out, "shared loads"));  // for the kernel launched through a pointer
  CHECK(contains(t.outcome.out, "Found no race, no out-of-bounds access"));
}

TEST_CASE("try: costs are reported in words, the worst first, and only if something is wasted") {
  const auto costs = [](const std::string& kernel, int blocks = 64) {
    Tried t;
    program::write(t.file(), kernel + R"(
int main() {
  float* d;
  cudaMalloc(&d, sizeof(float) * 65536);
  cudaMemset(d, 0, sizeof(float) * 65536);
  k<<<)" + std::to_string(blocks) +
                                 R"(, 256>>>(d);
  cudaFree(d);
})");
    t.outcome = program::run({"try", t.file()});
    INFO(t.outcome.err);
    CHECK(t.outcome.status == 0);
    const size_t at = t.outcome.out.find("Main costs");
    std::string said = at == std::string::npos ? "" : t.outcome.out.substr(at);
    for (size_t end; (end = said.find("\n  ")) != std::string::npos;) said.replace(end, 3, " ");
    return said;
  };
  CHECK(costs("__global__ void k(float* d) { d[blockIdx.x * blockDim.x + threadIdx.x] += 1; }") == "");
  const std::string strided =
      costs("__global__ void k(float* d) { d[threadIdx.x * 256 + blockIdx.x] += 1; }");
  INFO(strided);
  CHECK(contains(strided, "k, line 1 of "));
  CHECK(contains(strided, "touches 32.0 sectors of 32 bytes, but 4.0 would be enough"));
  // Using every third element or one member of a float4 is reported, but using every second element or a whole
  // float4 is not.
  CHECK(costs("__global__ void k(float* d) { d[2 * (blockIdx.x * blockDim.x + threadIdx.x)] += 1; }") == "");
  CHECK(
      contains(costs("__global__ void k(float* d) { d[3 * (blockIdx.x * blockDim.x + threadIdx.x)] += 1; }"),
               "touches 12.0 sectors of 32 bytes, but 4.0 would be enough"));
  CHECK(costs("__global__ void k(float* d) { reinterpret_cast<float4*>(d)[blockIdx.x * blockDim.x + "
              "threadIdx.x].x += 1; }") != "");
  CHECK(costs("__global__ void k(float* d) {\n  float4* v = reinterpret_cast<float4*>(d) + blockIdx.x * "
              "blockDim.x + threadIdx.x;\n  float4 x = *v;\n  x.y += 1;\n  *v = x;\n}") == "");
  CHECK(contains(strided, "docs/first/coalesced.md"));
  const std::string banks = costs(R"(__global__ void k(float* d) {
  __shared__ float tile[32][32];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) tile[i / 32][i % 32] = d[blockIdx.x * 1024 + i];
  __syncthreads();
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) d[blockIdx.x * 1024 + i] = tile[i % 32][i / 32];
})");
  INFO(banks);
  CHECK(contains(banks, "line 5 of "));
  CHECK(contains(banks, "takes 32.0 wavefronts, but 1.0 would be enough"));
  const std::string pairs = costs(R"(__global__ void k(float* d) {
  __shared__ float row[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) row[i] = d[blockIdx.x * 1024 + i];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 4; ++i) sum += row[4 * threadIdx.x + i];
  for (int i = 0; i < 4; ++i) sum += row[(4 * threadIdx.x + i) % 1024];
  d[blockIdx.x * 1024 + threadIdx.x] = sum;
})");
  INFO(pairs);
  CHECK(contains(pairs, "lines 6, 7 of "));
  CHECK(contains(pairs, "takes 4.0 wavefronts, but 1.0 would be enough"));
  const std::string alone = costs(R"(__global__ void k(float* d) {
  if (threadIdx.x == 0)
    for (int i = 0; i < 256; ++i) d[blockIdx.x * 256 + i] += 1;
})");
  INFO(alone);
  CHECK(contains(alone, "1.0 of 32 lanes are active"));
  const std::string divides = costs(R"(__global__ void k(float* d) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
  for (unsigned j = 1; j < 20; ++j) sum += i % j;
  d[i] = sum;
})");
  INFO(divides);
  CHECK(contains(divides, "line 3 of "));
  CHECK(contains(divides, "division or remainder operations"));
  const char* const one_block = R"(__global__ void k(float* d) {
  for (int round = 0; round < 8; ++round)
    for (int i = threadIdx.x; i < 65536; i += blockDim.x) d[i] += 1;
})";
  CHECK(contains(costs(one_block, 1), "k: a launch has only 1 block, with "));
}

TEST_CASE("try: a host array passed to a kernel is reported") {
  Tried t;
  try_it(t, R"(
__global__ void k(int* counts) { counts[threadIdx.x] += 1; }
int main() {
  int counts[32] = {};
  k<<<1, 32>>>(counts);
  cudaDeviceSynchronize();
})");
  INFO(t.outcome.err);
  CHECK(contains(t.outcome.out, "the kernel k is passed a host pointer"));
}

TEST_CASE("try: missing results are explained by a refused launch") {
  Tried t;
  try_it(t, R"(
__global__ void k(int* d) { d[threadIdx.x] = 1; }
int main() {
  int *d, host[32];
  cudaMalloc(&d, sizeof host);
  k<<<1, 2000>>>(d);
  cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(d);
})");
  std::string said = t.outcome.out;
  for (size_t end; (end = said.find("\n    ")) != std::string::npos;) said.replace(end, 5, " ");
  INFO(said);
  CHECK(contains(said, "no kernel has run, because the launch was refused"));
}

TEST_CASE("try: a warp that covers several rows of a narrow block is reported, as is a memory leak") {
  Tried t;
  try_it(t, R"(
__global__ void k(char* d) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  d[y * 256 + x] += 1;
}
int main() {
  char* d;
  cudaMalloc(&d, 256 * 256);
  cudaMemset(d, 0, 256 * 256);
  k<<<dim3(32, 32), dim3(8, 8)>>>(d);
  cudaDeviceSynchronize();
})");
  INFO(t.outcome.out);
  CHECK(contains(t.outcome.out, "The block has 8 threads in x, so a warp covers 4 of its rows."));
  CHECK(contains(t.outcome.out, "leak"));
  CHECK(contains(t.outcome.out, "Found no race"));
  Tried odd;
  try_it(odd, R"(
__global__ void k(char* d) { d[(blockIdx.x * 24 + threadIdx.y) * 256 + threadIdx.x] += 1; }
int main() {
  char* d;
  cudaMalloc(&d, 24 * 256 * 64);
  cudaMemset(d, 0, 24 * 256 * 64);
  k<<<64, dim3(12, 24)>>>(d);
  cudaFree(d);
})");
  INFO(odd.outcome.out);
  CHECK(contains(odd.outcome.out, "The block has 12 threads in x, so a warp covers 3 of its rows."));
}

TEST_CASE("try: uninitialised memory is reported where it is copied back, as a remark") {
  const auto tried = [](const char* launch) {
    Tried t;
    try_it(t, std::string(R"(
__global__ void k(float* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = i;
}
int main() {
  float *d, host[1000];
  cudaMalloc(&d, sizeof host);
  )") + launch + R"(
  cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(d);
  int mistakes = 0;
  for (int i = 0; i < 1000; ++i) mistakes += fabs(host[i] - i) > 1e-5;
  printf("%d mistakes\n", mistakes);
})");
    INFO(t.outcome.err);
    CHECK(t.outcome.status == 0);
    std::string said = t.outcome.out;
    for (size_t end; (end = said.find("\n    ")) != std::string::npos;) said.replace(end, 5, " ");
    return said;
  };
  const std::string few = tried("k<<<1, 256>>>(d, 1000);");
  INFO(few);
  CHECK(contains(few, "nothing has written d[256] to d[999]"));
  CHECK(contains(few, "k ran last, with 1 block of 256 threads (256 in all)"));
  CHECK(contains(few, "744 mistakes"));  // NaNs would not be counted, because comparisons miss them
  CHECK(few.ends_with("The program copies back a part of d that was never written: see the remark above.\n"));
  CHECK_FALSE(contains(few, "Found no race"));
  CHECK(contains(tried(""), "no kernel has run yet"));
  CHECK_FALSE(contains(tried("k<<<4, 256>>>(d, 1000);"), "nothing has written"));
}

TEST_CASE("try: a race is reported with its lines and the name of the array, also in JSON") {
  Tried t;
  const std::string json = t.file("report.json");
  try_it(t, R"(
__global__ void turn(float* x) {
  __shared__ float s[64];
  s[threadIdx.x] = x[threadIdx.x];
  x[threadIdx.x] = s[63 - threadIdx.x];
}
int main() {
  float* data;
  cudaMalloc(&data, 64 * sizeof(float));
  turn<<<1, 64>>>(data);
  return cudaDeviceSynchronize();
}
)",
         {"--json", json});
  CHECK(t.outcome.status == 1);
  const data::Json report = data::parse_json(program::slurp(json), json);
  REQUIRE(report["kernels"].size() == 1);
  const data::Json& kernel = report["kernels"][0];
  CHECK(kernel["name"] == "turn");
  CHECK(kernel["line"] == 2);
  CHECK(kernel["counters"]["global_load_sectors"] == 8);
  std::map<std::string, int> kinds;  // each kind, and its line
  for (const data::Json& h : kernel["hazards"]) kinds[h["kind"]] = h["where"][0]["line"];
  CHECK(kinds["race"] == 5);
  CHECK(kinds["uninitialised"] != 0);
  REQUIRE(report["host_hazards"].size() == 1);
  CHECK(report["host_hazards"][0]["kind"] == "leak");
  CHECK(report["host_hazards"][0]["object"] == "data");
  CHECK(report["host_hazards"][0]["where"][0]["line"] == 9);
  for (const data::Json& h : kernel["hazards"]) CHECK(h["remark"] == false);
  CHECK(report["host_hazards"][0]["remark"] == true);
  CHECK(report["wrong"] == true);
  CHECK(report["limited"] == false);
  CHECK(report["clean"] == false);
  CHECK(kernel["launches_text"] == "1 launch, its only block watched");
  CHECK(contains(t.outcome.out, "data[0], which nothing has written"));
}

TEST_CASE("try: --format none prints what the program prints, and nothing else") {
  Tried t;
  try_it(t, R"(
#include <cstdio>
__global__ void past(int* x) { x[threadIdx.x] = 1; }
int main() {
  int* data;
  cudaMalloc(&data, 8 * sizeof(int));
  past<<<1, 9>>>(data);
  std::puts("printed");
  return cudaDeviceSynchronize();
}
)",
         {"--format", "none"});
  CHECK(t.outcome.status == 1);
  CHECK(t.outcome.out == "printed\n");
}

TEST_CASE("try: mistakes in host code and the program's exit status are reported") {
  Tried t;
  try_it(t, R"(
#include <cstdio>
__global__ void fill(int* x) { x[threadIdx.x] = 1; }
int main() {
  int *d, *m, h[8];
  cudaMalloc(&d, sizeof h);
  cudaMallocManaged(&m, sizeof h);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(d, h, sizeof h * 4, cudaMemcpyHostToDevice);
  fill<<<1, 8>>>(m);
  printf("%d\n", m[0] > 0);
  fill<<<1, 2000>>>(m);
  return d[1];
}
)");
  INFO(t.outcome.out);
  CHECK(t.outcome.status == 1);
  CHECK(contains(t.outcome.out, "copy direction, " + t.file() + ":8"));
  CHECK(contains(t.outcome.out, "copy past end, " + t.file() + ":9"));
  CHECK(contains(t.outcome.out, "not waited for, " + t.file() + ":11"));
  CHECK(contains(t.outcome.out, "host reads device, " + t.file() + ":13"));
  CHECK(contains(t.outcome.out, "ended with exit status 139"));
}

TEST_CASE(
    "try: sizes that wrap around, destroyed streams and stopped kernels give the same errors as with "
    "CUDA") {
  Tried t;
  try_it(t, R"(
#include <cstdio>
__global__ void past(int* x, int i, bool stop) {
  if (stop) __trap();
  x[i] = 1;
}
void nothing(void*) {}
void say(const char* what, cudaError_t e) { printf("%s %s\n", what, cudaGetErrorName(e)); }
int main() {
  int *d, *p, h[8] = {};
  size_t pitch;
  cudaStream_t gone, none = (cudaStream_t)h;
  cudaMalloc(&d, sizeof h);
  cudaMallocHost(&p, sizeof h);
  cudaStreamCreate(&gone);
  cudaMemcpyAsync(d, p, sizeof h, cudaMemcpyDefault, gone);
  cudaStreamDestroy(gone);
  say("copy", cudaMemcpyAsync(d, p, sizeof h, cudaMemcpyDefault, gone));
  say("fill", cudaMemsetAsync(d, 0, sizeof h, none));
  say("prefetch", cudaMemPrefetchAsync(d, sizeof h, 0, none));
  say("function", cudaLaunchHostFunc(none, nothing, nullptr));
  past<<<1, 1, 0, gone>>>(d, 0, false);
  say("launch", cudaGetLastError());
  say("negative", cudaMemcpy(d, h, (size_t)-4, cudaMemcpyDefault));
  say("pitch", cudaMallocPitch(&p, &pitch, (size_t)-4, 1));
  past<<<1, 1, 0, none>>>(d, 0, false);
  past<<<1, 1>>>(d, 9, false);
  past<<<1, 1>>>(d, 9, true);
  say("stopped", cudaDeviceSynchronize());
}
)");
  INFO(t.outcome.err + t.outcome.out);
  for (const char* line : {"copy cudaErrorInvalidResourceHandle", "fill cudaErrorInvalidResourceHandle",
                           "prefetch cudaErrorInvalidResourceHandle",
                           "function cudaErrorInvalidResourceHandle", "launch cudaErrorInvalidResourceHandle",
                           "negative cudaErrorInvalidValue", "pitch cudaErrorMemoryAllocation",
                           "stopped cudaErrorLaunchFailure", "(-4 as a size_t) of d, which has 32"})
    CHECK(contains(t.outcome.out, line));
  CHECK(t.outcome.status == 1);
}

// A thread reads an element that another thread writes on the same source line, in the same loop iteration or
// in another one.
TEST_CASE("try: for a race within one line, a barrier is suggested only where it can be added") {
  const auto race = [](const std::string& line) {
    Tried t;
    try_it(
        t,
        "__global__ void sums(int* x) {\n  __shared__ int s[256];\n  int t = threadIdx.x;\n  s[t] = x[t];\n"
        "  __syncthreads();\n" +
            line +
            "  __syncthreads();\n  x[t] = s[t];\n}\nint main() {\n  int* x;\n  cudaMalloc(&x, 1024);\n"
            "  cudaMemset(x, 0, 1024);\n  sums<<<1, 256>>>(x);\n  return cudaFree(x);\n}\n");
    CHECK(t.outcome.status == 1);
    std::string said = t.outcome.out;
    said = said.substr(0, said.find("\n\n", said.find("What is wrong") + 1));
    for (size_t end = 0; (end = said.find("\n    ", end)) != std::string::npos;) said.replace(end, 5, " ");
    return said;
  };
  CHECK(contains(race("  for (int d = 1; d < 256; d *= 2)\n    if (t >= d) s[t] += s[t - d];\n"),
                 "put a __syncthreads() at the end of the loop body"));
  CHECK(contains(race("  if (t < 128) s[t] += s[t + 64];\n"),
                 "read the value into a variable, add a __syncthreads(), then write"));
}

TEST_CASE("try: if a program does not end or cannot be built, its own lines are reported") {
  Tried t;
  try_it(t,
         "__global__ void wait(int* x) {\n  for (;;) x[0] += 1;\n}\nint main() {\n  int* x;\n  "
         "cudaMalloc(&x, 4);\n  wait<<<1, 1>>>(x);\n}\n",
         {"--timeout", "1"});
  CHECK(t.outcome.status == 124);
  INFO(t.outcome.out);
#ifdef __SANITIZE_ADDRESS__  // its large stack frames contain old values, so a different line is named
  CHECK(contains(t.outcome.out, "timeout in wait, " + t.file()));
#else
  CHECK(contains(t.outcome.out, "timeout in wait, " + t.file() + ":2"));
#endif

  try_it(t, "int main() {\n  int x = ;\n}\n");
  CHECK(t.outcome.status == 2);
  CHECK(contains(t.outcome.err, t.file() + ":2: error: "));

  // A function with the same name as a kernel is not a kernel.
  const std::string kernel =
      "struct V {\n  int x;\n};\nvoid add(V&) {}\ntemplate <typename T>\n__global__ void add(T* x) {\n  x[0] "
      "+= 1;\n}\nvoid add(float) {}\nint main() "
      "{\n"
      "  int* x;\n  cudaMalloc(&x, 4);\n";
  try_it(t,
         "__global__ void k(int* x) {\n  x[0] = 1;\n}\nint main() {\n  int* x;\n  cudaMalloc(&x, 4);\n"
         "  if (x)\n    k(x);\n}\n");
  CHECK(t.outcome.status == 2);
  CHECK(contains(t.outcome.err, t.file() + ":8: the kernel k is called like a function"));
  CHECK(contains(t.outcome.err, "write k<<<blocks, threads>>>(...)"));
  try_it(t, kernel +
                "  cudaMemset(x, 0, 4);\n  add<int><<<1, 1>>>(x);\n  add(1.0f);\n  V v;\n  add(v);\n"
                "  return cudaFree(x) + cudaDeviceSynchronize();\n}\n");
  CHECK(t.outcome.status == 0);

  // A message from a CUDA header is reported at the line that includes the header.
  try_it(t, "#include <cstdio>\n#include <cub/cub.cuh>\nint main() {}\n");
  CHECK(t.outcome.status == 2);
  CHECK(contains(t.outcome.err, t.file() + ":2: error: cub/cub.cuh: NVIDIA's CUB is not supported"));

  // A message from a template of such a header is reported at the line that needs the template.
  try_it(t,
         "#include <cooperative_groups.h>\n__global__ void k() {\n  cooperative_groups::tiled_partition<64>("
         "cooperative_groups::this_thread_block()).sync();\n}\nint main() { k<<<1, 64>>>(); }\n");
  CHECK(t.outcome.status == 2);
  CHECK(t.outcome.err.starts_with(t.file() + ":3: error: a tile of more than 32 threads is not supported"));

  program::write(t.file("main.c"), "#include <stdio.h>\n#include <cuda_runtime.h>\nint main(void) {}\n");
  try_it(t, "__global__ void k() {}\n", {t.file("main.c")});
  CHECK(t.outcome.status == 2);
  CHECK(t.outcome.err.starts_with(t.file("main.c") + ":2: error: cuda_runtime.h cannot be used in a C file"));
  CHECK_FALSE(contains(t.outcome.err, "cassert"));

  // nvcc rejects these uses of host code too. The errors name the kernel's lines.
  try_it(t,
         "#define BOTH __host__ __device__\nint scale = 3;\nBOTH int one() { return 1; }\n"
         "int twice(int x) { return 2 * x; }\n__global__ void k(int* x) {\n  *x = one() + twice(2);\n"
         "  x[1] = scale;\n}\nint main() { k<<<1, 1>>>(nullptr); return twice(scale); }\n");
  CHECK(t.outcome.status == 2);
  CHECK(contains(t.outcome.err,
                 t.file() + ":6: error: a kernel calls 'twice', which is a host function (line 4)"));
  CHECK(contains(t.outcome.err, t.file() + ":7: error: a kernel uses 'scale'"));

  try_it(t, "int mine() { return 0; }\n");
  CHECK(t.outcome.status == 2);
  CHECK(contains(t.outcome.err, "there is no main()"));
}

TEST_CASE("try: the compiler's message about a launch names the kernel as the program wrote it") {
  Tried t;
  try_it(t, R"(template <typename T> __global__ void set(T* x, T y) { *x = y; }
__global__ void count(int* x, int n) { *x = n; }
int main() {
  int* x = nullptr;
  count<<<1, 1>>>(x);
  set<<<1, 1>>>(x, 1.0f);
}
)");
  CHECK(t.outcome.status == 2);
  CHECK(
      contains(t.outcome.err, t.file() + ":5: error: too few arguments to function ‘void count(int*, int)’"));
  CHECK(
      contains(t.outcome.err, t.file() + ":6: error: no matching function for call to ‘set(int*&, float)’"));
}

TEST_CASE("try: volatile accesses keep a warp in lockstep in every block, watched or not") {
  Tried t;
  try_it(t, R"(
#include <cstdio>
__device__ void last_warp(volatile int* s, int t) {
  for (int half = 32; half > 0; half /= 2) s[t] += s[t + half];
}
__global__ void in_shared(const int* in, int* out) {
  __shared__ int s[96];
  s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  if (threadIdx.x < 32) s[threadIdx.x + 64] = 0;
  __syncthreads();
  if (threadIdx.x < 32) last_warp(s, threadIdx.x);
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
__global__ void in_global(int* in, int* out) {
  if (threadIdx.x < 32) last_warp(in + blockIdx.x * 64, threadIdx.x);
  if (threadIdx.x == 0) out[blockIdx.x] = in[blockIdx.x * 64];
}
int main() {
  const int blocks = 20000, n = blocks * 64;
  static int host[n], sums[blocks];
  int *in, *out, wrong = 0;
  for (int i = 0; i < n; i++) host[i] = i % 7;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof sums);
  for (int k = 0; k < 2; k++) {
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    if (k == 0) in_shared<<<blocks, 64>>>(in, out);
    else in_global<<<blocks - 1, 64>>>(in, out);
    cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
    for (int b = 0; b < blocks - 1; b++) {
      int sum = 0;
      for (int i = 0; i < 64; i++) sum += host[b * 64 + i];
      wrong += sums[b] != sum;
    }
  }
  printf("%d wrong sums\n", wrong);
  cudaFree(in);
  cudaFree(out);
}
)");
  INFO(t.outcome.out << t.outcome.err);
  CHECK(contains(t.outcome.out, "0 wrong sums"));
  CHECK(contains(t.outcome.out, "of 20000 blocks watched"));
  CHECK(contains(t.outcome.out, "race in in_shared, " + t.file() + ":4"));
}

TEST_CASE("try: running out of memory or time while kernels are being launched is reported as such") {
  Tried t;
#ifndef __SANITIZE_ADDRESS__  // AddressSanitizer ends a program that allocates this much
  try_it(t, "char* kept;\nint main() {\n  kept = new char[size_t{1} << 62];\n  return kept[0];\n}\n");
  INFO(t.outcome.out);
  CHECK(t.outcome.status == 1);
  CHECK(contains(t.outcome.out, "too much memory"));
  CHECK(contains(t.outcome.out, "std::bad_alloc"));
  CHECK(!contains(t.outcome.out, "crash"));
#endif

  try_it(t,
         "__global__ void add(int* x) {\n  atomicAdd(x, 1);\n}\nint main() {\n  int* x;\n  "
         "cudaMalloc(&x, 4);\n  for (;;) add<<<1000, 256>>>(x);\n}\n",
         {"--timeout", "2"});
  CHECK(t.outcome.status == 124);
  CHECK(!contains(t.outcome.out, "timeout in add"));
}

TEST_CASE("try: remarks change the exit status if --fail-on names them") {
  const std::string program = R"(
__global__ void find(int* found) { if (threadIdx.x % 8 == 0) *found = 1; }
int main() {
  int* found;
  cudaMalloc(&found, sizeof(int));
  find<<<1, 256>>>(found);
  return cudaDeviceSynchronize();
}
)";
  const auto status = [&](std::vector<std::string> more) {
    Tried t;
    try_it(t, program, std::move(more));
    INFO(t.outcome.out + t.outcome.err);
    if (t.outcome.status < 2) {
      CHECK(contains(t.outcome.out, "same value in find, " + t.file() + ":2"));
      CHECK(contains(t.outcome.out, "leak, " + t.file() + ":5"));
      CHECK(contains(t.outcome.out, t.outcome.status == 0 ? "\nRemarks\n" : "\nWhat is wrong\n"));
    }
    return t.outcome.status;
  };
  CHECK(status({}) == 0);
  CHECK(status({"--fail-on", "leak"}) == 1);
  CHECK(status({"--fail-on", "never_written"}) == 0);
  CHECK(status({"--fail-on", "never_written,same_value"}) == 1);
  CHECK(status({"--fail-on", "race"}) == 2);
}

TEST_CASE("try: conflicts between unordered streams are reported, once for each launch or copy") {
  const auto tried = [](const std::string& between) {
    Tried t;
    try_it(t, R"(
__global__ void make(int* x) { x[threadIdx.x] = threadIdx.x; }
__global__ void use(const int* x, int* y) { y[threadIdx.x] = x[threadIdx.x]; }
int main() {
  int *x, *y;
  cudaStream_t a, b;
  cudaEvent_t made;
  cudaMalloc(&x, 256);
  cudaMalloc(&y, 256);
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaEventCreate(&made);
  make<<<1, 64, 0, a>>>(x);
  )" + between + R"(
  use<<<1, 64, 0, b>>>(x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
)");
    return t.outcome;
  };
  const program::Outcome races = tried("");
  INFO(races.out);
  CHECK(races.status == 1);
  CHECK(contains(races.out, "stream race, "));
  CHECK(contains(races.out, "reads x[0]"));
  CHECK(!contains(races.out, "times)"));
  for (const char* order :
       {"cudaEventRecord(made, a); cudaStreamWaitEvent(b, made, 0);", "cudaStreamSynchronize(a);",
        "make<<<1, 1>>>(y);", "while (cudaStreamQuery(a) != cudaSuccess) { }"}) {
    INFO(order);
    CHECK(tried(order).status == 0);
  }
  for (const char* no_order :
       {"cudaEventRecord(made, b); cudaStreamWaitEvent(b, made, 0);",
        "cudaStreamWaitEvent(b, made, 0); cudaEventRecord(made, a);", "cudaStreamSynchronize(b);"}) {
    INFO(no_order);
    CHECK(tried(no_order).status == 1);
  }
}

TEST_CASE("try: code that nvcc rejects is rejected with a message that names the fix") {
  const auto refused = [](const std::string& text) {
    const auto all =
        try_program::rewrite("# 1 \"a.cu\"\n" + text, [](const std::string&) { return true; }).refused;
    return all.empty() ? "" : text_of(all[0].why);
  };
  const std::string kernel = "__attribute__((noinline, simt_global)) ";
  CHECK(contains(refused("static " + kernel + "int twice(int* x) { return *x; }"),
                 "write __global__ void twice(...)"));
  CHECK(refused("template <typename T> " + kernel + "void k(T* x) { }") == "");
  CHECK(refused("static void " + kernel + "k(int* x) { }") == "");
  CHECK(refused("template <class T> " + kernel +
                "typename enable_if<is_int<T>::value, void>::type k(T* x) { }") == "");
  CHECK(refused("typedef void nothing; " + kernel + "nothing k(int* x) { }") == "");
  CHECK(refused("int __any(int x) { return x; } void f() { x = __any(1); }") == "");
  CHECK(refused("void f();\nextern \"C\" " + kernel + "__attribute__((patchable(3))) void k(int* x);") == "");
  CHECK(contains(refused("void f() { x = __shfl_down(x, 1); }"), "write __shfl_down_sync(mask, ...)"));
  CHECK(refused("void f() { x = __shfl_down_sync(m, x, 1); }") == "");
}

TEST_CASE("try: an integer division by zero is reported, whatever the operands, and its thread continues") {
  Tried t;
  try_it(t, R"(
#include <climits>
#include <cstdio>
__device__ int minus_one[] = {0, -1};
__global__ void divide(const int* by, long long zero, long long* out) {
  __shared__ int s[2];
  s[1] = by[threadIdx.x];
  out[0] = 7 / by[threadIdx.x];
  out[1] = -7 % s[1];
  out[2] = 9 / zero;
  out[3] = INT_MIN / minus_one[by[0] + 1];
  out[4] = 8u / static_cast<unsigned>(by[0]);
  out[5] = 40 / (by[0] + 4);
}
int main() {
  int* by;
  long long *out, host[6];
  cudaMalloc(&by, 4);
  cudaMalloc(&out, sizeof host);
  cudaMemset(by, 0, 4);
  divide<<<1, 1>>>(by, 0, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (long long x : host) printf("%lld ", x);
  cudaFree(by);
  cudaFree(out);
}
)");
  INFO(t.outcome.out);
  CHECK(t.outcome.status == 1);
  CHECK(contains(t.outcome.out,
                 "-1 -7 4294967295 -2147483648 4294967295 10"));  // the results of an H100
  for (const int line : {8, 9, 10}) {
    const size_t at =
        t.outcome.out.find("undefined arithmetic in divide, " + t.file() + ":" + std::to_string(line) + "\n");
    REQUIRE(at != std::string::npos);
    CHECK(t.outcome.out.find("divides an integer by zero", at) < at + 200);
  }
  CHECK(contains(t.outcome.out, "divides the most negative integer by -1"));
}

TEST_CASE("try: --explain names all barriers that are not needed, and no others") {
  const std::string file = os::in_repository("harness/executor/tests/programs/right/surplus_barriers.cu");
  std::vector<int> planted, named;
  const std::vector<std::string> source = text::lines_of(os::read_text(file));
  for (size_t i = 0; i < source.size(); ++i)
    if (source[i].ends_with("// surplus")) planted.push_back(static_cast<int>(i) + 1);
  REQUIRE(planted.size() >= 10);

  const program::Folder folder;
  const program::Outcome outcome =
      program::run({"try", file, "--explain", "--json", folder.file("seen.json")});
  CHECK(outcome.status == 0);
  const data::Json seen = data::parse_json(os::read_text(folder.file("seen.json")), "seen.json");
  for (const data::Json& kernel : seen["kernels"])
    for (const data::Json& barrier : kernel["surplus_barriers"]) named.push_back(barrier["place"]["line"]);
  CHECK(named == planted);
  CHECK(contains(outcome.out, "Barriers that were not needed"));
  CHECK(contains(outcome.out, "everything that this barrier ordered was also ordered by the\n  one on line " +
                                  std::to_string(planted[0] - 1)));

  const program::Outcome plain = program::run({"try", file});
  CHECK_FALSE(contains(plain.out, "Barriers that were not needed"));
}

TEST_CASE("try: an address that is both misaligned and past the end is reported as both") {
  const program::Outcome outcome = program::run(
      {"try", os::in_repository("harness/executor/tests/programs/wrong/misaligned_past_end.cu")});
  CHECK(outcome.status == 1);
  CHECK(contains(outcome.out, "4 bytes in one access, at an address that is 2 past a multiple of 4"));
  CHECK(contains(outcome.out, "2 bytes past the end of bytes, which has 128 bytes"));
}

TEST_CASE("a source line inside a loop is recognised as such") {
  const std::string source =
      "for (int i = 0; i < n; ++i) {\n"  // 1
      "  a();\n"
      "}\n"
      "b();  // for {\n"
      "while (x)\n"  // 5
      "  c();\n"
      "d();\n"
      "do {\n"
      "  if (x) { e(); }\n"
      "  f();\n"  // 10
      "} while (x);\n"
      "/* for (;;) {\n"
      "*/ g(\"for {\", '{');\n"
      "h();\n";
  std::vector<int> in_loop;
  for (int line = 1; line <= 14; ++line)
    if (simt::stands_in_loop(source, line)) in_loop.push_back(line);
  CHECK(in_loop == std::vector<int>{2, 3, 6, 9, 10, 11});
}
