# An edit of a header with a list of constants is read like an edit of the kernel file: a mistake in the header stops the next build,
# with CMake and with make, also behind a build that passed.
include(${SETTINGS})
find_program(make NAMES gmake make REQUIRED)
set(folder ${WORK}/list_headers)
file(REMOVE_RECURSE ${folder})
file(WRITE ${folder}/rates.h "#define VF_CONSTANTS_rates(MEMBER) MEMBER(real, melt, \"of snow\")\nVF_CONSTANTS_TYPE(rates)\n")
file(WRITE ${folder}/melt.h "#define VF_KERNEL melt
#define VF_SUMMARY \"Snow melts\"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) WRITE(real, x, same, reach(0), \"field\") VALUE(constants(rates), c, \"rates\")
#include \"rates.h\"
VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = c.melt; }
")
file(WRITE ${folder}/other.c "int other_of_list_headers;\n")
file(WRITE ${folder}/CMakeLists.txt "cmake_minimum_required(VERSION 3.18)
project(list_headers LANGUAGES C)
find_package(viewfab REQUIRED)
add_library(melting STATIC other.c)
viewfab_add_kernels(melting melt.h)
")
file(WRITE ${folder}/Makefile "VIEWFAB_NAME = melting
VIEWFAB_KERNELS = melt.h
include $(VIEWFAB)/share/viewfab/viewfab.mk
")
run(${CMAKE_COMMAND} -S ${folder} -B ${folder}/build -G ${GENERATOR} ${COMPILERS} -DCMAKE_PREFIX_PATH=${PREFIX} ${HOST_ALONE})
set(with_cmake ${CMAKE_COMMAND} --build ${folder}/build)
set(with_make ${make} -C ${folder} VIEWFAB=${PREFIX} CC=${C_COMPILER} VIEWFAB_CUDA=OFF VIEWFAB_HIP=OFF VIEWFAB_KERNEL_HOST_FLAGS=-O0
  viewfab_build/melt_entry.o viewfab_build/melt_host_double.o)
run(${with_cmake})
run(${with_make})
file(READ ${folder}/rates.h right)

# mistake(<wrong text> <its replacement> <message>)
function(mistake text instead message)
  string(REPLACE "${text}" "${instead}" wrong "${right}")
  execute_process(COMMAND ${CMAKE_COMMAND} -E sleep 1)
  file(WRITE ${folder}/rates.h "${wrong}")
  foreach(build with_cmake with_make)
    must_fail("rates\\.h:[0-9]: error: viewfab[^:]*: ${message}" ${${build}})
  endforeach()
  execute_process(COMMAND ${CMAKE_COMMAND} -E sleep 1)
  file(WRITE ${folder}/rates.h "${right}")
  run(${with_cmake})
  run(${with_make})
endfunction()
mistake("VF_CONSTANTS_TYPE(rates)\n" "" "the line VF_CONSTANTS_TYPE.rates. behind this list is missing")
mistake("real, melt" "real, snow%melt" "member snow%melt")
mistake("#define" "#pragma once\n#define" "kernel melt: take this include guard away")
