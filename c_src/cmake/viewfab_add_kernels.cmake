# viewfab_add_kernels(<target> <kernel file>...)
#
# Compiles kernel files into <target>: for each its C entry, its loops for the host and for every GPU back end that
# viewfab has, in float and double. Where the project has Fortran it also adds one module a kernel,
# viewfab_<kernel>, and the module <target>_kernels over them all. The declarations for C are in
# <target>_kernels.h. Call it in the folder where <target> was added. The kernel's name is that of its file.
#
# What it needs from the package: VIEWFAB_GENERATOR_SOURCE, VIEWFAB_CUDA, VIEWFAB_HIP, target viewfab::headers.

set(VIEWFAB_KERNEL_COMMENT "generated from a kernel file; do not edit")

# Path of a generated translation unit, whose text only names the passes over the kernel file.
function(viewfab_kernel_unit result path text)
  file(CONFIGURE OUTPUT "${path}" CONTENT "/* ${VIEWFAB_KERNEL_COMMENT} */\n${text}" @ONLY)
  set(${result} "${path}" PARENT_SCOPE)
endfunction()

# Fused multiply-add is left to the compiler, except with VIEWFAB_FMA=OFF, and in reductions, whose bits must not
# depend on the device.
function(viewfab_kernel_flags result kernel_file language)
  set(flags "")
  file(STRINGS "${kernel_file}" reduction REGEX "^#define +VF_POINTS +reduction")
  if(reduction OR NOT VIEWFAB_FMA)
    if(language STREQUAL CUDA)
      set(flags "--fmad=false")
    else()
      set(flags "-ffp-contract=off")
    endif()
  endif()
  set(${result} "${flags}" PARENT_SCOPE)
endfunction()

function(viewfab_add_kernels target)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "viewfab_add_kernels(${target}): there is no such target")
  endif()
  get_target_property(home ${target} SOURCE_DIR)
  if(NOT home STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    message(FATAL_ERROR "viewfab_add_kernels(${target}): call it in ${home}, where the target was added")
  endif()
  if(NOT ARGN)
    message(FATAL_ERROR "viewfab_add_kernels(${target}): no kernel files")
  endif()
  if(NOT CMAKE_C_COMPILER_LOADED)
    message(FATAL_ERROR "viewfab_add_kernels(${target}): the project must enable the language C")
  endif()

  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}_kernels")
  set(sources "")
  set(descriptions "")
  set(modules "")
  set(declarations "")
  set(list "")
  foreach(file IN LISTS ARGN)
    get_filename_component(path "${file}" ABSOLUTE)
    get_filename_component(name "${file}" NAME_WE)
    if(NOT EXISTS "${path}")
      message(FATAL_ERROR "viewfab_add_kernels(${target}): no kernel file ${path}")
    endif()
    if(NOT name MATCHES "^[a-z][a-z0-9_]*$")
      message(FATAL_ERROR "viewfab_add_kernels(${target}): ${name}: a kernel's name has lower case letters, digits and _")
    endif()
    if(name STREQUAL "kernels")
      message(FATAL_ERROR "viewfab_add_kernels(${target}): a kernel may not be called kernels")
    endif()
    set(named "#define VF_FILE_IS_${name} 1\n")
    set(pass "#include <viewfab/kit/declare.h>\n#include \"${path}\"\n#include <viewfab/kit/bundle.h>\n")
    foreach(type float double)
      viewfab_kernel_unit(unit "${folder}/${name}_host_${type}.c"
        "${named}#define VF_REAL ${type}\n${pass}#include <viewfab/kit/host.h>\n")
      list(APPEND sources "${unit}")
      viewfab_kernel_flags(flags "${path}" C)
      set_source_files_properties("${unit}" PROPERTIES COMPILE_OPTIONS "${flags};${VIEWFAB_KERNEL_HOST_FLAGS}"
        OBJECT_DEPENDS "${path}")
    endforeach()
    viewfab_kernel_unit(unit "${folder}/${name}_entry.c"
      "${named}#define VF_REAL double\n${pass}#include <viewfab/kit/metadata.h>\n#include <viewfab/kit/entry.h>\n")
    list(APPEND sources "${unit}")
    viewfab_kernel_unit(unit "${folder}/${name}_description.c"
      "${named}#define VF_REAL double\n${pass}#include <viewfab/kit/metadata.h>\nextern const vf_kernel_description VF_NAME(_description);\nconst vf_kernel_description VF_NAME(_description) = VF_DESCRIPTION;\n")
    list(APPEND descriptions "${unit}")
    if(VIEWFAB_CUDA)
      viewfab_kernel_unit(unit "${folder}/${name}_cuda.cu"
        "${named}#include <viewfab/kit/gpu_unit.h>\n#define VF_REAL float\n#define VF_GPU_PASS \"${path}\"\n#include <viewfab/kit/gpu_pass.h>\n#undef VF_REAL\n#define VF_REAL double\n#include <viewfab/kit/gpu_pass.h>\n")
      list(APPEND sources "${unit}")
      viewfab_kernel_flags(flags "${path}" CUDA)
      set_source_files_properties("${unit}" PROPERTIES COMPILE_OPTIONS "${flags}")
    endif()
    list(APPEND modules "${folder}/viewfab_${name}.f90")
    string(APPEND declarations "extern const vf_kernel_description vf_${name}_description;\n")
    string(APPEND list "  &vf_${name}_description,\n")
  endforeach()
  list(APPEND modules "${folder}/${target}_kernels.f90")
  viewfab_kernel_unit(unit "${folder}/list.c"
    "#include <viewfab/kernel.h>\n${declarations}extern const vf_kernel_description *const vf_kernel_list[];\nconst vf_kernel_description *const vf_kernel_list[] = {\n${list}  NULL\n};\n")

  # The generator runs while building, so it is compiled for the machine that builds.
  if(VIEWFAB_GENERATOR_COMMAND)
    set(generator ${VIEWFAB_GENERATOR_COMMAND})
    set(generator_target "")
  else()
    set(generator_target ${target}_generator)
    add_executable(${generator_target} EXCLUDE_FROM_ALL "${unit}" ${descriptions} ${VIEWFAB_GENERATOR_SOURCE})
    target_link_libraries(${generator_target} PRIVATE viewfab::headers)
    set_target_properties(${generator_target} PROPERTIES C_STANDARD 11 C_EXTENSIONS ON)
    set(generator $<TARGET_FILE:${generator_target}>)
  endif()
  set(header "${folder}/include/${target}_kernels.h")
  file(MAKE_DIRECTORY "${folder}/include")
  set(reference "${folder}/${target}_kernels.md")
  add_custom_command(
    OUTPUT ${modules} ${header} ${reference}
    COMMAND ${generator} "${folder}" "${target}_kernels"
    DEPENDS ${generator_target}
    COMMENT "Interfaces of ${target}'s kernels"
    VERBATIM)

  target_sources(${target} PRIVATE ${sources} ${header})
  target_link_libraries(${target} PRIVATE viewfab::headers)
  target_include_directories(${target} PUBLIC "$<BUILD_INTERFACE:${folder}/include>")
  set_source_files_properties(${sources} PROPERTIES SKIP_LINTING ON)
  foreach(backend CUDA HIP)
    if(VIEWFAB_${backend})
      target_compile_definitions(${target} PRIVATE VIEWFAB_${backend})
    endif()
  endforeach()
  if(VIEWFAB_BOUNDS)
    target_compile_definitions(${target} PRIVATE VIEWFAB_BOUNDS)
  endif()
  if(OpenMP_C_FOUND)
    target_link_libraries(${target} PRIVATE OpenMP::OpenMP_C)
  endif()
  set_target_properties(${target} PROPERTIES VIEWFAB_KERNEL_MODULES "${modules}")
  if(CMAKE_Fortran_COMPILER_LOADED AND NOT VIEWFAB_KERNELS_WITHOUT_FORTRAN)
    target_sources(${target} PRIVATE ${modules})
    get_target_property(module_folder ${target} Fortran_MODULE_DIRECTORY)
    if(NOT module_folder)
      set(module_folder "${folder}/modules")
      set_target_properties(${target} PROPERTIES Fortran_MODULE_DIRECTORY "${module_folder}")
    endif()
    target_include_directories(${target} PUBLIC "$<BUILD_INTERFACE:${module_folder}>")
  endif()
endfunction()
