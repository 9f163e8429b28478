# viewfab_add_kernels(<target> [NO_FORTRAN] [NO_LINK] [TOGETHER] [NVSHMEM] [PREFIX <letters>] [ORIGINALS <module>]
#   <kernel file>...)
#
# Compiles kernel files into <target> and links viewfab. Each kernel gets its C entry, and its loops for the host and for every
# GPU back end of viewfab, in float and double. In a project with Fortran each kernel also gets a module, viewfab_<kernel>, and
# <target>_kernels is a module over all of them. The build folder has the declarations for C in <target>_kernels.h, and a
# reference page in <target>_kernels/<target>_kernels.md. Files for originals in Fortran to include,
# viewfab_<kernel>_original.inc, are on the include path of <target>. A kernel has the name of its file, behind the PREFIX. For
# programs that find kernels by name, <target>_kernel_table.h declares the list of all kernels.
#   <target>     an executable or a static, shared or module library that was added in the same folder
#   NO_FORTRAN   writes the modules, but does not compile them into <target>; its property VIEWFAB_KERNEL_MODULES lists them
#   NO_LINK      does not link viewfab to <target>
#   TOGETHER     GPU compilers take up to eight kernels at once, so that they read their headers only once; functions and
#                macros defined in kernel files must then have different names
#   NVSHMEM      kernels with VF_REMOTE_FORMS handle reach remote arrays by NVSHMEM on CUDA devices, if the arrays are not
#                mapped. Their device code is then linked with the program (-rdc=true). NVSHMEM_HOME, a variable of CMake or of
#                the environment, names the folder with include and lib of NVSHMEM
#   PREFIX       begins the names of all kernels of the call, so that they are unlike viewfab's names and another project's names: with
#                PREFIX sea_ the file update.h makes the kernel sea_update, called as vf_sea_update
#   ORIGINALS    a module of this name exports the originals of all kernels; <target>_kernels then exports the kernels alone
#
# Variables: VIEWFAB_FMA, VIEWFAB_KERNEL_HOST_FLAGS, VIEWFAB_KERNEL_WARNINGS, VIEWFAB_BOUNDS (as viewfab was built); VIEWFAB_CUDA, VIEWFAB_HIP
# (OFF: not for this back end of viewfab; calls of the kernels on such a device are refused); VIEWFAB_VECTOR_REMARKS (ON: gcc names
# the loops of the host that it does not vectorise, at the lines of the kernel files); when cross-compiling, VIEWFAB_NATIVE_CC, a C
# compiler for the build machine.

include("${CMAKE_CURRENT_LIST_DIR}/viewfab_hip.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/viewfab_kernel_units.cmake")

# The GPU back ends for kernels of this project: viewfab's, without a back end whose variable VIEWFAB_CUDA or VIEWFAB_HIP is OFF
# in the project.
function(viewfab_wanted_backends result)
  get_target_property(built viewfab::kit VIEWFAB_GPU_BACKENDS)
  set(wanted "")
  foreach(backend CUDA HIP)
    if(backend IN_LIST built AND (VIEWFAB_${backend} OR NOT DEFINED VIEWFAB_${backend}))
      list(APPEND wanted ${backend})
    elseif(VIEWFAB_${backend} STREQUAL "ON")
      message(FATAL_ERROR "viewfab: VIEWFAB_${backend}=ON, but viewfab was built without ${backend}")
    endif()
  endforeach()
  set(${result} "${wanted}" PARENT_SCOPE)
endfunction()

# Needed in every folder that compiles kernels. A macro, because enable_language() acts in the scope of its caller.
macro(viewfab_enable_languages)
  if(NOT CMAKE_C_COMPILER_LOADED)
    enable_language(C)
  endif()
  viewfab_wanted_backends(viewfab_backends)
  if("CUDA" IN_LIST viewfab_backends AND NOT CMAKE_CUDA_COMPILER_LOADED)
    get_target_property(viewfab_architectures viewfab::kit VIEWFAB_CUDA_ARCHITECTURES)
    viewfab_find_cuda("${viewfab_architectures}")
    if(CMAKE_CUDA_COMPILER)
      enable_language(CUDA)
    endif()
  endif()
  get_target_property(viewfab_hip_way viewfab::kit VIEWFAB_HIP_WAY)
  if("HIP" IN_LIST viewfab_backends AND viewfab_hip_way STREQUAL "language" AND NOT CMAKE_HIP_COMPILER_LOADED)
    if(NOT DEFINED CMAKE_HIP_ARCHITECTURES)
      get_target_property(CMAKE_HIP_ARCHITECTURES viewfab::kit VIEWFAB_HIP_ARCHITECTURES)
    endif()
    enable_language(HIP)
  endif()
endmacro()

# Sets CMAKE_CUDA_COMPILER if a compiler is found, and the architectures if the user chose none. check_language() finds nvcc
# only on PATH, but nvcc is often installed outside of PATH.
macro(viewfab_find_cuda architectures)
  include(CheckLanguage)
  if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
    find_program(VIEWFAB_NVCC nvcc HINTS ENV CUDA_PATH ENV CUDA_HOME PATHS /usr/local/cuda /opt/cuda PATH_SUFFIXES bin)
    mark_as_advanced(VIEWFAB_NVCC)
    if(VIEWFAB_NVCC)
      set(CMAKE_CUDA_COMPILER "${VIEWFAB_NVCC}")
    endif()
  endif()
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER AND NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES "${architectures}" CACHE STRING "GPU architectures")
  endif()
endmacro()

# Sets VIEWFAB_NVSHMEM_INCLUDE, VIEWFAB_NVSHMEM_DEVICE_LIBRARY and VIEWFAB_NVSHMEM_HOST_LIBRARY, and <result> to ON if all are found.
function(viewfab_find_nvshmem result)
  set(places HINTS ${NVSHMEM_HOME} ENV NVSHMEM_HOME PATHS /usr /usr/local/nvshmem ${CUDAToolkit_LIBRARY_ROOT})
  find_path(VIEWFAB_NVSHMEM_INCLUDE nvshmem.h ${places}
    PATH_SUFFIXES include include/nvshmem_${CUDAToolkit_VERSION_MAJOR} include/nvshmem)
  set(folders lib lib/x86_64-linux-gnu/nvshmem/${CUDAToolkit_VERSION_MAJOR} lib/aarch64-linux-gnu/nvshmem/${CUDAToolkit_VERSION_MAJOR})
  find_library(VIEWFAB_NVSHMEM_DEVICE_LIBRARY libnvshmem_device.a ${places} PATH_SUFFIXES ${folders})
  find_library(VIEWFAB_NVSHMEM_HOST_LIBRARY NAMES nvshmem_host libnvshmem_host.so.3 ${places} PATH_SUFFIXES ${folders})
  mark_as_advanced(VIEWFAB_NVSHMEM_INCLUDE VIEWFAB_NVSHMEM_DEVICE_LIBRARY VIEWFAB_NVSHMEM_HOST_LIBRARY)
  set(${result} OFF PARENT_SCOPE)
  if(VIEWFAB_NVSHMEM_INCLUDE AND VIEWFAB_NVSHMEM_DEVICE_LIBRARY AND VIEWFAB_NVSHMEM_HOST_LIBRARY)
    set(${result} ON PARENT_SCOPE)
  endif()
endfunction()

# Compiles the kernels of <objects>, a part of <target>, with NVSHMEM.
function(viewfab_use_nvshmem target objects folder)
  viewfab_find_nvshmem(found)
  if(NOT found)
    message(FATAL_ERROR "viewfab_add_kernels(${target}): NVSHMEM was not found: nvshmem.h, libnvshmem_device.a and "
      "libnvshmem_host.so (packages libnvshmem3-dev-cuda-<version> of CUDA's repository; NVSHMEM_HOME names another folder)")
  endif()
  file(CONFIGURE OUTPUT "${folder}/nvshmem_heap.cu" CONTENT
    "/* generated; do not edit */\n#include <viewfab/kit/unit_nvshmem.h>\n" @ONLY)
  target_sources(${objects} PRIVATE "${folder}/nvshmem_heap.cu")
  target_compile_definitions(${objects} PRIVATE VIEWFAB_NVSHMEM)
  target_include_directories(${objects} SYSTEM PRIVATE "${VIEWFAB_NVSHMEM_INCLUDE}")
  set_target_properties(${objects} ${target} PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
  foreach(property LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
    set_property(TARGET ${target} APPEND PROPERTY ${property} "${VIEWFAB_NVSHMEM_DEVICE_LIBRARY}"
      "${VIEWFAB_NVSHMEM_HOST_LIBRARY}")
  endforeach()
endfunction()

macro(viewfab_add_kernels target)
  viewfab_enable_languages()
  viewfab_add_kernels_in_scope(${target} ${ARGN})
endmacro()

# The units of the kernels <names> for every GPU back end; a unit has at most <most> kernels. <written>: the files, which the
# generator writes; <listed>: the same for kit/unit_list.h.
function(viewfab_gpu_units units objects written listed folder names most unfused)
  viewfab_wanted_backends(backends)
  while(names)
    list(SUBLIST names 0 ${most} together)
    list(REMOVE_ITEM names ${together})
    list(LENGTH together count)
    list(TRANSFORM together PREPEND "${folder}/" OUTPUT_VARIABLE read)
    list(TRANSFORM read APPEND ".read")
    list(GET together 0 stem)
    if(count GREATER 1)
      string(APPEND stem _and_others)
    endif()
    foreach(backend IN LISTS backends)
      string(TOLOWER ${backend} lower)
      cmake_language(CALL viewfab_${lower}_unit ${units} ${objects} "${folder}/${stem}" "${unfused}")
      list(APPEND ${written} "${folder}/${stem}_${lower}.cu")
      list(JOIN together "\", \"" of_unit)
      string(APPEND ${listed} " \"${stem}_${lower}.cu\", \"${of_unit}\", NULL,")
      set_property(SOURCE "${folder}/${stem}_${lower}.cu" APPEND PROPERTY OBJECT_DEPENDS "${read}")
    endforeach()
  endwhile()
  foreach(result ${units} ${objects} ${written} ${listed})
    set(${result} "${${result}}" PARENT_SCOPE)
  endforeach()
endfunction()

# Stops if two targets would write the module file of a kernel.
function(viewfab_claim_module target folder name)
  get_property(owner GLOBAL PROPERTY "VIEWFAB_MODULE_${folder}/${name}")
  if(owner)
    message(FATAL_ERROR "viewfab_add_kernels(${target}): ${name} is a kernel of ${owner} too; put it in a library that "
      "both link, or set Fortran_MODULE_DIRECTORY of the targets to different folders")
  endif()
  set_property(GLOBAL PROPERTY "VIEWFAB_MODULE_${folder}/${name}" ${target})
endfunction()

# Stops if the target cannot take kernels.
function(viewfab_check_kernel_target target)
  set(call "viewfab_add_kernels(${target})")
  if(NOT TARGET ${target})
    message(FATAL_ERROR "${call}: there is no such target; call it after add_executable or add_library")
  endif()
  get_target_property(type ${target} TYPE)
  if(NOT type MATCHES "^(EXECUTABLE|STATIC_LIBRARY|SHARED_LIBRARY|MODULE_LIBRARY)$")
    message(FATAL_ERROR "${call}: the target is of type ${type}; kernels go into an executable or a static, shared or "
      "module library")
  endif()
  get_target_property(home ${target} SOURCE_DIR)
  if(NOT home STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    message(FATAL_ERROR "${call}: call it in ${home}, where the target was added")
  endif()
  get_target_property(before ${target} VIEWFAB_KERNEL_MODULES)
  if(before)
    message(FATAL_ERROR "${call}: the target has kernels already; name all files in one call")
  endif()
endfunction()

function(viewfab_check_kernel_file target path name)
  set(call "viewfab_add_kernels(${target})")
  if(NOT EXISTS "${path}" OR IS_DIRECTORY "${path}")
    message(FATAL_ERROR "${call}: there is no kernel file ${path}")
  endif()
  if(NOT name MATCHES "^[a-z][a-z0-9_]*$")
    message(FATAL_ERROR "${call}: ${path}: the name of a kernel has only lower case letters, digits and _")
  endif()
  get_target_property(taken viewfab::kit VIEWFAB_TAKEN_NAMES)
  if(name IN_LIST taken)
    message(FATAL_ERROR "${call}: ${path}: viewfab has a module or a kernel of the name ${name}; choose another one")
  endif()
endfunction()

# Compiles modules that only call an original without optimisation: with -O3 a Fortran compiler takes five times as long. To be
# called in the folder that compiles the modules of the target.
function(viewfab_compile_quickly target)
  get_target_property(modules ${target} VIEWFAB_UNOPTIMISED_MODULES)
  set_source_files_properties(${modules} PROPERTIES COMPILE_OPTIONS -O0)
endfunction()

function(viewfab_add_kernels_in_scope target)
  set(call "viewfab_add_kernels(${target})")
  cmake_parse_arguments(PARSE_ARGV 1 arg "NO_FORTRAN;NO_LINK;TOGETHER;NVSHMEM" "ORIGINALS;PREFIX" "")
  set(files ${arg_UNPARSED_ARGUMENTS})
  viewfab_check_kernel_target(${target})
  if(NOT files)
    message(FATAL_ERROR "${call}: no kernel files")
  endif()
  viewfab_wanted_backends(backends)
  if("CUDA" IN_LIST backends AND NOT CMAKE_CUDA_COMPILER_LOADED)
    message(FATAL_ERROR "${call}: viewfab was built with CUDA, but no CUDA compiler was found (put nvcc on PATH, set "
      "CUDACXX, or set VIEWFAB_CUDA=OFF for kernels that run on the host)")
  endif()
  set(fortran OFF)
  if(CMAKE_Fortran_COMPILER_LOADED AND NOT arg_NO_FORTRAN)
    set(fortran ON)
    if(NOT TARGET viewfab::fortran)
      message(FATAL_ERROR "${call}: viewfab was built without its Fortran module; pass NO_FORTRAN for entries in C alone")
    endif()
    get_target_property(module_folder ${target} Fortran_MODULE_DIRECTORY)
    if(NOT module_folder)
      set(module_folder "${CMAKE_CURRENT_BINARY_DIR}")
    endif()
  endif()

  list(TRANSFORM backends PREPEND VIEWFAB_ OUTPUT_VARIABLE backend_definitions)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}_kernels")
  set(sources "")
  set(loops "") # the units that the generator writes
  set(gpu_objects "")
  set(descriptions "")
  set(modules "")
  set(handing_on "")
  set(includes "")
  set(listed "")
  set(paths "")
  set(fused_names "")
  set(unfused_names "")
  set(names "")
  set(checked "")
  if(VIEWFAB_BOUNDS)
    set(checked VIEWFAB_BOUNDS)
  endif()
  foreach(file IN LISTS files)
    get_filename_component(path "${file}" ABSOLUTE)
    get_filename_component(name "${file}" NAME_WE)
    viewfab_check_kernel_file(${target} "${path}" "${arg_PREFIX}${name}")
    viewfab_kernels_of(of_file "${path}" "${arg_PREFIX}")
    foreach(name IN LISTS of_file)
      set(path_of_${name} "${path}")
    endforeach()
    list(APPEND names ${of_file})
  endforeach()
  foreach(name IN LISTS names)
    set(path "${path_of_${name}}")
    if("${folder}/viewfab_${name}.f90" IN_LIST modules)
      message(FATAL_ERROR "${call}: two kernel files are called ${name}")
    endif()
    if(fortran)
      viewfab_claim_module(${target} "${module_folder}" ${name})
      viewfab_claim_module(${target} "${module_folder}" ${name}_original)
    endif()
    # The compiler chooses fused operations, except in two cases: the user wants the same bits everywhere, or the kernel gives
    # results, which promise the same bits. The units check that a kernel without results still has none.
    file(STRINGS "${path}" unfused REGEX "^[ \t]*#[ \t]*define[ \t]+(VF_POINTS[ \t]+reduction|VF_RESULTS)")
    if(NOT VIEWFAB_FMA)
      set(unfused ON)
    endif()

    foreach(type float double)
      set(unit "${folder}/${name}_host_${type}.c")
      set_source_files_properties("${unit}" PROPERTIES COMPILE_OPTIONS "${VIEWFAB_KERNEL_HOST_FLAGS}")
      if(type STREQUAL "double")
        set_property(SOURCE "${unit}" APPEND PROPERTY COMPILE_OPTIONS ${VIEWFAB_KERNEL_WARNINGS})
      endif()
      if(unfused)
        set_property(SOURCE "${unit}" APPEND PROPERTY COMPILE_OPTIONS -ffp-contract=off)
        set_property(SOURCE "${unit}" PROPERTY COMPILE_DEFINITIONS VF_NO_FMA)
      endif()
      list(APPEND sources "${unit}")
      list(APPEND loops "${unit}")
    endforeach()
    viewfab_kernel_unit("${folder}/${name}_entry.c" ${name} "${path}" unit_entry)
    set_source_files_properties("${folder}/${name}_entry.c" PROPERTIES COMPILE_DEFINITIONS "${backend_definitions}")
    list(APPEND sources "${folder}/${name}_entry.c")
    if(unfused)
      list(APPEND unfused_names ${name})
    else()
      list(APPEND fused_names ${name})
    endif()
    viewfab_kernel_unit("${folder}/${name}_description.c" ${name} "${path}" unit_description ${checked})
    list(APPEND descriptions "${folder}/${name}_description.c")
    viewfab_read_kernel("${folder}" ${name} "${path}" "${folder}/${name}_host_float.c" "${folder}/${name}_host_double.c"
      "${folder}/${name}_entry.c" "${folder}/${name}_description.c")
    list(APPEND modules "${folder}/viewfab_${name}.f90" "${folder}/viewfab_${name}_original.f90")
    list(APPEND handing_on "${folder}/viewfab_${name}_original.f90")
    list(APPEND includes viewfab_${name}_original)
    string(APPEND listed " X(${name})")
    list(APPEND paths "${path}")
  endforeach()
  set(most 1)
  if(arg_TOGETHER)
    set(most 8)
  endif()
  set(gpu_units "")
  viewfab_gpu_units(sources gpu_objects loops gpu_units "${folder}" "${fused_names}" ${most} OFF)
  viewfab_gpu_units(sources gpu_objects loops gpu_units "${folder}" "${unfused_names}" ${most} ON)
  list(APPEND modules "${folder}/${target}_kernels.f90")
  if(arg_ORIGINALS)
    list(APPEND modules "${folder}/${arg_ORIGINALS}.f90")
  endif()
  get_target_property(home viewfab::kit VIEWFAB_GENERATOR_FOLDER)
  file(CONFIGURE OUTPUT "${folder}/list.c" CONTENT
    "/* generated; do not edit */\n#define VF_TEMPLATES \"${home}/loops\"\n#define VF_KERNELS(X)${listed}\n#define VF_UNITS${gpu_units}\n#include <viewfab/kit/unit_list.h>\n"
    @ONLY)

  string(MAKE_C_IDENTIFIER ${target}_kernel_table table)
  file(CONFIGURE OUTPUT "${folder}/table.c" CONTENT
    "/* generated; do not edit */\n#define VF_TABLE ${table}\n#define VF_KERNELS(X)${listed}\n#include <viewfab/kit/unit_table.h>\n"
    @ONLY)
  list(APPEND sources "${folder}/table.c")
  file(CONFIGURE OUTPUT "${folder}/include/${target}_kernel_table.h" CONTENT
"/* generated; do not edit */
#ifndef VIEWFAB_GENERATED_${table}
#define VIEWFAB_GENERATED_${table}

#include <viewfab/backend.h>

#ifdef __cplusplus
extern \"C\" {
#endif

/* The kernels of ${target}, ended by NULL. */
extern VF_API vf_kernel *const ${table}[];

#ifdef __cplusplus
}
#endif

#endif
" @ONLY)

  get_target_property(taken viewfab::kit VIEWFAB_NAMES_FILE)
  set(VIEWFAB_PROGRAM_READS ${paths})
  if(TARGET viewfab_generator_parts) # this build builds viewfab too
    viewfab_program(generator ${target}_generator "${folder}/list.c" ${descriptions})
    target_link_libraries(${target}_generator PRIVATE viewfab_generator_parts)
  else()
    file(GLOB generator_sources "${home}/*.c" "${home}/reader/included.c" "${home}/reader/tokens.c")
    viewfab_program(generator ${target}_generator "${folder}/list.c" ${descriptions} ${generator_sources})
  endif()
  set(header "${folder}/include/${target}_kernels.h")
  file(MAKE_DIRECTORY "${folder}/include")
  list(APPEND includes ${target}_kernels_register_originals)
  list(TRANSFORM includes PREPEND "${folder}/include/")
  list(TRANSFORM includes APPEND _real32.inc OUTPUT_VARIABLE includes_real32)
  list(TRANSFORM includes APPEND .inc)
  file(GLOB templates CONFIGURE_DEPENDS "${home}/loops/*")
  add_custom_command(
    OUTPUT ${modules} ${header} ${includes} ${includes_real32} "${folder}/${target}_kernels.md" ${loops}
    COMMAND ${generator} "${folder}" ${target}_kernels "${taken}" ${arg_ORIGINALS}
    DEPENDS ${generator} "${taken}" ${templates}
    COMMENT "Interfaces and loops of ${target}'s kernels"
    VERBATIM)

  # The target's own flags may be meant for Fortran; an object library keeps them away from the kernels.
  set(objects ${target}_kernel_objects)
  add_library(${objects} OBJECT ${sources})
  target_link_libraries(${objects} PRIVATE viewfab::kit)
  # Make knows the rule of a file of another folder by its target alone.
  if(TARGET viewfab_names)
    add_dependencies(${target} viewfab_names)
    add_dependencies(${objects} viewfab_names)
  endif()
  set_target_properties(${objects} PROPERTIES POSITION_INDEPENDENT_CODE ON
    C_VISIBILITY_PRESET hidden CUDA_VISIBILITY_PRESET hidden)
  if(VIEWFAB_BOUNDS)
    target_compile_definitions(${objects} PRIVATE VIEWFAB_BOUNDS)
  endif()
  if(VIEWFAB_VECTOR_REMARKS)
    if(NOT CMAKE_C_COMPILER_ID STREQUAL "GNU")
      message(FATAL_ERROR "${call}: VIEWFAB_VECTOR_REMARKS needs gcc as the C compiler")
    endif()
    set(launcher sh ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/viewfab_vector_remarks.sh ${CMAKE_C_COMPILER_LAUNCHER})
    set_target_properties(${objects} PROPERTIES C_COMPILER_LAUNCHER "${launcher}")
  endif()
  if(arg_NVSHMEM AND "CUDA" IN_LIST backends)
    viewfab_use_nvshmem(${target} ${objects} "${folder}")
  endif()
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:${objects}> ${gpu_objects} ${header})
  target_include_directories(${target} PUBLIC "$<BUILD_INTERFACE:${folder}/include>")
  set_target_properties(${target} PROPERTIES VIEWFAB_KERNEL_MODULES "${modules}")
  set_target_properties(${target} PROPERTIES VIEWFAB_UNOPTIMISED_MODULES "${handing_on}")
  if(fortran)
    target_sources(${target} PRIVATE ${modules})
    viewfab_compile_quickly(${target})
    target_include_directories(${target} PUBLIC "$<BUILD_INTERFACE:${module_folder}>")
  endif()

  if(arg_NO_LINK)
    return()
  endif()
  # By property: target_link_libraries() would refuse to mix with calls of its other signature.
  set(library viewfab::viewfab)
  if(fortran)
    set(library viewfab::fortran)
  endif()
  foreach(property LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
    set_property(TARGET ${target} APPEND PROPERTY ${property} ${library} "$<LINK_ONLY:viewfab::kit>")
  endforeach()
  get_target_property(runtime viewfab::kit VIEWFAB_CUDA_RUNTIME)
  if(runtime)
    set_target_properties(${target} PROPERTIES CUDA_RUNTIME_LIBRARY ${runtime})
  endif()
endfunction()
