# With a prefix a project's kernels may be called update, average, read, start and end, by CMake and by make, with the loops of a
# release and with the loops that check accesses.
include(${SETTINGS})
find_program(make NAMES gmake make REQUIRED)
set(source ${SOURCE}/tests/build/prefixed)
set(folder ${WORK}/prefixed)
file(REMOVE_RECURSE ${folder})
foreach(bounds OFF ON)
  run(${CMAKE_COMMAND} -S ${source} -B ${folder}/${bounds} -G ${GENERATOR} ${COMPILERS} -DCMAKE_PREFIX_PATH=${PREFIX} ${HOST_ALONE}
    -DVIEWFAB_BOUNDS=${bounds})
  run(${CMAKE_COMMAND} --build ${folder}/${bounds})
  run(${CMAKE_COMMAND} -E env VF_DEVICE=host VF_HOST_MEMORY=mirror ${folder}/${bounds}/app)
  must_match("${output}" "^named\n$")
endforeach()
file(MAKE_DIRECTORY ${folder}/make)
run(${make} -C ${folder}/make -f ${source}/Makefile FOLDER=${source} VIEWFAB=${PREFIX} CC=${C_COMPILER} FC=${FORTRAN_COMPILER}
  VIEWFAB_CUDA=OFF VIEWFAB_HIP=OFF VIEWFAB_KERNEL_HOST_FLAGS=-O0)
run(${CMAKE_COMMAND} -E env VF_DEVICE=host ${folder}/make/app)
must_match("${output}" "^named\n$")
