# For the CMakeLists.txt of a legacy code with its port in steps.
if(NOT TARGET legacy_common)
  add_subdirectory(${CMAKE_CURRENT_LIST_DIR}/common ${CMAKE_CURRENT_BINARY_DIR}/common)
endif()
# For the codes with MPI: an MPI with a module mpi_f08 for the Fortran compiler. Without such an MPI, steps with MPI are left out.
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
# Builds <code>_<name> from the files in the folder <name>. With FROM it also takes the files of the
# earlier step, without the files that <name> replaces or lists after WITHOUT; new files of <name>
# come first. OTHERS are files of other folders. Without its libraries a step is left out.
# APART: a variant outside of the steps of the port; demo and diffs leave it out.
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
  # Modules of different steps have the same names, so each step needs its own folder for modules.
  set_target_properties(${code}_${name} PROPERTIES
    Fortran_MODULE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${name}_modules)
  target_link_libraries(${code}_${name} PRIVATE legacy_common ${arg_LIBRARIES})
  if(TARGET OpenMP::OpenMP_Fortran)
    target_link_libraries(${code}_${name} PRIVATE OpenMP::OpenMP_Fortran)
  endif()
endfunction()

# Makes the target <code>_diffs: the changes of each step, as a unified diff and as a count of lines.
function(legacy_diffs code)
  string(TOUPPER ${code} prefix)
  get_property(steps GLOBAL PROPERTY ${prefix}_DIFFS)
  add_custom_target(${code}_diffs
    COMMAND sh ${legacy_step_diffs} ${CMAKE_CURRENT_SOURCE_DIR} ${steps}
    USES_TERMINAL VERBATIM)
endfunction()
