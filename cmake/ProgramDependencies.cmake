# Dependencies of the program, in addition to those of the executor.
set(TBB_TEST OFF)
fetch(CLI11 CLIUtils/CLI11 v2.4.2)
fetch(TBB oneapi-src/oneTBB v2021.13.0)
if(BUILD_TESTING)
  fetch(Catch2 catchorg/Catch2 v3.6.0)
  if(catch2_SOURCE_DIR)  # downloaded
    list(APPEND CMAKE_MODULE_PATH ${catch2_SOURCE_DIR}/extras)
  endif()
endif()

# For ./ladder studio, which reports a missing library.
pkg_check_modules(httplib IMPORTED_TARGET cpp-httplib)
if(httplib_FOUND)
  set(httplib PkgConfig::httplib)
  # Debian 13's header itself calls OpenSSL, but the package does not pass OpenSSL to the linker.
  foreach(name ssl crypto)
    find_library(httplib_${name} ${name})
    if(httplib_${name})
      list(APPEND httplib_needs ${httplib_${name}})
    endif()
  endforeach()
else()
  find_package(httplib QUIET)  # installed by hand: headers only
  set(httplib $<TARGET_NAME_IF_EXISTS:httplib::httplib>)
endif()

# For ./ladder grade --assignment, which reports a missing library: one for the assignment file, and one for the
# archives that students hand in.
pkg_check_modules(tomlplusplus IMPORTED_TARGET tomlplusplus)
if(tomlplusplus_FOUND)
  set(tomlplusplus PkgConfig::tomlplusplus)
else()
  find_package(tomlplusplus QUIET)
  set(tomlplusplus $<TARGET_NAME_IF_EXISTS:tomlplusplus::tomlplusplus>)
endif()
pkg_check_modules(libarchive IMPORTED_TARGET libarchive)
if(libarchive_FOUND)
  set(libarchive PkgConfig::libarchive)
endif()
