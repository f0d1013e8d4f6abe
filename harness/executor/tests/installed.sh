#!/bin/sh
# installed.sh EXECUTOR FOLDER CMAKE G++: builds the executor alone in FOLDER, installs it there, and builds and
# runs its examples as a project that finds it with find_package(). EXECUTOR is harness/executor.
set -e
executor=$1 folder=$2 cmake=$3 compiler=$4
rm -rf "$folder/prefix" "$folder/examples"
"$cmake" -S "$executor" -B "$folder/build" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_INSTALL_PREFIX="$folder/prefix" >/dev/null
"$cmake" --build "$folder/build"
"$cmake" --install "$folder/build" >/dev/null
"$cmake" -S "$executor/examples" -B "$folder/examples" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$folder/prefix" >/dev/null
# From the checkout, this project may use only the examples.
if grep "$executor/\(simt\|runtime\)" "$folder/examples/build.ninja"; then exit 1; fi
"$cmake" --build "$folder/examples"
ctest --test-dir "$folder/examples" --output-on-failure
