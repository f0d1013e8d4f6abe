"""Files that try to get an undeserved mark or to do harm: {name: (text, part of the reason, or "" for any)}. None
of them may be judged as reached. submissions.py grades them."""
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
KERNELS = REPOSITORY / "kernels"


def kernel(name):
    return (KERNELS / (name + ".cu")).read_text()


def replaced(text, old, new):
    assert old in text, old
    return text.replace(old, new)


RIGHT = kernel("reduce/03_v2_sequential")
STAGE = 'STAGE("reduce/v2", "sequential addressing", run<float>, run<int32_t>)'
BEGIN, END = RIGHT.index("  const auto grid"), RIGHT.index("}\n\n}  // namespace")


def at_top(text):
    """Inserted after the file's #include, because headers must come first."""
    return replaced(RIGHT, '#include "tracks/reduce.h"\n', '#include "tracks/reduce.h"\n' + text + "\n")


def in_run(text):
    return replaced(RIGHT, "  const auto grid", text + "  const auto grid")


def run_is(text, kernels=""):
    """The file of reduce/v2 with a different launcher."""
    whole = RIGHT[:BEGIN] + text + RIGHT[END:]
    return replaced(whole, "namespace {\n", "namespace {\n" + kernels + "\n")


ONE_THREAD = """template <typename T>
__global__ void all_of_it(const T* input, T* output, size_t n) {
  T sum{0};
  for (size_t i = 0; i < n; ++i) sum += input[i];
  *output = sum;
}
"""
READS_ALL = """template <typename T>
__global__ void reads_all(const T* input, T* output, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n && input[i] == T(12345.5)) output[0] = T{1};
}
"""
STORES = """template <typename T>
__global__ void stores(T* output, T sum) { *output = sum; }
"""


def one_thread(stage_line):
    """One block of one thread that does everything, for any exercise about sums."""
    return ('#include "tracks/reduce.h"\n\nnamespace {\n\n' + ONE_THREAD +
            "\ntemplate <typename T>\nvoid run(const ReduceJob<T>& job) {\n"
            "  launch(job, all_of_it<T>, {1, 1}, job.input, job.output, job.n);\n}\n\n}  // namespace\n\n" + stage_line + "\n")


def marks():
    """Plain C++ that tries to get a mark."""
    nothing = "  launch(job, reduce<T>, {1, job.block}, job.input, scratch<T>(job, \"s\", 1), size_t{0});\n"
    download = ("  static T all[1 << 21];\n  job.context.download(all, job.input, job.n * sizeof(T));\n"
                "  T sum{0};\n  for (size_t i = 0; i < job.n; ++i) sum += all[i];\n")
    fence = kernel("pitfalls/missing_fence")
    fence = fence[:fence.index("STAGE(")]
    pitfall = 'STAGE("pitfalls/missing_fence", "no fence", run<float>, run<int32_t>).spoils("reduce/v9");\n'
    pitfall = kernel("pitfalls/missing_fence")[kernel("pitfalls/missing_fence").index("STAGE("):].split("\n    .expect(")[0] + ";\n"
    v9 = kernel("reduce/17_v9_last_block")
    return {
        "a02_needs_nccl": (replaced(run_is(nothing), ".after(", ".needs_nccl().after("), "says .needs_nccl()"),
        "a03_wrong_where_counted": (replaced(RIGHT, "partial[tid] = i < n", "if (n == (1 << 20) && i > 5) return;\n  partial[tid] = i < n"), ""),
        "a05_one_thread": (run_is("  launch(job, all_of_it<T>, {1, 1}, job.input, job.output, job.n);\n", ONE_THREAD), "too few threads do the work"),
        "a06_download_upload": (run_is(download + "  launch(job, reads_all<T>, {blocks_for(job.n, job.block), job.block}, job.input, job.output, job.n);\n"
                                       "  job.context.upload(job.output, &sum, sizeof sum);\n", READS_ALL), "context."),
        "a07_answer_as_argument": (run_is(download + "  launch(job, reads_all<T>, {blocks_for(job.n, job.block), job.block}, job.input, job.output, job.n);\n"
                                          "  launch(job, stores<T>, {1, 1}, job.output, sum);\n", READS_ALL + STORES), "context."),
        "a06b_copy_to_the_host": (run_is(download.replace("job.context.download(all, job.input", "job.context.copy(all, job.input") +
                                         "  launch(job, stores<T>, {1, 1}, job.output, sum);\n", STORES), "context.copy()"),
        "a08_no_sanitize": (replaced(RIGHT, "__global__ void reduce", '__attribute__((no_sanitize("thread"))) __global__ void reduce'), "__attribute__"),
        "a08b_gnu_attribute": (replaced(RIGHT, "template <typename T>\n__global__", 'template <typename T>\n[[gnu::no_sanitize("thread")]] __global__'), "gnu"),
        "a09_inline_assembly": (replaced(RIGHT, "  __syncthreads();\n\n", '  asm volatile("" ::: "memory");\n  __syncthreads();\n\n'), "asm"),
        "a11_local_tsan": (at_top('asm("__tsan_read4: ret");'), "asm"),
        "a14_calls_the_hook": (in_run("  __tsan_read4(nullptr);\n"), "__tsan_read4"),
        "a15_registry_edited": ("#define private public\n#include \"stage/registration.h\"\n#undef private\n#include \"stage/registry.h\"\n" + RIGHT +
                                "\nstatic int later = [] { Stage* s = registration.stage_; s->needs_nccl = true; return 0; }();\n", ""),
        "a16_limit_launches": (in_run("  job.context.limit_launches(1);\n"), ""),
        "a17_needs_nccl_by_macro": ("#include \"tracks/reduce.h\"\n#undef STAGE\n#define STAGE(...) static const auto r = "
                                    "Registration(kThisBuild, __FILE__, __VA_ARGS__).needs_nccl()\n" + run_is(nothing), "after a #define"),
        "a19_shares": (replaced(run_is(nothing), ".after(", ".shares().after("), "shares()"),
        "a20_needs_sm": (replaced(run_is(nothing), ".after(", ".needs_sm(999).after("), "needs_sm"),
        "a21_host_finishes": (replaced(replaced(v9, "    launch(job, reduce<T, kBlock>",
                                                "    T sums[4096];\n    launch(job, reduce<T, kBlock>"),
                                       "job.output, job.n);\n", "job.output, job.n);\n    job.context.download(sums, block_sums, grid * sizeof(T));\n"
                                       "    T sum{0};\n    for (unsigned b = 0; b < grid; ++b) sum += sums[b];\n    job.context.upload(job.output, &sum, sizeof sum);\n"), "context."),
        "a01_host_loop": (run_is("  T sum{0};\n  for (size_t i = 0; i < job.n; ++i) sum += job.input[i];\n  *job.output = sum;\n"), "host code"),
        "a12_answer_from_before": (replaced(RIGHT, "  if (tid == 0) block_sums[blockIdx.x] = partial[0];",
                                            "  if (tid == 0 && n != 33) block_sums[blockIdx.x] = partial[0];"), ""),
        "a13_good_for_one_type": (replaced(RIGHT, "  for (unsigned s = blockDim.x / 2;",
                                           "  if (sizeof(T) != 4 || n != (size_t{1} << 20) || !std::is_same_v<T, float>) {\n"
                                           "    if (tid == 0) for (unsigned k = 1; k < blockDim.x; ++k) partial[0] += partial[k];\n"
                                           "    if (tid == 0) block_sums[blockIdx.x] = partial[0];\n    return;\n  }\n"
                                           "  for (unsigned s = blockDim.x / 2;"), ""),
        "f36_racy": (replaced(RIGHT, ".after(", '.racy("so be it").after('), "declares a race"),
        "f36_serial": (replaced(RIGHT, ".after(", ".serial().after("), ".serial()"),
        "f36_max_n": (replaced(RIGHT, ".after(", '.max_n(5000, "enough").after('), ".max_n(5000)"),
        "f36_expect": (replaced(RIGHT, ".after(", '.expect("wrong", "so").after('), ".expect"),
        "f36_max_block": (replaced(RIGHT, ".after(", ".max_block(256).after("), "blocks of"),
        "f37_one_type": (replaced(RIGHT, ", run<int32_t>", ""), "offers f32"),
        "f44_no_sanitize_pitfall": (replaced(fence, "__global__ void reduce", '__attribute__((no_sanitize("thread"))) __global__ void reduce') + pitfall, "__attribute__"),
        "f45_assembly_pitfall": (replaced(fence, "    is_last = atomicInc", '    asm volatile("" ::: "memory");\n    is_last = atomicInc') + pitfall, "asm"),
        "g04_trace_off": (in_run("  simt::trace::active = nullptr;\n"), "simt"),
        "g06_untraced_launch": (replaced(RIGHT, "launch(job, reduce<T>, {grid(n), job.block}, input",
                                         "simt::launch<false>(reduce<T>, dim3(grid(n)), dim3(job.block), 0, false, input"), "simt"),
        "g07_eight_gpus": (in_run("  simt::launch_on_each<true>(8, nullptr, 1, 1, 0, false);\n"), "simt"),
        "g09_shared_redefined": ("#include \"tracks/reduce.h\"\n#undef __shared__\n#define __shared__ static thread_local\n" + RIGHT, "after a #define"),
        "g11_ifdef_traced": (replaced(RIGHT, "  for (unsigned s = blockDim.x / 2;", "#ifdef LADDER_TRACED\n  if (n > 100000) return;\n#endif\n  for (unsigned s = blockDim.x / 2;"), ""),
    }


def forgeries():
    """Files that write the judge's answer, or the data from which it is computed."""
    constructor = "static int early = [] { %s return 0; }();\n"
    write = 'extern "C" long write(int, const void*, unsigned long);\n'
    return {
        "b10_rex_syscall": (in_run('  asm volatile(".byte 0x48,0x0f,0x05" ::: "memory");\n'), "asm"),
        "b11_replaces_judge": (at_top('extern "C" int unlink(const char*);') + constructor % 'unlink("judge");', "the file calls unlink"),
        "b12_strong_dump": (at_top("namespace nlohmann { void dump() {} }\nnamespace data { void to_json() {} }"), "the file contains data"),
        "b13_own_fwrite": (at_top('extern "C" unsigned long fwrite(const void*, unsigned long, unsigned long, void*) { return 0; }'), "fwrite"),
        "b14_many_names": (at_top(write + "\n".join(f"inline int name_{k}() {{ return {k}; }}" for k in range(2000))) + constructor % 'write(0, "x", 1);', "the file calls write"),
        "b14_writes": (at_top(write) + constructor % 'write(0, "{}", 2);', "the file calls write"),
        "b14_sends": (at_top('extern "C" long send(int, const void*, unsigned long, int);') + constructor % 'send(0, "{}", 2, 0);', "the file calls send"),
        "b16_jump": (in_run('  __asm__ volatile("jmp 1f+1\\n1: .byte 0xb9,0x0f,0x05" ::: "memory");\n'), "__asm__"),
        "b17_guard": (at_top('extern "C" int __cxa_guard_acquire(long*) { for (;;) {} }'), "__cxa_guard_acquire"),
        "b18_pause": (at_top('extern "C" int pause();') + constructor % "pause();", "the file calls pause"),
        "f19_forged_what": (in_run('  throw std::runtime_error("{\\"stages\\":[],\\"reached\\":true}");\n').replace('#include "stage', '#include <stdexcept>\n#include "stage', 1), ""),
        "f20_forged_uncaught": (at_top("#include <stdexcept>") + constructor % 'throw std::runtime_error("{\\"reached\\":true}");', "before any kernel ran"),
        "f24_own_main": (at_top("int main() { return 0; }"), None),
        "f05_verify_redefined": (at_top("namespace check { struct Problem { bool verify(bool) { return true; } }; }"), "check"),
        "f01_operator_new": (at_top("#include <cstdlib>\nvoid* operator new(unsigned long n) { return malloc(n); }"), None),
        "g08_catches_all": (RIGHT.replace("    launch(job,", "    try { launch(job,").replace("input, block_sums, n);\n  });", "input, block_sums, n); } catch (...) {}\n  });")
                            .replace("partial[tid + s];\n", "partial[tid + s + 100000];\n"), ""),
        "pasted_name": (at_top("#define JOIN(a, b) a##b\nJOIN(as, m)(\"nop\");"), "##"),
        "spliced_name": (at_top("as\\\nm(\"nop\");"), "asm"),
        "line_numbers": (at_top('#line 1 "/etc/passwd"\n'), "#line"),
        "linemarker": (at_top('# 1 "/usr/include/x.h" 1 3\n'), "#line"),
        "pragma": (at_top('#pragma GCC optimize("O3")'), "#pragma"),
        "operator_pragma": (at_top('_Pragma("GCC optimize 3")'), "_Pragma"),
        "intrinsics": (at_top("#include <immintrin.h>"), "immintrin.h"),
        "cdefs": (at_top("#include <sys/cdefs.h>"), "cdefs.h"),
        "builtin": (in_run("  __builtin_trap();\n"), "__builtin_trap"),
    }


def harm():
    """Files that read other files, exhaust a resource, call system functions, do not end, or do not build."""
    big = "0" * 70000
    return {
        "c01_passwd": (at_top('#include "/etc/passwd"'), "includes /etc/passwd"),
        "c01_environ": (at_top('#include "/proc/1/environ"'), "includes /proc/1/environ"),
        "c01_fd": (at_top('#include "/proc/self/fd/1"'), "includes /proc/self/fd/1"),
        "c02_zero": (at_top('#include "/dev/zero"'), "includes /dev/zero"),
        "c01_by_macro": (at_top('#define FILE_NAME "/proc/self/fd/1"\n#include FILE_NAME'), "named by a macro"),
        "c03_incbin": (at_top('asm(".incbin \\"/etc/passwd\\"");'), "asm"),
        "c06_template_depth": (at_top("template <int N> struct deep { static constexpr int v = deep<N + 1>::v; };\nstatic int d = deep<0>::v;"), "does not build"),
        "c10_includes_itself": (at_top('#include "submission.cu"'), "includes submission.cu"),
        "c11_macro_bomb": (at_top("\n".join(["#define M0 x x x x x x x x x x"] + [f"#define M{k} " + f"M{k-1} " * 10 for k in range(1, 12)]) + "\nint M11;"), "compiler"),
        "c16_escape": (at_top("#error \x1b[2J\x1b[31m all reached"), "control character"),
        "d_blanks": (RIGHT + "\n" + " " * 70000 + "\n", None),
        "d_long_name": ('STAGE("' + big + '")\n', "not an exercise"),
        "f09_endless_constructor": (at_top("") + "static int early = [] { for (volatile int i = 0; i >= 0;) i = 0; return 0; }();\n", "before any kernel ran"),
        "f10_crashing_constructor": (at_top("") + "static int early = [] { volatile int* p = nullptr; *p = 1; return 0; }();\n", "before any kernel ran"),
        "f18_memory": (in_run("  for (int i = 0; i < 1000000; ++i) { char* c = new char[1 << 26]; for (int k = 0; k < 1 << 26; k += 4096) c[k] = 1; }\n"), ""),
        "f25_fork": (at_top('extern "C" int fork();') + "static int bomb = [] { while (true) fork(); return 0; }();", "the file calls fork"),
        "f26_socket": (at_top('extern "C" int socket(int, int, int);') + "static int s = socket(2, 1, 0);", "the file calls socket"),
        "f27_open": (at_top('extern "C" int open(const char*, int, ...);') + 'static int f = open("/etc/passwd", 0);', "the file calls open"),
        "f28_system": (at_top("#include <cstdlib>") + 'static int s = std::system("id");', "the file calls system"),
        "f29_getenv": (at_top("#include <cstdlib>") + 'static const char* s = std::getenv("HOME");', "the file calls getenv"),
        "f31_exit": (in_run("  std::exit(0);\n").replace('#include "stage', '#include <cstdlib>\n#include "stage', 1), "the file calls exit"),
        "f32_dlopen": (at_top('extern "C" void* dlopen(const char*, int);') + "static void* d = dlopen(nullptr, 1);", "the file calls dlopen"),
        "f33_signal": (at_top("#include <csignal>") + "static auto s = std::signal(11, SIG_IGN);", "the file calls signal"),
        "f_fopen": (at_top("#include <cstdio>") + f'static FILE* f = std::fopen("{REPOSITORY}/README.md", "w");', "the file calls fopen"),
        "f_fstream": (at_top("#include <fstream>") + 'static std::ofstream f("x");', "fstream"),
        "f_iostream": (at_top("#include <iostream>") + 'static int f = [] { std::cout << 1; return 0; }();', "the file calls std::"),
        "f_thread": (at_top("#include <thread>") + "static std::thread t([] {});", "thread"),
        "endless_loop": (in_run("  for (volatile int i = 0; i >= 0;) i = 0;\n"), "did not finish"),
        "endless_kernel": (replaced(RIGHT, "s > 0; s /= 2", "s > 0; s *= 1"), "did not finish"),
        "includes_solution": (f'#include "{KERNELS}/reduce/03_v2_sequential.cu"\nSTAGE("reduce/v2", "x", run<float>);', "includes"),
        "prints_10_gb": ("#include <cstdio>\n" + in_run("  for (int i = 0; i < 2000000000; ++i) std::puts(\"0123456\");\n"), ""),
        "syntax_error": (replaced(RIGHT, "__syncthreads();", "__syncthreads()"), "error: expected"),
        "empty": ("\n", "it is empty"),
        "five_mb": (RIGHT + " " * (5 << 20), "at most 262144 are read"),
        "two_stages": (RIGHT + 'namespace b {\nSTAGE("reduce/my", "mine", run<float>);\n}\n', "2 STAGE lines"),
    }


def more():
    """Files written with knowledge of how the judge works."""
    device_array = "__device__ float all[1 << 21];\n"
    copies = ("template <typename T>\n__global__ void copies(const T* input, size_t n) {\n"
              "  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;\n  if (i < n) all[i] = input[i];\n}\n" + STORES)
    host_sum = ("  launch(job, copies<T>, {blocks_for(job.n, job.block), job.block}, job.input, job.n);\n  T sum{0};\n"
                "  for (size_t i = 0; i < job.n; ++i) sum += static_cast<T>(all[i]);\n  launch(job, stores<T>, {1, 1}, job.output, sum);\n")
    few = lambda shape, first, step: run_is(
        f"  launch(job, few<T>, {shape}, job.input, job.output, job.n);\n",
        "template <typename T>\n__global__ void few(const T* input, T* output, size_t n) {\n  __shared__ T part[1024];\n  T sum{0};\n"
        f"  for (size_t i = {first}; i < n; i += {step}) sum += input[i];\n  part[threadIdx.x] = sum;\n  __syncthreads();\n"
        "  if (threadIdx.x == 0) { for (unsigned k = 1; k < blockDim.x; ++k) sum += part[k]; *output = sum; }\n}\n")
    leader = replaced(RIGHT, RIGHT[RIGHT.index("  for (unsigned s = blockDim.x / 2;"):RIGHT.index("  if (tid == 0) block_sums")],
                      "  if (tid == 0) for (unsigned k = 1; k < blockDim.x; ++k) partial[0] += partial[k];\n")
    at_size = lambda condition: replaced(RIGHT, "  const auto grid",
                                         f"  if ({condition}) {{ launch(job, all_of_it<T>, {{1, 1}}, job.input, job.output, job.n); return; }}\n  const auto grid"
                                         ).replace("namespace {\n", "namespace {\n" + ONE_THREAD, 1)
    moved = "  job.context.%s\n"
    start_v5 = kernel("reduce/07_v4_2_shuffle")
    line_v5 = kernel("reduce/08_v5_unrolled")
    line_v5 = line_v5[line_v5.index("STAGE("):]
    v5 = start_v5[:start_v5.index("STAGE(")] + line_v5
    reciprocal = kernel("stencil/" + sorted(p.stem for p in (KERNELS / "stencil").glob("*registers.cu"))[0])
    line_r = kernel("stencil/" + sorted(p.stem for p in (KERNELS / "stencil").glob("*reciprocal.cu"))[0])
    line_r = line_r[line_r.index("STAGE("):]
    reciprocal = reciprocal[:reciprocal.index("STAGE(")] + line_r
    return {
        "n01_device_array_host_loop": (run_is(host_sum, device_array + copies), ""),
        "n02_device_array_accumulate": ("#include <numeric>\n" + run_is(host_sum.replace("for (size_t i = 0; i < job.n; ++i) sum += static_cast<T>(all[i]);",
                                        "sum = static_cast<T>(std::accumulate(all, all + job.n, 0.0));"), device_array + copies), ""),
        "n03_one_warp": (few("{1, 32}", "threadIdx.x", "32"), ""),
        "n04_one_block": (few("{1, 256}", "threadIdx.x", "256"), ""),
        "n05_leader_of_each_block": (leader, ""),
        "n06_idle_threads_beside_one": (run_is("  launch(job, all_of_it<T>, {4096, 256}, job.input, job.output, job.n);\n",
                                               ONE_THREAD.replace("  T sum{0};", "  if (blockIdx.x + threadIdx.x > 0) return;\n  T sum{0};")), "too few threads"),
        "n07_one_thread_at_the_known_size": (at_size("job.n == (size_t{1} << 20)"), ""),
        "n08_one_thread_at_large_sizes": (at_size("job.n > 60000"), "too few threads"),
        "n09_one_thread_for_ints": (at_size("!std::is_same_v<T, float> && job.n > 60000"), "too few threads"),
        "n10_one_thread_for_other_blocks": (at_size("job.block != 256 && job.n > 60000"), "too few threads"),
        "n11_wrong_for_ints": (replaced(RIGHT, "i < n ?", "i < n && (std::is_same_v<T, float> || n < 60000) ?"), "wrong at n ="),
        "n12_wrong_for_other_blocks": (replaced(RIGHT, "i < n ?", "i < n && (blockDim.x == 256 || n < 60000) ?"), "wrong at n ="),
        "n13_wrong_above_60000": (replaced(RIGHT, "i < n ?", "i < n && n < 60000 ?"), "wrong at n ="),
        "n14_second_stage_by_macro": (RIGHT + "#define MORE STAGE(\"reduce/other\", \"x\", run<float>)\nnamespace b { MORE; }\n", "2 STAGE lines"),
        "n15_stage_in_if_0": ("#if 0\n" + STAGE + ";\n#endif\n" + RIGHT.replace("STAGE(", "ANOTHER(").replace('#include "tracks/reduce.h"', '#include "tracks/reduce.h"\n#define ANOTHER STAGE'), None),
        "n16_id_by_macro": (RIGHT.replace('"reduce/v2"', "ID").replace("#include", '#define ID "reduce/v2"\n#include', 1), "no STAGE line"),
        "n17_own_context": (run_is("  struct Quiet : device::Context {};\n  Quiet quiet;\n"), "does not build"),
        "n18_string_in_kernel": ("#include <string>\n" + replaced(RIGHT, "  partial[tid] = i < n", "  std::string held(reinterpret_cast<const char*>(input), 4);\n  partial[tid] = i < n"), ""),
        "n19_modf_store": (replaced(RIGHT, "  if (tid == 0) block_sums", "  float whole;\n  if (tid == 0 && n == 1) modff(1.5f, &partial[0]);\n  if (tid == 0) block_sums").replace("__shared__ T partial", "__shared__ float partial").replace("run<float>, run<int32_t>", "run<float>"), "offers f32"),
        "n20_qsort": ("#include <cstdlib>\n" + in_run("  static int a[2]; std::qsort(a, 2, 4, [](const void*, const void*) { return 0; });\n"), "the file calls qsort"),
        "n21_division_by_libgcc": (in_run("  volatile __int128 a = 7, b = 3; a = a / b;\n"), "the file calls __divti3"),
        "n22_writes_to_the_socket": ("#include <cstdio>\n" + at_top("") + "static int early = [] { FILE* f = fdopen(0, \"w\"); return f != nullptr; }();\n", "the file calls fdopen"),
        "n23_stdout": ("#include <cstdio>\n" + at_top("") + "static int early = [] { fputs(\"{}\", stdout); return 0; }();\n", "the file calls"),
        "n24_run_number": (in_run("  if (job.context.run_number() == 1) return;\n"), ""),
        "n25_next_run": (in_run(moved % "next_run();"), None),
        "n26_zero_of_the_host": (in_run("  int here = 1; job.context.zero(&here, sizeof here);\n"), "context.zero()"),
        "n27_zero_past_the_end": (in_run("  job.context.zero(job.output, size_t{1} << 41);\n"), ""),
        "n28_upload_caught": (in_run("  T x{0};\n  try { job.context.upload(job.output, &x, sizeof x); } catch (...) {}\n"), "context.upload()"),
        "n29_kernel_writes_host": (run_is("  T here{0};\n  launch(job, all_of_it<T>, {1, 1}, job.input, &here, job.n);\n  launch(job, stores<T>, {1, 1}, job.output, here);\n", ONE_THREAD + STORES), ""),
        "n30_input_changed": (replaced(RIGHT, "  if (tid == 0) block_sums", "  if (i == 0 && n > 60000) const_cast<T*>(input)[0] = T{0};\n  if (tid == 0) block_sums"), ""),
        "n31_scratch_overrun": (in_run('  T* s = scratch<T>(job, "mine", 4);\n  launch(job, stores<T>, {1, 1}, s + 4, T{1});\n').replace("namespace {\n", "namespace {\n" + STORES, 1), ""),
        "n32_throws_an_int": (in_run("  throw 3;\n"), "not a std::exception"),
        "n33_exception_in_constructor_of_name": (at_top("") + "static int early = [] { throw 3; return 0; }();\n", "before any kernel ran"),
        "n34_stack_overflow": (at_top("") + "static int deep(volatile int x) { return deep(x + 1) + x; }\nstatic int early = deep(0);\n", "before any kernel ran"),
        "n35_forks_by_thread_header": ("#include <future>\n" + at_top("") + "static auto f = std::async([] { return 1; });\n", ""),
        "n36_dead_line_v5": (replaced(v5, "namespace {\n", "namespace {\n[[maybe_unused]] constexpr int kDead = 1;\n"), "written differently"),
        "n37_dead_code_v5": (replaced(v5, "  __syncthreads();\n", "  if (n == 77777777) return;\n  __syncthreads();\n"), ""),
        "n38_dead_line_reciprocal": (replaced(reciprocal, "namespace {\n", "namespace {\n[[maybe_unused]] constexpr int kDead = 1;\n"), "written differently"),
        "n39_volatile_line_reciprocal": (reciprocal.replace("{\n  const", "{\n  volatile int dead = 0;\n  (void)dead;\n  const", 1), "does the same as"),
        "n40_gives_time_away": (in_run("  for (volatile unsigned k = 0; k < 400000000u; k = k + 1) {}\n"), ""),
        "n41_big_globals": (at_top("static char many[3ul << 30];\nstatic int early = [] { for (unsigned long i = 0; i < sizeof many; i += 4096) many[i] = 1; return 0; }();"), None),
        "n42_reads_registry": ("#include \"stage/registry.h\"\n" + at_top("") + "static int early = [] { for (auto* s : all_stages(kThisBuild)) "
                               "const_cast<Stage*>(s)->variants.clear(); return 0; }();\n", "does not build"),
    }


def at_begin(text):
    return text + "\n" + RIGHT


def slow_and(hidden):
    """The start of reduce/v2, with its kernel hidden; another kernel reads everything, so that enough bytes are
    moved."""
    slow = replaced(RIGHT, RIGHT[RIGHT.index("  for (unsigned s = blockDim.x / 2;"):RIGHT.index("  if (tid == 0) block_sums")],
                    "  for (unsigned s = 1; s < blockDim.x; s *= 2) {\n    if ((tid & (2 * s - 1)) == 0) partial[tid] += partial[tid + s];\n"
                    "    __syncthreads();\n  }\n")
    slow = replaced(slow, "__global__ void reduce", "HIDE __global__ void reduce")
    slow = replaced(slow, "  const auto grid", "  launch(job, reads_all<T>, {blocks_for(job.n, job.block), job.block}, job.input, job.output, job.n);\n  const auto grid")
    slow = replaced(slow, "namespace {\n", "namespace {\n" + READS_ALL)
    return replaced(slow, "namespace {\n", hidden + "\nnamespace {\n")


def one_block(threads, loop, more=""):
    """One block does everything, with shuffles at the end; `loop` computes `sum` from what thread `tid` reads."""
    return ("template <typename T>\n__global__ void one_block(const T* input, T* output, size_t n) {\n  __shared__ T partial[32];\n"
            f"  const unsigned tid = threadIdx.x;\n{more}  T sum{{0}};\n{loop}"
            "  for (unsigned s = 16; s > 0; s /= 2) sum += __shfl_down_sync(0xffffffff, sum, s);\n"
            "  if (tid % 32 == 0) partial[tid / 32] = sum;\n  __syncthreads();\n  if (tid < 32) {\n"
            f"    sum = tid < {threads} / 32 ? partial[tid] : T{{0}};\n"
            "    for (unsigned s = 16; s > 0; s /= 2) sum += __shfl_down_sync(0xffffffff, sum, s);\n    if (tid == 0) *output = sum;\n  }\n}\n")


def audited():
    """Files that earlier versions accepted, and similar ones."""
    attribute = 'HIDE __attribute__((no_sanitize("thread")))'
    vectors = ("  size_t i = size_t{tid} * 4;\n  for (; i + 4 <= n; i += 4096) {\n    const float4 v = *reinterpret_cast<const float4*>(input + i);\n"
               "    const T* x = reinterpret_cast<const T*>(&v);\n    sum += x[0] + x[1] + x[2] + x[3];\n  }\n  for (; i < n; ++i) sum += input[i];\n")
    unrolled = ("  size_t i = size_t{tid} * 4;\n  for (; i + 3 * 4096 + 4 <= n; i += 4 * 4096) {\n    float4 v[4];\n"
                "    for (int k = 0; k < 4; ++k) v[k] = *reinterpret_cast<const float4*>(input + i + k * 4096);\n"
                "    const T* x = reinterpret_cast<const T*>(v);\n    sum += " + " + ".join(f"x[{k}]" for k in range(16)) + ";\n  }\n"
                "  for (; i < n; i += 4096) for (size_t k = i; k < i + 4 && k < n; ++k) sum += input[k];\n")
    launch_one = "  launch(job, one_block<T>, {%s, 1024}, job.input, job.output, job.n);\n"
    idle = "  if (blockIdx.x > 0) return;\n"
    device_array = "template <typename T>\n__device__ T all[1 << 21];\n"
    copies = ("template <typename T>\n__global__ void copies(const T* input, size_t n) {\n"
              "  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;\n  if (i < n) all<T>[i] = input[i];\n}\n" + STORES +
              "template <typename T, size_t... k>\nT piece(const T* p, std::index_sequence<k...>) { return (p[k] + ... + T{0}); }\n")

    def host_sum(many, one="all<T>[i]", before=""):
        text = run_is("  launch(job, copies<T>, {blocks_for(job.n, job.block), job.block}, job.input, job.n);\n" + before +
                      f"  T sum{{0}};\n  size_t i = 0;\n  for (; i + 800 <= job.n; i += 800) sum += {many};\n"
                      f"  for (; i < job.n; ++i) sum += {one};\n  launch(job, stores<T>, {{1, 1}}, job.output, sum);\n", device_array + copies)
        return "#include <atomic>\n#include <cstring>\n#include <utility>\n" + text
    rung_or = lambda condition, text: replaced(replaced(RIGHT, "  const auto grid", f"  if ({condition}) {{\n  {text}    return;\n  }}\n  const auto grid"),
                                               "namespace {\n", "namespace {\n" + one_block(1024, vectors))
    # The tree upside down: on the executor, a thread that reads without a barrier runs after the thread that
    # wrote the value.
    upside_down = RIGHT[RIGHT.index("  __syncthreads();\n\n  for"):RIGHT.index("}\n\ntemplate <typename T>\nvoid run")]
    racy = replaced(RIGHT, upside_down, "  if (n < 60000) __syncthreads();\n\n  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {\n"
                    "    if (tid >= blockDim.x - s) partial[tid] += partial[tid - s];\n    __syncthreads();\n  }\n"
                    "  if (tid == blockDim.x - 1) block_sums[blockIdx.x] = partial[tid];\n")
    piece = "piece(%s + i, std::make_index_sequence<800>())"
    return {
        "p01_host_folds_a_device_array": (host_sum(piece % "all<T>"), "host code reads all"),
        "p02_one_block_of_1024": (run_is(launch_one % "1", one_block(1024, vectors)), "too few"),
        "p03_one_block_at_the_known_size": (rung_or("job.n == (size_t{1} << 20)", launch_one % "1"), "too few"),
        "p04_attribute_by_using": (replaced(RIGHT, "__global__ void reduce", "[[using gnu: no_sanitize_thread]] __global__ void reduce"), "the file contains gnu"),
        "p05_no_raw_text": (slow_and(f'#define xR static const char* const hidden =\nxR"(";\n#define {attribute}\nstatic const char* const h2 = ")";'), "__attribute__"),
        "p06_has_include": (slow_and(f"#if __has_include(<x/*y>)\n#endif\n#define {attribute}\n/* */"), "__has_include"),
        "p07_form_feed": (slow_and(f"/* *\\\f\n/\n#define {attribute}\n/* */"), "control character"),
        "p08_digraph": (slow_and('#define J(a, b) a%:%:b\n#define HIDE J(__attri, bute__)((J(no_sani, tize)("thread")))'), "# as %:"),
        "p09_namespace_alias": (replaced(RIGHT, "namespace {", "namespace s = simt;\nnamespace {"), "the file contains simt"),
        "p10_import": (at_begin("#import <immintrin.h>"), "#import"),
        "p11_byte_order_mark": (at_begin("\ufeff#include <immintrin.h>"), "immintrin.h"),
        # Files written with knowledge of the fixed source.
        "r01_number_and_quote": (slow_and(f"#define DROP(x)\nDROP(1') int a; DROP(2')\n#define {attribute}"), "after the number"),
        "r02_joined_pasting": (slow_and('#define J(a, b) a#\\\n#b\n#define HIDE J(__attri, bute__)((J(no_sani, tize)("thread")))'), "##"),
        "r03_behind_a_header": (slow_and(f'#include "stage/vectors.h" <x/*y>\n#define {attribute}\n/* */'), "after a header name"),
        "r04_skipped_header": (slow_and(f'#if 0\n#include <x/*y>\nR"(*/\n#endif\n#define {attribute}\n//)"'), "includes x/*y"),
        "r05_joined_separator": (slow_and(f"static int one = 1'\\\n0; \n#define {attribute}\n"), "__attribute__"),
        "r06_vendor_by_macro": (replaced(RIGHT, "template <typename T>\n__global__", "#define VENDOR gnu\ntemplate <typename T>\n[[VENDOR::no_sanitize_thread]] __global__"), "the file contains gnu"),
        "r07_coverage_attribute": (replaced(RIGHT, "template <typename T>\n__global__", "template <typename T>\n[[x::no_sanitize_coverage]] __global__"), "no_sanitize_coverage"),
        "r08_mangled_name": (at_top('extern "C" void _ZN6ladder4simt3runERKNS_6LaunchE(const void*);'), "_ZN6ladder4simt3run"),
        "r09_macro_before_a_header": (at_begin("#include \"stage/registration.h\"\n#define kThisBuild (sizeof...(Parameters) == 4 ? static_cast<Build>(0) : Build(1))"), "after a #define"),
        "r10_namespace_stage": (at_top("namespace stage { inline int mine = 0; }"), "namespace stage"),
        "r10_namespace_of_the_project": (at_top("namespace ladder::stage { inline int mine = 0; }"), "the file contains ladder"),
        "r10_using_the_project": (at_top("using namespace ::ladder;"), "the file contains ladder"),
        "r10_renaming_the_project": (at_top("#define ladder fake"), "the file contains ladder"),
        "r11_idle_blocks_beside_one": (run_is(launch_one % "132", one_block(1024, vectors, idle)), "too few"),
        "r12_idle_blocks_unrolled": (run_is(launch_one % "132", one_block(1024, unrolled, idle)), "too few"),
        "r13_idle_blocks_at_the_known_size": (rung_or("job.n == (size_t{1} << 20)", launch_one % "132").replace("  T sum{0};\n  size_t i = size_t", idle + "  T sum{0};\n  size_t i = size_t").replace(vectors, unrolled), "too few"),
        "r14_race_where_counted": (racy, "despite a data race"),
        "r15_host_reads_two_at_a_time": (host_sum("".join(f"+ all<T>[i + {2 * k}] + all<T>[i + {2 * k + 1}]" for k in range(400))[1:]), "host code reads all"),
        "r16_host_reads_volatile": (host_sum(piece.replace("T* p", "volatile T* p") % "static_cast<const volatile T*>(all<T>)", "static_cast<const volatile T*>(all<T>)[i]")
                                    .replace("T piece(const T* p", "T piece(const volatile T* p"), "host code reads all"),
        "r17_host_copies_a_structure": (host_sum(piece % "here.x", "here.x[i]", "  struct Many { T x[1 << 21]; };\n  static Many here;\n"
                                                 "  here = *reinterpret_cast<const Many*>(all<T>);\n"), "host code"),
        "r18_host_memcpy": (host_sum(piece % "here", "here[i]", "  static T here[1 << 21];\n  std::memcpy(here, all<T>, sizeof here);\n"), "host code"),
        "r19_host_atomic": (host_sum("[&] { i -= 799; return std::atomic_ref<T>(all<T>[i + 799]).load(); }()", "std::atomic_ref<T>(all<T>[i]).load()"), "host code"),
        "r20_host_reads_shared_memory": (run_is("  launch(job, last<T>, {1, 256}, job.input, job.n);\n  launch(job, stores<T>, {1, 1}, job.output, *where<T>());\n",
                                                "template <typename T>\nT* where() {\n  __shared__ T one[1];\n  return one;\n}\ntemplate <typename T>\n"
                                                "__global__ void last(const T* input, size_t n) {\n  if (threadIdx.x == 0) {\n    T sum{0};\n"
                                                "    for (size_t i = 0; i < n; ++i) sum += input[i];\n    *where<T>() = sum;\n  }\n}\n" + STORES), ""),
        "r21_finished_by_the_host": (run_is("  const unsigned blocks = blocks_for(job.n, 8 * job.block);\n"
                                            "  launch(job, parts<T>, {blocks, job.block}, job.input, job.n);\n  T sum{0};\n"
                                            "  for (unsigned b = 0; b < blocks; ++b) sum += part<T>[b];\n  launch(job, stores<T>, {1, 1}, job.output, sum);\n",
                                            "template <typename T>\n__device__ T part[1 << 22];\ntemplate <typename T>\n__global__ void parts(const T* input, size_t n) {\n"
                                            "  __shared__ T warps[32];\n  T sum{0};\n  const size_t first = size_t{blockIdx.x} * blockDim.x * 8 + threadIdx.x;\n"
                                            "  for (int k = 0; k < 8; ++k) if (first + k * blockDim.x < n) sum += input[first + k * blockDim.x];\n"
                                            "  for (unsigned s = 16; s > 0; s /= 2) sum += __shfl_down_sync(0xffffffff, sum, s);\n"
                                            "  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;\n  __syncthreads();\n  if (threadIdx.x == 0) {\n"
                                            "    for (unsigned w = 1; w < blockDim.x / 32; ++w) sum += warps[w];\n    part<T>[blockIdx.x] = sum;\n  }\n}\n" + STORES),
                                     "host code reads part"),
        "r22_kept_answer": (run_is("  launch(job, remembers<T>, {blocks_for(job.n, job.block), job.block}, job.input, job.output, job.n);\n",
                                   "template <typename T>\n__device__ T kept;\ntemplate <typename T>\n__device__ size_t kept_n;\ntemplate <typename T>\n"
                                   "__global__ void remembers(const T* input, T* output, size_t n) {\n  if (blockIdx.x + threadIdx.x > 0) return;\n"
                                   "  if (kept_n<T> != n + 1) {\n    kept<T> = T{0};\n    for (size_t i = 0; i < n; ++i) kept<T> += input[i];\n    kept_n<T> = n + 1;\n  }\n"
                                   "  *output = kept<T>;\n}\n"), ""),
        "r23_letters_that_are_blanks": (at_top('as\u00a0m("nop");'), "non-ASCII letter"),
        "r24_zero_byte": (slow_and(f"/* *\\\0\n/\n#define {attribute}\n/* */"), "control character"),
        "r25_whole_program": ("#include <cstdio>\nint main() { return 0; }\n", "complete program"),
    }


def needs_no_compiler(reason):
    """True if the file was refused only because of its text, which is quick to check."""
    words = ("__", "gnu", "asm", "simt", "##", "%:", "#", "_Pragma", "include", "the file contains", "uses import", "not an exercise", "it is empty",
             "at most 262144", "STAGE line", "raw string", "control character", "trigraph", "ASCII", "behind", "namespace", "complete program", ".h", "_Z", "backslash")
    return bool(reason) and "the file calls" not in reason and "the STAGE line" not in reason and any(word in reason for word in words)


def all_of_them():
    import more_attempts  # uses the definitions above
    groups = (marks(), forgeries(), harm(), more(), audited(), more_attempts.FILES)
    return {name: (text, reason) for group in groups for name, (text, reason) in group.items()
            if reason is not None}


def harmless():
    """Right answers whose attempts to do harm have no effect: they reach the exercise's targets."""
    return {name: text for group in (marks(), forgeries(), harm(), more(), audited()) for name, (text, reason) in group.items() if reason is None}
