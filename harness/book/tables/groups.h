// The rows of a results file that form one table.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tables/run_file.h"
#include "tables/tables.h"
#include "text/units.h"

namespace ladder::report {

using Rows = std::vector<const bench::Result*>;

struct Group {  // stages in one track under the same conditions, in file order
  std::string track;
  bench::Backend backend = bench::Backend::cuda;
  std::string dtype;
  uint64_t n = 0;
  std::vector<bench::Size> sizes = {};  // set for a track with several sizes
  unsigned block = 0;
  Rows stages;
  Rows peers;  // peers and ceilings measured with them (cuda)
  Rows cpu;    // CPU references
};

std::string text_of(const std::vector<bench::Size>&);  // "128x128x64"
// The sizes of a row or a group as text: its named sizes, or "2^20".
template <typename Sized>
std::string size_text(const Sized& of) {
  return of.sizes.empty() ? text::n_text(of.n) : text_of(of.sizes);
}

bool is_stage(const bench::Result&);  // not a peer, ceiling or cpu row
bool stage_wanted(const std::string& stage, const TableOptions& filter);
bool wanted(const bench::Result&, const TableOptions& filter);  // a stage's row that passes all filters
std::vector<Group> groups(const RunFile&, const TableOptions& filter);
RunFile narrowed(const RunFile&,
                 const TableOptions& filter);  // contains only these groups, in file order
bool same_but_n(const Group&, const Group&);   // same track and conditions, except possibly n
bool profiled(const Group&);                   // counted on a GPU, not timed
bool same_but_file(const bench::Result&, const bench::Result&);  // true if this is the same row in two files

// The recorded GPU rows to show next to a group, all with the same n and block: those of the group if they were
// recorded; otherwise the largest n at which most of its stages were recorded. Same length as group.stages;
// nullptr: not recorded.
struct Recorded {
  Rows rows;
  uint64_t n = 0;
  unsigned block = 0;
};
Recorded recorded_beside(const Group&, const RunFile& recorded);

// Weak scaling: the time for n / g elements on one GPU divided by the time for n elements on g GPUs. nullopt:
// one of them is missing from the file.
std::optional<bench::Ratio> weak_scaling(const RunFile&, const bench::Result&);

// The speedup over the first stage of its track, whose own speedup is 1. nullopt: not measured with a first stage.
std::optional<bench::Ratio> speedup_over_first(const bench::Result&, const Group&);

const bench::Result* ceiling_of(
    const Group&);  // the rate at which the GPU can read or copy; nullptr: not measured

// Cells and notes shared by all tables.
inline constexpr const char* kBesideStages = "peers and ceilings, same GPU, same run";
std::string ratio_text(const bench::Ratio&);     // "1.56×", "≈1.01×" when not distinguishable from 1
bool is_wrong(const bench::Result&);             // the stage ran and was found wrong
std::string verdict_word(const bench::Result&);  // "correct", "wrong", "out of bounds", …
// The verdict or, if hazards were found, the first one: "race", "out of bounds".
std::string cause_word(const bench::Result&);
Cell verdict_cell(const bench::Result&);
std::string stage_name(const bench::Result&);
std::string stage_and_gpus(
    const bench::Result&);  // "nccl, 2 GPUs" for a stage that uses several GPUs; otherwise its name
void add_verdict_notes(Table&, const Rows&);
std::string where_measured(const Context&,
                           const std::string& file);  // "NVIDIA H200, driver …, 2025-11-20, commit …"
std::string provenance(const Context&);               // "NVIDIA H200, 2025-11-20, commit …"
// "H100", "H200" for several files; for the same GPU, "H200 (1)", "H200 (2)".
std::vector<std::string> device_names(const std::vector<const RunFile*>&);
std::string conditions(const Group&);  // "n = 2^20 · f32 · block 256"; "m × n × k = 128 × 128 × 64 · …"
std::string conditions_but_n(const Group&);  // " · f32 · block 256"

Table cuda_table(const Group&, const RunFile&, const TableOptions&);
Table profiled_table(const Group&, const RunFile&, const TableOptions&);
Table simt_table(const Group&, const RunFile&, const TableOptions&);
Table cpu_table(const Group&, const RunFile&, const TableOptions&);

// Results files from several GPUs, with the columns of each GPU side by side. nullopt if no file has such rows.
std::optional<Table> gpus_table(const std::vector<const RunFile*>&, const TableOptions& filter);

// One row per stage, one column per n. As text, it is split into as many tables as the width requires.
std::vector<Table> sweep_tables(const std::vector<Group>& same_but_n, const RunFile&, const TableOptions&);

}  // namespace ladder::report
