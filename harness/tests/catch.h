// Catch2: v2 (Debian 12) or v3, whichever is installed. Included by every test.
#pragma once
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif
#include <cstdio>
#include <string>

// Catch2 v2 has no SKIP: print the reason and leave the test. ctest then counts it as skipped.
#define SKIP_TEST(why)                                 \
  do {                                                 \
    const std::string skipped_for = why;               \
    std::printf("SKIPPED: %s\n", skipped_for.c_str()); \
    SUCCEED("SKIPPED: " + skipped_for);                \
    return;                                            \
  } while (false)
