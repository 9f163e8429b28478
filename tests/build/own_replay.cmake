# A code with a kernel of its own, against the installed package: the code captures a call, and the code's own program replays the
# call.
include(${SETTINGS})
set(source ${SOURCE}/tests/validation/capture/own)
set(folder ${WORK}/own_replay)
file(REMOVE_RECURSE ${folder})
run(${CMAKE_COMMAND} -S ${source} -B ${folder} -G ${GENERATOR} ${COMPILERS} ${HOST_ALONE} -DCMAKE_PREFIX_PATH=${PREFIX})
run(${CMAKE_COMMAND} --build ${folder})
run(${CMAKE_COMMAND} -E env VF_DEVICE=host VF_HOST_MEMORY=mirror VF_CAPTURE=masked_shift:call=2
  VF_CAPTURE_FOLDER=${folder} ${folder}/shifts_code)
set(file ${folder}/viewfab_masked_shift_2.h5)
run(${folder}/shifts_replay --device host ${file})
must_match("${output}" "call 2 of masked_shift.*x 'x': 125 elements, same bits.*verdict: same bits")
must_fail("is of kernel masked_shift, which this program does not have" ${PREFIX}/bin/vf_replay --device host ${file})

if(FORTRAN_COMPILER)
  find_program(make NAMES gmake make REQUIRED)
  run(${make} -C ${folder} -f ${source}/Makefile FOLDER=${source} VIEWFAB=${PREFIX} CC=${C_COMPILER}
    FC=${FORTRAN_COMPILER} VIEWFAB_CUDA=OFF VIEWFAB_HIP=OFF VIEWFAB_KERNEL_HOST_FLAGS=-O0 VIEWFAB_BUILD=with_make shifts_replay -B)
  run(${folder}/shifts_replay --device host ${file})
  must_match("${output}" "verdict: same bits")
endif()
