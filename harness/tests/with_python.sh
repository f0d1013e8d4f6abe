#!/bin/sh
# Runs a test that is written in Python; without Python, ctest counts it as skipped.
command -v python3 >/dev/null || {
  echo "SKIPPED: no python3 (apt-get install python3)"
  exit 0
}
exec python3 "$@"
