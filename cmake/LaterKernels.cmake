# For code that comes later (harness/executor/toolchain): launcher, compiler and flags of both forms, a word in each line.
string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
set(includes ${kernel_includes} ${cuda_headers})
list(TRANSFORM includes PREPEND -I)
# What ccache has of another checkout names the files of that one: for a reader's file, each has its own.
set(launcher ${CMAKE_CXX_COMPILER_LAUNCHER})
list(FILTER launcher EXCLUDE REGEX "^CCACHE_NOHASHDIR=")
foreach(form plain traced)
  separate_arguments(words UNIX_COMMAND "${kernel_cxx_flags} ${CMAKE_CXX_FLAGS_${config}}")
  list(PREPEND words ${launcher} ${CMAKE_CXX_COMPILER} ${includes})
  list(APPEND words ${flags_of_ccache} ${in_both} ${in_${form}} -std=c++20)
  list(JOIN words "\n" words)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/kernels/${form}.flags CONTENT "${words}\n" @ONLY)
endforeach()
