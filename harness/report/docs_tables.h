// Keeps the tables in README.md and docs/*.md as results/ has them. A table stands between two comments:
//   <!-- table: results/h200/ladder.json reduce n=2^28 -->  …  <!-- /table -->
// After the file and the track (or "all") come key=value pairs: n, backend, dtype, block, layout=sweep|per_n,
// recorded=FILE (a GPU's results beside the executor's), published=yes|only (figures from results/published),
// picture=FILE.svg (the table as bars, in this file, and a link to it above the table).
// results/*/ladder.json sets the GPUs of these files side by side: % of its own ceiling, for each stage.
#pragma once
#include <string>
#include <vector>

namespace report {

struct DocsTables {
  std::vector<std::string> changed;  // files rewritten, or stale when only checked
  size_t tables = 0;                 // how many were looked at
};

// `root` is the repository. Throws os::Error (file and line) on a broken marker or results file, before any file
// is changed, and on one that finds no file or no rows: a table is replaced, never emptied.
DocsTables update_docs(const std::string& root, bool check_only);

}  // namespace report
