// Which rows of a results file make one table.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tables/run_file.h"
#include "tables/tables.h"
#include "text/units.h"

namespace report {

using Rows = std::vector<const bench::Result*>;

struct Group {  // stages of one track under the same conditions, in file order
  std::string track;
  bench::Backend backend = bench::Backend::cuda;
  std::string dtype;
  uint64_t n = 0;
  std::vector<bench::Size> sizes = {};  // of a track with several
  unsigned block = 0;
  Rows stages;
  Rows peers;  // peers and ceilings measured beside them (cuda)
  Rows cpu;    // references on the CPU
};

std::string text_of(const std::vector<bench::Size>&);  // "128x128x64"
// What a row or a group is of, in words: its sizes, or "2^20".
template <typename Sized>
std::string size_text(const Sized& of) {
  return of.sizes.empty() ? n_text(of.n) : text_of(of.sizes);
}

bool is_stage(const bench::Result&);  // not a peer, ceiling or cpu row
bool stage_wanted(const std::string& stage, const TableOptions& filter);
bool wanted(const bench::Result&, const TableOptions& filter);  // a stage's row that all filters pass
std::vector<Group> groups(const RunFile&, const TableOptions& filter);
RunFile narrowed(const RunFile&,
                 const TableOptions& filter);  // only what those groups hold, in the order of the file
bool same_but_n(const Group&, const Group&);  // of one track and under the same conditions, but perhaps for n
bool profiled(const Group&);                  // counted on a GPU, and not timed
bool same_but_file(const bench::Result&, const bench::Result&);  // the same row of two files

// The recorded GPU rows to show beside a group: of one n and block, those of the group where
// recorded, else the largest n at which most of its stages were recorded. Same length as
// group.stages; nullptr: not recorded.
struct Recorded {
  Rows rows;
  uint64_t n = 0;
  unsigned block = 0;
};
Recorded recorded_beside(const Group&, const RunFile& recorded);

// Weak scaling: the time of n / g elements on one GPU over that of n elements on g. Nothing: not both in the file.
std::optional<bench::Ratio> weak_scaling(const RunFile&, const bench::Result&);

// Over the first stage of its track; that one itself has 1. Nothing: it was not measured against a first stage.
std::optional<bench::Ratio> speedup_over_first(const bench::Result&, const Group&);

const bench::Result* ceiling_of(const Group&);  // what the GPU can read or copy; nullptr: not measured

// Cells and notes that all tables share.
inline constexpr const char* kBesideStages = "peers and ceilings, same GPU, same run";
std::string ratio_text(const bench::Ratio&);     // "1.56×", "≈1.01×" when not distinguishable from 1
bool is_wrong(const bench::Result&);             // it ran, and was found wrong
std::string verdict_word(const bench::Result&);  // "correct", "wrong", "out of bounds", …
// The same, but where hazards were found, the first of them: "race", "out of bounds".
std::string cause_word(const bench::Result&);
Cell verdict_cell(const bench::Result&);
std::string stage_name(const bench::Result&);
std::string stage_and_gpus(const bench::Result&);  // "nccl, 2 GPUs" of a stage for several; else its name
void add_verdict_notes(Table&, const Rows&);
std::string where_measured(const Context&,
                           const std::string& file);  // "NVIDIA H200, driver …, 2025-11-20, commit …"
std::string provenance(const Context&);               // "NVIDIA H200, 2025-11-20, commit …"
// "H100", "H200" of several files; of the same GPU "H200 (1)", "H200 (2)".
std::vector<std::string> device_names(const std::vector<const RunFile*>&);
std::string conditions(const Group&);        // "n = 2^20 · f32 · block 256"; "mxnxk = 128x128x64 · …"
std::string conditions_but_n(const Group&);  // " · f32 · block 256"

Table cuda_table(const Group&, const RunFile&, const TableOptions&);
Table profiled_table(const Group&, const RunFile&, const TableOptions&);
Table simt_table(const Group&, const RunFile&, const TableOptions&);
Table cpu_table(const Group&, const RunFile&, const TableOptions&);

// Several GPUs' results files: for each its columns, side by side. Nothing if no file has such rows.
std::optional<Table> gpus_table(const std::vector<const RunFile*>&, const TableOptions& filter);

// One row per stage, one column per n. Text is cut into as many tables as the width asks for.
std::vector<Table> sweep_tables(const std::vector<Group>& same_but_n, const RunFile&, const TableOptions&);

}  // namespace report
