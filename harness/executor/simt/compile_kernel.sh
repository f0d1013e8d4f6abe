#!/bin/sh
# Compiles one kernel file for the executor: compiler to assembly, shared_memory.awk over it, assembler. What nvcc refuses and
# g++ does not is an error too: host_in_kernel.awk.
# CMake calls it as a compiler launcher: compile_kernel.sh TRACED [ccache] g++ OPTIONS… -o OBJECT -c FILE
# AS names another assembler, to build for another machine.
# SIMT_LOCALS=FILE: of a program whose two forms become one (harness/executor/try/build.cpp), and there go its local symbols.
set -e
traced=$1
shift
object=
source=
for argument; do
  case $argument in
    *.cu) source=$argument ;;
    c++-header) exec "$@" ;; # to be precompiled
  esac
done
# Where no code shifts, g++ is not asked to look at shifts: it would join no conditions any more, which are counted.
looks=shift-exponent,
if [ -n "$source" ]; then
  { cat "$source"
    sed -n 's/^#include "\([^"]*\.cuh\)".*/\1/p' "$source" | while IFS= read -r header; do cat "${source%/*}/$header" 2>/dev/null; done
  } | grep -E '<<|>>' >/dev/null || looks=
fi
left=$#
while [ "$left" -gt 0 ]; do
  argument=$1
  shift
  left=$((left - 1))
  case $argument in
    -c) set -- "$@" -S ;;
    -o)
      object=$1
      shift
      left=$((left - 1))
      set -- "$@" -o "$object.$$.s"
      ;;
    -fsanitize=shift-exponent,float-cast-overflow) set -- "$@" "-fsanitize=${looks}float-cast-overflow" ;;
    *) set -- "$@" "$argument" ;;
  esac
done
trap 'rm -f "$object.$$.s" "$object.$$.shared.s"' EXIT
"$@"
[ -z "$source" ] || awk -f "${0%/*}/host_in_kernel.awk" "$source" >&2
awk -v traced="$traced" -v locals="${SIMT_LOCALS:-}" -f "${0%/*}/shared_memory.awk" "$object.$$.s" "$object.$$.s" >"$object.$$.shared.s"
"${AS:-as}" -o "$object" "$object.$$.shared.s"
