# A code of legacy_examples builds by itself against the installed package. With checked accesses its port runs as before:
# its kernels keep to their declarations.
include(${SETTINGS})
set(folder ${WORK}/${CODE}_with_bounds)
file(REMOVE_RECURSE ${folder})
run(${CMAKE_COMMAND} -S ${SOURCE}/legacy_examples/${CODE} -B ${folder} -G ${GENERATOR} ${COMPILERS} ${HOST_ALONE}
  -DCMAKE_PREFIX_PATH=${PREFIX} -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0 -DCMAKE_Fortran_FLAGS_DEBUG=-O0
  -DVIEWFAB_BOUNDS=ON)
run(${CMAKE_COMMAND} --build ${folder} --target ${CODE}_final)
# hydro2d takes the name of its input file, vertex_multigrid the file itself
set(input ${SOURCE}/legacy_examples/${CODE}/inputs/${INPUT})
run(${CMAKE_COMMAND} -E env VF_DEVICE=host ${folder}/${CODE}_final ${input} INPUT_FILE ${input})
must_match("${output}" "${SAYS}")
