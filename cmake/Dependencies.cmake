# The executor's dependencies: the system's packages, in any version, are used first; others are downloaded.
# (./ladder installs the packages on Debian.)
include(FetchContent)
set(FETCHCONTENT_QUIET OFF)
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(libdw REQUIRED IMPORTED_TARGET libdw)  # line numbers; not built with CMake, so never downloaded

# A macro, because Catch2's package sets CMAKE_MODULE_PATH.
macro(fetch name repository tag)
  FetchContent_Declare(${name} GIT_REPOSITORY https://github.com/${repository} GIT_TAG ${tag} GIT_SHALLOW ON
                       FIND_PACKAGE_ARGS)
  FetchContent_MakeAvailable(${name})
endmacro()

set(JSON_BuildTests OFF)
fetch(fmt fmtlib/fmt 10.2.1)
fetch(nlohmann_json nlohmann/json v3.11.3)

find_package(Boost QUIET CONFIG COMPONENTS context)
if(NOT TARGET Boost::context)  # installed without a CMake package that this CMake understands
  find_library(boost_context_library boost_context)
  find_path(boost_context_include boost/context/detail/fcontext.hpp)
  if(boost_context_library AND boost_context_include)
    add_library(Boost::context INTERFACE IMPORTED)
    target_link_libraries(Boost::context INTERFACE ${boost_context_library})
    target_include_directories(Boost::context INTERFACE ${boost_context_include})
  endif()
endif()
if(NOT TARGET Boost::context)
  set(BOOST_INCLUDE_LIBRARIES context)
  FetchContent_Declare(Boost URL https://github.com/boostorg/boost/releases/download/boost-1.85.0/boost-1.85.0-cmake.tar.xz)
  FetchContent_MakeAvailable(Boost)
  add_library(Boost::context ALIAS boost_context)
endif()
