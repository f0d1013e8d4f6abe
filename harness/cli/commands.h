// The commands, one file each. They return an exit status, or throw Failure. Called by main.
#pragma once
#include "cli/options.h"

namespace cli {

int list(const Options&);      // list.cpp
int run(const Options&);       // run.cpp
int check(const Options&);     // run.cpp
int diff(const Options&);      // diff.cpp
int explain(const Options&);   // explain.cpp
int trace(const Options&);     // trace.cpp
int step(const Options&);      // step.cpp
int counters(const Options&);  // counters.cpp
int compare(const Options&);   // compare.cpp
int tables(const Options&);    // tables.cpp
int doctor(const Options&);    // doctor.cpp
int docs(const Options&);      // docs.cpp

}  // namespace cli
