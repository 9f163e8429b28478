# If no MPI is found, and without the examples, viewfab configures with its tests, and no program needs a target that is not
# built.
include(${SETTINGS})
set(folder ${WORK}/configure_less)
file(REMOVE_RECURSE ${folder})
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${folder} -G Ninja ${COMPILERS} -DVIEWFAB_CUDA=OFF -DVIEWFAB_HIP=OFF ${NO_MPI}
  -DVIEWFAB_EXAMPLES=OFF -DVIEWFAB_TESTS=ON -DVIEWFAB_BENCHMARKS=ON)
must_match("${output}" "MPI +off: MPI was not found")
must_match("${output}" "examples, tests +OFF, ON")

# At the link, a missing target becomes a library of its name.
file(STRINGS ${folder}/build.ninja links REGEX "LINK_LIBRARIES = ")
list(LENGTH links count)
if(count LESS 50)
  message(FATAL_ERROR "the test looks in the wrong place: ${count} links in ${folder}/build.ninja")
endif()
file(GLOB codes RELATIVE ${SOURCE}/legacy_examples ${SOURCE}/legacy_examples/*)
list(JOIN codes "|" codes)
string(REGEX MATCHALL " -l(${codes}|legacy|example|viewfab)[^ ;]*" named "${links}")
if(named)
  list(REMOVE_DUPLICATES named)
  message(FATAL_ERROR "programs link what is not built:${named}")
endif()
