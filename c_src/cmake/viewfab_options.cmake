# What a build can choose. Everything is listed in the summary at the end of the configuration.
set(VIEWFAB_CUDA AUTO CACHE STRING "CUDA back end: AUTO (if nvcc is found), ON or OFF")
option(VIEWFAB_FORTRAN "Build the Fortran module" ON)
option(VIEWFAB_EXAMPLES "Build the legacy examples" ${PROJECT_IS_TOP_LEVEL})
option(VIEWFAB_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(VIEWFAB_OPENMP "Use OpenMP threads on the host" ON)
option(VIEWFAB_FMA "Let the compilers contract a*b + c; OFF gives the same bits on every device" ON)
option(VIEWFAB_BOUNDS "Check every element access of kernels (slow)" OFF)
option(VIEWFAB_WERROR "Warnings are errors" OFF)
set(VIEWFAB_SANITIZE "" CACHE STRING "Sanitizers, such as address,undefined")
set(VIEWFAB_HOST_ARCHITECTURE "" CACHE STRING
  "Processor that the host loops of kernels are compiled for (-march=...); empty: the compiler's default")
set(VIEWFAB_NATIVE_CC "" CACHE STRING "When cross-compiling: a C compiler for the machine that builds")
option(VIEWFAB_INSTALL "Install viewfab with the project" ${PROJECT_IS_TOP_LEVEL})

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
