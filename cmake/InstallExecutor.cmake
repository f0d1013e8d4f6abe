# cmake --install: the executor as a static library with its headers, the tools that compile a kernel file,
# and a package file, so that another project finds it with find_package(warp_ladder_executor).
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(folder ${CMAKE_INSTALL_DATADIR}/warp_ladder_executor)
set(headers ${CMAKE_INSTALL_INCLUDEDIR}/warp_ladder)

add_library(executor_archive STATIC)
set_target_properties(executor_archive PROPERTIES OUTPUT_NAME warp_ladder_executor EXPORT_NAME executor)
foreach(room IN LISTS of_executor)
  target_sources(executor_archive PRIVATE $<FILTER:$<TARGET_OBJECTS:${room}>,EXCLUDE,[.]gch$>)
endforeach()
target_include_directories(executor_archive INTERFACE $<INSTALL_INTERFACE:${headers}>)
target_compile_features(executor_archive INTERFACE cxx_std_20)
set(needs fmt::fmt nlohmann_json::nlohmann_json Boost::context PkgConfig::libdw Threads::Threads)
target_link_libraries(executor_archive INTERFACE "$<INSTALL_INTERFACE:${needs}>" ${CMAKE_DL_LIBS})

install(TARGETS executor_archive instrument EXPORT warp_ladder_executor RUNTIME DESTINATION ${folder})
install(EXPORT warp_ladder_executor NAMESPACE ladder:: DESTINATION ${folder})
foreach(part base executor)
  install(DIRECTORY ${harness}/${part}/ DESTINATION ${headers} FILES_MATCHING PATTERN "*.h" PATTERN "*.def"
          PATTERN tests EXCLUDE PATTERN examples EXCLUDE PATTERN instrument EXCLUDE PATTERN runtime EXCLUDE PATTERN toolchain EXCLUDE PATTERN try EXCLUDE)
endforeach()
install(DIRECTORY ${cuda_headers} DESTINATION ${headers}/cuda_headers)  # the headers from both folders
install(FILES ${root}/cmake/Kernels.cmake ${root}/cmake/Dependencies.cmake DESTINATION ${folder})
configure_package_config_file(${root}/cmake/warp_ladder_executorConfig.cmake.in warp_ladder_executorConfig.cmake
                              INSTALL_DESTINATION ${folder} PATH_VARS headers)
write_basic_package_version_file(warp_ladder_executorConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/warp_ladder_executorConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/warp_ladder_executorConfigVersion.cmake DESTINATION ${folder})
