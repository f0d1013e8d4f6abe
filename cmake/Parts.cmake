# A part of the harness is a folder of folders. Each inner folder is an object library, so that a program links
# only the libraries that it needs.
set(harness ${root}/harness)

# part(NAME FOLDERS… USES TARGETS…): each folder of harness/NAME as NAME_FOLDER; their common settings are in
# the target part_NAME.
function(part name)
  cmake_parse_arguments(PARSE_ARGV 1 given "" "" "FOLDERS;USES")
  add_library(part_${name} INTERFACE)
  target_include_directories(part_${name} INTERFACE ${harness}/${name})
  target_link_libraries(part_${name} INTERFACE ladder_options ${given_USES})
  foreach(folder IN LISTS given_FOLDERS)
    file(GLOB_RECURSE of_folder CONFIGURE_DEPENDS ${harness}/${name}/${folder}/*.cpp)
    list(FILTER of_folder EXCLUDE REGEX "/(job|none|main)\\.cpp$|/platform/wasm/")
    room(${name}_${folder} part_${name} ${of_folder})
  endforeach()
endfunction()

# room(NAME PART FILE…): an object library of the harness, built as a unity build. (The drawings are compiled
# separately, because each has its own constants with the same names, and so are files with their own compile
# options or definitions.)
set(compiled_at_once base/os base/data base/text base/findings executor/simt/trace executor/toolchain executor/try ladder/bench ladder/diagnose book/tables book/report book/pages
    book/practice book/grade cli)
function(room name part)
  add_library(${name} OBJECT ${ARGN})
  target_link_libraries(${name} PUBLIC ${part})
  # A first ./ladder run spends most of its time on compilation, so code that is not hot is compiled quickly.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${LADDER_UNITY} UNITY_BUILD_MODE GROUP)
  foreach(folder IN LISTS compiled_at_once)
    set(of_folder ${ARGN})
    list(FILTER of_folder INCLUDE REGEX "/harness/${folder}/")
    if(of_folder)
      set_source_files_properties(${of_folder} PROPERTIES UNITY_GROUP ${folder})
    endif()
  endforeach()
  set_property(GLOBAL APPEND PROPERTY rooms ${name})
endfunction()

# objects(NAME ROOM…): the rooms' objects, as a program links them.
function(objects name)
  add_library(${name} INTERFACE)
  foreach(room IN LISTS ARGN)
    get_target_property(uses ${room} LINK_LIBRARIES)
    list(TRANSFORM uses REPLACE "^([^p].*|p[^a].*)$" "$<LINK_ONLY:\\1>")  # not a part: only the room is compiled with it
    target_link_libraries(${name} INTERFACE ${uses} "$<FILTER:$<TARGET_OBJECTS:${room}>,EXCLUDE,[.]gch$>")
  endforeach()
endfunction()
