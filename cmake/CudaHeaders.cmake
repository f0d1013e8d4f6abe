# Puts the headers that a program may include (./ladder try) into the build folder: those of
# harness/executor/runtime/include, and those in headers.txt. In headers.txt, a line with a colon states the
# meaning of the names below it: parts of a header (@NAME@ is the name without its folders), the C++ library's
# headers of these names, the type of a library's results, or errors.
set(list ${root}/harness/executor/runtime/headers.txt)
set(include ${root}/harness/executor/runtime/include)
set(cuda_headers ${PROJECT_BINARY_DIR}/cuda_headers ${include})
file(GLOB_RECURSE offered CONFIGURE_DEPENDS RELATIVE ${include} ${include}/*)
file(GLOB language CONFIGURE_DEPENDS ${root}/harness/executor/simt/*.h ${root}/harness/executor/platform/language.h
     ${root}/harness/executor/platform/linux/language.h)
set(read_from ${offered})
list(TRANSFORM read_from PREPEND ${include}/)
list(APPEND read_from ${language})
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list} ${read_from})

# A program may define macros of any name before a header: #define N 1024. CUDA's own headers use reserved
# names; ours are written for readers, so they save macros whose names they use, and restore them at the end.
set(names)
set(of_macros assert and or not xor)
foreach(file IN LISTS read_from)
  file(READ ${file} text)
  string(REGEX REPLACE "//[^\n]*" "" text "${text}")
  string(REGEX MATCHALL "[A-Za-z][A-Za-z0-9_]*" found "${text}")
  list(APPEND names ${found})
  string(REGEX MATCHALL "\n#[ ]*(define [A-Za-z0-9_]+|(undef|if|elif)[^\n]*)" directives "${text}")
  string(REGEX MATCHALL "[A-Za-z][A-Za-z0-9_]*" found "${directives}")
  list(APPEND of_macros ${found})
endforeach()
list(REMOVE_DUPLICATES names)
list(REMOVE_ITEM names ${of_macros})
set(aside)
set(back)
foreach(name IN LISTS names)
  string(APPEND aside "#ifdef ${name}\n#pragma push_macro(\"${name}\")\n#undef ${name}\n#define SIMT_HAD_${name}\n#endif\n")
  string(APPEND back "#ifdef SIMT_HAD_${name}\n#pragma pop_macro(\"${name}\")\n#undef SIMT_HAD_${name}\n#endif\n")
endforeach()
function(cuda_header name text)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/cuda_headers/${name} CONTENT "${text}" @ONLY)
endfunction()
cuda_header(macros_aside "${aside}")
cuda_header(macros_back "${back}")
foreach(HEADER IN LISTS offered)
  cuda_header(${HEADER} "#ifdef SIMT_MACROS_ASIDE
#include_next <@HEADER@>
#else
#define SIMT_MACROS_ASIDE
#include <macros_aside>
#include_next <@HEADER@>
#include <macros_back>
#undef SIMT_MACROS_ASIDE
#endif
")
endforeach()

file(STRINGS ${list} lines REGEX "^[^#]")
foreach(line IN LISTS lines)
  if(line MATCHES "^of std:$")
    set(text "#pragma once\n#include <@NAME@>\n#include <cuda/std/detail/names>\n")
  elseif(line MATCHES "^of std, since C\\+\\+20:$")  # cuda::std has this header in C++17 too: see try/build.cpp
    set(text "#pragma once\n#if __cplusplus < 202002L\n#error \"@HEADER@ needs C++20 on the CPU executor: -std=c++20\"\n#endif\n#include <@NAME@>\n#include <cuda/std/detail/names>\n")
  elseif(line MATCHES "^library (.+), (.+):$")
    set(text "#pragma once\n#include <libraries.h>\nenum ${CMAKE_MATCH_2} : int {};\nnamespace simt_library_${CMAKE_MATCH_1} {}\n")
    cuda_header(library_${CMAKE_MATCH_1} "${text}")
    set(text "#pragma once\n#include <library_${CMAKE_MATCH_1}>\n")
  elseif(line MATCHES "^of (.+):$")
    set(text "#pragma once\n#include <${CMAKE_MATCH_1}>\n")
  elseif(line MATCHES "^refused, (.+):$")
    set(text "#error \"@HEADER@: ${CMAKE_MATCH_1}\"\n")
  elseif(line MATCHES "^  (.+)$")
    set(HEADER ${CMAKE_MATCH_1})
    get_filename_component(NAME ${HEADER} NAME)
    cuda_header(${HEADER} "${text}")
  else()
    message(FATAL_ERROR "${list}: unknown line \"${line}\"")
  endif()
endforeach()
