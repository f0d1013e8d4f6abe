"""Files that want a mark that they do not deserve, or do harm. Each is name: (text, a part of the reason; "" any). None of
them may be called reached. submissions.py grades them."""
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
    return text + "\n" + RIGHT


def in_run(text):
    return replaced(RIGHT, "  const auto grid", text + "  const auto grid")


def run_is(text, kernels=""):
    """The file of reduce/v2 with another launcher."""
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
    """One block of one thread that does everything, for any exercise that adds."""
    return ('#include "stage/reduce.h"\n\nnamespace {\n\n' + ONE_THREAD +
            "\ntemplate <typename T>\nvoid run(const ReduceJob<T>& job) {\n"
            "  launch(job, all_of_it<T>, {1, 1}, job.input, job.output, job.n);\n}\n\n}  // namespace\n\n" + stage_line + "\n")


def marks():
    """Plain C++ that wants a mark."""
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
                                "\nstatic int later = [] { stage::Stage* s = registration.stage_; s->needs_nccl = true; return 0; }();\n", ""),
        "a16_limit_launches": (in_run("  job.context.limit_launches(1);\n"), ""),
        "a17_needs_nccl_by_macro": ("#include \"stage/reduce.h\"\n#undef STAGE\n#define STAGE(...) static const auto r = "
                                    "::stage::Registration(::stage::kThisBuild, __FILE__, __VA_ARGS__).needs_nccl()\n" + run_is(nothing), "needs_nccl"),
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
        "g09_shared_redefined": ("#include \"stage/reduce.h\"\n#undef __shared__\n#define __shared__ static thread_local\n" + RIGHT, None),
        "g11_ifdef_traced": (replaced(RIGHT, "  for (unsigned s = blockDim.x / 2;", "#ifdef LADDER_TRACED\n  if (n > 100000) return;\n#endif\n  for (unsigned s = blockDim.x / 2;"), ""),
    }


def forgeries():
    """They write the judge's answer, or what it is made of."""
    constructor = "static int early = [] { %s return 0; }();\n"
    write = 'extern "C" long write(int, const void*, unsigned long);\n'
    return {
        "b10_rex_syscall": (in_run('  asm volatile(".byte 0x48,0x0f,0x05" ::: "memory");\n'), "asm"),
        "b11_replaces_judge": (at_top('extern "C" int unlink(const char*);') + constructor % 'unlink("judge");', "it calls unlink"),
        "b12_strong_dump": (at_top("namespace nlohmann { void dump() {} }\nnamespace data { void to_json() {} }"), "it says data"),
        "b13_own_fwrite": (at_top('extern "C" unsigned long fwrite(const void*, unsigned long, unsigned long, void*) { return 0; }'), "fwrite"),
        "b14_many_names": (at_top(write + "\n".join(f"inline int name_{k}() {{ return {k}; }}" for k in range(2000))) + constructor % 'write(0, "x", 1);', "it calls write"),
        "b14_writes": (at_top(write) + constructor % 'write(0, "{}", 2);', "it calls write"),
        "b14_sends": (at_top('extern "C" long send(int, const void*, unsigned long, int);') + constructor % 'send(0, "{}", 2, 0);', "it calls send"),
        "b16_jump": (in_run('  __asm__ volatile("jmp 1f+1\\n1: .byte 0xb9,0x0f,0x05" ::: "memory");\n'), "__asm__"),
        "b17_guard": (at_top('extern "C" int __cxa_guard_acquire(long*) { for (;;) {} }'), "__cxa_guard_acquire"),
        "b18_pause": (at_top('extern "C" int pause();') + constructor % "pause();", "it calls pause"),
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
    """They stop, fill, read or leave something."""
    big = "0" * 70000
    return {
        "c01_passwd": (at_top('#include "/etc/passwd"'), "includes /etc/passwd"),
        "c01_environ": (at_top('#include "/proc/1/environ"'), "includes /proc/1/environ"),
        "c01_fd": (at_top('#include "/proc/self/fd/1"'), "includes /proc/self/fd/1"),
        "c02_zero": (at_top('#include "/dev/zero"'), "includes /dev/zero"),
        "c01_by_macro": (at_top('#define FILE_NAME "/proc/self/fd/1"\n#include FILE_NAME'), "what a macro names"),
        "c03_incbin": (at_top('asm(".incbin \\"/etc/passwd\\"");'), "asm"),
        "c06_template_depth": (at_top("template <int N> struct deep { static constexpr int v = deep<N + 1>::v; };\nstatic int d = deep<0>::v;"), "does not build"),
        "c10_includes_itself": (at_top('#include "submission.cu"'), "includes submission.cu"),
        "c11_macro_bomb": (at_top("\n".join(["#define M0 x x x x x x x x x x"] + [f"#define M{k} " + f"M{k-1} " * 10 for k in range(1, 12)]) + "\nint M11;"), "compiler"),
        "c16_escape": (at_top("#error \x1b[2J\x1b[31m all reached"), "does not build"),
        "d_blanks": (RIGHT + "\n" + " " * 70000 + "\n", None),
        "d_long_name": ('STAGE("' + big + '")\n', "no exercise"),
        "f09_endless_constructor": (at_top("") + "static int early = [] { for (volatile int i = 0; i >= 0;) i = 0; return 0; }();\n", "before any kernel ran"),
        "f10_crashing_constructor": (at_top("") + "static int early = [] { volatile int* p = nullptr; *p = 1; return 0; }();\n", "before any kernel ran"),
        "f18_memory": (in_run("  for (int i = 0; i < 1000000; ++i) { char* c = new char[1 << 26]; for (int k = 0; k < 1 << 26; k += 4096) c[k] = 1; }\n"), ""),
        "f25_fork": (at_top('extern "C" int fork();') + "static int bomb = [] { while (true) fork(); return 0; }();", "it calls fork"),
        "f26_socket": (at_top('extern "C" int socket(int, int, int);') + "static int s = socket(2, 1, 0);", "it calls socket"),
        "f27_open": (at_top('extern "C" int open(const char*, int, ...);') + 'static int f = open("/etc/passwd", 0);', "it calls open"),
        "f28_system": (at_top("#include <cstdlib>") + 'static int s = std::system("id");', "it calls system"),
        "f29_getenv": (at_top("#include <cstdlib>") + 'static const char* s = std::getenv("HOME");', "it calls getenv"),
        "f31_exit": (in_run("  std::exit(0);\n").replace('#include "stage', '#include <cstdlib>\n#include "stage', 1), "it calls exit"),
        "f32_dlopen": (at_top('extern "C" void* dlopen(const char*, int);') + "static void* d = dlopen(nullptr, 1);", "it calls dlopen"),
        "f33_signal": (at_top("#include <csignal>") + "static auto s = std::signal(11, SIG_IGN);", "it calls signal"),
        "f_fopen": (at_top("#include <cstdio>") + f'static FILE* f = std::fopen("{REPOSITORY}/README.md", "w");', "it calls fopen"),
        "f_fstream": (at_top("#include <fstream>") + 'static std::ofstream f("x");', "fstream"),
        "f_iostream": (at_top("#include <iostream>") + 'static int f = [] { std::cout << 1; return 0; }();', "it calls std::"),
        "f_thread": (at_top("#include <thread>") + "static std::thread t([] {});", "thread"),
        "endless_loop": (in_run("  for (volatile int i = 0; i >= 0;) i = 0;\n"), "timeout"),
        "endless_kernel": (replaced(RIGHT, "s > 0; s /= 2", "s > 0; s *= 1"), "timeout"),
        "includes_solution": (f'#include "{KERNELS}/reduce/03_v2_sequential.cu"\nSTAGE("reduce/v2", "x", run<float>);', "includes"),
        "prints_10_gb": ("#include <cstdio>\n" + in_run("  for (int i = 0; i < 2000000000; ++i) std::puts(\"0123456\");\n"), ""),
        "syntax_error": (replaced(RIGHT, "__syncthreads();", "__syncthreads()"), "error: expected"),
        "empty": ("\n", "it is empty"),
        "five_mb": (RIGHT + " " * (5 << 20), "at most 262144 are read"),
        "two_stages": (RIGHT + 'namespace b {\nSTAGE("reduce/my", "mine", run<float>);\n}\n', "2 STAGE lines"),
    }


def more():
    """Made after reading how the judge works."""
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
        "n15_stage_in_if_0": ("#if 0\n" + STAGE + ";\n#endif\n" + RIGHT.replace("STAGE(", "ANOTHER(").replace('#include "stage/reduce.h"', '#include "stage/reduce.h"\n#define ANOTHER STAGE'), None),
        "n16_id_by_macro": (RIGHT.replace('"reduce/v2"', "ID").replace("#include", '#define ID "reduce/v2"\n#include', 1), "no STAGE line"),
        "n17_own_context": (run_is("  struct Quiet : device::Context {};\n  Quiet quiet;\n"), "does not build"),
        "n18_string_in_kernel": ("#include <string>\n" + replaced(RIGHT, "  partial[tid] = i < n", "  std::string held(reinterpret_cast<const char*>(input), 4);\n  partial[tid] = i < n"), ""),
        "n19_modf_store": (replaced(RIGHT, "  if (tid == 0) block_sums", "  float whole;\n  if (tid == 0 && n == 1) modff(1.5f, &partial[0]);\n  if (tid == 0) block_sums").replace("__shared__ T partial", "__shared__ float partial").replace("run<float>, run<int32_t>", "run<float>"), "offers f32"),
        "n20_qsort": ("#include <cstdlib>\n" + in_run("  static int a[2]; std::qsort(a, 2, 4, [](const void*, const void*) { return 0; });\n"), "it calls qsort"),
        "n21_division_by_libgcc": (in_run("  volatile __int128 a = 7, b = 3; a = a / b;\n"), "it calls __divti3"),
        "n22_writes_to_the_socket": ("#include <cstdio>\n" + at_top("") + "static int early = [] { FILE* f = fdopen(0, \"w\"); return f != nullptr; }();\n", "it calls fdopen"),
        "n23_stdout": ("#include <cstdio>\n" + at_top("") + "static int early = [] { fputs(\"{}\", stdout); return 0; }();\n", "it calls"),
        "n24_run_number": (in_run("  if (job.context.run_number() == 1) return;\n"), ""),
        "n25_next_run": (in_run(moved % "next_run();"), None),
        "n26_zero_of_the_host": (in_run("  int here = 1; job.context.zero(&here, sizeof here);\n"), "context.zero()"),
        "n27_zero_past_the_end": (in_run("  job.context.zero(job.output, size_t{1} << 41);\n"), ""),
        "n28_upload_caught": (in_run("  T x{0};\n  try { job.context.upload(job.output, &x, sizeof x); } catch (...) {}\n"), "context.upload()"),
        "n29_kernel_writes_host": (run_is("  T here{0};\n  launch(job, all_of_it<T>, {1, 1}, job.input, &here, job.n);\n  launch(job, stores<T>, {1, 1}, job.output, here);\n", ONE_THREAD + STORES), ""),
        "n30_input_changed": (replaced(RIGHT, "  if (tid == 0) block_sums", "  if (i == 0 && n > 60000) const_cast<T*>(input)[0] = T{0};\n  if (tid == 0) block_sums"), ""),
        "n31_scratch_overrun": (in_run('  T* s = scratch<T>(job, "mine", 4);\n  launch(job, stores<T>, {1, 1}, s + 4, T{1});\n').replace("namespace {\n", "namespace {\n" + STORES, 1), ""),
        "n32_throws_an_int": (in_run("  throw 3;\n"), "no std::exception"),
        "n33_exception_in_constructor_of_name": (at_top("") + "static int early = [] { throw 3; return 0; }();\n", "before any kernel ran"),
        "n34_stack_overflow": (at_top("") + "static int deep(volatile int x) { return deep(x + 1) + x; }\nstatic int early = deep(0);\n", "before any kernel ran"),
        "n35_forks_by_thread_header": ("#include <future>\n" + at_top("") + "static auto f = std::async([] { return 1; });\n", ""),
        "n36_dead_line_v5": (replaced(v5, "namespace {\n", "namespace {\n[[maybe_unused]] constexpr int kDead = 1;\n"), "does what"),
        "n37_dead_code_v5": (replaced(v5, "  __syncthreads();\n", "  if (n == 77777777) return;\n  __syncthreads();\n"), ""),
        "n38_dead_line_reciprocal": (replaced(reciprocal, "namespace {\n", "namespace {\n[[maybe_unused]] constexpr int kDead = 1;\n"), "does what"),
        "n39_volatile_line_reciprocal": (reciprocal.replace("{\n  const", "{\n  volatile int dead = 0;\n  (void)dead;\n  const", 1), "does what"),
        "n40_gives_time_away": (in_run("  for (volatile unsigned k = 0; k < 400000000u; k = k + 1) {}\n"), ""),
        "n41_big_globals": (at_top("static char many[3ul << 30];\nstatic int early = [] { for (unsigned long i = 0; i < sizeof many; i += 4096) many[i] = 1; return 0; }();"), None),
        "n42_reads_registry": ("#include \"stage/registry.h\"\n" + at_top("") + "static int early = [] { for (auto* s : stage::all_stages(stage::kThisBuild)) "
                               "const_cast<stage::Stage*>(s)->variants.clear(); return 0; }();\n", "it calls stage::all_stages"),
    }


def all_of_them():
    return {name: (text, reason) for group in (marks(), forgeries(), harm(), more()) for name, (text, reason) in group.items()
            if reason is not None}


def harmless():
    """They are right, and what else they want comes to nothing: they do reach the exercise."""
    return {name: text for group in (marks(), forgeries(), harm(), more()) for name, (text, reason) in group.items() if reason is None}
