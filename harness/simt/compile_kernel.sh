#!/bin/sh
# Compiles one kernel file for the executor: compiler to assembly, shared_memory.awk over it, assembler.
# AS names another assembler (to build for another machine). CMake calls it as a compiler launcher: compile_kernel.sh TRACED [ccache] g++ OPTIONS… -o OBJECT -c FILE
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
awk -v traced="$traced" -f "${0%/*}/shared_memory.awk" "$object.$$.s" "$object.$$.s" >"$object.$$.shared.s"
"${AS:-as}" -o "$object" "$object.$$.shared.s"
