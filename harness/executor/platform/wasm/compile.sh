#!/bin/sh
# The executor's core as wasm32 objects: compile.sh FOLDER LIBRARIES COMPILER…
# COMPILER…: a clang++ with its flags that has a C++ library for wasm32-wasip1, as that of wasi-sdk. LIBRARIES: the folder that has
# fmt/ and nlohmann/. An object for each file of simt/, simt/trace/ and platform/wasm/ comes into FOLDER. Says what does not compile.
folder=$1 libraries=$2
shift 2
executor=$(cd "$(dirname "$0")/../.." && pwd)
for name in fmt nlohmann; do
  [ -d "$libraries/$name" ] || { echo "SKIPPED: no $name/ in $libraries"; exit 77; }
done
mkdir -p "$folder/include"
ln -sfn "$libraries/fmt" "$libraries/nlohmann" "$folder/include"
compile() {
  "$@" --target=wasm32-wasip1 -std=c++20 -O2 -w -I"$executor" -I"$executor/../base" -isystem "$folder/include"
}
if ! why=$(echo '#include <map>' | compile "$@" -fsyntax-only -x c++ - 2>&1); then
  echo "SKIPPED: no compiler for wasm32-wasip1 with a C++ library: $(echo "$why" | head -1)"
  exit 77
fi
compiled=0 failed=0
for file in "$executor"/platform/wasm/*.cpp "$executor"/simt/*.cpp "$executor"/simt/trace/*.cpp; do
  if compile "$@" -c "$file" -o "$folder/$(echo "${file#"$executor"/}" | tr / _).o"; then
    compiled=$((compiled + 1))
  else
    failed=$((failed + 1))
    echo "does not compile for wasm32: ${file#"$executor"/}"
  fi
done
echo "$compiled files compiled for wasm32, $failed not"
[ $failed -eq 0 ]
