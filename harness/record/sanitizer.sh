#!/usr/bin/env bash
# Runs every stage (or those given, as track/stage:dtype) under compute-sanitizer's four tools and prints a line
# for each pair: stage, tool, and the tool's summary. Exit status 1 if a stage that is not declared racy has an
# error.
set -uo pipefail
ladder=${LADDER:?the CUDA build of ladder}
stages() { # stages CONDITION: the ids and first types of the stages that should be right and satisfy it
  "$ladder" list --json | python3 -c "import json,sys
for s in json.load(sys.stdin):
    if 'expect' not in s and ($1): print(s['id'] + ':' + s['dtypes'][0])"
}
ids=${*:-$(stages True)}
racy=$(stages '"racy" in s' | sed 's/:.*/ /')

check_one() {
  log=$(compute-sanitizer --tool "$2" --target-processes all --print-limit 5 \
    "$ladder" check "$1" --backend cuda --n 1023,70001 --block 256 --dtype "$3" --no-color 2>&1)
  summary=$(grep -E "ERROR SUMMARY|RACECHECK SUMMARY" <<<"$log" | sed 's/=* *//' | sort | uniq -c | sort -rn | head -3 |
    sed 's/^ *[0-9]* //' | paste -sd '|')
  verdict=$(grep -E "^ *[0-9]+ checks?:" <<<"$log" | tail -1 | sed 's/^ *//')
  skipped=$(grep -oE "nothing could be run: .*" <<<"$log")
  printf '%-30s %-10s %s | %s\n' "$1" "$2" "${skipped:-${summary:-no summary}}" "${verdict:-no verdict}"
}
export -f check_one
export ladder
lines=$(for tool in memcheck racecheck initcheck synccheck; do
  for id in $ids; do printf '%s %s %s\n' "${id%:*}" "$tool" "${id#*:}"; done
done | xargs -P 12 -L 1 bash -c 'check_one "$0" "$1" "$2"' | tee /dev/stderr)
sort <<<"$lines"
while IFS= read -r stage; do [ -z "$stage" ] || lines=$(grep -v "^$stage" <<<"$lines"); done <<<"$racy"
! grep -vqE "SUMMARY: 0 (errors|hazards displayed \(0 errors, 0 warnings\)) |nothing could be run: needs" <<<"$lines"
