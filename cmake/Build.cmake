# Shared by the project and the stand-alone executor: the language, the libraries, add_kernels(), and the
# parts of harness/.
include_guard(GLOBAL)
get_filename_component(root ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)
option(LADDER_SANITIZE "Address and undefined-behaviour sanitizers over the harness and its tests" OFF)
option(LADDER_WERROR "Warnings are errors" $ENV{LADDER_WERROR})
option(LADDER_UNITY "Compile each large folder of the harness as one file; OFF for work on the harness" ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_FLAGS_RELEASE "-O2")
set(CMAKE_CXX_FLAGS_DEBUG "-Og -g")

if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|aarch64|arm64)$")
  message(FATAL_ERROR "The CPU executor runs on x86-64 and on 64-bit ARM: for ${CMAKE_SYSTEM_PROCESSOR} its assembly "
                      "(harness/executor/instrument, harness/executor/platform/linux) is missing.")
endif()
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  message(FATAL_ERROR "The CPU executor needs GCC (found ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} "
                      "on ${CMAKE_SYSTEM_PROCESSOR}). If g++ is installed under another name: CXX=g++-12 cmake …")
endif()

# Settings common to all targets.
add_library(ladder_options INTERFACE)
target_compile_options(ladder_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Werror=switch>)
if(LADDER_WERROR)
  target_compile_options(ladder_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Werror>)
endif()

include(${root}/cmake/Speed.cmake)
include(${root}/cmake/Dependencies.cmake)
include(${root}/cmake/CudaHeaders.cmake)
include(${root}/cmake/Kernels.cmake)
set(kernel_tools ${PROJECT_BINARY_DIR} CACHE INTERNAL "")
include(${root}/cmake/Parts.cmake)
