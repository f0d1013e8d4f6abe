// The output of the passes in executor/instrument for each assembly file in tests/instrument, whose first line
// gives the options.
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "os/files.h"
#include "os/repository.h"
#include "tests/approved.h"
#include "tests/catch.h"
#include "tests/program.h"
#include "toolchain/toolchain.h"

using namespace ladder;

TEST_CASE("the passes turn each assembly file into the approved output", "[instrument][approved]") {
  const std::filesystem::path inputs = os::in_repository("harness/executor/tests/instrument");
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(inputs)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  REQUIRE(files.size() > 20);
  for (const auto& file : files) {
    const program::Folder folder;
    const std::string first = text::lines_of(os::read_text(file)).front();
    REQUIRE(first.starts_with("# --"));
    const int status =
        std::system(("cd '" + folder.path.string() + "' && '" + toolchain::instrument() + "' --assembly " +
                     first.substr(2) + " '" + file.string() + "' >said 2>errors")
                        .c_str());
    std::string made = program::slurp(folder.file("said"));
    if (status != 0) made += "exit status 1: " + program::slurp(folder.file("errors"));
    if (first.find("--locals") != first.npos) made += "names: " + program::slurp(folder.file("names"));
    approved::check("executor", "instrument", file.stem().string(), made);
  }
}
