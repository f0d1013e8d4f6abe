// ./ladder docs: what is generated in README.md and docs/, anew from results/, the kernels and their traces;
// with --check only whether it is stale.
#include "pages/pages.h"

#include <fmt/format.h>

#include <cstdio>

#include "cli/block_trace.h"
#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/terminal.h"
#include "cli/traced.h"
#include "os/error.h"
#include "os/repository.h"

namespace cli {
namespace {

data::Json traced(const ::pages::TraceWanted& wanted) {
  Options o;
  o.ids = {wanted.id};
  if (wanted.n > 0) o.ns = {wanted.n};
  if (wanted.block > 0) o.blocks = {wanted.block};
  for (const stage::Variant& v : ::pages::stage_named(wanted.id).variants)
    if (wanted.dtype == stage::dtype_name(v.dtype)) o.dtypes = {v.dtype};
  if (!wanted.dtype.empty() && o.dtypes.empty())
    throw os::Error(fmt::format("{} has no {} version", wanted.id, wanted.dtype));
  o.block_index = wanted.block_index;
  o.launch = wanted.launch;
  try {
    if (!wanted.input.empty()) o.input = input_from(wanted.input);
    return wanted.messages ? trace_messages(o) : trace_block(o);
  } catch (const Failure& failure) {
    throw os::Error(failure.what());
  }
}

}  // namespace

static int docs(const Options& o) {
  const ::pages::Outcome found = ::pages::update(os::repository(), o.check_only, traced);
  for (const std::string& file : found.changed)
    fmt::print("{}: {}\n", file, o.check_only ? "stale; ./ladder docs writes it anew" : "written");
  flush_stdout();
  for (const std::string& mistake : found.mistakes) fmt::print(stderr, "ladder: {}\n", mistake);
  if (!found.mistakes.empty()) return bad_usage;
  if (!o.quiet && found.changed.empty()) fmt::print("{} marks, all up to date\n", found.marks);
  return o.check_only && !found.changed.empty() ? wrong_result : good;
}

static const Registered registered_docs{"docs", docs};

}  // namespace cli
