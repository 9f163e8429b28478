# viewfab as a folder of another project, with shared libraries. Makefiles, CMake's usual choice, know the rules of a folder by its
# targets alone, and so find a missing dependency between targets.
include(${SETTINGS})
find_program(make NAMES make gmake)
if(make)
  set(GENERATOR "Unix Makefiles")
endif()
set(folder ${WORK}/subproject)
run(${CMAKE_COMMAND} -S ${SOURCE}/tests/build/subproject -B ${folder} -G ${GENERATOR} ${COMPILERS}
  -DVIEWFAB_SOURCE=${SOURCE} -DVIEWFAB_CUDA=OFF -DVIEWFAB_HIP=OFF -DBUILD_SHARED_LIBS=ON
  -DVIEWFAB_HOST_OPTIMISATION=-O0 -DVIEWFAB_BOXLIB=OFF -DVIEWFAB_HDF5=OFF -DVIEWFAB_MPI=OFF)
run(${CMAKE_COMMAND} --build ${folder} --target app -j 2)
run(${CMAKE_COMMAND} -E env VF_DEVICE=host VF_HOST_MEMORY=mirror ${folder}/code/app)
must_match("${output}" "relaxed")
