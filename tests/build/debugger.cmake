# In a debugger the body of a kernel stops at a line of the kernel file. Indices, values and array elements have the names of the
# kernel file there, and the loops around the body are a file that the debugger can list.
include(${SETTINGS})
find_program(gdb gdb)
if(NOT gdb)
  message(STATUS "skipped: there is no gdb")
  return()
endif()
set(kernel ${SOURCE}/tests/build/debugger/mean_of_three.h)
file(READ ${kernel} text)
string(REGEX REPLACE "  VF_AT\\(mean, .*" "" text "${text}")
string(REGEX MATCHALL "\n" line "${text}")
list(LENGTH line line)
math(EXPR line "${line} + 1") # of the last statement of the body
set(ENV{OMP_NUM_THREADS} 1)
set(ENV{VF_DEVICE} host)
execute_process(COMMAND ${gdb} --batch --nx -ex "set breakpoint pending on" -ex "set startup-with-shell off"
  -ex "set disable-randomization off" -ex "break mean_of_three.h:${line} if i == 4 && j == 5 && k == 3" -ex run
  -ex "printf \"indices %d %d %d %d\\n\", i, j, k, n" -ex "printf \"sum %g\\n\", sum" -ex "printf \"number %g\\n\", scale"
  -ex "printf \"below %g\\n\", VF_AT_4(x, i, j - 1, k, n)" -ex "printf \"origin %g\\n\", x[i + j * x_stride2 + k * x_stride3]"
  -ex up -ex "printf \"row %d of %d\\n\", j, vfi_points.upper[1]" -ex list -ex continue ${PROGRAM}
  OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE code)
if(output MATCHES "ptrace: |Could not trace the inferior")
  message(STATUS "skipped: gdb may not start programs here: ${output}")
  return()
endif()
if(code)
  message(FATAL_ERROR "gdb gave ${code}:\n${output}")
endif()
must_match("${output}" "mean_of_three\\.h:${line}")
must_match("${output}" "indices 4 5 3 0\n")
must_match("${output}" "sum 1359\n")
must_match("${output}" "number 3\n")
must_match("${output}" "below 443\n")
must_match("${output}" "origin 453\n")
must_match("${output}" "mean_of_three_host_double\\.c:")
must_match("${output}" "row 5 of 5\n")
must_match("${output}" "pragma omp simd")
must_match("${output}" "right\n")
