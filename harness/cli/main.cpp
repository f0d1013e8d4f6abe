// The program `ladder`: turns arguments into a command, and errors into one line and an exit status.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <system_error>

#include "os/interrupt.h"
#include "cli/options.h"
#include "cli/exit.h"
#include "cli/processes.h"
#include "cli/terminal.h"
#include "mpi/job.h"
#include "os/error.h"
#include "stage/registry.h"
#include "text/printable.h"

using namespace ladder;

namespace {

int fail(int status, const std::string& message) {
  std::fflush(stdout);
  mpi::tell(status, text::printable(message));  // the message may contain a file name or text from a file
  return status;
}

}  // namespace

int main(int argc, char** argv) try {
  cli::hold_closed_streams();
  cli::suit_terminal_to_locale();
  if (const std::string mistake = stage::registration_mistake(stage::all_stages(stage::Build::simt));
      !mistake.empty())
    return fail(cli::bad_usage, mistake);
  cli::Options options;
  if (!cli::parse_arguments(argc, argv, options)) {
    cli::flush_stdout();
    return cli::good;
  }
  cli::join_processes(options);
  const int status = options.command(options);
  cli::flush_stdout();
  mpi::finish();
  return status;
} catch (const cli::Failure& failure) {
  return fail(failure.status, failure.what());
} catch (const os::Error& error) {
  return fail(cli::bad_usage, error.what());
} catch (const os::Interrupted&) {
  return fail(cli::interrupted, "interrupted; no file was changed");
} catch (const std::system_error&
             error) {  // a full disk, a missing folder; or stdout errors, which fmt::print() throws
  if (!std::ferror(stdout)) return fail(cli::bad_usage, error.what());
  if (error.code().value() == EPIPE) return cli::reader_left;
  return fail(cli::bad_usage,
              std::string("cannot write to standard output: ") + std::strerror(error.code().value()));
} catch (const std::exception& error) {
  return fail(cli::wrong_result, error.what());
}
