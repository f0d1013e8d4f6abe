"""A checkout below a folder whose name has blanks, quotes and non-ASCII letters: it is configured, the files with
which `practice` and `try` link are built, and both commands work from a folder with such a name. (CMake cannot build
in a folder with a double quote: checkout.py. The program itself is a copy of the tested one, because building it
takes minutes.) Use: odd_path.py LADDER G++
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[3]
PROGRAM, COMPILER = sys.argv[1:]
TARGETS = ["judge", "try_start", "kernels_plain", "kernels_traced", "kernels_map_traced"]


def run(words, folder, wanted, said):
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != wanted or said not in done.stdout + done.stderr:
        print(f"{words}: status {done.returncode}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
        sys.exit(1)


with tempfile.TemporaryDirectory() as temporary:
    checkout = pathlib.Path(temporary) / "a b" / "ü'x"
    build = checkout / "build"
    checkout.mkdir(parents=True)
    for name in ["CMakeLists.txt", "cmake", "harness", "kernels", "results"]:
        copy = shutil.copytree if (SOURCE / name).is_dir() else shutil.copy
        copy(SOURCE / name, checkout / name)
    run(["cmake", "-S", checkout, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_TESTING=OFF",
         f"-DCMAKE_CXX_COMPILER={COMPILER}"], checkout, 0, "")
    run(["ninja", "-C", build, *TARGETS], checkout, 0, "Linking")
    shutil.copy(PROGRAM, build / "ladder")
    program = checkout / "my 'first'.cu"
    shutil.copy(SOURCE / "harness/executor/tests/programs/right/vector_add.cu", program)
    run([build / "ladder", "try", program.name], checkout, 0, "Found no race")
    race = checkout / "race.cu"
    race.write_text('#include "a \\"b\\".h"\n'.replace('\\"', "'") + """
__global__ void reverse(const int* input, int* output) {
  __shared__ int tile[64];
  tile[threadIdx.x] = input[threadIdx.x];
  output[threadIdx.x] = tile[63 - threadIdx.x];
}
int main() {
  int *input, *output;
  cudaMalloc(&input, 256), cudaMalloc(&output, 256);
  cudaMemset(input, 0, 256);
  reverse<<<1, 64>>>(input, output);
  return cudaDeviceSynchronize() != cudaSuccess;
}
""")
    (checkout / "a 'b'.h").write_text("#include <cuda_runtime.h>\n")
    run([build / "ladder", "try", race], checkout, 1, "race.cu:6")
    run([build / "ladder", "practice", "first/index"], checkout, 1, "Not yet")
print("built, and used, in " + str(checkout.relative_to(temporary)))
