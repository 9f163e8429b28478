# A project with VIEWFAB_VECTOR_REMARKS=ON builds and has its remarks, without a launcher of the compiler and with one.
include(${SETTINGS})
set(folder ${WORK}/remarks_consumer)
file(REMOVE_RECURSE ${folder})
file(COPY ${SOURCE}/tests/build/consumer/relax.h DESTINATION ${folder}/kernels)
file(READ ${folder}/kernels/relax.h text)
string(REPLACE "weighted(w, VF_AT(r, i, j, k, n))" "VF_EXP(weighted(w, VF_AT(r, i, j, k, n)))" edited "${text}")
if(edited STREQUAL text)
  message(FATAL_ERROR "relax.h has another formula")
endif()
file(WRITE ${folder}/kernels/relax.h "${edited}")
foreach(launcher "" "${CMAKE_COMMAND}\;-E\;env\;VF_LAUNCHED=1")
  string(LENGTH "${launcher}" name)
  run(${CMAKE_COMMAND} -S ${SOURCE}/tests/build/consumer -B ${folder}/${name} -G ${GENERATOR} ${COMPILERS} -DCMAKE_PREFIX_PATH=${PREFIX}
    -DRELAX_FOLDER=${folder}/kernels -DVIEWFAB_CUDA=OFF -DVIEWFAB_HIP=OFF -DVIEWFAB_VECTOR_REMARKS=ON
    "-DCMAKE_C_COMPILER_LAUNCHER=${launcher}")
  run(${CMAKE_COMMAND} -E env LC_ALL=C ${CMAKE_COMMAND} --build ${folder}/${name} --target app)
  must_match("${output}" "relax\\.h:[0-9]+:[0-9]+: remark: the body is not vectorised")
endforeach()
