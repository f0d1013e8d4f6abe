#!/usr/bin/env bash
# Builds the site from a clean clone of the last commit and runs its tests there, so that they cannot rely on
# uncommitted files. If something is missing on this computer, the script names it and skips the tests.
set -euo pipefail
root=$(git -C "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" rev-parse --show-toplevel)

skip() {
  echo "SKIPPED: the site: $1"
  exit 0
}
node -e 'process.exit(process.versions.node.split(".")[0] >= 20 ? 0 : 1)' 2>/dev/null || skip "needs Node.js 20 or newer"
command -v npm >/dev/null || skip "no npm"
browser=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
[ -x "$browser" ] || skip "no Chromium"

clone=$(mktemp -d)
trap 'rm -rf "$clone"' EXIT
git clone --quiet "$root" "$clone/ladder"
if ! npm --prefix "$clone/ladder/docs" ci --no-audit --no-fund >"$clone/log" 2>&1; then
  ! grep -qE 'ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH' "$clone/log" || skip "npm reaches no registry"
  cat "$clone/log"
  exit 1
fi
# The playground, if its compilers are installed: the site then contains it and links to it.
status=0
npm --prefix "$clone/ladder/docs" run --silent playground >"$clone/log" 2>&1 || status=$?
[ "$status" != 77 ] || sed -n 's/^SKIPPED: /SKIPPED: the playground: /p' "$clone/log"
if [ "$status" != 0 ] && [ "$status" != 77 ]; then
  cat "$clone/log"
  exit 1
fi
[ -z "${NO_STUDIO:-}" ] || rm "$clone/ladder/docs/.vitepress/tests/studio.test.js" # it has no server
LADDER=${LADDER:-$root/ladder} CHROMIUM=$browser npm --prefix "$clone/ladder/docs" test
# KEEP=FOLDER: the site is kept there.
if [ -n "${KEEP:-}" ]; then
  rm -rf "$KEEP"
  cp -r "$clone/ladder/docs/.vitepress/dist" "$KEEP"
fi
