# Writes the launcher, the compiler and the flags of both forms, one word per line, for code that is compiled
# later (harness/executor/toolchain).
string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
set(includes ${kernel_includes} ${cuda_headers})
list(TRANSFORM includes PREPEND -I)
# ccache results from another checkout contain that checkout's file names, so readers' files have a cache for
# each checkout.
set(launcher ${CMAKE_CXX_COMPILER_LAUNCHER})
list(FILTER launcher EXCLUDE REGEX "^CCACHE_NOHASHDIR=")
foreach(form plain traced)
  separate_arguments(words UNIX_COMMAND "${kernel_cxx_flags} ${CMAKE_CXX_FLAGS_${config}}")
  list(PREPEND words ${launcher} ${CMAKE_CXX_COMPILER} ${includes})
  list(APPEND words ${flags_of_ccache} ${in_both} ${in_${form}} -std=c++20)
  list(JOIN words "\n" words)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/kernels/${form}.flags CONTENT "${words}\n" @ONLY)
endforeach()
