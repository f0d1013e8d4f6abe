# Faster builds where the machine offers it. The linker stays GCC's own: lld cannot link the table of __shared__ arrays
# (R_X86_64_TPOFF64 in data; see harness/simt/shared_memory.awk), and a whole link takes well under a second.
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()
