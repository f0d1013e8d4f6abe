#!/bin/sh
# Links a program of the build. A kernel file that compiles but does not link (it calls an undefined function,
# or defines one that another file also defines) is left out, like one that does not compile. Its object is
# replaced by an object that contains the linker's message. CMake calls it as a link launcher: link_program.sh
# g++ ARGUMENTS…
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
said=$folder/said
tries=0
until "$@" 2>"$said" >&2; do
  status=$?
  # Finds the objects named in lines such as "ld: PATH/kernels_reduce_plain.dir/reduce/zz.cu.o: in function …".
  # For each of them, the first line with an error is quoted below.
  blamed=$(sed -n 's/^[^ ]*ld[^ ]*: \([^ :]*kernels_[^/:]*\.dir\/[^ :]*\.cu\.o\):.*/\1/p' "$said" | sort -u)
  tries=$((tries + 1))
  if [ -z "$blamed" ] || [ $tries -gt 20 ]; then
    cat "$said" >&2
    exit $status
  fi
  . "${0%/*}/broken_object.sh"
  for object in $blamed; do
    case $object in
      *_plain.dir/*) build=simt ;;
      *_traced.dir/*) build=simt_traced ;;
      *) build=cuda ;;
    esac
    path=${object##*kernels_*.dir/}
    path=${path%.o}
    case $object in
      *test_kernels_*) source=harness/tests/$path ;;
      *) source=kernels/${path##*kernels/} ;;
    esac
    instead=$folder/$(printf '%s' "$object" | tr / _)
    {
      echo 'does not link'
      grep -A 1 -F "$object" "$said" | grep -E 'undefined reference|multiple definition|undefined symbol' | head -n 1 |
        sed 's/^[^ ]*ld\(\.[a-z]*\)\{0,1\}: //; s/:\([0-9]*\):(\.[a-z_.]*+0x[0-9a-f]*): /:\1: /; s/\.cu\.o:/.cu:/; s/:\([0-9][0-9]*\): /:\1: error: /; t; s/: \([um]\)/: error: \1/'
      cat "$said"
    } | broken_object "$build" "$1" "$(cd "${0%/*}/.." && pwd)/$source" "$instead" || exit 1
    # Replaces this object in the arguments.
    count=$#
    while [ "$count" -gt 0 ]; do
      argument=$1
      shift
      [ "$argument" != "$object" ] || argument=$instead
      set -- "$@" "$argument"
      count=$((count - 1))
    done
  done
done
cat "$said" >&2 # warnings
