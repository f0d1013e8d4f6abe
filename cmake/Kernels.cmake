# add_kernels(NAME FILE…): kernel files for the CPU executor, as two object libraries: NAME_plain to run fast, and
# NAME_traced with everything they do observed. (For a GPU, harness/cuda compiles them a third time.)
set(simt ${CMAKE_SOURCE_DIR}/harness/simt)

# What shared_memory.awk puts into traced code uses the stack; below it, 64-bit ARM has no red zone.
if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  set(only_on_x86 -mno-red-zone)
endif()

function(add_kernel_library name traced files)
  add_library(${name} OBJECT ${files})
  target_link_libraries(${name} PRIVATE ladder_options)
  target_precompile_headers(${name} PRIVATE ${CMAKE_SOURCE_DIR}/harness/stage/precompiled.h)
  target_compile_options(${name} PRIVATE -fno-extern-tls-init -fno-section-anchors -fwrapv -fstack-clash-protection
                         -ffp-contract=off ${ARGN})
  set(build simt)
  if(traced)
    set(build simt_traced)
  endif()
  # kernel_object.sh: a file that does not compile becomes a row of the tables, and stops no other.
  set_target_properties(${name} PROPERTIES CXX_COMPILER_LAUNCHER
    "${CMAKE_SOURCE_DIR}/cmake/kernel_object.sh;${build};${CMAKE_CXX_COMPILER};${simt}/compile_kernel.sh;${traced};${CMAKE_CXX_COMPILER_LAUNCHER}")
endfunction()

function(add_kernels name)
  set_source_files_properties(${ARGN} PROPERTIES LANGUAGE CXX
                              OBJECT_DEPENDS
    "${CMAKE_SOURCE_DIR}/cmake/kernel_object.sh;${simt}/compile_kernel.sh;${simt}/shared_memory.awk;${simt}/host_in_kernel.awk")
  add_kernel_library(${name}_plain 0 "${ARGN}" -O2 -g1)

  # The instrumentation calls hooks that harness/simt defines (so the program is linked without -fsanitize=thread).
  # The other flags keep the machine code in the shape of the source, so that what is counted is what was written.
  add_kernel_library(${name}_traced 1 "${ARGN}" -O1 -g -DLADDER_TRACED ${only_on_x86}
    -fsanitize=shift-exponent,float-cast-overflow -fsanitize=bounds -fsanitize=thread -fsanitize-coverage=trace-pc --param=tsan-distinguish-volatile=1
    -fno-builtin-memcpy -fno-builtin-memmove -fno-builtin-memset -fno-builtin-memcmp
    -fno-optimize-sibling-calls -fno-tree-sra -fno-tree-vectorize -fno-tree-slp-vectorize -fno-store-merging
    -fno-tree-loop-distribute-patterns -fno-thread-jumps -fno-tree-dominator-opts -fno-tree-vrp -fno-crossjumping
    -fno-tree-tail-merge -fno-reorder-blocks -fno-reorder-blocks-and-partition -fno-tree-pre -fno-code-hoisting
    -fno-if-conversion -fno-if-conversion2 -fno-ssa-phiopt -fno-tree-sink -fno-ipa-icf -fno-split-loops
    -fno-unswitch-loops)
endfunction()
