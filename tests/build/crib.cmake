# The Fortran text of each row of the guide's tables is refused at its line of the kernel file, unless the body has the same
# text; legal C that looks like Fortran is not refused.
include(${SETTINGS})
include(${SOURCE}/tests/kernels/crib/crib_rows.cmake)
set(folder ${WORK}/crib)
file(MAKE_DIRECTORY ${folder})

function(kernel_with statement)
  string(REPLACE "@SEMICOLON@" ";" statement "${statement}")
  file(WRITE ${folder}/written.h "#define VF_KERNEL written
#define VF_SUMMARY \"A statement of the guide\"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \\
  READ (real, u, same, reach(1), \"field\")  \\
  WRITE(real, w, same, reach(0), \"result\") \\
  VALUE(real3, h, \"widths\")

VF_BODY(i, j, k, n)
{
  real x = 1, y = 2; int m = 3, l = 4; bool p = true, q = false;
  ${statement}
  y = 0;
}
")
endfunction()

set(refused 0)
foreach(heading Expressions Statements)
  crib_rows(${SOURCE}/porting_guide/fortran_to_body.md ${heading} fortran body)
  foreach(of_fortran of_body IN ZIP_LISTS fortran body)
    if(of_fortran STREQUAL of_body)
      continue()
    endif()
    if(heading STREQUAL "Expressions")
      set(of_fortran "VF_AT(w, i, j, k, n) = ${of_fortran};")
      set(of_body "VF_AT(w, i, j, k, n) = ${of_body};")
    endif()
    if(NOT of_fortran STREQUAL "VF_AT(w, i, j, k, n) = x * 0.1;") # legal, with another value
      kernel_with("${of_fortran}")
      must_fail("written\\.h:12: error: viewfab: " ${READER} ${folder}/written.h ${folder}/read)
      math(EXPR refused "${refused} + 1")
    endif()
    kernel_with("${of_body}")
    run(${READER} ${folder}/written.h ${folder}/read)
  endforeach()
endforeach()
if(refused LESS 50)
  message(FATAL_ERROR "the test finds ${refused} rows")
endif()
foreach(legal "x /= y;" "for (x = 8; x > 1; x /= 2) y = x;" "if (p) x /= y;" "x = m & l;" "x = 1e-3 + 0x1d;" "x = 1.;" "p = !q;"
    "real *const *pointers; x = **pointers;" "const real exit_value = 1, then = 2; x = (exit_value) + then;" "x = 1; // 2.d0 /= **"
    "if (m != l && m <= l) x = y;")
  kernel_with("${legal}")
  run(${READER} ${folder}/written.h ${folder}/read)
endforeach()

kernel_with("x = y**2@SEMICOLON@\n  x = abs(y)@SEMICOLON@\n  if (p .and. q) x = 1.5d-2@SEMICOLON@")
execute_process(COMMAND ${READER} ${folder}/written.h ${folder}/read ERROR_VARIABLE output RESULT_VARIABLE code)
string(REGEX MATCHALL "written\\.h:[0-9]+: error: viewfab: [^ ]+" found "${output}")
list(TRANSFORM found REPLACE ": error: viewfab:" "")
if(NOT code OR NOT found STREQUAL "written.h:12 **;written.h:13 abs(...);written.h:14 .and.;written.h:14 1.5d-2")
  message(FATAL_ERROR "a body with four words of Fortran gives\n${output}")
endif()
