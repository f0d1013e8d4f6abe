// ./ladder try FILE.cu… [-- ARGUMENTS]: any CUDA program, unmodified, on the executor.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "cli/annotations.h"
#include "cli/commands.h"
#include "cli/counter_text.h"
#include "cli/exit.h"
#include "cli/listing.h"
#include "cli/terminal.h"
#include "os/files.h"
#include "os/interrupt.h"
#include "os/repository.h"
#include "text/style.h"
#include "try/build.h"
#include "try/report.h"
#include "try/run.h"

namespace ladder::cli {
namespace {

namespace fs = std::filesystem;
using simt_runtime::KernelSeen;
using simt_runtime::Seen;

constexpr int kOutOfTime = 124;

void print_lines(const KernelSeen& kernel, const ListingStyle& style) {
  std::vector<std::string> files;
  for (const simt::LineCost& line : kernel.seen.lines)
    if (std::find(files.begin(), files.end(), line.file) == files.end()) files.push_back(line.file);
  for (const std::string& file : files) {
    std::vector<simt::LineCost> lines;
    std::copy_if(kernel.seen.lines.begin(), kernel.seen.lines.end(), std::back_inserter(lines),
                 [&](auto& line) { return line.file == file; });
    const std::string from_repository = fs::absolute(file).lexically_relative(os::repository()).string();
    const std::string text = listing(from_repository, lines, style);
    if (!text.empty()) fmt::print("\n{}\n{}{}", file, listing_heading(style), text);
  }
}

void print_kernel(const Options& o, const KernelSeen& k, bool colour) {
  fmt::print("\n{}, {}:{}; {}\n", text::styled(colour, text::style::bold, k.name), k.file, k.line,
             try_program::launches_text(k));
  if (k.watched_launches == 0) return;
  if (o.explain) print_lines(k, {colour, listing_columns()});
  fmt::print("{}{}", o.explain ? "\nTotals:\n" : "", totals_text(k.seen.counters));
  fmt::print("{}", barriers_text(try_program::surplus_barriers(k), colour));
  if (!k.seen.complete)
    fmt::print("  A block did too much work between two barriers, so not all of it was counted.\n");
}

void print_report(const Options& o, const Seen& seen, const try_program::Built& built) {
  const bool colour = colour_wanted(o.no_color);
  if (const std::string hazards = try_program::hazards_text(seen, colour); !hazards.empty())
    fmt::print("\n{}\n{}",
               text::styled(colour, text::style::bold,
                            try_program::found_wrong(seen, o.fail_on) ? "What is wrong"
                            : try_program::met_a_limit(seen)          ? "What the executor cannot do"
                                                                      : "Remarks"),
               hazards);
  for (const KernelSeen& k : seen.kernels) print_kernel(o, k, colour);
  std::vector<simt::KernelCosts> kernels;
  for (const KernelSeen& k : seen.kernels)
    if (k.watched_launches > 0) kernels.push_back({k.name, &k.seen, k.launches, k.total_blocks});
  fmt::print("{}", costs_text(kernels, colour));
  fmt::print("\n");
  if (seen.timed_out)
    fmt::print("The program had not finished after {:g} seconds; --timeout SECONDS gives it more time.\n",
               o.timeout > 0 ? o.timeout : try_program::Limits{}.seconds);
  else if (seen.exit_status != 0)
    fmt::print("The program ended with exit status {}.\n", seen.exit_status);
  if (seen.kernels.empty())
    fmt::print("{}\n",
               built.kernels == 0 ? "The program contains no kernel." : "The program launched no kernel.");
  const bool sampled = std::any_of(seen.kernels.begin(), seen.kernels.end(),
                                   [](const KernelSeen& k) { return k.watched_blocks != k.total_blocks; });
  if (sampled)
    fmt::print(
        "Not all blocks were watched; counts are scaled up to cover every block of the watched launches. "
        "--full "
        "watches every block.\n");
  if (seen.event_times > 0)
    fmt::print(
        "The program measures time with events: the times are those of this CPU, and say nothing about a "
        "GPU.\n");
  for (const simt_runtime::HostHazard& h : seen.host_hazards)
    if (h.kind == simt_runtime::HostHazardKind::never_written)
      fmt::print("The program copies back a part of {} that was never written: see the remark above.\n",
                 h.object);
  if (try_program::found_nothing_in_kernels(seen) && !seen.timed_out && !os::CatchInterrupts::caught())
    fmt::print(
        "{}ound no race, no out-of-bounds access, no read of memory that was never written, no barrier that\n"
        "threads miss, and no unchecked CUDA error.\n",
        sampled ? "In the watched blocks, f" : "F");
}

// Used instead of a report, because the counts and findings of this run are for a single block.
int traced(const Options& o, const Seen& seen) {
  if (seen.timed_out) return kOutOfTime;
  uint64_t launches = 0;
  for (const KernelSeen& k : seen.kernels) launches += k.launches;
  if (launches < o.launch)
    throw Failure(fmt::format("--launch {}: the program launches {} kernel{}", o.launch, launches,
                              launches == 1 ? "" : "s"));
  if (!fs::exists(o.block_trace)) throw Failure(wrong_result, "the program ended before that launch did");
  const data::Json trace = data::parse_json(os::read_text(o.block_trace), o.block_trace);
  const auto blocks = trace.at("blocks").get<uint64_t>();
  if (o.block_index < blocks) return good;
  fs::remove(o.block_trace);
  throw Failure(fmt::format("--block-index {}: launch {} has {} block{}, 0 to {}", o.block_index, o.launch,
                            blocks, blocks == 1 ? "" : "s", blocks - 1));
}

}  // namespace

static int try_program(const Options& o) {
  for (const std::string& file : o.ids)
    if (!fs::is_regular_file(file))
      throw Failure(fmt::format(
          "{}: {}", file,
          fs::is_directory(file) ? "is a folder: name the files of one program" : "there is no such file"));
    else if (const std::string ending = fs::path(file).extension().string();
             ending == ".ptx" || ending == ".cubin" || ending == ".fatbin")
      throw Failure(file + " is code for a GPU: name the file that it was compiled from");
  for (const std::string& file : {o.json, o.sarif, o.junit})
    if (!file.empty()) os::check_writable(file);
  const os::CatchInterrupts interrupts;  // without this, Ctrl-C would leave the folder behind
  const toolchain::BuildFolder folder("try");
  try_program::Source source{o.ids, o.includes, o.defines, o.standard, o.preprocessor, o.libraries, o.openmp};
  const try_program::Built built = try_program::build(source, folder);
  if (built.program.empty()) {
    std::fprintf(stderr, "%s\n", text_of(built.message).c_str());
    write_annotations(o, {.command = "try",
                          .cases = {{.group = o.ids[0],
                                     .name = "builds",
                                     .file = o.ids[0],
                                     .found = compiler_errors(built.message)}}});
    return bad_usage;
  }
  if (os::CatchInterrupts::caught()) throw os::Interrupted();
  if (const char* file = std::getenv(try_program::kBuilt)) os::write_text(file, "");
  for (const findings::Evidence& remark : built.remarks)
    std::fprintf(stderr, "%s\n", text_of(remark).c_str());
  try_program::Limits limits;
  if (o.timeout > 0) limits.seconds = o.timeout;
  limits.full = o.full;
  limits.barriers = o.explain;
  if (!o.block_trace.empty()) {
    os::check_writable(o.block_trace);
    fs::remove(o.block_trace);
    limits.trace = fmt::format("{}:{}:{}", o.launch, o.block_index, fs::absolute(o.block_trace).string());
  }
  const std::string called = "./" + fs::path(o.ids[0]).stem().string();
  Seen seen = try_program::run(built.program, called, o.program_arguments, limits, folder.path() + "/seen");
  if (!built.unset.empty() && limits.trace.empty() && !os::CatchInterrupts::caught()) {
    source.fill_locals = true;
    const toolchain::BuildFolder filled("try");
    try_program::settle_unset(seen, built, try_program::build(source, filled), called, o.program_arguments,
                              limits, folder.path() + "/seen");
  }
  try_program::name_places(seen, built);
  if (!o.block_trace.empty()) return traced(o, seen);
  if (!o.json.empty()) {
    data::Json json = try_program::json_of(o.ids, seen);
    if (std::getenv(try_program::kAlsoIdle) != nullptr && seen.exit_status == 0 && !seen.timed_out)
      json["status_without_kernels"] = try_program::status_without_kernels(
          built.program, called, o.program_arguments, limits, folder.path() + "/idle");
    os::write_text(o.json, data::dump_json(json));
  }
  write_annotations(o, try_program::annotations(o.ids[0], seen, o.fail_on));
  if (o.quiet)
    std::fputs(try_program::hazards_text(seen, false).c_str(), stderr);
  else if (o.format == "text" && !o.writes_to_stdout())
    print_report(o, seen, built);
  if (seen.timed_out) return kOutOfTime;
  if (try_program::found_wrong(seen, o.fail_on)) return wrong_result;
  if (try_program::met_a_limit(seen)) return bad_usage;
  return seen.exit_status != 0 ? wrong_result : good;
}

static void declare_try(const Syntax& s) {
  s.help("Run any CUDA program on the CPU, and report its races and bank conflicts (docs/try.md)", R"(
  ./ladder try my.cu
  ./ladder try my.cu --explain
  ./ladder try main.cu kernels.cu -I include -D N=1024 -- 4096 --verbose
  ./ladder try -O3 -arch=sm_80 -std=c++20 -o image main.cu write.c -lpng)");
  Options& o = s.options;
  s.option("FILE", o.ids, "The program's files: .cu, .cpp, .c, .o and .a").required();
  s.option("-I FOLDER", o.includes, "A folder with headers");
  s.option("-D NAME", o.defines, "Define a macro: NAME or NAME=VALUE");
  s.flag("--full", o.full, "Watch every block of every launch, however long this takes");
  s.flag("--explain", o.explain, "Show the kernels' source, with the cost of each line");
  s.annotations();
  s.option("--fail-on KIND,...", o.fail_on,
           "Remarks that count as mistakes: "
           "failed_call,leak,lost_in_rounding,never_used,never_written,not_copied_back,same_value")
      .separated_by(',')
      .one_of(try_program::remarks());
  s.option("--timeout SECONDS", s.raw.timeout, "Stop the program after this many seconds (default: 60)");
  s.json("Write the report to FILE as JSON");
  s.option("--trace FILE", o.block_trace,
           "Instead of a report, write every warp instruction of one block to FILE (docs/trace.md)");
  s.option("--block-index NUMBER", s.raw.block_index, "--trace: the index of the thread block (default: 0)");
  s.option("--launch NUMBER", s.raw.launch, "--trace: the number of the kernel launch, counting from 1");
}

static const Registered registered_try{"try", declare_try, try_program};

}  // namespace ladder::cli
