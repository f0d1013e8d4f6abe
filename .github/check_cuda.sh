#!/usr/bin/env bash
# Checks the CUDA programs of a repository with ./ladder try: used by action.yml, and by hand. Run it in the
# folder that paths are relative to.
#   check_cuda.sh 'src/*.cu -I include' 'main.cu kernels.cu -- 4096'     programs (or $PROGRAMS, one per line)
# A program is given by its files and options, with its arguments after --. A glob at the start stands for one
# program per file.
# $OPTIONS: further options of ./ladder try. $SARIF: a file for all programs. $JUNIT: a folder, with a file for each program.
# In a workflow, findings are annotations at their lines, and $GITHUB_STEP_SUMMARY gets a table.
# Exit status: 0 nothing is wrong; 1 something is; 2 a program could not be built or run, or none was named.
set -euo pipefail
ladder=${LADDER:-$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")/ladder} # or another program

if [ $# = 0 ]; then mapfile -t lines <<<"${PROGRAMS:-}"; else lines=("$@"); fi
read -ra options <<<"${OPTIONS:-}"
format=text
[ -z "${GITHUB_ACTIONS:-}" ] || format=github

programs=()
for line in "${lines[@]}"; do
  line=${line%$'\r'}
  [[ $line =~ [^[:space:]] ]] || continue
  read -r first rest <<<"$line"
  if [[ $first != *[*?[]* ]]; then
    programs+=("$line")
    continue
  fi
  mapfile -t files < <(compgen -G "$first" | sort)
  [ ${#files[@]} -gt 0 ] || { echo "no file is called $first" >&2; exit 2; }
  for file in "${files[@]}"; do programs+=("$(printf '%q' "$file")${rest:+ $rest}"); done
done
[ ${#programs[@]} -gt 0 ] || { echo "no program is named" >&2; exit 2; }
[ -z "${SARIF:-}" ] || command -v jq >/dev/null || { echo "SARIF for several programs needs jq (apt-get install jq)" >&2; exit 2; }

found=$(mktemp -d)
trap 'rm -rf "$found"' EXIT
[ -z "${JUNIT:-}" ] || mkdir -p "$JUNIT"
worst=0 rows=""
for i in "${!programs[@]}"; do
  # Quotes work as in a shell; no other shell syntax is supported.
  split=$(xargs -n 1 printf '%s\n' <<<"${programs[$i]}") || { echo "a quote is not closed: ${programs[$i]}" >&2; exit 2; }
  mapfile -t words <<<"$split"
  arguments=()
  for at in "${!words[@]}"; do
    [ "${words[$at]}" = -- ] || continue
    arguments=("${words[@]:at}")
    words=("${words[@]:0:at}")
    break
  done
  files=("--sarif" "$found/$(printf %05d "$i").sarif")
  [ -z "${JUNIT:-}" ] || files+=("--junit" "$JUNIT/$(printf %05d "$i").xml")
  [ -z "${GITHUB_ACTIONS:-}" ] || echo "::group::${programs[$i]}"
  status=0
  "$ladder" try "${words[@]}" --format "$format" "${files[@]}" "${options[@]}" "${arguments[@]}" || status=$?
  [ -z "${GITHUB_ACTIONS:-}" ] || echo "::endgroup::"
  case $status in
    0) verdict="nothing wrong" ;;
    1) verdict="**wrong**" ;;
    124) verdict="**out of time**" ;;
    *) verdict="**could not be checked**" ;;
  esac
  rows+="| \`${programs[$i]//|/\\|}\` | $verdict |"$'\n'
  printf '%s: %s\n' "${programs[$i]}" "${verdict//\*/}"
  case $status in
    0) ;;
    1 | 124) [ $worst = 2 ] || worst=1 ;;
    *) worst=2 ;;
  esac
done

# A single run of a single tool, so that code scanning closes old results even if the list of programs has changed.
if [ -n "${SARIF:-}" ] && compgen -G "$found/*.sarif" >/dev/null; then
  jq -s '.[0] * {runs: [.[0].runs[0] * {
    tool: {driver: (.[0].runs[0].tool.driver * {rules: ([.[].runs[0].tool.driver.rules[]] | unique_by(.id))})},
    results: [.[].runs[0].results[]]}]}' "$found"/*.sarif >"$found/all"
  mv "$found/all" "$SARIF"
fi
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  printf '### CUDA programs\n\n| program | |\n|---|---|\n%s' "$rows" >>"$GITHUB_STEP_SUMMARY"
fi
exit $worst
