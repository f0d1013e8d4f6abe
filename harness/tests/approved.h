// Compares the text that a test renders with the approved text: harness/PART/tests/approved/NAME.txt contains entries,
// each under a line "=== what was rendered". `./ladder test --approve` rewrites them; changes can then be
// reviewed in the diff.
#pragma once
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "os/files.h"
#include "os/repository.h"
#include "tests/catch.h"
#include "text/lines.h"
#include "text/text_diff.h"

namespace ladder::approved {

using Entries = std::vector<std::pair<std::string, std::string>>;  // in the order of the file

inline Entries entries_of(const std::string& file) {
  Entries all;
  if (!std::filesystem::exists(file)) return all;
  for (const std::string& line : text::lines_of(os::read_text(file)))
    if (line.starts_with("=== "))
      all.emplace_back(line.substr(4), "");
    else if (!all.empty())
      all.back().second += line + "\n";
  return all;
}

// `part`: a part of the harness, such as book; `name`: the name of the file; `what`: the entry's first line.
inline void check(const std::string& part, const std::string& name, const std::string& what,
                  const std::string& text) {
  static std::set<std::string> begun;  // the files that this process has started
  const std::string file = os::in_repository("harness/" + part + "/tests/approved/" + name + ".txt");
  Entries all = entries_of(file);
  const std::string its = text.empty() || text.ends_with('\n') ? text : text + "\n";
  const auto known =
      std::find_if(all.begin(), all.end(), [&](const auto& entry) { return entry.first == what; });
  if (std::getenv("LADDER_APPROVE") != nullptr) {
    if (begun.insert(file).second) all.clear();
    std::filesystem::create_directories(std::filesystem::path(file).parent_path());
    std::string out;
    bool found = false;
    for (auto& [entry, body] : all) {
      if (entry == what) body = its, found = true;
      out += "=== " + entry + "\n" + body;
    }
    if (!found) out += "=== " + what + "\n" + its;
    os::write_text(file, out);
    return;
  }
  if (known != all.end() && known->second == its) {
    SUCCEED();
    return;
  }
  const std::string before = known == all.end() ? "" : known->second;
  FAIL_CHECK(what << " differs from the approved text in " << os::relative_to_repository(file)
                  << " (./ladder test --approve accepts it):\n"
                  << text::unified(text::diff_lines(text::lines_of(before), text::lines_of(its)),
                                   {"approved"}, {"now"}, false));
}

}  // namespace ladder::approved
