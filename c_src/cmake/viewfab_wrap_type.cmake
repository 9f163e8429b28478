# viewfab_wrap_type(<target> <file> <type> [FREE|FIXED] [COLUMNS <number>] [WITHOUT <component>...])
#
# Adds to <target> the module <type>_views: its type views_of_<type> has a view for each array of a derived TYPE, and the
# procedures wrap, to_host, to_device and release. The build writes the module again when the file changes. Call this function
# in the folder of the target, once for each type.
#   file          Fortran source with the module of the TYPE; the target compiles the source too, or links a library with it
#   FREE, FIXED   form of the source, if it differs from the form of its ending (.f, .for, .ftn and .f77 are fixed)
#   COLUMNS       columns of a source in fixed form; default 72, 0: no limit
#   WITHOUT       arrays that get no view
include_guard(GLOBAL)

# The program that reads the TYPE, one for the whole build.
function(viewfab_type_reader result)
  get_property(reader GLOBAL PROPERTY VIEWFAB_TYPE_READER)
  if(NOT reader)
    set(reader vf_wrap_type)
    if(NOT TARGET vf_wrap_type OR CMAKE_CROSSCOMPILING)
      get_target_property(home viewfab::kit VIEWFAB_GENERATOR_FOLDER)
      file(GLOB sources "${home}/type_views/*.c")
      file(GLOB VIEWFAB_PROGRAM_READS "${home}/type_views/*.h")
      viewfab_program(reader viewfab_type_reader ${sources})
    endif()
    set_property(GLOBAL PROPERTY VIEWFAB_TYPE_READER "${reader}")
  endif()
  set(${result} "${reader}" PARENT_SCOPE)
endfunction()

# Stops if the target or the file does not exist.
function(viewfab_check_wrapped target path)
  set(call "viewfab_wrap_type(${target})")
  if(NOT TARGET ${target})
    message(FATAL_ERROR "${call}: there is no such target; call it after add_executable or add_library")
  endif()
  get_target_property(home ${target} SOURCE_DIR)
  if(NOT home STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    message(FATAL_ERROR "${call}: call it in ${home}, where the target was added")
  endif()
  if(NOT TARGET viewfab::fortran)
    message(FATAL_ERROR "${call}: viewfab was built without its Fortran module")
  endif()
  get_source_file_property(generated "${path}" GENERATED)
  if(NOT generated AND (NOT EXISTS "${path}" OR IS_DIRECTORY "${path}"))
    message(FATAL_ERROR "${call}: there is no file ${path}")
  endif()
endfunction()

function(viewfab_wrap_type target file type)
  cmake_parse_arguments(PARSE_ARGV 3 arg "FREE;FIXED" "COLUMNS" "WITHOUT")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "viewfab_wrap_type(${target}): not understood: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  get_filename_component(path "${file}" ABSOLUTE)
  viewfab_check_wrapped(${target} "${path}")
  set(options "")
  if(arg_FREE)
    list(APPEND options --form free)
  elseif(arg_FIXED)
    list(APPEND options --form fixed)
  endif()
  if(DEFINED arg_COLUMNS)
    list(APPEND options --columns ${arg_COLUMNS})
  endif()
  foreach(component IN LISTS arg_WITHOUT)
    list(APPEND options --without ${component})
  endforeach()
  viewfab_type_reader(reader)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}_views")
  set(module "${folder}/${type}_views.f90")
  file(MAKE_DIRECTORY "${folder}")
  add_custom_command(OUTPUT "${module}"
    COMMAND ${reader} ${options} -o "${module}" "${path}" ${type}
    DEPENDS ${reader} "${path}"
    COMMENT "Views of TYPE ${type}" VERBATIM)
  target_sources(${target} PRIVATE "${module}")
  # By property: target_link_libraries() would refuse to mix with calls of its other signature.
  foreach(property LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
    set_property(TARGET ${target} APPEND PROPERTY ${property} viewfab::fortran)
  endforeach()
endfunction()
