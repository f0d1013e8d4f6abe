// The program `ladder`: arguments to a command, errors to one line and an exit status.
#include <cstdio>
#include <exception>
#include <string>

#include "os/interrupt.h"
#include "cli/options.h"
#include "cli/exit.h"
#include "cli/terminal.h"
#include "os/error.h"
#include "stage/registry.h"

namespace {

int fail(int status, const char* message) {
  std::fflush(stdout);
  std::fprintf(stderr, "ladder: %s\n", message);
  return status;
}

}  // namespace

int main(int argc, char** argv) try {
  cli::suit_terminal_to_locale();
  if (const std::string mistake = stage::registration_mistake(stage::all_stages(stage::Build::simt));
      !mistake.empty())
    return fail(cli::bad_usage, mistake.c_str());
  cli::Options options;
  const int status = cli::parse_arguments(argc, argv, options) ? options.command(options) : cli::good;
  cli::flush_stdout();
  return status;
} catch (const cli::Failure& failure) {
  return fail(failure.status, failure.what());
} catch (const os::Error& error) {
  return fail(cli::bad_usage, error.what());
} catch (const os::Interrupted&) {
  return fail(cli::interrupted, "interrupted; no file was changed");
} catch (const std::exception& error) {
  return fail(cli::wrong_result, error.what());
}
