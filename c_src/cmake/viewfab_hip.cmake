# HIP, in one of three ways:
#   language  enable_language(HIP), where there is a full ROCm (6 or later)
#   clang     a plain clang that knows HIP, as Debian packages it (HIP 5.2); CMake's own HIP support fails there
#   nvidia    HIP's headers for NVIDIA GPUs over nvcc (VIEWFAB_HIP_PLATFORM=nvidia), to run the HIP path without an
#             AMD GPU
# VIEWFAB_HIP_WAY says which one was taken.

# Looks for what the wanted platform needs. Sets VIEWFAB_HIP_WAY, empty where HIP cannot be used, and then
# VIEWFAB_HIP_MISSING, what was not found.
macro(viewfab_find_hip platform)
  set(VIEWFAB_HIP_WAY "")
  set(VIEWFAB_HIP_MISSING "")
  find_path(VIEWFAB_HIP_INCLUDE hip/hip_runtime.h HINTS ENV ROCM_PATH PATHS /opt/rocm PATH_SUFFIXES include)
  mark_as_advanced(VIEWFAB_HIP_INCLUDE)
  if(NOT VIEWFAB_HIP_INCLUDE)
    set(VIEWFAB_HIP_MISSING "hip/hip_runtime.h")
  elseif("${platform}" STREQUAL "nvidia")
    set(VIEWFAB_HIP_WAY nvidia)
  else()
    viewfab_find_amd()
  endif()
endmacro()

macro(viewfab_find_amd)
  find_file(VIEWFAB_HIP_LANGUAGE_PACKAGE hip-lang-config.cmake HINTS ENV ROCM_PATH PATHS /opt/rocm
    PATH_SUFFIXES lib/cmake/hip-lang)
  find_program(VIEWFAB_HIP_CLANG NAMES amdclang++ clang++-17 clang++-16 clang++-15 HINTS ENV ROCM_PATH
    PATHS /opt/rocm PATH_SUFFIXES bin lib/llvm/bin)
  find_path(VIEWFAB_HIP_DEVICE_LIBRARIES ocml.bc HINTS ENV HIP_DEVICE_LIB_PATH ENV ROCM_PATH PATHS /opt/rocm /usr
    PATH_SUFFIXES amdgcn/bitcode lib/x86_64-linux-gnu/amdgcn/bitcode lib/amdgcn/bitcode)
  find_library(VIEWFAB_HIP_LIBRARY amdhip64 HINTS ENV ROCM_PATH PATHS /opt/rocm PATH_SUFFIXES lib)
  mark_as_advanced(VIEWFAB_HIP_LANGUAGE_PACKAGE VIEWFAB_HIP_CLANG VIEWFAB_HIP_DEVICE_LIBRARIES VIEWFAB_HIP_LIBRARY)
  if(VIEWFAB_HIP_LANGUAGE_PACKAGE)
    include(CheckLanguage)
    check_language(HIP)
  endif()
  if(VIEWFAB_HIP_LANGUAGE_PACKAGE AND CMAKE_HIP_COMPILER)
    set(VIEWFAB_HIP_WAY language)
  else()
    foreach(part CLANG DEVICE_LIBRARIES LIBRARY)
      if(NOT VIEWFAB_HIP_${part})
        string(APPEND VIEWFAB_HIP_MISSING " VIEWFAB_HIP_${part}")
      endif()
    endforeach()
    if(NOT VIEWFAB_HIP_MISSING)
      set(VIEWFAB_HIP_WAY clang)
    endif()
  endif()
endmacro()

# The properties of viewfab::kit that hold how HIP is compiled, for kernels of other projects.
set(VIEWFAB_HIP_PROPERTIES VIEWFAB_HIP_WAY VIEWFAB_HIP_CLANG VIEWFAB_HIP_DEVICE_LIBRARIES VIEWFAB_HIP_LIBRARY
  VIEWFAB_HIP_INCLUDE VIEWFAB_HIP_ARCHITECTURES)

# VIEWFAB_KERNEL_HIP_ARCHITECTURES, where it is set, takes the place of the library's architectures;
# VIEWFAB_KERNEL_HIP_OPTIMISATION takes that of -O3 where plain clang compiles.
# What a GPU source at <path> adds to a target, appended to one of two lists: itself as a source, where CMake knows how
# to compile it, or an object that plain clang makes of it. unfused: without fused multiply-add.
function(viewfab_hip_source sources_variable objects_variable path unfused)
  foreach(property IN LISTS VIEWFAB_HIP_PROPERTIES)
    get_target_property(${property} viewfab::kit ${property})
  endforeach()
  set(flags "")
  if(unfused)
    set(flags -ffp-contract=off -DVF_NO_FMA)
  endif()
  if(VIEWFAB_HIP_WAY STREQUAL "nvidia")
    set(flags -D__HIP_PLATFORM_NVIDIA__ -D__HIP_PLATFORM_NVCC__ -include "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/hip_on_cuda.h"
      "-I${VIEWFAB_HIP_INCLUDE}" -Wno-deprecated-gpu-targets)
    if(unfused)
      list(APPEND flags --fmad=false -DVF_NO_FMA)
    endif()
    set_source_files_properties("${path}" PROPERTIES LANGUAGE CUDA COMPILE_OPTIONS "${flags}")
    set(${sources_variable} ${${sources_variable}} "${path}" PARENT_SCOPE)
    return()
  elseif(VIEWFAB_HIP_WAY STREQUAL "language")
    set_source_files_properties("${path}" PROPERTIES LANGUAGE HIP COMPILE_OPTIONS "${flags}")
    set(${sources_variable} ${${sources_variable}} "${path}" PARENT_SCOPE)
    return()
  endif()
  if(VIEWFAB_BOUNDS)
    list(APPEND flags -DVIEWFAB_BOUNDS)
  endif()
  list(APPEND flags ${VIEWFAB_HIP_WARNINGS})
  if(VIEWFAB_KERNEL_HIP_ARCHITECTURES)
    set(VIEWFAB_HIP_ARCHITECTURES ${VIEWFAB_KERNEL_HIP_ARCHITECTURES})
  endif()
  set(optimised -O3)
  if(VIEWFAB_KERNEL_HIP_OPTIMISATION)
    set(optimised ${VIEWFAB_KERNEL_HIP_OPTIMISATION})
  endif()
  list(TRANSFORM VIEWFAB_HIP_ARCHITECTURES PREPEND --offload-arch= OUTPUT_VARIABLE architectures)
  set(headers "$<TARGET_PROPERTY:viewfab::headers,INTERFACE_INCLUDE_DIRECTORIES>")
  add_custom_command(OUTPUT "${path}.o"
    COMMAND ${VIEWFAB_HIP_CLANG} -x hip -std=c++17 ${optimised} -fPIC -fvisibility=hidden ${architectures} --rocm-path=/usr
      "--rocm-device-lib-path=${VIEWFAB_HIP_DEVICE_LIBRARIES}" "-I${VIEWFAB_HIP_INCLUDE}"
      "-I$<JOIN:${headers},;-I>" ${flags} -MD -MF "${path}.d" -c "${path}" -o "${path}.o"
    DEPENDS "${path}" DEPFILE "${path}.d" COMMAND_EXPAND_LISTS VERBATIM
    COMMENT "HIP object of ${path}")
  set_source_files_properties("${path}.o" PROPERTIES GENERATED ON EXTERNAL_OBJECT ON)
  set(${objects_variable} ${${objects_variable}} "${path}.o" PARENT_SCOPE)
endfunction()
