# wrap of an array without TARGET, of an expression, of an array of assumed size and of CLASS(*) does not compile.
include(${SETTINGS})
set(objects ${WORK}/missing_target)
file(MAKE_DIRECTORY ${objects})

# compile(<call>): compiles a program unit with the call; `output` has the text, `code` the status
macro(compile call)
  file(WRITE ${objects}/call.f90 "subroutine call_it(x, plain, sized, any_x, n)
  use viewfab
  integer :: n
  double precision, target :: x(-1:n)
  double precision :: plain(-1:n)
  double precision, target :: sized(0:*)
  class(*), target :: any_x(:)
  type(vf_view) :: v
  call ${call}
end subroutine
")
  execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ${FORTRAN_COMPILER} -I${BUILD}/fortran_bindings/modules -fsyntax-only
    ${objects}/call.f90 OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE code)
endmacro()

foreach(call "v%wrap(x)" "v%wrap(x(0:n), label='x')" "v%wrap_real64(x, [-1])" "v%wrap_without_target(plain, [-1])"
    "v%wrap(sized(0), [0], [n], 1)")
  compile("${call}")
  if(code)
    message(FATAL_ERROR "${call} does not compile:\n${output}")
  endif()
endforeach()

# refused(<call> <text of gfortran> <text of flang>)
function(refused call gfortran flang)
  compile("${call}")
  if(NOT code)
    message(FATAL_ERROR "${call} compiles")
  endif()
  set(expected ${flang})
  if(FORTRAN_COMPILER_ID STREQUAL "GNU")
    set(expected ${gfortran})
  endif()
  must_match("${output}" "${expected}")
endfunction()
set(no_target "target 'plain' is not an object with POINTER or TARGET")
refused("v%wrap(plain)" "no matching specific binding for the call to the GENERIC .wrap" "${no_target}")
refused("v%wrap_real64(plain)" "Actual argument for .a. must be a pointer" "${no_target}")
refused("v%wrap_real64(x + 1)" "Actual argument for .a. must be a pointer" "must be a designator")
if(FORTRAN_COMPILER_ID STREQUAL "GNU") # flang leaves this refusal to wrap
  refused("v%wrap_real64(sized)" "Actual argument for .a. cannot be an assumed-size array" "")
endif()
refused("v%wrap(any_x)" "no matching specific binding for the call to the GENERIC .wrap" "[Nn]o specific (subroutine|procedure)")
