#!/bin/sh
# Compiles one kernel file. If it does not compile, its object contains the compiler's message
# (harness/ladder/stage/broken.h): the program is built without that kernel, and reports it. CMake calls it as a
# compiler launcher:
#   kernel_object.sh BUILD G++ [launcher…] compiler OPTIONS… -o OBJECT -c FILE        BUILD: simt, simt_traced, cuda
build=$1
compiler=$2
shift 2
object= source= depends= previous=
for argument in "$@"; do
  case $previous in
    -o) object=$argument ;;
    -MF) depends=$argument ;;
  esac
  previous=$argument
  case $argument in
    *.cu) source=$argument ;;
  esac
done
said=$object.$$.said
trap 'rm -f "$said"' EXIT
"$@" 2>"$said" >&2 && {
  cat "$said" >&2 # warnings
  exit 0
}
status=$?
# A signal (Ctrl-C, lack of memory) is not the file's fault, and CMake's own tests have no kernel file.
if [ -z "$object" ] || [ -z "$source" ] || [ $status -gt 125 ]; then
  cat "$said" >&2
  exit $status
fi

# The file is compiled again when it, or anything that it includes, changes. If the preprocessor fails too, only
# the file and the headers named in the message are watched for changes.
if [ -n "$depends" ]; then
  set -- "$@" --
  while [ "$1" != -- ]; do
    case $1 in
      -I* | -D* | -std=*) set -- "$@" "$1" ;;
      -isystem) set -- "$@" "$1" "$2" && shift ;;
    esac
    shift
  done
  shift
  "$compiler" "$@" -std=c++20 -x c++ -M -MG -MT "$object" -MF "$depends" "$source" 2>/dev/null ||
    printf '%s: %s\n' "$object" "$source $(sed -n 's/^\([^ :]*\.h\):[0-9].*/\1/p' "$said" | sort -u | tr '\n' ' ')" >"$depends"
fi

. "${0%/*}/broken_object.sh"
broken_object "$build" "$compiler" "$source" "$object" <"$said"
