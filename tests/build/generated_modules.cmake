# The modules, of kernels of every kind, whose texts tests/build/generated keeps are Fortran, and the header is C.
include(${SETTINGS})
set(objects ${WORK}/generated_modules)
file(MAKE_DIRECTORY ${objects})
file(GLOB modules ${FOLDER}/viewfab_*.f90)
list(LENGTH modules count)
if(count LESS 6)
  message(FATAL_ERROR "the test looks in the wrong place")
endif()
foreach(module IN LISTS modules ITEMS ${FOLDER}/test_generated_kernels.f90)
  get_filename_component(name ${module} NAME_WE)
  run(${FORTRAN_COMPILER} -I${BUILD}/fortran_bindings/modules -J${objects} -o ${objects}/${name}.o -c ${module})
endforeach()

# The files included by originals compile in a module in free form and as separate procedures in fixed form. No line is
# too long for either form.
file(GLOB heads RELATIVE ${FOLDER}/include ${FOLDER}/include/viewfab_*_original*.inc)
list(LENGTH heads count)
if(count LESS 12)
  message(FATAL_ERROR "the test looks in the wrong place")
endif()
set(originals "")
file(WRITE ${objects}/fixed_form.f "")
foreach(head IN LISTS heads)
  set(original "      include '${head}'\n      end subroutine\n")
  string(APPEND originals "${original}")
  string(LENGTH "      include '${head}'" columns)
  if(columns LESS_EQUAL 72) # longer lines are none of fixed form
    file(APPEND ${objects}/fixed_form.f "${original}")
  endif()
endforeach()
file(WRITE ${objects}/free_form.f90 "module originals
  use test_generated_kernels
contains
  subroutine register()
    include 'test_generated_kernels_register_originals.inc'
    include 'test_generated_kernels_register_originals_real32.inc'
  end subroutine
${originals}end module
")
if(FORTRAN_COMPILER_ID STREQUAL "GNU")
  set(warnings -Wall -Wextra -Werror -Wno-unused-dummy-argument)
endif()
foreach(source fixed_form.f free_form.f90)
  run(${FORTRAN_COMPILER} ${warnings} -I${BUILD}/fortran_bindings/modules -I${FOLDER}/include -J${objects}
    -o ${objects}/${source}.o -c ${objects}/${source})
endforeach()
run(${C_COMPILER} -std=c11 -pedantic-errors -I${SOURCE}/c_src/include -fsyntax-only -x c
  ${FOLDER}/include/test_generated_kernels.h)
