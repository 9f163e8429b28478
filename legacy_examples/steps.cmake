# For the CMakeLists.txt of a legacy code whose port is kept in steps.
if(NOT TARGET legacy_common)
  add_subdirectory(${CMAKE_CURRENT_LIST_DIR}/common ${CMAKE_CURRENT_BINARY_DIR}/common)
endif()
# For the codes with MPI: an MPI whose module mpi_f08 the Fortran compiler can read. Steps that need it are left out without one.
if(NOT TARGET legacy_mpi AND (NOT DEFINED VIEWFAB_MPI OR VIEWFAB_MPI))
  find_package(MPI QUIET COMPONENTS Fortran)
  if(MPI_Fortran_FOUND AND MPI_Fortran_HAVE_F08_MODULE)
    set_target_properties(MPI::MPI_Fortran PROPERTIES IMPORTED_GLOBAL TRUE)
    add_library(legacy_mpi INTERFACE)
    target_link_libraries(legacy_mpi INTERFACE MPI::MPI_Fortran)
  else()
    message(STATUS "viewfab: there is no MPI with the module mpi_f08 (libopenmpi-dev); legacy codes with MPI are left out")
  endif()
endif()
set(legacy_step_diffs ${CMAKE_CURRENT_LIST_DIR}/step_diffs.sh)

# legacy_step(<code> <name> [FROM <step>] FILES <file>... [WITHOUT <file>...]
#             [OTHERS <path>...] [LIBRARIES <library>...] [APART])
# Builds <code>_<name> from the files in the folder <name>. With FROM it takes every file that the
# earlier step has and <name> neither replaces nor goes WITHOUT; files that are new in <name> come
# first. OTHERS are files of other folders. A step is left out where its libraries are not there.
# APART: a variant that is no step of the port, so that demo and diffs leave it out.
function(legacy_step code name)
  cmake_parse_arguments(PARSE_ARGV 2 arg "APART" "FROM" "FILES;WITHOUT;OTHERS;LIBRARIES")
  set(own ${arg_FILES})
  set(sources)
  if(arg_FROM)
    foreach(path IN LISTS ${code}_${arg_FROM}_sources)
      get_filename_component(file ${path} NAME)
      if(file IN_LIST arg_WITHOUT)
        continue()
      elseif(file IN_LIST own)
        list(REMOVE_ITEM own ${file})
        set(path ${name}/${file})
      endif()
      list(APPEND sources ${path})
    endforeach()
  endif()
  list(TRANSFORM own PREPEND ${name}/)
  set(sources ${arg_OTHERS} ${own} ${sources})
  set(${code}_${name}_sources ${sources} PARENT_SCOPE)
  if(NOT arg_APART)
    string(TOUPPER ${code} prefix)
    set_property(GLOBAL APPEND PROPERTY ${prefix}_STEPS ${name})
    list(TRANSFORM arg_WITHOUT PREPEND -)
    set_property(GLOBAL APPEND PROPERTY ${prefix}_DIFFS ${name} ${arg_WITHOUT})
  endif()
  foreach(library IN LISTS arg_LIBRARIES)
    if(NOT TARGET ${library})
      return()
    endif()
  endforeach()

  add_executable(${code}_${name} ${sources})
  # The steps have modules of the same names, so each needs a folder of its own for them.
  set_target_properties(${code}_${name} PROPERTIES
    Fortran_MODULE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${name}_modules)
  target_link_libraries(${code}_${name} PRIVATE legacy_common ${arg_LIBRARIES})
  if(TARGET OpenMP::OpenMP_Fortran)
    target_link_libraries(${code}_${name} PRIVATE OpenMP::OpenMP_Fortran)
  endif()
endfunction()

# Makes the target <code>_diffs: what each step changes, as a unified diff and as a count of lines.
function(legacy_diffs code)
  string(TOUPPER ${code} prefix)
  get_property(steps GLOBAL PROPERTY ${prefix}_DIFFS)
  add_custom_target(${code}_diffs
    COMMAND sh ${legacy_step_diffs} ${CMAKE_CURRENT_SOURCE_DIR} ${steps}
    USES_TERMINAL VERBATIM)
endfunction()
