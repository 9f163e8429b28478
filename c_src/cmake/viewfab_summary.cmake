# Prints the parts of the build at the end of the configuration.
function(viewfab_line name value)
  string(LENGTH "${name}" length)
  math(EXPR blanks "16 - ${length}")
  string(REPEAT " " ${blanks} blanks)
  message(STATUS "  ${name}${blanks} ${value}")
endfunction()

# A part that may be absent: its description, or the reason for its absence.
function(viewfab_part name there yes no)
  if(there)
    viewfab_line("${name}" "${yes}")
  else()
    viewfab_line("${name}" "off${no}")
  endif()
endfunction()

# The same for a target.
function(viewfab_part_target name target missing)
  set(there OFF)
  if(TARGET ${target})
    set(there ON)
  endif()
  viewfab_part("${name}" ${there} "on" ": ${missing}")
endfunction()

if(VIEWFAB_NCCL_LIBRARY)
  set(nccl "on: NCCL ${VIEWFAB_NCCL_VERSION}, loaded when ranks need it")
else()
  set(nccl "on: NCCL ${VIEWFAB_NCCL_VERSION}; libnccl.so.2 is not here, and has to be where programs run")
endif()

message(STATUS "viewfab ${PROJECT_VERSION}:")
viewfab_line("build type" "${CMAKE_BUILD_TYPE}")
viewfab_line("C" "${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION}")
viewfab_part("Fortran" ${VIEWFAB_FORTRAN} "${CMAKE_Fortran_COMPILER_ID} ${CMAKE_Fortran_COMPILER_VERSION}" "")
viewfab_part("OpenMP" "${OpenMP_C_FOUND}" "on" ": the host device uses one thread")
viewfab_part("CUDA" ${VIEWFAB_CUDA} "${CMAKE_CUDA_COMPILER_VERSION} for ${CMAKE_CUDA_ARCHITECTURES}"
  ": no nvcc, or not asked for")
viewfab_part("HIP" ${VIEWFAB_HIP} "by ${VIEWFAB_HIP_WAY} for ${VIEWFAB_HIP_ARCHITECTURES}"
  ": not found (${VIEWFAB_HIP_MISSING}), or not asked for")
viewfab_part("captures" ${VIEWFAB_HDF5} "on: HDF5 ${HDF5_VERSION}, loaded when calls are captured" ": no shared HDF5 was found (libhdf5-dev), or not asked for")
viewfab_part("MPI" ${VIEWFAB_MPI} "on: MPI ${MPI_C_VERSION}"
  ": MPI was not found (libopenmpi-dev), or not asked for: no viewfab_mpi")
viewfab_part("NCCL" ${VIEWFAB_NCCL} "${nccl}" ": ${VIEWFAB_NCCL_MISSING}")
viewfab_part("NVSHMEM" ${VIEWFAB_NVSHMEM} "found: ${VIEWFAB_NVSHMEM_DEVICE_LIBRARY}, for viewfab_add_kernels with NVSHMEM"
  ": ${VIEWFAB_NVSHMEM_MISSING}")
viewfab_line("boxlib" "${VIEWFAB_BOXLIB}")
viewfab_line("host loops" "${CMAKE_C_FLAGS} ${VIEWFAB_KERNEL_HOST_FLAGS}")
viewfab_line("FMA" "${VIEWFAB_FMA}")
viewfab_line("bounds checked" "${VIEWFAB_BOUNDS}")
viewfab_line("sanitizers" "${VIEWFAB_SANITIZE}")
viewfab_part_target("vf_bisect" vf_bisect "cJSON was not found (libcjson-dev)")
viewfab_part_target("vf_profile" vf_profile "cJSON was not found (libcjson-dev)")
viewfab_part_target("bench_pfmg" bench_pfmg "hypre or MPI was not found (libhypre-dev, libopenmpi-dev), or no tests in Fortran")
viewfab_part_target("plot_solves" plot_solves "Python 3 with matplotlib was not found (python3-matplotlib), or no tests in Fortran")
viewfab_part_target("site" site "no Python has the packages of website/requirements.txt (set VIEWFAB_SITE_PYTHON), or no Fortran")
viewfab_part_target("boxlib_gmg" boxlib_gmg_original "no C++ compiler was found, or no examples in Fortran")
viewfab_line("examples, tests" "${VIEWFAB_EXAMPLES}, ${VIEWFAB_TESTS}")
