# Every generated module has lines of at most 100 columns and explains each argument.
include(${SETTINGS})
foreach(module IN LISTS MODULES)
  file(STRINGS ${module} lines)
  set(documented "")
  set(dummies "")
  foreach(line IN LISTS lines)
    string(LENGTH "${line}" length)
    if(length GREATER 100)
      message(FATAL_ERROR "${module}: ${length} columns: ${line}")
    endif()
    if(line MATCHES "^  !!   ([a-z][a-z0-9_]*) +[^ ]")
      list(APPEND documented ${CMAKE_MATCH_1})
    elseif(line MATCHES "^    subroutine vf_|^  subroutine ")
      set(arguments ON)
    elseif(line MATCHES "^  interface|^    end subroutine|^  end subroutine")
      set(arguments OFF)
    elseif(arguments AND line MATCHES "(intent\\([a-z]+\\)|, value)[^!:]* :: ([a-z][a-z0-9_]*)" AND
           NOT CMAKE_MATCH_2 STREQUAL "boxes")
      list(APPEND dummies ${CMAKE_MATCH_2})
    endif()
  endforeach()
  foreach(dummy IN LISTS dummies)
    if(NOT dummy IN_LIST documented)
      message(FATAL_ERROR "${module}: ${dummy} is not explained; explained are: ${documented}")
    endif()
  endforeach()
  if(NOT dummies AND NOT module MATCHES "_(kernels|originals)\\.f90$")
    message(FATAL_ERROR "${module}: the test finds no arguments")
  endif()
endforeach()

# The longest allowed names.
string(REPEAT k 35 kernel)
string(REPEAT a 60 array)
string(REPEAT m 60 mask)
string(REPEAT v 63 value)
string(REPEAT s 62 short)
set(folder ${WORK}/readable)
file(MAKE_DIRECTORY ${folder}/include)
file(WRITE ${folder}/${kernel}.h "#define VF_KERNEL ${kernel}
#define VF_SUMMARY \"Long names\"
#define VF_POINTS faces
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) WRITE(real, ${array}, face_of_point, reach(0), \"field\") \\
  READ(int, ${mask}, shared(cells_of_face), reach(0), \"mask\") VALUE(real3, ${value}, \"three numbers\") \\
  VALUE(boundary, b${short}, \"boundary\") VALUE(box, c${short}, \"box\") VALUE(int, d${short}, \"number\")
VF_BODY(i, j, k, n) { VF_AT(${array}, i, j, k, n) = ${value}.at[0]; }
")
set(flags -std=gnu11 -I${SOURCE}/c_src/include "-DVF_KERNEL_FILE=\"${folder}/${kernel}.h\"" -DVF_FILE_IS_${kernel}=1)
set(kit ${SOURCE}/c_src/include/viewfab/kit)
run(${C_COMPILER} ${flags} -o ${folder}/entry.o -c -x c ${kit}/unit_entry.h)
run(${C_COMPILER} ${flags} -o ${folder}/description.o -c -x c ${kit}/unit_description.h)
run(${C_COMPILER} ${flags} -o ${folder}/generator ${folder}/description.o ${GENERATOR_LIBRARY}
  "-DVF_KERNELS(X)=X(${kernel})" -x c ${kit}/unit_list.h)
run(${folder}/generator ${folder} long_kernels ${NAMES})
string(REPEAT . 101 too_long)
file(STRINGS ${folder}/viewfab_${kernel}.f90 lines REGEX "${too_long}")
if(lines)
  message(FATAL_ERROR "more than 100 columns: ${lines}")
endif()
run(${FORTRAN_COMPILER} -I${BUILD}/fortran_bindings/modules -J${folder} -o ${folder}/module.o
  -c ${folder}/viewfab_${kernel}.f90)
