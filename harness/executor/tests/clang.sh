#!/bin/sh
# clang.sh ROOT: clang++ reads every kernel file as C++, without instrumentation: what is in them is of no one compiler. One that is
# wrong must be refused, or nothing is proved. Exit status 1 if one is not as it must be.
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
