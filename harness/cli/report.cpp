// ./ladder report [FILE…]: results files as one HTML page that opens from disk.
#include "report/html.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/commands.h"
#include "cli/exit.h"
#include "os/files.h"
#include "os/repository.h"
#include "report/request.h"

namespace ladder::cli {
namespace {

bool is_file(const std::string& word) {
  return word.find('=') == std::string::npos &&
         (word.ends_with(".json") || std::filesystem::is_regular_file(word));
}

}  // namespace

static int report(const Options& o) {
  std::vector<std::string> words = o.words;
  if (std::none_of(words.begin(), words.end(), is_file)) {
    words.insert(words.begin(), os::in_build_folder("latest.json"));
    if (!std::filesystem::exists(words[0]))
      throw Failure(
          fmt::format("there is no {}: create it with ./ladder run, or name another results file", words[0]));
  }
  const ::ladder::report::Request request = ::ladder::report::request_from(words);
  const std::string& first = request.files[0];
  ::ladder::report::only_rows(request, "report");
  const std::string to =
      o.html.empty() ? std::filesystem::path(first).replace_extension(".html").string() : o.html;
  os::check_writable(to);
  std::vector<::ladder::report::RunFile> files;
  for (const std::string& from : request.files)
    files.push_back(::ladder::report::rows_of(::ladder::report::read_file(from), request, from));
  std::vector<::ladder::report::NamedFile> named;
  for (size_t f = 0; f < files.size(); ++f) named.push_back({request.files[f], &files[f]});
  os::write_text(to, ::ladder::report::html_page(named));
  if (!o.quiet && to != "-") fmt::print("Written to {}\n", to);
  return good;
}

static void declare_report(const Syntax& s) {
  s.help("Write a results file as one HTML page: tables, charts, causes", R"(
  ./ladder report                          the last run
  ./ladder report results/h200/sweep.json --html h200.html
  ./ladder report mine.json results/h200/ladder.json --html both.html
  ./ladder report results/h200/ladder.json reduce n=2^28 --html reduce.html)");
  s.option("FILE", s.options.words,
           "a results file, or several (default: that of the last run); then a track, a stage or a glob, and "
           "n=, backend=, dtype=, block=, gpus=, stages= (docs/tables.md)")
      .expected(0, 1000);
  s.option("--html FILE", s.options.html,
           "The file for the page (- is standard output; default: next to FILE, ending in .html)");
  s.rows();
}

static const Registered registered_report{"report", declare_report, report};

}  // namespace ladder::cli
