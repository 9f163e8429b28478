# A project with VIEWFAB_BOUNDS=ON has its kernels checked, with any installed viewfab.
include(${SETTINGS})
set(folder ${WORK}/bounds_consumer)
file(REMOVE_RECURSE ${folder})
file(COPY ${SOURCE}/tests/build/consumer/relax.h DESTINATION ${folder}/kernels)
run(${CMAKE_COMMAND} -S ${SOURCE}/tests/build/consumer -B ${folder} -G ${GENERATOR} ${COMPILERS} ${HOST_ALONE}
  -DCMAKE_PREFIX_PATH=${PREFIX} -DRELAX_FOLDER=${folder}/kernels -DVIEWFAB_BOUNDS=ON)
run(${CMAKE_COMMAND} --build ${folder} --target app)
set(program ${CMAKE_COMMAND} -E env VF_DEVICE=host ${folder}/app)
run(${program})
must_match("${output}" "^relaxed\n$")

file(READ ${folder}/kernels/relax.h text)
string(REPLACE "weighted(w, VF_AT(r, i, j, k, n))" "weighted(w, VF_AT(x, i - 1, j, k, n))" edited "${text}")
file(WRITE ${folder}/kernels/relax.h "${edited}")
run(${CMAKE_COMMAND} --build ${folder} --target app)
must_fail("'x' \\(argument x\\).* it would need reach\\(below\\(1, 0, 0\\), above\\(0, 0, 0\\)\\)" ${program})
