# The project of translated_project.cmake with viewfab as a folder of the project, not installed.
include(${SETTINGS})
set(folder ${WORK}/translated_subproject)
file(REMOVE_RECURSE ${folder}/code)
file(COPY ${SOURCE}/translator/tests/project/ DESTINATION ${folder}/code)
run(${CMAKE_COMMAND} -S ${folder}/code -B ${folder}/build -G ${GENERATOR} ${COMPILERS} ${HOST_ALONE} -DVIEWFAB_SOURCE=${SOURCE}
  -DPython3_EXECUTABLE=${PYTHON} -DVIEWFAB_HOST_OPTIMISATION=-O0 -DVIEWFAB_BOXLIB=OFF -DVIEWFAB_HDF5=OFF -DVIEWFAB_MPI=OFF)
run(${CMAKE_COMMAND} --build ${folder}/build --target app)
run(${CMAKE_COMMAND} -E env VF_DEVICE=host VF_HOST_MEMORY=mirror ${folder}/build/app)
must_match("${output}" "same bits")
