#!/bin/sh
# clang.sh ROOT: clang++ parses every kernel file as C++, without instrumentation, to show that they do not
# depend on one compiler. A faulty one must be rejected, to show that the test can fail. Exit status 1 if either
# is not the case.
command -v clang++ >/dev/null || {
  echo "SKIPPED: no clang++ (apt-get install clang)"
  exit 0
}
cd "$1" || exit 1
reads() {
  xargs -r -P 2 -n 1 clang++ -std=c++20 -fsyntax-only -w -x c++ -Iharness/base -Iharness/executor -Iharness/ladder
}
if echo harness/executor/tests/kernels/broken.cu | reads 2>/dev/null; then
  echo "clang++ takes a kernel file that is wrong"
  exit 1
fi
find kernels -name '*.cu' | reads && echo "clang++ reads all $(find kernels -name '*.cu' | wc -l) kernel files"
