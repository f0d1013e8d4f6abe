#!/bin/sh
# Links a program, and writes down how, a word in each line: remember_link.sh NOTE g++ ARGUMENTS… CMake calls it as a link
# launcher. `./ladder practice` and `try` link the program again with more objects (harness/executor/toolchain).
note=$1
shift
printf '%s\n' "$@" >"$note"
exec "$@"
