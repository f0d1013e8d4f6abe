// The only file that includes CLI11 (it takes seconds to compile).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstdio>

#include "cli/commands.h"
#include "charts/chart.h"
#include "cli/backend.h"
#include "cli/compiler_words.h"
#include "cli/exit.h"
#include "cli/numbers.h"
#include "cli/options.h"
#include "data/names.h"
#include "look/case.h"
#include "os/repository.h"
#include "tables/compare.h"
#include "try/report.h"
#include "text/nearest.h"

namespace cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  ./ladder run                              every stage, checked and timed, as a table
  ./ladder run reduce --n 2^25              one track
  ./ladder run 'reduce/v4*' scan/subgroup   a glob, and a single stage
  ./ladder check                            is every kernel right, at every awkward size?
  ./ladder bits                             are float sums bitwise identical, and where?
  ./ladder explain reduce/v1                what each line of a kernel costs, and why
  ./ladder diff reduce/v0 reduce/v1         what changed from one stage to the next
  ./ladder compare old.json new.json --fail-above 5%

Exit status: 0 good, 1 a wrong result or a race, 2 bad usage, 3 compare found a regression, 4 grade could not judge all files,
77 no GPU.
Environment variables (LADDER_JOBS, …): README.md, "Environment variables".)";

struct Raw {  // as typed
  std::vector<std::string> ns, blocks, dtypes, gpus;
  std::string repetitions, seed, timeout, fail_above, block_index, launch, input;
  std::vector<std::string> words;  // tables: its options, as a list of words
};

constexpr const char* kIds = "tracks (reduce), stages (reduce/v1) or globs ('reduce/v4*'); default: all";

// Options for CI (docs/ci.md).
void add_annotations(CLI::App& app, Options& o) {
  app.add_option(
         "--format", o.format,
         "github: print findings as annotations, which a workflow shows at their lines in a pull request")
      ->type_name("text|github")
      ->check(CLI::IsMember({"text", "github"}));
  app.add_option("--sarif", o.sarif, "Write the findings as SARIF, for code scanning and editors")
      ->type_name("FILE");
  app.add_option("--junit", o.junit, "Write the cases and their findings as JUnit XML")->type_name("FILE");
}

void add_output(CLI::App& app, Options& o, bool json) {
  if (json)
    app.add_option("--json", o.json, "Write the results to FILE (- is standard output)")->type_name("FILE");
  app.add_option("--csv", o.csv, "Write the table as CSV")->type_name("FILE");
  app.add_option("--md", o.md, "Write the table as Markdown")->type_name("FILE");
  app.add_option("--tex", o.tex, "Write the table as LaTeX")->type_name("FILE");
}

void add_quiet_and_colour(CLI::App& app, Options& o) {
  app.add_flag("--no-color,--no-colour", o.no_color, "Print without colours (like the variable NO_COLOR)");
  app.add_flag("-q,--quiet", o.quiet, "Print only errors, and the output that a flag asks for");
}

void add_timeout(CLI::App& app, Raw& raw) {
  app.add_option("--timeout", raw.timeout,
                 "Stop a kernel that reports no progress for this many seconds (the default depends on the "
                 "amount of work)")
      ->type_name("SECONDS");
}

void add_conditions(CLI::App& app, Raw& raw) {
  app.add_option("--n", raw.ns,
                 "Number of elements: 1000000, 1e6, 2^20, 2^31+1, 10Mi, a list 2^20,2^25 or a range "
                 "2^10:2^30:*4; for a track with several dimensions, all of them: 64x64x32")
      ->type_name("COUNT")
      ->allow_extra_args(false);
  app.add_option("--block", raw.blocks, "Threads per block: 64, 128, 256, 512, 1024, or a list")
      ->type_name("SIZE")
      ->allow_extra_args(false);
  app.add_option("--dtype", raw.dtypes, "Element types: f32, f64, i32, u32, i64, u64, or a list")
      ->type_name("TYPE")
      ->allow_extra_args(false);
  app.add_option("--gpus", raw.gpus,
                 "Number of GPUs for stages that use several (reduce_multi, scan_multi): 1 to 8, or a list")
      ->type_name("NUMBER")
      ->allow_extra_args(false);
  app.add_option("--seed", raw.seed, "Seed of the random input (default: 1)")->type_name("NUMBER");
  add_timeout(app, raw);
}

void add_measuring(CLI::App& app, Options& o, Raw& raw) {
  app.add_option("ID", o.ids, kIds);
  app.add_option("--backend", o.backend,
                 "cuda: the GPU; simt: the executor on the CPU; cpu: the references; all: each of these")
      ->type_name("NAME");
  add_conditions(app, raw);
}

// The reader's file instead of a stage.
void add_mine(CLI::App& app, Options& o) {
  app.add_flag("--mine", o.mine, "Use your file, practice/ID.cu, instead of the stage");
}

// explain, trace and step take one stage.
void add_one_stage(CLI::App& app, Options& o, Raw& raw) {
  app.add_option("ID", o.ids, "one stage, or your own kernel file, such as practice/reduce/v1.cu")
      ->required()
      ->expected(1);
  add_mine(app, o);
  add_conditions(app, raw);
}

void add_block(CLI::App& app, Raw& raw) {
  app.add_option("--block-index", raw.block_index, "Which thread block (0)")->type_name("NUMBER");
  app.add_option("--launch", raw.launch, "The number of the kernel launch, counted from 1")
      ->type_name("NUMBER");
  app.add_option("--input", raw.input,
                 "iota (0, 1, 2, …: easy to follow), random, index-coded, alternating, all-equal")
      ->type_name("KIND");
}

// "--n -5" is parsed as an option named -5; CLI11 accepts "--n=-5".
std::vector<std::string> arguments_of(int argc, const char* const* argv) {
  std::vector<std::string> arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const bool negative = argument.size() > 1 && argument[0] == '-' &&
                          std::isdigit(static_cast<unsigned char>(argument[1])) != 0;
    if (negative && !arguments.empty() && arguments.back().starts_with("--") &&
        arguments.back().find('=') == std::string::npos)
      arguments.back() += "=" + argument;
    else
      arguments.push_back(argument);
  }
  return arguments;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

[[noreturn]] void complain(const CLI::App& app, const CLI::App& sub, const CLI::ParseError& error) {
  const std::string help = &sub == &app ? "./ladder --help" : "./ladder " + sub.get_name() + " --help";
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    std::vector<std::string> left = sub.remaining();
    if (left.empty()) left = app.remaining();
    const std::string first = left.empty() ? "" : left[0].substr(0, left[0].find('='));
    if (first.starts_with('-'))
      throw Failure(fmt::format("unknown option {}{} ({})", first,
                                stage::did_you_mean(first, option_names(sub)), help));
    throw Failure(fmt::format("unexpected argument {} ({})", first, help));
  }
  std::string message = error.what();
  std::replace(message.begin(), message.end(), '\n', ' ');
  throw Failure(fmt::format("{} ({})", message, help));
}

stage::DType dtype_from(const std::string& name) {
  if (const auto type = data::named<stage::DType>(name)) return *type;
  throw Failure(fmt::format("--dtype {}: must be one of {}", name, fmt::join(names_of(stage::DType{}), " ")));
}

// Duplicates are measured once.
template <typename Item>
void append(std::vector<Item>& to, const std::vector<Item>& more) {
  for (const Item& item : more)
    if (std::find(to.begin(), to.end(), item) == to.end()) to.push_back(item);
}

void understand(const Raw& raw, Options& o) {
  append(o.words, raw.words);
  for (const std::string& text : raw.ns) append(o.ns, parse_extents("--n", text));
  for (const std::string& text : raw.blocks) append(o.blocks, parse_blocks("--block", text));
  for (const std::string& text : raw.gpus)
    for (const std::string& number : split(text, ',')) {
      const uint64_t gpus = parse_whole("--gpus", number, 1);
      if (gpus > device::kMaxGpus)
        throw Failure(fmt::format("--gpus {}: at most {}", gpus, device::kMaxGpus));
      append(o.gpus, {static_cast<unsigned>(gpus)});
    }
  for (const std::string& text : raw.dtypes)
    for (const std::string& name : split(text, ',')) append(o.dtypes, {dtype_from(name)});
  if (!raw.repetitions.empty())
    o.repetitions =
        static_cast<unsigned>(std::min<uint64_t>(parse_whole("--repetitions", raw.repetitions, 1), 1000000));
  o.seed_given = !raw.seed.empty();
  if (o.seed_given) o.seed = parse_whole("--seed", raw.seed, 0);
  if (!raw.timeout.empty()) o.timeout = static_cast<double>(parse_whole("--timeout", raw.timeout, 1));
  if (!raw.block_index.empty()) o.block_index = parse_whole("--block-index", raw.block_index, 0);
  if (!raw.input.empty()) o.input = look::input_of(raw.input);
  if (!raw.launch.empty()) o.launch = parse_whole("--launch", raw.launch, 1);
  if (!raw.fail_above.empty()) o.fail_above = report::parse_threshold(raw.fail_above);

  constexpr auto kBackends = names_of(bench::Backend{});
  std::vector<std::string> backends(kBackends.begin(), kBackends.end());
  backends.push_back("all");
  if (!o.backend.empty() && std::find(backends.begin(), backends.end(), o.backend) == backends.end())
    throw Failure(fmt::format("--backend {}: must be one of {}", o.backend, fmt::join(backends, " ")));
  const std::vector<std::string> files = {o.json, o.csv, o.md,     o.tex,   o.svg,
                                          o.pdf,  o.png, o.gbench, o.sarif, o.junit};
  constexpr const char* kFiles =
      "--json, --csv, --md, --tex, --svg, --pdf, --png, --gbench, --sarif and --junit";
  if (std::count(files.begin(), files.end(), "-") > 1)
    throw Failure(fmt::format("only one of {} can be - (standard output)", kFiles));
  for (const std::string& file : files)
    if (!file.empty() && std::count(files.begin(), files.end(), file) > 1)
      throw Failure(fmt::format("{} is named twice, but can hold only one of {}", file, kFiles));
}

int tests_are_elsewhere(const Options&) {
  throw Failure("the tests are a separate program: ./ladder test builds and runs it");
}
int installing_is_elsewhere(const Options&) {
  throw Failure("packages are installed by the script ./ladder, before this program is built");
}
const Registered tests{"test", tests_are_elsewhere}, installing{"install", installing_is_elsewhere};

}  // namespace

bool parse_arguments(int argc, const char* const* argv, Options& o) {
  CLI::App app(
      "Warp Ladder: how a GPU kernel becomes fast, one stage at a time, each one checked and measured.",
      "./ladder");
  app.footer(kExamples);
  app.require_subcommand(0, 1);
  bool version = false;
  app.add_flag("--version", version, "Print the version and the commit");
  Raw raw;

  const auto command = [&](const char* name, const char* what, const char* examples) {
    CLI::App* sub = app.add_subcommand(name, what);
    sub->footer(std::string("Examples:\n") + examples);
    sub->callback([&o, name] {
      o.name = name;
      o.command = command_of(name);
    });
    return sub;
  };

  CLI::App* list = command("list", "Show the stages", "  ./ladder list reduce scan\n  ./ladder list --json");
  list->add_option("ID", o.ids, kIds);
  list->add_flag("--json", o.as_json, "As JSON");
  add_quiet_and_colour(*list, o);

  CLI::App* run = command("run", "Check, measure and compare stages",
                          "  ./ladder run\n  ./ladder run reduce/v1 --block 128,256 --n 2^20\n"
                          "  ./ladder run scan --backend simt --json scan.json\n"
                          "  ./ladder run reduce --n 2^10:2^30:*4 --csv - > sweep.csv");
  add_measuring(*run, o, raw);
  run->add_option("--repetitions", raw.repetitions, "Samples per row")->type_name("NUMBER");
  run->add_flag("--warm-cache", o.warm_cache,
                "On a GPU: before each sample, run the stage once without timing it, so that its data may be "
                "in the L2 cache");
  add_output(*run, o, true);
  add_quiet_and_colour(*run, o);

  CLI::App* check =
      command("check", "Check stages at every awkward size, with every kind of input, and for races",
              "  ./ladder check\n  ./ladder check reduce/v3 --n 0,1,1023,1025 --block 64\n"
              "  ./ladder check --backend cuda");
  add_measuring(*check, o, raw);
  add_annotations(*check, o);
  check->add_option("--json", o.json, "Write the results to FILE (- is standard output)")->type_name("FILE");
  add_quiet_and_colour(*check, o);

  CLI::App* bits =
      command("bits", "Are float sums bitwise identical in every run, with every block size, on every GPU?",
              "  ./ladder bits\n  ./ladder bits reduce_atomic --n 2^20\n"
              "  ./ladder bits --json h100.json --against results/h200/bits.json");
  add_measuring(*bits, o, raw);
  bits->add_option("--repetitions", raw.repetitions,
                   "The number of runs of each job (default: 100 on a GPU, 24 on the executor)")
      ->type_name("NUMBER");
  bits->add_option("--against", o.against,
                   "Compare with the results of another GPU, from a FILE that --json wrote there")
      ->type_name("FILE");
  bits->add_option("--json", o.json, "Write the results to FILE (- is standard output)")->type_name("FILE");
  add_quiet_and_colour(*bits, o);

  CLI::App* diff = command("diff", "Show what changed between the files of two stages, and in their counters",
                           "  ./ladder diff reduce/v0 reduce/v1\n"
                           "  ./ladder diff reduce/v1                   with the previous stage\n"
                           "  ./ladder diff pitfalls/missing_barrier    with the correct stage");
  diff->add_option("ID", o.ids,
                   "two stages; or one, to compare it with the stage that it changes; also your own "
                   "kernel file")
      ->required()
      ->expected(1, 2);
  add_mine(*diff, o);
  add_timeout(*diff, raw);
  add_quiet_and_colour(*diff, o);

  CLI::App* explain =
      command("explain", "Show what each line of a kernel costs, and what changed since the previous stage",
              "  ./ladder explain reduce/v1\n  ./ladder explain scan/blelloch_blocked --block 512");
  add_one_stage(*explain, o, raw);
  explain->add_option("--json", o.json, "Write the explanation to FILE as JSON (- is standard output)")
      ->type_name("FILE");
  add_quiet_and_colour(*explain, o);

  CLI::App* step = command("step", "Walk through one thread block, instruction by instruction",
                           "  ./ladder step reduce/v2 --n 256\n  ./ladder step reduce/v1 --block-index 3");
  add_one_stage(*step, o, raw);
  add_block(*step, raw);
  add_quiet_and_colour(*step, o);

  CLI::App* trace = command("trace", "Record every warp instruction of one thread block (docs/trace.md)",
                            "  ./ladder trace reduce/v2 --block-index 0 --json v2.json");
  add_one_stage(*trace, o, raw);
  add_block(*trace, raw);
  trace->add_option("--json", o.json, "The file for the trace (- is standard output)")
      ->type_name("FILE")
      ->required();
  add_quiet_and_colour(*trace, o);

  CLI::App* counters =
      command("counters", "Run every stage again, and record its counters in results/counters.json",
              "  ./ladder counters\n  ./ladder counters reduce/v2      only this stage\n"
              "  ./ladder counters --check");
  counters->add_option("ID", o.ids, kIds);
  counters->add_flag("--check", o.check_only,
                     "Write nothing; exit with status 1 if a counter differs from its record");
  counters->add_option("--json", o.json, "Write the counters to another FILE (- is standard output)")
      ->type_name("FILE");
  add_timeout(*counters, raw);
  add_quiet_and_colour(*counters, o);

  CLI::App* practice = command(
      "practice", "Write a stage yourself, and have it checked (docs/practice.md)",
      "  ./ladder practice                    the exercises, what is done, the next one\n"
      "  ./ladder practice first --watch      the first steps, one after another: after each, n opens the "
      "next one\n"
      "  ./ladder practice reduce/v2          creates practice/reduce/v2.cu, and judges it\n"
      "  ./ladder practice reduce/v2 --watch  judges it each time it is saved\n"
      "  ./ladder practice reduce/v2 --hint");
  practice
      ->add_option("ID", o.ids,
                   "a first step (first/index), a stage (reduce/v2), a pitfall (pitfalls/off_by_one); for a "
                   "track, its next exercise")
      ->expected(0, 1);
  practice->add_flag("--watch", o.watch,
                     "Judge the file each time it is saved; keys: h hint, w why, n next (N: even if this one "
                     "is not reached), "
                     "l list, r again, q quit");
  practice
      ->add_option("--html", o.html, "Write a page that shows which exercises you have solved, for sharing")
      ->type_name("FILE");
  practice->add_flag("--hint", o.hint, "Show the next hint");
  practice->add_flag("--why", o.why, "For a pitfall: show the mistake in your file and its line");
  practice->add_flag("--solution", o.solution, "Show how your file differs from the solution");
  practice
      ->add_option("--n", raw.ns,
                   "Check these numbers of elements instead of every size: 1000, 2^20, or a list")
      ->type_name("COUNT")
      ->allow_extra_args(false);
  practice->add_option("--json", o.json, "Write the judgement to FILE (- is standard output)")
      ->type_name("FILE");
  practice->add_flag("--json-lines", o.json_lines,
                     "Print each step as a line of JSON as soon as it is known, and the result at the end");
  add_annotations(*practice, o);
  practice->add_flag("--confine", o.confine, "Run the file in a sandbox, as grade does (docs/grading.md)");
  add_quiet_and_colour(*practice, o);

  CLI::App* grade =
      command("grade", "Judge other people's answers to the exercises, each in a sandbox (docs/grading.md)",
              "  ./ladder grade submissions/ --csv marks.csv\n"
              "  ./ladder grade ada.cu bob.cu --as reduce/v2 --json marks.json\n"
              "  ./ladder grade --assignment hw2.toml downloads/ --csv marks.csv --feedback feedback --class "
              "class.html");
  grade->add_option("FILE", o.ids,
                    "Files, and folders with .cu files; with --assignment, the submissions of the class");
  CLI::Option* assignment = grade
                                ->add_option("--assignment", o.assignment,
                                             "The assignment: tasks, points, deadline (docs/assignment.md)")
                                ->type_name("FILE");
  for (const auto& [flag, to, what] :
       {std::tuple{"--moodle", &o.moodle, "Write the points as a Moodle grading worksheet"},
        {"--canvas", &o.canvas, "Write the points in the format that the Canvas gradebook imports"},
        {"--class", &o.class_page, "Write a page about the class: points, causes, similar submissions"}})
    grade->add_option(flag, *to, what)->type_name("FILE")->needs(assignment);
  grade->add_option("--feedback", o.feedback, "Write a page for each student into this folder")
      ->type_name("FOLDER")
      ->needs(assignment);
  grade
      ->add_option("--hand-out", o.hand_out,
                   "Write the files that students start from into this folder, and judge nothing")
      ->type_name("FOLDER")
      ->needs(assignment);
  grade->add_option("--as", o.as, "The exercise (default: the exercise that the file's STAGE line names)")
      ->type_name("ID")
      ->excludes(assignment);
  grade->add_flag("--trust", o.trust, "Run the programs without a sandbox: they can do whatever you can do");
  grade->add_option("--json", o.json, "Write everything to FILE (- is standard output)")->type_name("FILE");
  grade->add_option("--csv", o.csv, "Write the marks as CSV")->type_name("FILE");
  add_annotations(*grade, o);
  grade->add_option("--gradescope", o.gradescope, "Write the marks as Gradescope's results.json")
      ->type_name("FILE")
      ->excludes(assignment);
  grade->add_flag("--fail", o.fail, "Exit with status 1 if a file does not solve its exercise")
      ->excludes(assignment);
  grade
      ->add_option(
          "--reveal", o.reveal,
          "How much a mark explains: nothing; hazards (what the compiler and the executor found); or "
          "all (also the differences from the solution)")
      ->type_name("nothing|hazards|all")
      ->excludes(assignment);
  grade->add_flag("--resume", o.resume, "Continue a grading that was interrupted");
  grade
      ->add_option(
          "--seed", raw.seed,
          "Choose the same random sizes and types as in another grading (its JSON contains the seed)")
      ->type_name("NUMBER");
  grade
      ->add_option("--build-seconds", o.build_seconds,
                   "Wall-clock limit in seconds for compiling a file (default: 60)")
      ->check(CLI::PositiveNumber)
      ->type_name("SECONDS");
  grade
      ->add_option("--run-seconds", o.run_seconds,
                   "Wall-clock limit in seconds for all runs of a file, or for each case of a program "
                   "(default: 300)")
      ->check(CLI::PositiveNumber)
      ->type_name("SECONDS");
  add_quiet_and_colour(*grade, o);

  CLI::App* try_it =
      command("try", "Run any CUDA program on the CPU, and report its races and bank conflicts (docs/try.md)",
              "  ./ladder try my.cu\n  ./ladder try my.cu --explain\n"
              "  ./ladder try main.cu kernels.cu -I include -D N=1024 -- 4096 --verbose\n"
              "  ./ladder try -O3 -arch=sm_80 -std=c++20 -o image main.cu write.c -lpng");
  try_it->add_option("FILE", o.ids, "The program's files: .cu, .cpp, .c, .o and .a")->required();
  try_it->add_option("-I", o.includes, "A folder with headers")->type_name("FOLDER")->allow_extra_args(false);
  try_it->add_option("-D", o.defines, "Define a macro: NAME or NAME=VALUE")
      ->type_name("NAME")
      ->allow_extra_args(false);
  try_it->add_flag("--full", o.full, "Watch every block of every launch, however long this takes");
  try_it->add_flag("--explain", o.explain, "Show the kernels' source with what each line costs");
  add_annotations(*try_it, o);
  try_it
      ->add_option("--fail-on", o.fail_on,
                   "Remarks that count as mistakes: "
                   "leak,lost_in_rounding,never_used,never_written,not_copied_back,same_value")
      ->type_name("KIND,...")
      ->delimiter(',')
      ->check(CLI::IsMember(try_program::remarks()))
      ->allow_extra_args(false);
  try_it->add_option("--timeout", raw.timeout, "Stop the program after this many seconds (default: 60)")
      ->type_name("SECONDS");
  try_it->add_option("--json", o.json, "Write the report to FILE as JSON")->type_name("FILE");
  try_it
      ->add_option("--trace", o.block_trace,
                   "Instead of a report, write every warp instruction of one block to FILE (docs/trace.md)")
      ->type_name("FILE");
  try_it->add_option("--block-index", raw.block_index, "--trace: the index of the thread block (default: 0)")
      ->type_name("NUMBER");
  try_it->add_option("--launch", raw.launch, "--trace: the number of the kernel launch, counted from 1")
      ->type_name("NUMBER");
  add_quiet_and_colour(*try_it, o);
  const auto word = [&](CLI::App* sub, const char* key, const char* what, const char* type) {
    sub->add_option_function<std::string>(
           fmt::format("--{}", key),
           [&raw, key = std::string(key)](const std::string& value) {
             raw.words.push_back(key + "=" + value);
           },
           what)
        ->type_name(type);
  };
  const auto which_rows = [&](CLI::App* sub) {
    word(sub, "n", "Select these n: 2^28, a list or a range", "COUNT");
    word(sub, "backend", "Select the rows of one backend: cuda, simt or cpu", "NAME");
    word(sub, "dtype", "Select this element type", "TYPE");
    word(sub, "block", "Select this block size", "SIZE");
    word(sub, "gpus", "Select the rows with this number of GPUs", "NUMBER");
    word(sub, "stages", "Select these stages of the track: v0,v4*", "LIST");
  };

  CLI::App* compare = command("compare", "Compare two results files",
                              "  ./ladder compare old.json new.json --fail-above 5%\n"
                              "  ./ladder compare old.json new.json reduce n=2^28 --tex changes.tex\n"
                              "  ./ladder compare old.json new.json --md changes.md --json changes.json");
  compare
      ->add_option("FILE", o.words,
                   "two results files, the old one and the new one; then a track, a stage or a glob, and n=, "
                   "backend=, dtype=, block=, gpus=, stages= (docs/tables.md)")
      ->required()
      ->expected(1, 1000);
  compare
      ->add_option("--fail-above", raw.fail_above,
                   "Exit with status 3 if a row is slower by more than PERCENT, wrong, or missing")
      ->type_name("PERCENT");
  which_rows(compare);
  add_output(*compare, o, true);
  add_quiet_and_colour(*compare, o);

  CLI::App* tables = command(
      "tables", "Print the table of a results file, as Markdown by default",
      "  ./ladder tables results/h200/ladder.json reduce --n 2^28\n"
      "  ./ladder tables results/h200/ladder.json reduce n=2^28 columns=stage,us,GB/s --tex table.tex\n"
      "  ./ladder tables results/h200/sweep.json scan --chart sweep --svg scan.svg\n"
      "  ./ladder tables results/counters.json 'reduce/v[0-3]' --chart counters --svg -\n"
      "  ./ladder tables results/*/ladder.json all n=2^28      GPUs side by side\n"
      "  ./ladder tables mine.json results/h200/ladder.json reduce n=2^28 'stages=v[0-8]' form=slide --pdf "
      "slide.pdf\n"
      "The arguments are those of a table mark (docs/tables.md).");
  tables
      ->add_option(
          "FILE", o.words,
          "a results file, or several, side by side; then a track, a stage or a glob, and key=value: n=, "
          "backend=, dtype=, block=, gpus=, stages=, columns=, layout=, recorded=, published=, chart=, "
          "form=, peers=, theme=")
      ->required()
      ->expected(1, 1000);
  which_rows(tables);
  word(tables, "columns", "The columns of the table, in this order: stage,us,GB/s", "LIST");
  word(tables, "layout", "sweep: one table with a column for each n; per_n: a table for each n", "NAME");
  word(tables, "recorded", "A results file from a GPU, to be shown beside the executor's counts", "FILE");
  word(tables, "published", "yes: also show figures from articles; only: show nothing else", "WORD");
  word(tables, "chart",
       fmt::format("For --svg, --pdf, --png: {}", fmt::join(names_of(report::Chart{}), ", ")).c_str(),
       "NAME");
  word(tables, "form", "slide: large type, little text, no peers; page: the usual form (default)", "NAME");
  word(tables, "peers",
       "no: omit the peers, ceilings and references below the stages; yes: show them on a slide too", "WORD");
  word(tables, "theme",
       "For a chart: light or dark (default: auto, which follows the theme of the reader's page)", "NAME");
  add_output(*tables, o, true);
  tables->add_option("--svg", o.svg, "Write a chart as SVG")->type_name("FILE");
  tables->add_option("--pdf", o.pdf, "Write a chart as PDF, with rsvg-convert")->type_name("FILE");
  tables->add_option("--png", o.png, "Write a chart as PNG, 1920 pixels wide, with rsvg-convert")
      ->type_name("FILE");
  tables
      ->add_option("--gbench", o.gbench,
                   "Write the rows as Google Benchmark's JSON, for the tools that read it")
      ->type_name("FILE");
  add_quiet_and_colour(*tables, o);

  CLI::App* report = command("report", "Write a results file as one HTML page: tables, charts, causes",
                             "  ./ladder report                          the last run\n"
                             "  ./ladder report results/h200/sweep.json --html h200.html\n"
                             "  ./ladder report mine.json results/h200/ladder.json --html both.html\n"
                             "  ./ladder report results/h200/ladder.json reduce n=2^28 --html reduce.html");
  report
      ->add_option("FILE", o.words,
                   "a results file, or several (default: that of the last run); then a track, a stage or a "
                   "glob, and n=, backend=, dtype=, block=, gpus=, stages= (docs/tables.md)")
      ->expected(0, 1000);
  report
      ->add_option("--html", o.html,
                   "The file for the page (- is standard output; default: next to FILE, ending in .html)")
      ->type_name("FILE");
  which_rows(report);
  add_quiet_and_colour(*report, o);

  CLI::App* studio =
      command("studio", "Write, judge and step through exercises and programs on a web page (docs/studio.md)",
              "  ./ladder studio\n  ./ladder studio first/index\n  ./ladder studio my.cu");
  studio
      ->add_option("ID", o.ids,
                   "what to open first: an exercise, a track (its next exercise), or your own file (.cu)")
      ->type_name("ID|FILE")
      ->expected(0, 1);
  studio->add_option("--port", o.port, "The port on 127.0.0.1 (default: a free one)")
      ->check(CLI::Range(1024, 65535))
      ->type_name("NUMBER");
  studio->add_flag("--no-browser", o.no_browser, "Do not open a browser: only print the address");
  add_quiet_and_colour(*studio, o);

  CLI::App* doctor =
      command("doctor", "Report the tools found on this machine, and how to get the missing ones",
              "  ./ladder doctor\n  ./ladder doctor --self-test");
  doctor->add_flag("--self-test", o.self_test,
                   "Run programs and kernels that are wrong, and their correct counterparts, to check that "
                   "every mistake is "
                   "found and nothing else is reported (exit status 1 if not)");
  add_quiet_and_colour(*doctor, o);

  CLI::App* docs = command("docs", "Regenerate parts of docs/ and README.md (docs/marks.md)",
                           "  ./ladder docs\n  ./ladder docs --check");
  docs->add_flag("--check", o.check_only, "Write nothing; exit with status 1 if something is out of date");
  add_quiet_and_colour(*docs, o);

  command("test", "Build and run the tests", "  ./ladder test\n  ./ladder test \"a test's name\"");

  command("install", "Install missing packages, and build nothing", "  ./ladder install");

  // An empty value comes from an unset variable: --fail-above "$LIMIT" must not mean no limit.
  for (CLI::App* sub : app.get_subcommands({}))
    for (CLI::Option* option : sub->get_options())
      if (option->get_items_expected_max() > 0)
        option->check([](const std::string& text) { return text.empty() ? "the value is empty" : ""; });

  // Arguments after -- belong to the tried program.
  const char* const* const rest = argc > 1 && argv[1] == std::string_view("try")
                                      ? std::find(argv + 1, argv + argc, std::string_view("--"))
                                      : argv + argc;
  if (rest != argv + argc) o.program_arguments.assign(rest + 1, argv + argc);
  std::vector<std::string> arguments = arguments_of(static_cast<int>(rest - argv), argv);
  o.typed = arguments;
  o.command_line = "./ladder";
  for (const std::string& argument : arguments) o.command_line += " " + argument;
  if (arguments.empty()) {
    std::fputs("New here? Read docs/start.md, and type  ./ladder practice first --watch\n\n", stdout);
    std::fputs(app.help().c_str(), stdout);
    return false;
  }

  if (arguments[0] == "help") {  // ./ladder help run
    arguments.erase(arguments.begin());
    arguments.push_back("--help");
  }
  std::vector<std::string> names;
  const CLI::App* sub = &app;
  for (const CLI::App* one : app.get_subcommands({})) {
    names.push_back(one->get_name());
    if (one->get_name() == arguments[0]) sub = one;
  }
  if (sub == &app && !arguments[0].starts_with('-'))
    throw Failure(fmt::format("unknown command {}{} (the commands are {})", arguments[0],
                              stage::did_you_mean(arguments[0], names), fmt::join(names, " ")));
  if (arguments[0] == "try") arguments = without_compiler_words(arguments, o);
  try {
    std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
    app.parse(arguments);
  } catch (const CLI::CallForHelp&) {
    std::fputs(sub->help().c_str(), stdout);
    return false;
  } catch (const CLI::ParseError& error) {
    complain(app, *sub, error);
  }
  if (version) {
    fmt::print("Warp Ladder {}, {}\n", os::version(), this_commit());
    return false;
  }
  if (sub == &app) {
    std::fputs(app.help().c_str(), stdout);
    return false;
  }
  understand(raw, o);
  return true;
}

}  // namespace cli
