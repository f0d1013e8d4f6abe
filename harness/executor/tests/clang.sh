#!/bin/sh
# clang.sh ROOT CUDA_HEADERS: clang++ parses every kernel file as C++, without instrumentation, to show that the
# files do not depend on one compiler. CUDA_HEADERS: the folder in which the build creates headers with the
# names of CUDA's headers. A faulty file must be rejected, to show that the test can fail. Exit status 1 if
# either check fails.
command -v clang++ >/dev/null || {
  echo "SKIPPED: no clang++ (apt-get install clang)"
  exit 0
}
cd "$1" || exit 1
headers=$2
reads() {
  xargs -r -P 2 -n 1 clang++ -std=c++20 -fsyntax-only -w -x c++ -Iharness/base -Iharness/executor -Iharness/ladder \
    -Iharness/executor/runtime/include "-I$headers"
}
if echo harness/executor/tests/kernels/broken.cu | reads 2>/dev/null; then
  echo "clang++ accepts a kernel file that is wrong"
  exit 1
fi
find kernels -name '*.cu' | reads && echo "clang++ parses all $(find kernels -name '*.cu' | wc -l) kernel files"
