// ./ladder docs: what is generated in README.md and docs/, anew from results/, the kernels and their traces;
// with --check only whether it is stale.
#include "pages/pages.h"

#include <fmt/format.h>

#include <cstdio>

#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/terminal.h"
#include "look/block_trace.h"
#include "os/error.h"
#include "os/repository.h"

namespace cli {
namespace {

data::Json traced(const ::pages::TraceWanted& wanted) {
  const stage::Stage& stage = ::pages::stage_named(wanted.id);
  look::Asked asked;
  if (wanted.n > 0) asked.n = wanted.n;
  if (wanted.block > 0) asked.block = wanted.block;
  for (const stage::Variant& v : stage.variants)
    if (wanted.dtype == stage::dtype_name(v.dtype)) asked.dtype = v.dtype;
  if (!wanted.dtype.empty() && !asked.dtype)
    throw os::Error(fmt::format("{} has no {} version", wanted.id, wanted.dtype));
  if (!wanted.input.empty()) asked.input = look::input_of(wanted.input);
  const bench::Conditions the_case = look::case_of(stage, asked);
  const look::Place place{wanted.block_index, wanted.launch};
  try {
    return wanted.messages ? look::messages(stage, the_case, place) : look::trace(stage, the_case, place);
  } catch (const look::Crashed& crash) {
    throw os::Error(crash.what());
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
