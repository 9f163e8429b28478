# Builds the project in ranks_consumer/ against the installed package with CMake and with make, and runs it on a single
# process.
include(${SETTINGS})
set(folder ${WORK}/ranks_consumer)
file(REMOVE_RECURSE ${folder})
run(${CMAKE_COMMAND} -S ${SOURCE}/tests/build/ranks_consumer -B ${folder} -G ${GENERATOR} ${COMPILERS} ${HOST_ALONE}
  -DCMAKE_PREFIX_PATH=${PREFIX} -DFORTRAN=${FORTRAN})
run(${CMAKE_COMMAND} --build ${folder})
set(programs app)
if(FORTRAN)
  list(APPEND programs app_in_fortran)
endif()
set(ENV{OMPI_ALLOW_RUN_AS_ROOT} 1)
set(ENV{OMPI_ALLOW_RUN_AS_ROOT_CONFIRM} 1)
function(runs_on_one_rank program)
  run(${CMAKE_COMMAND} -E env VF_DEVICE=host ${program})
  must_match("${output}" "^1 rank\n$")
endfunction()
foreach(program IN LISTS programs)
  runs_on_one_rank(${folder}/${program})
endforeach()

# If no MPI is found, the configuration says so; a target with the name MPI::MPI_C may exist all the same.
must_fail("Could NOT find MPI [(]missing: MPI_C_FOUND C[)]" ${CMAKE_COMMAND} -S ${SOURCE}/tests/build/ranks_consumer
  -B ${folder}/without_mpi -G ${GENERATOR} ${COMPILERS} ${HOST_ALONE} -DCMAKE_PREFIX_PATH=${PREFIX} ${NO_MPI})

find_program(make NAMES gmake make)
if(make AND MPI_C_COMPILER)
  set(made ${folder}/made)
  file(MAKE_DIRECTORY ${made})
  set(make ${make} -C ${made} -f ${SOURCE}/tests/build/ranks_consumer/Makefile FOLDER=${SOURCE}/tests/build/ranks_consumer
    VIEWFAB=${PREFIX} CC=${MPI_C_COMPILER} VIEWFAB_CUDA=OFF VIEWFAB_HIP=OFF)
  run(${make} app)
  runs_on_one_rank(${made}/app)
  if(FORTRAN AND MPI_FORTRAN_COMPILER)
    list(APPEND make FC=${MPI_FORTRAN_COMPILER})
    run(${make} app_in_fortran)
    runs_on_one_rank(${made}/app_in_fortran)
    run(${make} app_in_fortran VIEWFAB_FORTRAN_FROM_SOURCE=yes FFLAGS=-O0 -B -j 2)
    runs_on_one_rank(${made}/app_in_fortran)
  endif()
endif()
