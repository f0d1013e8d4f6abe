// The commands, each in the file of its name. They return an exit status, or throw Failure.
// arguments.cpp knows how each one is called.
#pragma once
#include "cli/options.h"

namespace cli {

int list(const Options&);
int run(const Options&);
int check(const Options&);
int diff(const Options&);
int explain(const Options&);
int trace(const Options&);
int step(const Options&);
int counters(const Options&);
int compare(const Options&);
int tables(const Options&);
int report(const Options&);
int doctor(const Options&);
int docs(const Options&);
int practice(const Options&);
int grade(const Options&);
int try_program(const Options&);

}  // namespace cli
