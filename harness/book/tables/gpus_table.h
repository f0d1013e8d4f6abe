// Several GPUs' results files as one table. Used by pages/table_mark.
#pragma once
#include <optional>
#include <vector>

#include "tables/run_file.h"
#include "tables/table.h"
#include "tables/tables.h"

namespace report {

// A column for each file. Nothing if no file has such rows.
std::optional<Table> gpus_table(const std::vector<const RunFile*>&, const TableOptions& filter);

}  // namespace report
