# The project in consumer/ built with make; the module viewfab as installed and from its sources.
include(${SETTINGS})
find_program(make NAMES gmake make REQUIRED)
set(source ${SOURCE}/tests/build/consumer)
set(folder ${WORK}/make_consumer)
file(REMOVE_RECURSE ${folder})
file(COPY ${source}/relax.h DESTINATION ${folder}/kernels)
set(make ${make} -C ${folder} -f ${source}/Makefile FOLDER=${source} RELAX_FOLDER=kernels VIEWFAB=${PREFIX}
  CC=${C_COMPILER} FC=${FORTRAN_COMPILER})
# With the back ends of viewfab only one kernel is built, because the compilers of GPUs are slow.
run(${make} VIEWFAB_KERNELS=kernels/relax.h)
run(${CMAKE_COMMAND} -E env VF_DEVICE=host VF_HOST_MEMORY=mirror ${folder}/app)
must_match("${output}" "relaxed")

list(APPEND make VIEWFAB_CUDA=OFF VIEWFAB_HIP=OFF VIEWFAB_KERNEL_HOST_FLAGS=-O0)
set(from_source VIEWFAB_BUILD=from_source VIEWFAB_FORTRAN_FROM_SOURCE=yes)
run(${CMAKE_COMMAND} -E rm ${folder}/app ${folder}/main.o)
run(${make} ${from_source} app)
run(${CMAKE_COMMAND} -E env VF_DEVICE=host ${folder}/app)
must_match("${output}" "relaxed")
no_units_for_gpus(${folder}/from_source)

run(${make} ${from_source})
must_match("${output}" "up to date")
execute_process(COMMAND ${CMAKE_COMMAND} -E sleep 1)
file(APPEND ${folder}/kernels/relax.h "/* edited */\n")
run(${make} ${from_source})
must_match("${output}" "-o from_source/relax_host_double.o")
if(output MATCHES "-c [^ \n]*\\.f90")
  message(FATAL_ERROR "Fortran was compiled again after an edit of a body:\n${output}")
endif()

# A file with directions makes several kernels. If the reader finds a mistake in a file, nothing of this file is compiled.
run(${make} VIEWFAB_BUILD=axes VIEWFAB_KERNELS=${SOURCE}/tests/kernels/axis/kernels/donor_flux.h axes/donor_flux_y_host_double.o)
must_match("${output}" "-DVF_AXIS=1 .*-o axes/donor_flux_y_host_double.o")
must_fail("lacks the backslash at its end: WRITE" ${make} VIEWFAB_BUILD=read
  VIEWFAB_KERNELS=${SOURCE}/tests/build/mistakes/backslash_forgotten.h)
must_fail("there is no kernel file nowhere.h" ${make} VIEWFAB_KERNELS=nowhere.h)
file(WRITE ${folder}/kernels/copy.h "")
must_fail("viewfab has a module or a kernel of the name copy" ${make} VIEWFAB_KERNELS=kernels/copy.h)
must_fail("the name 'smooth_poisson' is used by viewfab itself: it has vf_smooth_poisson" ${make} VIEWFAB_BUILD=taken
  VIEWFAB_KERNELS=${SOURCE}/tests/build/mistakes/smooth_poisson.h)

must_fail("VIEWFAB_TYPES has fields.f90, not a file and a type" ${make} VIEWFAB_TYPES=fields.f90)
must_fail("fields.f90:1: the file has no TYPE state; it has field_type" ${make} VIEWFAB_BUILD=no_type
  VIEWFAB_TYPES=${source}/fields.f90:state no_type/state_views.f90)
