# Kernel files at configuration: the kernels of a file, the units that compile the kernels, and the programs that run during the
# build.

# The names of the kernels of a file: the prefix and the file's own name, or one name for each direction in its VF_AXES. A change of
# a file with VF_AXES configures the build again.
function(viewfab_kernels_of result file prefix)
  get_filename_component(name "${file}" NAME_WE)
  string(PREPEND name "${prefix}")
  set(kernels ${name})
  file(STRINGS "${file}" axes REGEX "^[ \t]*#[ \t]*define[ \t]+VF_AXES[ \t]")
  if(axes)
    string(REGEX REPLACE "^.*VF_AXES[ \t]+|/[/*].*$" "" axes "${axes}")
    string(REGEX MATCHALL "[a-z]+" axes "${axes}")
    list(TRANSFORM axes PREPEND ${name}_ OUTPUT_VARIABLE kernels)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  endif()
  set(${result} ${kernels} PARENT_SCOPE)
endfunction()

# The definitions that tell a unit its kernel: the file, the letters of the name before the file's name, and, for a file with several
# kernels, the direction at the end of the name.
function(viewfab_about_kernel result name file)
  get_filename_component(of_file "${file}" NAME_WE)
  set(text "#define VF_KERNEL_FILE \"${file}\"\n#define VF_FILE_IS_${of_file} 1\n")
  if(name MATCHES "^(.*)${of_file}_([xyz])$")
    string(FIND xyz "${CMAKE_MATCH_2}" number)
    string(APPEND text "#define VF_AXIS ${number}\n")
  else()
    string(REGEX MATCH "^(.*)${of_file}$" whole "${name}")
  endif()
  if(CMAKE_MATCH_1)
    string(APPEND text "#define VF_PREFIX ${CMAKE_MATCH_1}\n")
  endif()
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

# The kit defines the units; a generated unit only names the kernel file and includes the kit. A file for each unit is there
# because the build system needs different file names.
function(viewfab_kernel_unit path name file unit)
  set(text "/* generated from a kernel file; do not edit */\n")
  viewfab_about_kernel(about ${name} "${file}")
  string(APPEND text "${about}")
  foreach(definition IN LISTS ARGN)
    string(APPEND text "#define ${definition}\n")
  endforeach()
  file(CONFIGURE OUTPUT "${path}" CONTENT "${text}#include <viewfab/kit/${unit}.h>\n" @ONLY)
endfunction()

# Appends a unit of kernels for a GPU back end, which the generator writes, to the sources or to the objects of the target.
function(viewfab_hip_unit units objects stem unfused)
  set(unit "${stem}_hip.cu")
  viewfab_hip_source(${units} ${objects} "${unit}" "${unfused}")
  set(${units} "${${units}}" PARENT_SCOPE)
  set(${objects} "${${objects}}" PARENT_SCOPE)
endfunction()

function(viewfab_cuda_unit units objects stem unfused)
  set(unit "${stem}_cuda.cu")
  if(unfused)
    set_source_files_properties("${unit}" PROPERTIES COMPILE_OPTIONS "--fmad=false" COMPILE_DEFINITIONS VF_NO_FMA)
  endif()
  set(${units} ${${units}} "${unit}" PARENT_SCOPE)
endfunction()

# A small C program that runs during the build, compiled for the build machine. The result can stand as COMMAND and among DEPENDS
# of a custom command. VIEWFAB_PROGRAM_READS lists files that its sources include.
function(viewfab_program result name)
  if(NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR)
    add_executable(${name} EXCLUDE_FROM_ALL ${ARGN})
    target_link_libraries(${name} PRIVATE viewfab::headers)
    target_compile_features(${name} PRIVATE c_std_11)
    set(${result} ${name} PARENT_SCOPE)
    return()
  endif()
  if(NOT VIEWFAB_NATIVE_CC)
    message(FATAL_ERROR "viewfab: when cross-compiling, set VIEWFAB_NATIVE_CC to a C compiler for the machine that builds")
  endif()
  set(program "${CMAKE_CURRENT_BINARY_DIR}/${name}")
  set(headers "$<TARGET_PROPERTY:viewfab::headers,INTERFACE_INCLUDE_DIRECTORIES>")
  add_custom_command(OUTPUT "${program}"
    COMMAND ${VIEWFAB_NATIVE_CC} -std=gnu11 "-I$<JOIN:${headers},;-I>"
      -o "${program}" ${ARGN}
    DEPENDS ${ARGN} ${VIEWFAB_PROGRAM_READS} COMMAND_EXPAND_LISTS VERBATIM)
  set(${result} "${program}" PARENT_SCOPE)
endfunction()

# The program that checks kernel files before they are compiled, one for the whole build.
function(viewfab_kernel_reader result)
  get_property(reader GLOBAL PROPERTY VIEWFAB_KERNEL_READER)
  if(NOT reader)
    get_target_property(home viewfab::kit VIEWFAB_GENERATOR_FOLDER)
    file(GLOB VIEWFAB_PROGRAM_READS "${home}/reader/*.h")
    file(GLOB sources "${home}/reader/*.c")
    viewfab_program(reader viewfab_kernel_reader ${sources})
    set_property(GLOBAL PROPERTY VIEWFAB_KERNEL_READER "${reader}")
  endif()
  set(${result} "${reader}" PARENT_SCOPE)
endfunction()

# If the reader finds a mistake in a kernel file, the build compiles nothing of the file. The reader looks through the headers of the
# author, too.
function(viewfab_read_kernel folder name path)
  viewfab_kernel_reader(reader)
  get_filename_component(place "${path}" DIRECTORY)
  file(STRINGS "${path}" included REGEX "^[ \t]*#[ \t]*include[ \t]*\"")
  set(headers "")
  foreach(line IN LISTS included)
    string(REGEX REPLACE "^[^\"]*\"([^\"]*)\".*$" "${place}/\\1" header "${line}")
    if(EXISTS "${header}")
      list(APPEND headers "${header}")
    endif()
  endforeach()
  add_custom_command(OUTPUT "${folder}/${name}.read"
    COMMAND ${reader} "${path}" "${folder}/${name}.read"
    DEPENDS ${reader} "${path}" ${headers}
    COMMENT "Reading ${name}.h" VERBATIM)
  foreach(unit IN LISTS ARGN)
    set_property(SOURCE "${unit}" APPEND PROPERTY OBJECT_DEPENDS "${folder}/${name}.read")
  endforeach()
endfunction()
