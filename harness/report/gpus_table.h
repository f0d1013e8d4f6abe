// Several GPUs' results files as one table. Used by report/docs_tables.
#pragma once
#include <optional>
#include <vector>

#include "report/run_file.h"
#include "report/table.h"
#include "report/tables.h"

namespace report {

// A column for each file. Nothing if no file has such rows.
std::optional<Table> gpus_table(const std::vector<const RunFile*>&, const TableOptions& filter);

}  // namespace report
