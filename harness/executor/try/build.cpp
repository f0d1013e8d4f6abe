#include "try/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include "os/error.h"
#include "os/files.h"
#include "os/process.h"
#include "os/repository.h"
#include "text/lines.h"

namespace ladder::try_program {
namespace {

namespace fs = std::filesystem;
using findings::Cause;
using findings::Evidence;
using toolchain::Form;
using toolchain::quoted;

constexpr size_t kMostMemory = size_t{8} << 30;  // the memory that all compiler processes together may use

std::string joined_options(const Source& s) {
  std::string out;
  for (const std::string& folder : s.includes) out += " -I " + quoted(folder);
  for (const std::string& define : s.defines) out += " -D " + quoted(define);
  for (const std::string& word : s.preprocessor) out += " " + quoted(word);
  return out;
}

std::vector<std::string> shell(const std::string& command) { return {"sh", "-c", command}; }

enum class FileKind { cuda, c, object, archive };
FileKind kind_of(const std::string& file) {
  const std::string ending = fs::path(file).extension().string();
  if (ending == ".c") return FileKind::c;
  if (ending == ".o" || ending == ".obj") return FileKind::object;
  return ending == ".a" || ending == ".so" ? FileKind::archive : FileKind::cuda;
}

// One file of the program, and the paths of the files generated from it in the build folder. Files without CUDA
// code have only a plain form.
struct Unit {
  std::string file, base;
  FileKind kind = FileKind::cuda;
  bool openmp = false;  // the file uses OpenMP, which with nvcc needs -Xcompiler -fopenmp
  Rewritten rewritten = {};
  std::string preprocessed() const { return base + ".ii"; }
  std::string plain() const { return base + ".plain.o"; }
  std::string traced() const { return base + ".traced.o"; }
  std::string locals(const char* form) const { return base + "." + form + ".locals"; }
};

bool is_own(const std::string& file) {
  if (file.empty() || file[0] == '<') return false;
  const std::string path = fs::absolute(file).lexically_normal().string();
  return !path.starts_with("/usr/") && !os::is_of_the_harness(path) &&
         !path.starts_with(os::program_folder() + "/cuda_headers/");
}

Evidence compiler_text(const std::string& text) { return {Cause::compiler_line, {{"text", text}}}; }

// The first few errors, each in the form "file:line: error: …", with the source line.
Evidence errors_in(const std::string& output) {
  constexpr size_t kMost = 5;
  const std::string included = "In file included from ", refused = ": error: #error \"";
  std::string out, by, required;
  size_t count = 0, more = 0;
  bool header_refused = false;
  for (std::string line : text::lines_of(output)) {
    // Looks outwards from the included header for the first file that belongs to the program.
    const std::string outwards = "                 from ";
    if (line.starts_with(included))
      by = line.substr(included.size(), line.size() - included.size() - 1);
    else if (line.starts_with(outwards) && !is_own(by.substr(0, by.find(':'))))
      by = line.substr(outwards.size(), line.size() - outwards.size() - 1);
    // The line of the program that needs a template from a header: "a.cu:9:   required from here".
    const size_t needs = line.find(":   required from ");
    if (needs != std::string::npos && required.empty() && is_own(line.substr(0, line.find(':'))))
      required = line.substr(0, needs);
    // A CUDA header's message about itself concerns the line that includes that header.
    const bool of_a_header = line.find("/cuda_headers/") != std::string::npos ||
                             os::is_of_the_harness(line.substr(0, line.find(':')));
    if (of_a_header && header_refused && line.find(refused) == std::string::npos)
      continue;  // a consequence of the first error
    if (const size_t at = line.find(refused); at != std::string::npos && of_a_header && !by.empty()) {
      header_refused = true;
      line = fmt::format("{}: error: {}", by,
                         line.substr(at + refused.size(), line.size() - at - refused.size() - 1));
    }
    for (const std::string added : {"static assertion failed: ", "simt_stub_"})
      if (const size_t at = line.find(added); at != std::string::npos) line.erase(at, added.size());
    const std::string of_stub =
        "ladder::simt_runtime::Parameters<";  // <void(int*)>: the result of a kernel's stub
    if (const size_t at = line.find(of_stub), end = line.find(")>", at); end != std::string::npos) {
      line.erase(line.find('(', at), end + 2 - line.find('(', at));
      line.erase(at, of_stub.size());
    }
    const size_t error = line.find("error: ");
    const bool fatal = line.find("fatal error: ") != std::string::npos;
    const bool of_the_linker = line.find("undefined reference to") != std::string::npos ||
                               line.find("multiple definition of") != std::string::npos ||
                               line.find("cannot find -l") != std::string::npos;
    if ((error == std::string::npos && !of_the_linker) || line.starts_with("collect2: error")) continue;
    if (++count > kMost) {
      ++more;
      continue;
    }
    if (const std::string from = std::exchange(required, "");
        of_a_header && error != std::string::npos && !from.empty())
      line = from + ": " + line.substr(error);
    const std::string said = out;  // the messages of the errors before this one
    out += line + "\n";
    const size_t colon = line.find(':');
    const size_t number =
        colon == std::string::npos ? 0 : std::strtoul(line.c_str() + colon + 1, nullptr, 10);
    if (number == 0 || fatal) continue;
    try {
      const std::string source = os::read_text(line.substr(0, colon));
      const std::vector<std::string> lines = text::lines_of(source);
      const std::string before = toolchain::line_before(line, source);
      if (number <= lines.size())
        out += fmt::format("{}{:5} | {}\n", said.ends_with(before) ? "" : before, number, lines[number - 1]);
    } catch (const os::Error&) {
    }
  }
  if (more) out += fmt::format("and {} more\n", more);
  if (out.empty()) out = output.substr(0, 4000);
  if (out.empty()) return {Cause::compiler_was_stopped, {{"memory", 1}}};
  while (out.ends_with('\n')) out.pop_back();
  return compiler_text(out);
}

bool asks_for_openmp(const std::string& source) {
  static const std::regex asks(R"((^|\n)[ \t]*#[ \t]*(pragma[ \t]+omp|include[ \t]*[<"]omp\.h[>"]))");
  return std::regex_search(source, asks);
}

std::string standard_of(const Source& source) { return source.standard.empty() ? "17" : source.standard; }

constexpr const char* kForNvcc =
    "-D__CUDACC__ -D__NVCC__ -D__CUDACC_VER_MAJOR__=13 -D__CUDACC_VER_MINOR__=0 -include cuda_runtime.h";

// nvcc passes a .cpp file to the host compiler unchanged. (With ./ladder try, such a file may contain
// kernels.)
bool is_for_the_host(const std::string& file) {
  if (file.ends_with(".cu")) return false;
  const std::string source = os::read_text(file);
  return source.find("cuda") == std::string::npos && source.find("__global__") == std::string::npos &&
         source.find("__device__") == std::string::npos && source.find("<<<") == std::string::npos;
}

std::string preprocessor(const Unit& unit, const Source& source, const std::string& output) {
  return fmt::format(
      "{} -std=gnu++{} {} -w -fdiagnostics-color=never -fno-diagnostics-show-caret -fno-show-column {} -I {} "
      "-I {} -E -x c++ -o {} {}",
      toolchain::kernel_compiler(Form::plain), standard_of(source),
      is_for_the_host(unit.file) ? "" : kForNvcc, joined_options(source) + (unit.openmp ? " -fopenmp" : ""),
      quoted(os::program_folder() + "/cuda_headers"),
      quoted(os::in_repository("harness/executor/runtime/include")), quoted(output), quoted(unit.file));
}

// Handles the notes from instrument/host_use.h about host code that uses a device variable: "FILE:LINE:
// host_use: reads NAME".
void note_host_uses(const std::string& output, std::vector<simt_runtime::HostHazard>& uses) {
  for (const std::string& line : text::lines_of(output)) {
    static const std::regex form(R"((.*):(\d+): host_use: (reads|writes) (\w+))");
    std::smatch found;
    if (!std::regex_match(line, found, form)) continue;
    const std::string name = found[4];
    const bool writes = found[3] == "writes";
    const auto known = std::find_if(uses.begin(), uses.end(), [&](auto& use) { return use.object == name; });
    if (known != uses.end()) {
      ++known->count;
      continue;
    }
    uses.push_back(
        {simt_runtime::HostHazardKind::host_reads_device,
         {{fs::absolute(found[1].str()).lexically_normal().string(),
           std::stoi(found[2]),
           {},
           writes ? "write by the host" : "read by the host"}},
         name,
         1,
         {Cause::host_uses_device_variable, {{"access", writes ? "write" : "read"}, {"object", name}}}});
  }
}

// Also searches text that still marks host and device code, to find code that nvcc rejects and g++ accepts.
Evidence preprocess(std::vector<Unit>& units, const Source& source,
                    std::vector<simt_runtime::HostHazard>& host_uses) {
  std::vector<std::vector<std::string>> commands;
  for (const Unit& unit : units)
    if (unit.kind == FileKind::cuda)
      commands.push_back(shell("exec " + preprocessor(unit, source, unit.preprocessed())));
  for (const Unit& unit : units) {
    if (unit.kind != FileKind::cuda) continue;
    const std::string marked = unit.base + ".marked";
    commands.push_back(shell(fmt::format("{} -DSIMT_MARKS && exec {} --host-use --not-own={} {}",
                                         preprocessor(unit, source, marked), quoted(toolchain::instrument()),
                                         quoted(os::in_repository("harness/")), quoted(marked))));
  }
  const auto ended = os::run_programs(commands, {.most_memory = kMostMemory});
  for (const os::Ended& one : ended) {
    if (one.status != 0) return errors_in(one.output);
    note_host_uses(one.output, host_uses);
  }
  return {};
}

Evidence at(const Place& place, Evidence what) {
  return around(std::move(what), Cause::in_file, {{"file", place.file}, {"line", place.line}});
}

// If a warp's lanes communicate through volatile variables, they need lockstep in plain code too. With these
// options, g++ adds a hook to every access, and instrument/ keeps only the hooks for volatile accesses.
constexpr const char* kSeeVolatile =
    "-fsanitize=thread --param=tsan-distinguish-volatile=1 --param=tsan-instrument-func-entry-exit=0";

// A function that reaches its end without a return statement returns anyway, as in host code that nvcc
// compiles. With this check enabled, g++ does not treat the function's end as unreachable.
constexpr const char* kReturnAnyway = "-fsanitize=unreachable";

// This check is for pointers to a thread's own arrays; see simt/trace/indices.cpp.
constexpr const char* kLocalPointers = "-fsanitize=object-size";

// A warning that nvcc gives as well: "FILE:LINE: warning: … [-Wreturn-type]".
Evidence missing_return(const std::string& line) {
  const size_t warning = line.find(": warning: "), colon = line.rfind(':', warning - 1);
  if (warning == std::string::npos || line.find("[-Wreturn-type]") == std::string::npos) return {};
  return at({line.substr(0, colon), std::atoi(line.c_str() + colon + 1)}, {Cause::missing_return});
}

// Local variables that may be used before they are set: after "warning: ‘NAME’ may be used uninitialized
// [-Wmaybe-uninitialized]", g++ notes "FILE:LINE: note: ‘NAME’ was declared here".
void note_unset(const std::vector<std::string>& lines, const std::vector<Unit>& units,
                std::vector<Unset>& unset) {
  static const std::regex declared(R"((.*):(\d+): note: (?:‘|')([A-Za-z_]\w*).* declared here)");
  bool about_use = false;
  for (const std::string& line : lines) {
    if (line.find(": warning: ") != std::string::npos) about_use = line.ends_with("uninitialized]");
    std::smatch found;
    if (!about_use || line.size() > text::kLongestLine || !std::regex_match(line, found, declared)) continue;
    const std::string file = found[1], name = found[3];
    const int number = std::stoi(found[2]);
    for (const Unit& unit : units)
      for (const Body& body : unit.rewritten.bodies)
        if (body.file == file && body.first_line <= number && number <= body.last_line &&
            std::none_of(unset.begin(), unset.end(),
                         [&](const Unset& u) { return u.name == name && u.line == number; }))
          unset.push_back({name, number, body});
  }
}

Evidence compile(const std::vector<Unit>& units, const Source& source, Built& built) {
  std::vector<std::vector<std::string>> commands;
  for (const Unit& unit : units) {
    if (unit.kind == FileKind::c)
      commands.push_back(shell(fmt::format(
          "exec {} -std=gnu17 -x c -w -g {} {} -fdiagnostics-color=never -fno-diagnostics-show-caret "
          "-fno-show-column -o {} -c {}",
          toolchain::kernel_compiler(Form::plain), joined_options(source), unit.openmp ? "-fopenmp" : "",
          quoted(unit.plain()), quoted(unit.file))));
    if (unit.kind != FileKind::cuda) continue;
    for (const Form form : {Form::plain, Form::traced})
      commands.push_back(shell(fmt::format(
          "SIMT_LOCALS={} LC_ALL=C.UTF-8 exec {} -std=gnu++{} {} -g -fno-var-tracking -fno-ipa-icf "
          "-fno-strict-aliasing -fno-builtin-malloc -fno-builtin-free -fno-allocation-dce -fpreprocessed {} "
          "-fdiagnostics-color=never "
          "-fno-diagnostics-show-caret -fno-show-column -o {} -c {}",
          quoted(unit.locals(toolchain::name_of(form))), toolchain::kernel_command(form), standard_of(source),
          form == Form::traced ? "-w" : "-Wuninitialized -Wmaybe-uninitialized",
          fmt::format(
              "{} {} {}", source.fill_locals && form == Form::traced ? "-ftrivial-auto-var-init=pattern" : "",
              kReturnAnyway,
              form == Form::traced ? std::string(unit.rewritten.has_local_pointer ? kLocalPointers : "")
                                   : fmt::format("{} {}", unit.rewritten.has_volatile ? kSeeVolatile : "",
                                                 unit.openmp ? "-fopenmp" : "")),
          quoted(form == Form::traced ? unit.traced() : unit.plain()), quoted(unit.preprocessed()))));
  }
  const auto ended = os::run_programs(commands, {.most_memory = kMostMemory});
  for (const os::Ended& one : ended) {
    if (one.status != 0) return errors_in(one.output);
    const std::vector<std::string> lines = text::lines_of(one.output);
    note_unset(lines, units, built.unset);
    for (const std::string& line : lines)
      if (const Evidence remark = missing_return(line);
          !remark.empty() && is_own(line.substr(0, line.find(':'))))
        built.remarks.push_back(remark);
  }
  return {};
}

struct Symbol {
  std::string name, type;
  bool defined, global;
};
std::vector<Symbol> symbols_of(const std::string& object) {
  const auto text = os::output_of({"readelf", "-sW", object});
  if (!text) throw os::Error("readelf cannot read " + object);
  std::vector<Symbol> all;
  for (const std::string& line : text::lines_of(*text)) {
    std::istringstream words(line);
    std::string number, value, size, type, bind, visibility, section, name;
    if (!(words >> number >> value >> size >> type >> bind >> visibility >> section >> name)) continue;
    if (!number.ends_with(':') || number == "Num:") continue;
    all.push_back({name, type, section != "UND", bind != "LOCAL"});
  }
  return all;
}

std::set<std::string> lines_of_file(const std::string& file) {
  const auto lines = text::lines_of(os::read_text(file));
  return {lines.begin(), lines.end()};
}

// Functions that behave differently in a kernel and in host code: they allocate from the device heap
// (runtime/heap.cpp) or print (runtime/print.cpp). In the objects, their names have the prefix simt_.
constexpr const char* kOwn[] = {"printf", "puts", "putchar", "malloc", "calloc", "realloc", "free", "_Znwm",
                                "_Znam", "_ZnwmRKSt9nothrow_t", "_ZnamRKSt9nothrow_t",
                                "_ZdlPvSt11align_val_t", "_ZdaPvSt11align_val_t", "_ZnwmSt11align_val_t",
                                "_ZnamSt11align_val_t", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm",
                                "_ZdlPvmSt11align_val_t", "_ZdaPvmSt11align_val_t",
                                // The functions that end a program or a kernel: runtime/ending.cpp.
                                "__assert_fail", "_exit", "_Exit", "quick_exit", "raise", "kill", "execve",
                                "execv", "execvp", "execvpe", "fexecve", "execl", "execlp", "execle"};

// The symbols of one file's two forms.
struct Symbols {
  std::vector<Symbol> plain, traced;
  std::set<std::string> plain_locals, traced_locals;

  explicit Symbols(const Unit& unit) : plain(symbols_of(unit.plain())) {
    if (unit.kind != FileKind::cuda) return;
    traced = symbols_of(unit.traced());
    plain_locals = lines_of_file(unit.locals("plain"));
    traced_locals = lines_of_file(unit.locals("traced"));
  }
};

bool has_own_form(const Symbol& s) {
  return s.type == "FUNC" || s.type == "TLS" || s.name.starts_with("_ZT");
}

using Names = std::map<std::string, std::string>;  // the new name for each old one

std::string renamed(const Names& names, const std::string& name) {
  const auto found = names.find(name);
  return found == names.end() ? name : found->second;
}

struct NewNames {
  Names plain, traced;
};

NewNames new_names(const Symbols& of, const std::string& suffix, const Names& own,
                   const std::set<std::string>& in_traced) {
  NewNames names{own, own};
  names.plain["main"] = "simt_user_main";
  for (const Symbol& s : of.plain)
    if (s.defined && of.plain_locals.contains(s.name)) names.plain[s.name] = s.name + suffix;
  for (const Symbol& s : of.traced) {
    // Code shared by several constructors of a class is in a section group, which must differ from that of the
    // plain form.
    if (s.defined && s.type == "NOTYPE" && s.name.starts_with("_Z"))
      names.traced[s.name] = s.name + ".traced";
    if (!s.global) continue;
    if (s.defined && of.traced_locals.contains(s.name))
      names.traced[s.name] = s.name + suffix + (has_own_form(s) ? ".traced" : "");
    else if (in_traced.contains(s.name))
      names.traced[s.name] = s.name + ".traced";
  }
  return names;
}

// The table that pairs the two forms of each function, as assembly.
std::string twins_of(const Symbols& of, const NewNames& names) {
  std::set<std::string> threads;
  for (const Symbol& s : of.plain)
    if (s.defined && s.type == "FUNC" && !s.name.starts_with("_ZNSt") && !s.name.starts_with("_ZSt"))
      threads.insert(s.name);
  std::string twins;
  for (const Symbol& s : of.traced)
    if (s.global && s.defined && threads.contains(s.name))
      twins += fmt::format("\t.quad {}, {}\n", renamed(names.plain, s.name), renamed(names.traced, s.name));
  return twins;
}

std::vector<std::string> renaming(const std::string& object, const Names& names, const char* more) {
  std::string text;
  for (const auto& [from, to] : names) text += from + " " + to + "\n";
  os::write_text(object + ".names", text);
  return shell(
      fmt::format("exec objcopy {} --redefine-syms={} {}", more, quoted(object + ".names"), quoted(object)));
}

// Combines the two forms of all files into one program: renames the symbols that both forms have, and lists the
// twins of all functions. Returns the error; empty: there is none.
Evidence join(const std::vector<Unit>& units, const std::string& twins_object) {
  std::vector<Symbols> all;
  for (const Unit& unit : units) {
    all.emplace_back(unit);
    const bool of_nvcc = std::any_of(all.back().plain.begin(), all.back().plain.end(),
                                     [](const Symbol& s) { return s.name.starts_with("__cudaRegister"); });
    if (of_nvcc) return {Cause::compiled_by_nvcc, {{"file", unit.file}}};
  }
  const auto any_has = [&](auto is_it) {
    return std::any_of(all.begin(), all.end(), [&](const Symbols& of) {
      return std::any_of(of.plain.begin(), of.plain.end(), is_it);
    });
  };
  if (!any_has([](const Symbol& s) { return s.name == "main" && s.defined && s.type == "FUNC"; }))
    return units.size() > 1
               ? Evidence(Cause::no_main, {{"file", units[0].file}, {"others", units.size() - 1}})
               : Evidence(Cause::no_main, {{"file", units[0].file}});
  Names own;
  for (const std::string name : kOwn)
    if (!any_has([&](const Symbol& s) { return s.defined && s.name == name; }))
      own.emplace(name, (name[0] == '_' ? "simt" : "simt_") + name);
  std::set<std::string> in_traced;  // the functions that another traced file may call
  for (const Symbols& of : all)
    for (const Symbol& s : of.traced)
      if (s.defined && s.global && has_own_form(s) && !of.traced_locals.contains(s.name))
        in_traced.insert(s.name);

  std::string twins = "\t.section simt_twins,\"aw\",@progbits\n\t.balign 8\n";
  if (any_has([](const Symbol& s) { return s.name == "cudaHostRegister"; }))
    twins = "\t.data\n\t.globl simt_registers\nsimt_registers:\n\t.byte 1\n" + twins;  // see runtime/heap.cpp
  std::vector<std::vector<std::string>> commands;
  for (size_t i = 0; i < units.size(); ++i) {
    const NewNames names = new_names(all[i], fmt::format(".u{}", i), own, in_traced);
    twins += twins_of(all[i], names);
    // The code that runs before main() is for the process that runs main(): supervisor.cpp.
    commands.push_back(renaming(units[i].plain(), names.plain,
                                "--rename-section .init_array=simt_init,alloc,load,data,contents"));
    if (units[i].kind != FileKind::cuda) continue;
    // The traced form's own initialisers never run, because the variables are those of the plain form.
    commands.push_back(
        renaming(units[i].traced(), names.traced,
                 "--wildcard --remove-section='.init_array*' --remove-section='.rela.init_array*' "
                 "--remove-section='.fini_array*'"));
  }
  os::write_text(twins_object + ".s", twins);
  commands.push_back({"as", "-o", twins_object, twins_object + ".s"});
  for (const os::Ended& one : os::run_programs(commands))
    if (one.status != 0) return compiler_text(one.output);
  return {};
}

// The preprocessor splits the expansion of a system header's macro into lines, each with the number of the
// line that uses the macro. This function joins the lines again, so that a column refers to one line
// (platform/linux/compiled_text.h).
std::string with_whole_lines(std::string_view text) {
  std::string out, file;
  int number = 0, last = 0;  // the number of the next line, and of the last line of `out`; 0: none
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end);
    const bool marker = line.starts_with("# ");
    const size_t name = line.find('"'), name_end = line.rfind('"');
    if (!marker || name == std::string_view::npos) {
      out += line;
      last = line.starts_with('#') ? 0 : number;
      ++number;
      continue;
    }
    const std::string its_file(line.substr(name, name_end - name + 1));
    const int its_number = std::atoi(line.data() + 2);
    if (its_file == file && its_number == last && out.ends_with('\n') && !text.starts_with('#')) {
      out.back() = ' ';
    } else {
      out += line;
      last = 0;
    }
    file = its_file;
    number = its_number;
  }
  return out;
}

Built build_as_written(const Source& source, const toolchain::BuildFolder& folder) {
  Built built;
  std::vector<Unit> units;
  std::string libraries;
  for (const std::string& file : source.files) {
    const FileKind kind = kind_of(file);
    if (file.ends_with(".so")) {
      libraries += " " + quoted(fs::absolute(file).string());
      continue;
    }
    units.push_back({file, fmt::format("{}/{}", folder.path(), units.size()), kind});
    if (kind == FileKind::cuda || kind == FileKind::c)
      units.back().openmp = source.openmp || asks_for_openmp(os::read_text(file));
    else
      fs::copy_file(file, units.back().plain(), fs::copy_options::overwrite_existing);
  }
  if (!(built.message = preprocess(units, source, built.host_uses)).empty()) return built;
  for (Unit& unit : units) {
    if (unit.kind != FileKind::cuda) continue;
    unit.rewritten = rewrite(os::read_text(unit.preprocessed()), is_own);
    for (const Refused& r : unit.rewritten.refused) {
      built.message = at(r.place, r.why);
      return built;
    }
    built.kernels += unit.rewritten.kernels.size();
    built.launches.insert(built.launches.end(), unit.rewritten.launches.begin(),
                          unit.rewritten.launches.end());
    for (const Definition& d : unit.rewritten.kernels) built.kernel_at.try_emplace(d.name, d.place);
    built.unset.insert(built.unset.end(), unit.rewritten.unset.begin(), unit.rewritten.unset.end());
    // In a kernel, malloc() returns null when the device heap is full, so g++ must not remove stores to its
    // memory.
    std::string& text = unit.rewritten.text;
    const std::string attribute = "(__malloc__)";
    for (size_t at = text.find(attribute); at != std::string::npos; at = text.find(attribute, at))
      text.replace(at, attribute.size(), "()");
    os::write_text(unit.preprocessed(), with_whole_lines(text));
  }
  if (!(built.message = compile(units, source, built)).empty()) return built;
  const std::string twins = folder.path() + "/twins.o";
  if (!(built.message = join(units, twins)).empty()) return built;
  std::vector<std::string> objects = {twins}, archives;
  for (const Unit& unit : units) {
    (unit.kind == FileKind::archive ? archives : objects).push_back(unit.plain());
    if (unit.kind == FileKind::cuda) objects.push_back(unit.traced());
  }
  objects.insert(objects.end(), archives.begin(), archives.end());
  for (const std::string& word : source.libraries) libraries += " " + quoted(word);
  const std::string program = folder.path() + "/program";
  const bool openmp = std::any_of(units.begin(), units.end(), [](const Unit& unit) { return unit.openmp; });
  const std::string link =
      toolchain::link_command("try_start", objects, program) + libraries + (openmp ? " -fopenmp" : "");
  const os::Ended linked = os::run_programs({shell(link)}, {.folder = os::program_folder()}).front();
  if (linked.status == 0)
    built.program = program;
  else
    built.message = errors_in(linked.output);
  return built;
}

}  // namespace

Built build(const Source& source, const toolchain::BuildFolder& folder) {
  Built built = build_as_written(source, folder);
  // In C++17 mode, nvcc's libcu++ has features that the C++ library has only in C++20 mode:
  // cmake/CudaHeaders.cmake.
  if (!source.standard.empty() ||
      built.message.text("text").find("needs C++20 on the CPU executor") == std::string::npos)
    return built;
  Source newer = source;
  newer.standard = "20";
  return build_as_written(newer, folder);
}

}  // namespace ladder::try_program
