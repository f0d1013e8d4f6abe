// The only file that includes CLI11 (it takes seconds to compile).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstdio>

#include "cli/commands.h"
#include "cli/backend.h"
#include "cli/compiler_words.h"
#include "cli/exit.h"
#include "cli/numbers.h"
#include "cli/options.h"
#include "cli/syntax.h"
#include "data/names.h"
#include "look/case.h"
#include "os/repository.h"
#include "tables/compare.h"
#include "text/nearest.h"

namespace ladder::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  ./ladder run                              every stage, checked and timed, as a table
  ./ladder run reduce --n 2^25              one track
  ./ladder run 'reduce/v4*' scan/subgroup   a glob, and a single stage
  ./ladder check                            checks every kernel at every awkward size
  ./ladder bits                             checks whether float sums are bitwise identical
  ./ladder explain reduce/v1                what each line of a kernel costs, and why
  ./ladder diff reduce/v0 reduce/v1         what changed from one stage to the next
  ./ladder compare old.json new.json --fail-above 5%

Exit status: 0 good, 1 a wrong result or a race, 2 bad usage, 3 compare found a regression, 4 grade could not judge every file,
77 no GPU.
Environment variables (LADDER_JOBS, …): README.md, "Environment variables".)";

// In the order of the help.
constexpr const char* kCommands[] = {"list",   "run",      "check",    "bits",  "diff", "explain", "step",
                                     "trace",  "counters", "practice", "grade", "try",  "compare", "tables",
                                     "report", "studio",   "doctor",   "docs",  "test", "install"};

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

// "--csv FILE"
std::pair<std::string, std::string> name_and_type(const std::string& syntax) {
  const size_t blank = syntax.find(' ');
  return {syntax.substr(0, blank), blank == std::string::npos ? "" : syntax.substr(blank + 1)};
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
      throw Failure(
          fmt::format("unknown option {}{} ({})", first, text::did_you_mean(first, option_names(sub)), help));
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

// Duplicates are measured only once.
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
        throw Failure(fmt::format("--gpus {}: must be at most {}", gpus, device::kMaxGpus));
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
      throw Failure(fmt::format("{} is named twice, but a file can contain the output of only one of {}",
                                file, kFiles));
}

int tests_are_elsewhere(const Options&) {
  throw Failure("the tests are a separate program: ./ladder test builds and runs it");
}
int installing_is_elsewhere(const Options&) {
  throw Failure("the script ./ladder installs packages before this program is built");
}
void declare_test(const Syntax& s) {
  s.help("Build and run the tests", R"(
  ./ladder test
  ./ladder test "a test's name")");
}
const Registered tests{"test", declare_test, tests_are_elsewhere};

void declare_install(const Syntax& s) {
  s.help("Install missing packages, and build nothing", R"(
  ./ladder install)");
}
const Registered installing{"install", declare_install, installing_is_elsewhere};

void add_commands(CLI::App& app, Options& o, Raw& raw) {
  for (const char* name : kCommands) {
    const Command* command = command_of(name);
    if (command == nullptr) continue;
    CLI::App* sub = app.add_subcommand(name);
    sub->callback([&o, name, command] {
      o.name = name;
      o.command = command->run;
    });
    const Syntax syntax(*sub, o, raw);
    command->declare(syntax);
    // An empty value is the result of an unset variable: --fail-above "$LIMIT" must not mean that
    // there is no limit.
    for (CLI::Option* option : sub->get_options())
      if (option->get_items_expected_max() > 0)
        option->check([](const std::string& text) { return text.empty() ? "the value is empty" : ""; });
    if (sub->get_options().size() == 1) continue;  // only --help: a command of the script ./ladder
    syntax.flag("--no-color,--no-colour", o.no_color,
                "Print without colours, as if the variable NO_COLOR were set");
    syntax.flag("-q,--quiet", o.quiet, "Print only errors, and output that an option requests");
  }
}

// Stores the arguments after --, which are for the program being tried, and returns those before
// --.
std::vector<std::string> typed_arguments(int argc, const char* const* argv, Options& o) {
  const char* const* const rest = argc > 1 && argv[1] == std::string_view("try")
                                      ? std::find(argv + 1, argv + argc, std::string_view("--"))
                                      : argv + argc;
  if (rest != argv + argc) o.program_arguments.assign(rest + 1, argv + argc);
  o.typed = arguments_of(static_cast<int>(rest - argv), argv);
  o.command_line = "./ladder";
  for (const std::string& argument : o.typed) o.command_line += " " + argument;
  return o.typed;
}

// The command that was typed first, or the app itself if an option came first.
const CLI::App& named_first(const CLI::App& app, const std::string& first) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands({})) {
    if (sub->get_name() == first) return *sub;
    names.push_back(sub->get_name());
  }
  if (first.starts_with('-')) return app;
  throw Failure(fmt::format("unknown command {}{} (the commands are {})", first,
                            text::did_you_mean(first, names), fmt::join(names, " ")));
}

}  // namespace

Declared Declared::required() const { return Declared(option_->required()); }
Declared Declared::expected(int least, int most) const { return Declared(option_->expected(least, most)); }
Declared Declared::one_of(const std::vector<std::string>& values) const {
  return Declared(option_->check(CLI::IsMember(values)));
}
Declared Declared::separated_by(char delimiter) const { return Declared(option_->delimiter(delimiter)); }
Declared Declared::positive() const { return Declared(option_->check(CLI::PositiveNumber)); }
Declared Declared::between(int least, int most) const {
  return Declared(option_->check(CLI::Range(least, most)));
}
Declared Declared::needs(Declared other) const { return Declared(option_->needs(other.option_)); }
Declared Declared::excludes(Declared other) const { return Declared(option_->excludes(other.option_)); }

void Syntax::help(const char* what, const char* examples) const {
  app_.description(what)->footer(std::string("Examples:") + examples);
}
Declared Syntax::flag(const char* name, bool& to, const std::string& what) const {
  return Declared(app_.add_flag(name, to, what));
}

template <typename Value>
Declared Syntax::option(const char* syntax, Value& to, const std::string& what) const {
  const auto [name, type] = name_and_type(syntax);
  CLI::Option* option = app_.add_option(name, to, what);
  if (!type.empty()) option->type_name(type);
  if (std::is_same_v<Value, std::vector<std::string>> && name[0] == '-') option->allow_extra_args(false);
  return Declared(option);
}
template Declared Syntax::option(const char*, std::string&, const std::string&) const;
template Declared Syntax::option(const char*, std::vector<std::string>&, const std::string&) const;
template Declared Syntax::option(const char*, double&, const std::string&) const;
template Declared Syntax::option(const char*, unsigned&, const std::string&) const;

void Syntax::word(const char* syntax, const std::string& what) const {
  const auto [name, type] = name_and_type(syntax);
  app_.add_option_function<std::string>(
          name,
          [&words = raw.words, key = name.substr(2)](const std::string& value) {
            words.push_back(key + "=" + value);
          },
          what)
      ->type_name(type);
}

bool parse_arguments(int argc, const char* const* argv, Options& o) {
  CLI::App app(
      "Warp Ladder: how a GPU kernel becomes fast, one stage at a time, each one checked and measured.",
      "./ladder");
  app.footer(kExamples);
  app.require_subcommand(0, 1);
  bool version = false;
  app.add_flag("--version", version, "Print the version and the commit");
  Raw raw;
  add_commands(app, o, raw);

  std::vector<std::string> arguments = typed_arguments(argc, argv, o);
  if (arguments.empty()) {
    std::fputs("New here? Read docs/start.md, and type  ./ladder practice first --watch\n\n", stdout);
    std::fputs(app.help().c_str(), stdout);
    return false;
  }
  if (arguments[0] == "help") {  // ./ladder help run
    arguments.erase(arguments.begin());
    arguments.push_back("--help");
  }
  const CLI::App& sub = named_first(app, arguments[0]);
  if (arguments[0] == "try") arguments = without_compiler_words(arguments, o);
  try {
    std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the end
    app.parse(arguments);
  } catch (const CLI::CallForHelp&) {
    std::fputs(sub.help().c_str(), stdout);
    return false;
  } catch (const CLI::ParseError& error) {
    complain(app, sub, error);
  }
  if (version) {
    fmt::print("Warp Ladder {}, {}\n", os::version(), this_commit());
    return false;
  }
  if (&sub == &app) {
    std::fputs(app.help().c_str(), stdout);
    return false;
  }
  understand(raw, o);
  return true;
}

}  // namespace ladder::cli
