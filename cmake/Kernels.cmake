# add_kernels(NAME FILE…): kernel files for the CPU executor, as two object libraries: NAME_plain for speed,
# and NAME_traced, in which everything that the kernels do is observed. (For a GPU, harness/ladder/cuda
# compiles them a third time.) A folder must set CMAKE_CXX_FLAGS to ${kernel_cxx_flags} before it calls
# add_kernels(). A project that includes this one may also call the function, which needs only targets and
# cached variables: these are visible everywhere.

# Watched code must not depend on a distribution's flags (Ubuntu's g++ defines _FORTIFY_SOURCE by default,
# which makes memcpy() a different, unwatched function) or on the reader's flags. From CXXFLAGS, kernels get
# only the options for search paths.
separate_arguments(flags_of_all UNIX_COMMAND "${CMAKE_CXX_FLAGS}")
set(kernel_cxx_flags "")
set(takes_next FALSE)
foreach(flag IN LISTS flags_of_all)
  if(takes_next OR flag MATCHES "^(-I|-isystem|-idirafter|-B|--sysroot)")
    string(APPEND kernel_cxx_flags " ${flag}")
  endif()
  set(takes_next FALSE)
  if(flag MATCHES "^(-I|-isystem|-idirafter|-B|--sysroot)$")
    set(takes_next TRUE)
  endif()
endforeach()
set(kernel_cxx_flags "${kernel_cxx_flags}" CACHE INTERNAL "")
# g++ does not recognise #pragma unroll, which is for nvcc.
set(in_both -U_FORTIFY_SOURCE -U_GLIBCXX_ASSERTIONS -fno-lto -fno-stack-protector -fno-extern-tls-init -fno-section-anchors
    -fwrapv -fstack-clash-protection -ffp-contract=off -Wno-unknown-pragmas)
set(in_plain -O2 -g1)
# The instrumentation calls hooks that harness/executor/simt defines (so the program is linked without
# -fsanitize=thread). The other flags keep the machine code close to the source, so that the counts reflect the
# source.
set(in_traced -O1 -g -DLADDER_TRACED
    -fsanitize=shift-exponent,float-cast-overflow -fsanitize=bounds -fsanitize=thread -fsanitize-coverage=trace-pc --param=tsan-distinguish-volatile=1
    -fno-builtin-memcpy -fno-builtin-memmove -fno-builtin-memset -fno-builtin-memcmp
    -fno-optimize-sibling-calls -fno-tree-sra -fno-tree-vectorize -fno-tree-slp-vectorize -fno-store-merging
    -fno-tree-loop-distribute-patterns -fno-thread-jumps -fno-tree-dominator-opts -fno-tree-vrp -fno-crossjumping
    -fno-tree-tail-merge -fno-reorder-blocks -fno-reorder-blocks-and-partition -fno-tree-pre -fno-code-hoisting
    -fno-if-conversion -fno-if-conversion2 -fno-ssa-phiopt -fno-tree-sink -fno-ipa-icf -fno-split-loops
    -fno-unswitch-loops)
if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  list(APPEND in_both -fcf-protection=none)
  # Code that harness/executor/instrument inserts into traced code uses the stack; on 64-bit ARM there is no
  # red zone below it.
  list(APPEND in_traced -mno-red-zone)
endif()

foreach(form plain traced)
  add_library(kernel_options_${form} INTERFACE)
  if(TARGET ladder_options)
    target_link_libraries(kernel_options_${form} INTERFACE ladder_options)
  endif()
  target_include_directories(kernel_options_${form} INTERFACE ${kernel_includes} ${cuda_headers})
  target_compile_options(kernel_options_${form} INTERFACE ${in_both} ${in_${form}})
endforeach()
if(TARGET ladder_options)  # practice warns of this, so no kernel that a reader starts from may contain it
  target_compile_options(kernel_options_plain INTERFACE -Wshadow=local)
endif()

# kernel_tools: the folder of `instrument`, the launcher that compiles a kernel file. kernel_object: an
# optional launcher around it, which the project uses.
function(add_kernel_library name form traced build files)
  set(name ${name}_${form})
  add_library(${name} OBJECT ${files})
  target_link_libraries(${name} PRIVATE kernel_options_${form})
  if(name STREQUAL "kernels_${form}")
    target_precompile_headers(${name} PRIVATE <stage/precompiled.h>)
  elseif(kernel_object AND TARGET kernels_${form})
    target_precompile_headers(${name} REUSE_FROM kernels_${form})
  endif()
  set_target_properties(${name} PROPERTIES CXX_STANDARD 20 CXX_EXTENSIONS OFF)
  set(launcher ${kernel_tools}/instrument ${traced})
  add_dependencies(${name} ladder::instrument)
  if(kernel_object)
    list(PREPEND launcher ${kernel_object} ${build} ${CMAKE_CXX_COMPILER})
  endif()
  set_target_properties(${name} PROPERTIES CXX_COMPILER_LAUNCHER "${launcher}")
  if(CMAKE_CXX_COMPILER_LAUNCHER)
    set_property(TARGET ${name} APPEND PROPERTY CXX_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
  endif()
  set_source_files_properties(${files} PROPERTIES LANGUAGE CXX OBJECT_DEPENDS "${kernel_tools}/instrument;${kernel_object}")
endfunction()

function(add_kernels name)
  add_kernel_library(${name} plain 0 simt "${ARGN}")
  add_kernel_library(${name} traced 1 simt_traced "${ARGN}")
endfunction()
