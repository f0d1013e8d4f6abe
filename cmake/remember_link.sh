#!/bin/sh
# Links a program, and records the command, one word per line: remember_link.sh NOTE g++ ARGUMENTS… CMake
# calls it as a link launcher. `./ladder practice` and `try` link the program again with more objects
# (harness/executor/toolchain).
note=$1
shift
printf '%s\n' "$@" >"$note"
exec "$@"
