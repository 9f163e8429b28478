# viewfab_originals(<target> [<file.f90>...])
#
# Registers the originals of a target, so that nobody keeps a list of them by hand. The function searches the files, or without
# files the target's own Fortran sources, for lines that begin an original, such as
#
#   include 'viewfab_diffuse_original.inc'
#
# The file <target>_register_originals.inc, on the include path of the target, gets a call of vf_diffuse_register_original for
# each original. Include it among executable statements with the originals and the modules of their kernels in scope. A kernel
# without an original is left out, whichever target has the kernel. CMake runs again when a file changes.
include_guard(GLOBAL)

function(viewfab_originals target)
  set(files ${ARGN})
  if(NOT files)
    get_target_property(files ${target} SOURCES)
    list(FILTER files INCLUDE REGEX "\\.([fF]|[fF]or|[fF]90|[fF]95|[fF]03|[fF]08)$")
  endif()
  set(calls "")
  foreach(file IN LISTS files)
    get_filename_component(file "${file}" ABSOLUTE)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    file(STRINGS "${file}" lines REGEX "^[ \t]*[iI][nN][cC][lL][uU][dD][eE][ \t]*['\"]viewfab_[a-zA-Z0-9_]+_original(_real32)?\\.inc['\"]")
    foreach(line IN LISTS lines)
      string(REGEX MATCH "viewfab_([a-zA-Z0-9_]+)_original(_real32)?\\.inc" found "${line}")
      set(kernel "${CMAKE_MATCH_1}")
      set(kind "${CMAKE_MATCH_2}")
      set(begin "      call vf_${kernel}_register_original${kind}(")
      string(LENGTH "${begin}" length)
      math(EXPR blanks "72 - ${length}") # lines for both forms: fixed form reads text behind column 72 as a comment
      set(pad "")
      if(blanks GREATER 0)
        string(REPEAT " " ${blanks} pad)
      endif()
      string(APPEND calls "${begin}${pad}&\n     &  ${kernel}_original${kind})\n")
    endforeach()
  endforeach()
  if(NOT calls)
    message(FATAL_ERROR "viewfab_originals(${target}): no file has a line such as include 'viewfab_<kernel>_original.inc'.")
  endif()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}_originals")
  file(CONFIGURE OUTPUT "${folder}/${target}_register_originals.inc" CONTENT
    "! Generated; do not edit. Registers the originals that ${target} has.\n${calls}" @ONLY)
  target_include_directories(${target} PRIVATE "${folder}")
endfunction()
