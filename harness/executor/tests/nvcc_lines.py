"""Checks that ./ladder try accepts command lines for nvcc from a Makefile, with the same meaning (several sources, C,
objects, libraries, standards, options), and the headers of NVIDIA's samples. ./ladder try must also reject
command lines that nvcc rejects, with one line that gives the reason.

Usage: nvcc_lines.py LADDER . If anything differs, prints the output and exits with status 1.
"""

import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

LADDER = sys.argv[1]
FILES = {
    "main.cu": r"""
#include <cstdio>
extern "C" int sum_of(const int* x, int n);
extern "C" void hello(void);
int from_cpp(int);
int from_archive(int);
__global__ void k(int* o) { o[threadIdx.x] = threadIdx.x; }
int main(int argc, char** argv) {
  int *d, h[32];
  cudaMalloc(&d, sizeof h);
  k<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  hello();
  printf("%d %d %d %s\n", sum_of(h, 32), from_cpp(1), from_archive(2), argc > 1 ? argv[1] : "nothing");
}
""",
    "sum.c": r"""
#include <stdlib.h>
struct class { int new; };  /* no C++ */
int sum_of(const int *restrict x, int n) {
  struct class sum = {.new = 0};
  int *copy = malloc(n * sizeof *copy);
  for (int i = 0; i < n; ++i) sum.new += copy[i] = x[i];
  free(copy);
  return sum.new;
}
""",
    "hello.c": '#include <stdio.h>\nvoid hello(void) { puts("hello"); }\n',
    "one.cpp": "struct dim3 { int own; };\n#if defined TWO && !defined __CUDACC__\nint from_cpp(int x) { return x + dim3{TWO}.own; }\n#endif\n",
    "archive.cc": "int from_archive(int x) { return x + 2; }\n",
    "cmain.c": '#include <stdio.h>\nint main(void) { puts("from C"); return 0; }\n',
    "span.cu": r"""
#include <cstdio>
#include <span>
template <typename T> requires(sizeof(T) == 4) __global__ void k(T* o) { *o = 3; }
int main() {
  int *d, h = 0;
  cudaMalloc(&d, sizeof h);
  k<<<1, 1>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("%d of %zu\n", h, std::span<int>(&h, 1).size());
}
""",
    "cuda_span.cu": r"""
#include <cstdio>
#include <cuda/std/span>
__global__ void k(int* o) { cuda::std::span<int>(o, 1)[0] = 4; }
int main() {
  int *d, h = 0;
  cudaMalloc(&d, sizeof h);
  k<<<1, 1>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("%d\n", h);
}
""",
    "cublas.cu": r"""
#include <cstdio>
#include <cstdlib>
#include <cublas_v2.h>
#include <cufft.h>
#include <cusparse.h>
void cublasCheck(cublasStatus_t status, const char* file, int line) {
  if (status != CUBLAS_STATUS_SUCCESS) {
    printf("%d %s:%d %s\n", status, file, line, cublasGetStatusString(status));
    exit(1);
  }
}
#define cublasCheck(status) { cublasCheck((status), __FILE__, __LINE__); }
const char* name_of(cublasStatus_t error) {
  switch (error) {
    case CUBLAS_STATUS_SUCCESS: return "success";
    case CUBLAS_STATUS_NOT_INITIALIZED: return "not initialized";
    default: return "unknown";
  }
}
static cublasComputeType_t compute_type;
cublasHandle_t handle = nullptr;
__global__ void k(float* o) { o[threadIdx.x] = 1; }
int main(int argc, char** argv) {
  cublasCheck(cublasCreate(&handle));
  compute_type = argc > 2 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F;
  cublasOperation_t op = CUBLAS_OP_N;
  cufftHandle plan;
  if (cufftPlan1d(&plan, 32, CUFFT_C2C, 1) != CUFFT_SUCCESS) return 1;
  cusparseHandle_t sparse = NULL;
  cusparseStatus_t s = cusparseCreate(&sparse);
  float *d, one = 1;
  cudaMalloc(&d, 128);
  k<<<1, 32>>>(d);
  cudaMemcpy(&one, d, 4, cudaMemcpyDeviceToHost);
  printf("%g %s\n", one, name_of(CUBLAS_STATUS_SUCCESS));
  if (argc > 1)
    cublasCheck(cublasSgemm(handle, op, CUBLAS_OP_T, 4, 4, 2, &one, d, 4, d, 4, &one, d, 4));
  cudaFree(d);
  cublasDestroy(handle);
  return s == CUSPARSE_STATUS_SUCCESS ? 0 : 1;
}
""",
    "sample.cu": r"""
#include <cuda_runtime.h>
#include <helper_cuda.h>
#include <helper_functions.h>
__global__ void k(float* o) { o[threadIdx.x] = threadIdx.x; }
int main(int argc, char** argv) {
  const int device = findCudaDevice(argc, (const char**)argv);
  StopWatchInterface* timer = NULL;
  sdkCreateTimer(&timer);
  sdkStartTimer(&timer);
  float *d, h[32];
  checkCudaErrors(cudaMalloc((void**)&d, sizeof h));
  k<<<1, 32>>>(d);
  getLastCudaError("k");
  checkCudaErrors(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  sdkStopTimer(&timer);
  printf("device %d, h[3] %g, %d ms or more\n", device, h[3], sdkGetTimerValue(&timer) > 0 ? 0 : 1);
  sdkDeleteTimer(&timer);
  checkCudaErrors(cudaFree(d));
  if (checkCmdLineFlag(argc, (const char**)argv, "bad"))
    checkCudaErrors(cudaSetDevice(getCmdLineArgumentInt(argc, (const char**)argv, "bad")));
}
""",
    "no_return.cu": r"""
#include <cstdio>
#include <cstdlib>
__global__ void k(int* o) { o[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
bool verify(const int* a, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] != 1) { printf("differ at %d\n", i); exit(1); }
}
int main() {
  int *d, *h;
  cudaMalloc(&d, 4096);
  cudaMallocHost(&h, 4096);
  k<<<4, 256>>>(d);
  cudaMemcpy(h, d, 4096, cudaMemcpyDeviceToHost);
  verify(h, 1000);
  puts("verified");
  cudaFree(d);
  cudaFreeHost(h);
}
""",
    "initialised.cu": "__global__ void k(int* o) {\n  __shared__ int s[2] = {1, 2};\n  *o = s[0];\n}\nint main() {}\n",
    "large_array.cu": "__global__ void k(int* o) {\n  __shared__ int s[12289];\n  s[threadIdx.x] = 1;\n  *o = s[threadIdx.x];\n}\nint main() {}\n",
    "two_arrays.cu": "__global__ void k(int* o) {\n  __shared__ int a[8000], b[8000];\n  a[threadIdx.x] = b[threadIdx.x] = *o;\n  __syncthreads();\n"
                     "  *o = a[9] + b[7];\n}\nint main() { k<<<1, 1>>>(nullptr); }\n",
    "constants.cu": "__constant__ int a[16384], b;\n__global__ void k(int* o) { *o = a[*o] + b; }\nint main() { k<<<1, 1>>>(nullptr); }\n",
    "host_variable.cu": "typedef struct { int a; } one, *one_p;\nstruct { int a; } first_one, second_one;\n__global__ void k(int* o) { one_p p = nullptr; *o = second_one.a + (p == nullptr); }\nint main() {}\n",
}
MANY = "-O3 -g -G -lineinfo -arch=sm_80 -gencode arch=compute_90,code=sm_90 --expt-extended-lambda -Xcompiler -Wall -rdc=true -use_fast_math".split()
RIGHT = [  # the arguments, and the program's output
    (["nvcc", *MANY, "-DTWO=1", "-o", "program", "main.cu", "sum.c", "hello.o", "one.cpp", "-L", "lib", "-lmine", "-lcudart", "-lm", "--", "word"],
     "hello\n496 2 4 word\n"),
    (["main.cu", "sum.c", "hello.c", "one.cpp", "lib/libmine.a", "-D", "TWO=3", "-std=c++11"], "hello\n496 4 4 nothing\n"),
    (["main.cu", "sum.o", "hello.o", "one.cpp", "lib/libshared.so", "-D", "TWO=3", "--std", "c++17"], "hello\n496 4 4 nothing\n"),
    (["cmain.c"], "from C\n"),
    (["cmain.o"], "from C\n"),
    (["-std=c++20", "span.cu"], "3 of 1\n"),
    (["cuda_span.cu"], "4\n"),
    (["-lcublas", "-lcufft", "cublas.cu"], "1 success\n"),
    (["sample.cu", "--", "-device=0"], 'GPU Device 0: "Hopper" with compute capability 9.0\n\ndevice 0, h[3] 3, 0 ms or more\n'),
    (["no_return.cu"], "verified\n"),
]
REFUSED = [  # the arguments, the status, and part of the message
    (["span.cu"], 2, ["span.cu:4:"]),
    (["cuda_span.cu", "-std=c++17"], 2, ["cuda_span.cu:3:", "cuda/std/span needs C++20"]),
    (["cublas.cu", "--", "gemm"], 2, ["cublas.cu:38", "does not support cublasSgemm() of cuBLAS"]),
    (["sample.cu", "--", "--bad=7"], 1, ["sample.cu:21", "cudaErrorInvalidDevice"]),
    (["initialised.cu"], 2, ["initialised.cu:2:", "'s' has an initializer"]),
    (["large_array.cu"], 2, ["large_array.cu:2:", "more than 49152 bytes"]),
    (["two_arrays.cu"], 2, ["two_arrays.cu:1:", "64000 bytes of __shared__ arrays"]),
    (["constants.cu"], 2, ["constants.cu:", "65540 bytes of __constant__ variables"]),
    (["host_variable.cu"], 2, ["host_variable.cu:3:", "'second_one', which is a host variable"]),
    (["main.cu", "-lnone", "sum.c", "hello.c", "one.cpp", "archive.cc", "-DTWO"], 2, ["-lnone"]),
    (["-std=c++42", "cmain.c"], 2, ["-std=c++42"]),
    (["cmain.c", "-L"], 2, ["-L: its value is missing"]),
    (["kernel.ptx"], 2, ["kernel.ptx", "code for a GPU"]),
    (["gpu.o", "cmain.c"], 2, ["gpu.o: nvcc has compiled"]),
]


def make(folder):
    for name, text in FILES.items():
        (folder / name).write_text(text)
    (folder / "kernel.ptx").write_text("")
    (folder / "gpu.c").write_text("void __cudaRegisterFatBinary(void);\nvoid f(void) { __cudaRegisterFatBinary(); }\n")
    (folder / "lib").mkdir()
    for command in ["cc -c sum.c hello.c cmain.c gpu.c", "c++ -c archive.cc", "ar rcs lib/libmine.a archive.o", "c++ -shared -fPIC -o lib/libshared.so archive.cc"]:
        subprocess.run(command.split(), cwd=folder, check=True)


def attempt(folder, arguments, quiet):
    return subprocess.run([LADDER, "try", *quiet, *arguments], cwd=folder, text=True, capture_output=True, check=False)


def mistakes(folder):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        right = pool.map(lambda r: attempt(folder, r[0], ["-q"]), RIGHT)
        refused = pool.map(lambda r: attempt(folder, r[0], []), REFUSED)
        for (arguments, printed), run in zip(RIGHT, right):
            remarks = "no_return.cu:8: the function ends without a return, so its result is arbitrary\n" if "no_return.cu" in arguments else ""
            if run.returncode != 0 or run.stdout != printed or run.stderr != remarks:
                yield f"{arguments}: {run.returncode}\n{run.stdout}{run.stderr}"
        for (arguments, status, words), run in zip(REFUSED, refused):
            if run.returncode != status or not all(word in run.stdout + run.stderr for word in words):
                yield f"{arguments}: {run.returncode}, and {words}:\n{run.stdout}{run.stderr}"


with tempfile.TemporaryDirectory() as temporary:
    make(pathlib.Path(temporary))
    wrong = list(mistakes(pathlib.Path(temporary)))
print("\n".join(wrong) or f"{len(RIGHT)} lines build, {len(REFUSED)} are refused")
sys.exit(bool(wrong))
