#!/bin/sh
# Compiles one kernel file for the executor: compiler to assembly, shared_memory.awk over it, assembler.
# CMake calls it as a compiler launcher: compile_kernel.sh TRACED [ccache] g++ OPTIONS… -o OBJECT -c FILE
# SIMT_LOCALS=FILE: of a program whose two forms become one (harness/try/build.cpp), and there go its local symbols.
set -e
traced=$1
shift
object=
left=$#
while [ "$left" -gt 0 ]; do
  argument=$1
  shift
  left=$((left - 1))
  case $argument in
    '') ;;
    -c) set -- "$@" -S ;;
    -o)
      object=$1
      shift
      left=$((left - 1))
      set -- "$@" -o "$object.$$.s"
      ;;
    *) set -- "$@" "$argument" ;;
  esac
done
trap 'rm -f "$object.$$.s" "$object.$$.shared.s"' EXIT
"$@"
awk -v traced="$traced" -v locals="${SIMT_LOCALS:-}" -f "${0%/*}/shared_memory.awk" "$object.$$.s" "$object.$$.s" >"$object.$$.shared.s"
as --64 -o "$object" "$object.$$.shared.s"
