# Options of the build. The summary at the end of the configuration lists all of them.
set(VIEWFAB_CUDA AUTO CACHE STRING
  "CUDA back end: AUTO (if nvcc is found), PRESENT (if a GPU is here too, and for that one), ON or OFF")
set(VIEWFAB_HDF5 AUTO CACHE STRING "Captures of calls and vf_replay: AUTO (if HDF5 is found), ON or OFF")
set(VIEWFAB_MPI AUTO CACHE STRING "viewfab_mpi, groups of MPI processes: AUTO (if MPI is found), ON or OFF")
set(VIEWFAB_NCCL AUTO CACHE STRING
  "Messages between GPUs by NCCL, in viewfab_mpi: AUTO (if CUDA, MPI and NCCL are found), ON or OFF")
set(VIEWFAB_NVSHMEM AUTO CACHE STRING
  "Tests of kernels that reach remote arrays by NVSHMEM: AUTO (if CUDA and NVSHMEM are found), ON or OFF")
set(VIEWFAB_HIP AUTO CACHE STRING "HIP back end: AUTO (if HIP is found), PRESENT (if a GPU is here too), ON or OFF")
set(VIEWFAB_HIP_ARCHITECTURES AUTO CACHE STRING
  "AMD GPU architectures; AUTO: those of gfx90a, gfx942, gfx1100 and gfx906 that the compiler makes code for")
set(VIEWFAB_HIP_PLATFORM amd CACHE STRING "amd, or nvidia: HIP's NVIDIA headers over nvcc, to run the HIP path there")
option(VIEWFAB_FORTRAN "Build the Fortran module" ON)
option(VIEWFAB_BOXLIB "Build viewfab_boxlib, the further kernels of BoxLib-style codes" ON)
option(VIEWFAB_EXAMPLES "Build the legacy examples" ${PROJECT_IS_TOP_LEVEL})
option(VIEWFAB_BENCHMARKS "Build the benchmarks with the tests" ON)
option(VIEWFAB_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
set(VIEWFAB_LIBRARY_ARCHITECTURES ALL CACHE STRING
  "GPU architectures of the library: ALL, the FIRST, or AUTO (ALL where this machine has a GPU of the kind, else FIRST)")
set(VIEWFAB_TEST_ARCHITECTURES AUTO CACHE STRING
  "The same for the tests' own kernels, of the library's; PTX: AUTO, but only PTX where this machine has no NVIDIA GPU")
option(VIEWFAB_OPENMP "Use OpenMP threads on the host" ON)
option(VIEWFAB_FMA "Let the compilers contract a*b + c; OFF gives the same bits on every device" ON)
option(VIEWFAB_BOUNDS "Check every element access of kernels (slow)" OFF)
option(VIEWFAB_WERROR "Warnings are errors" OFF)
set(VIEWFAB_HIP_WARNINGS -Wall -Wextra)
if(VIEWFAB_WERROR)
  list(APPEND VIEWFAB_HIP_WARNINGS -Werror)
endif()
set(VIEWFAB_SANITIZE "" CACHE STRING "Sanitizers, such as address,undefined, or thread")
set(VIEWFAB_HOST_ARCHITECTURE "" CACHE STRING
  "Processor that the host loops of kernels are compiled for (-march=...); empty: the compiler's default")
set(VIEWFAB_HOST_OPTIMISATION -O3 CACHE STRING "How far the host loops of kernels and of the solver are optimised, in any build type")
mark_as_advanced(VIEWFAB_HOST_OPTIMISATION)
set(VIEWFAB_NATIVE_CC "" CACHE STRING "When cross-compiling: a C compiler for the machine that builds")
option(VIEWFAB_INSTALL "Install viewfab with the project" ${PROJECT_IS_TOP_LEVEL})

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
