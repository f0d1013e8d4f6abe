#!/bin/sh
# with_node.sh ARGUMENTS…: runs node with these arguments, or says that node is missing or too old.
command -v node >/dev/null || { echo "SKIPPED: no node"; exit 77; }
node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' || { echo "SKIPPED: node before version 20"; exit 77; }
exec node "$@"
