#!/bin/sh
# with_node.sh ARGUMENTS…: node with these, or a word that there is none, or an old one.
command -v node >/dev/null || { echo "SKIPPED: no node"; exit 77; }
node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20)' || { echo "SKIPPED: node before version 20"; exit 77; }
exec node "$@"
