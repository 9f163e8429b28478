# After an edit of a kernel's body the build compiles C again, but no Fortran, because the interface
# has not changed.
include(${SETTINGS})
set(folder ${WORK}/consumer_from_source)
file(READ ${folder}/kernels/relax.h text)
string(REPLACE "w * r;" "r * w;" edited "${text}")
if(edited STREQUAL text)
  string(REPLACE "r * w;" "w * r;" edited "${text}")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -E sleep 1) # times of files may count in seconds
file(WRITE ${folder}/kernels/relax.h "${edited}")
run(${CMAKE_COMMAND} --build ${folder} --target app --verbose)
must_match("${output}" "relax_host_double.c.o -c ")
if(output MATCHES "\\.f90\\.o -c ")
  message(FATAL_ERROR "Fortran was compiled again:\n${output}")
endif()
