# Speeds up builds if the machine supports it. GCC's default linker is used, because lld cannot link the table
# of __shared__ arrays (R_X86_64_TPOFF64 in data; see harness/executor/instrument), and a complete link takes
# well under a second.
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Settings that ccache needs to handle precompiled headers and to find in build/cuda what build/cpu compiled.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
                                  CCACHE_BASEDIR=${root} CCACHE_NOHASHDIR=1 ${CCACHE})
  set(flags_of_ccache -fpch-preprocess)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:${flags_of_ccache}>)
endif()
