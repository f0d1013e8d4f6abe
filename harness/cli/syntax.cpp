#include "cli/syntax.h"

namespace ladder::cli {

void Syntax::stages() const {
  option("ID", options.ids, "tracks (reduce), stages (reduce/v1) or globs ('reduce/v4*'); default: all");
}

// A reader's file instead of a stage.
void Syntax::mine() const {
  flag("--mine", options.mine, "Use your file, practice/ID.cu, instead of the stage");
}

void Syntax::timeout() const {
  option("--timeout SECONDS", raw.timeout,
         "Stop a kernel that reports no progress for this many seconds (the default depends on the amount of "
         "work)");
}

void Syntax::conditions() const {
  option(
      "--n COUNT", raw.ns,
      "Number of elements: 1000000, 1e6, 2^20, 2^31+1, 10Mi, a list 2^20,2^25 or a range 2^10:2^30:*4; for a "
      "track with several dimensions, all of them: 64x64x32");
  option("--block SIZE", raw.blocks,
         "Threads per block: 64, 128, 256, 512, 1024, or a comma-separated list of these");
  option("--dtype TYPE", raw.dtypes,
         "Element types: f32, f64, i32, u32, i64, u64, or a comma-separated list of these");
  option("--gpus NUMBER", raw.gpus,
         "Number of GPUs for stages that use several (reduce_multi, scan_multi): 1 to 8, or a "
         "comma-separated list");
  option("--seed NUMBER", raw.seed, "Seed of the random input (default: 1)");
  timeout();
}

void Syntax::measuring() const {
  stages();
  option("--backend NAME", options.backend,
         "cuda: the GPU; simt: the executor on the CPU; cpu: the references; all: all of these");
  conditions();
}

void Syntax::one_stage() const {
  option("ID", options.ids, "one stage, or your own kernel file, such as practice/reduce/v1.cu")
      .required()
      .expected(1, 1);
  mine();
  conditions();
}

void Syntax::block() const {
  option("--block-index NUMBER", raw.block_index, "The index of the thread block (default: 0)");
  option("--launch NUMBER", raw.launch, "The number of the kernel launch, counting from 1");
  option("--input KIND", raw.input,
         "iota (0, 1, 2, …: easy to follow), random, index-coded, alternating, all-equal");
}

Declared Syntax::json(const char* what) const { return option("--json FILE", options.json, what); }

void Syntax::tables() const {
  option("--csv FILE", options.csv, "Write the table as CSV");
  option("--md FILE", options.md, "Write the table as Markdown");
  option("--tex FILE", options.tex, "Write the table as LaTeX");
}

void Syntax::rows() const {
  word("--n COUNT", "Select these values of n: 2^28, a list or a range");
  word("--backend NAME", "Select the rows for one backend: cuda, simt or cpu");
  word("--dtype TYPE", "Select this element type");
  word("--block SIZE", "Select this block size");
  word("--gpus NUMBER", "Select the rows with this number of GPUs");
  word("--stages LIST", "Select these stages of the track: v0,v4*");
}

// For CI (docs/ci.md).
void Syntax::annotations() const {
  option("--format text|github|none", options.format,
         "github: print findings as annotations, which GitHub shows at their lines in a pull request. "
         "none: print no report")
      .one_of({"text", "github", "none"});
  option("--sarif FILE", options.sarif, "Write the findings as SARIF, for code scanning and editors");
  option("--junit FILE", options.junit, "Write the cases and their findings as JUnit XML");
}

}  // namespace ladder::cli
