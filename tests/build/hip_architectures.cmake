# If the compiler makes no code for an architecture, the configuration stops before any unit fails; AUTO leaves this architecture
# out.
include(${SETTINGS})
set(folder ${WORK}/hip_architectures)
file(REMOVE_RECURSE ${folder})
set(configure ${CMAKE_COMMAND} -S ${SOURCE} -B ${folder} -G ${GENERATOR} -DCMAKE_C_COMPILER=${C_COMPILER} -DVIEWFAB_CUDA=OFF -DVIEWFAB_HIP=ON
  -DVIEWFAB_HIP_CLANG=${CLANG} -DVIEWFAB_FORTRAN=OFF -DVIEWFAB_TESTS=OFF -DVIEWFAB_EXAMPLES=OFF -DVIEWFAB_BOXLIB=OFF -DVIEWFAB_MPI=OFF -DVIEWFAB_HDF5=OFF)
must_fail("VIEWFAB_HIP_ARCHITECTURES has gfx9999, for which no kernel compiles: [^ ]*clang[^ ]*: .*gfx9999"
  ${configure} "-DVIEWFAB_HIP_ARCHITECTURES=gfx90a\;gfx9999")
run(${configure} -DVIEWFAB_HIP_ARCHITECTURES=AUTO)
must_match("${output}" "HIP +by clang for gfx90a;")
# A clang that makes no code at all.
file(WRITE ${folder}/no_clang "#!/bin/sh\necho 'error: no bundler' >&2\nexit 1\n")
file(CHMOD ${folder}/no_clang PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
must_fail("HIP was not found: no kernel compiles: [^ ]*no_clang: no bundler" ${configure} -DVIEWFAB_HIP_CLANG=${folder}/no_clang)
