// ./ladder report [FILE]: a results file as one HTML page that opens from disk.
#include "report/html.h"

#include <fmt/format.h>

#include <filesystem>

#include "cli/commands.h"
#include "cli/exit.h"
#include "os/files.h"
#include "os/repository.h"

namespace cli {

int report(const Options& o) {
  const std::string from = o.ids.empty() ? os::in_build_folder("latest.json") : o.ids[0];
  if (o.ids.empty() && !std::filesystem::exists(from))
    throw Failure(fmt::format("there is no {}: ./ladder run writes it; or name a results file", from));
  const std::string to =
      o.html.empty() ? std::filesystem::path(from).replace_extension(".html").string() : o.html;
  os::check_writable(to);
  os::write_text(to, ::report::html_page(::report::read_file(from), from));
  if (!o.quiet && to != "-") fmt::print("Written to {}\n", to);
  return good;
}

}  // namespace cli
