# The flags of the pass for double precision warn about bodies at the author's line, and never about the kit.
include(${SETTINGS})
set(folder ${WORK}/kernel_warnings)
set(kit ${SOURCE}/c_src/include)

# compiled(<name> <the text at the line of the body; none> <statements> <results, or nothing>): the host loops of the generator
function(compiled name says statements results)
  file(WRITE ${folder}/${name}.h "#define VF_KERNEL ${name}
#define VF_SUMMARY \"A body of warnings\"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \\
  READ (real, x, same, reach(1), \"field\")  \\
  WRITE(int, m, same, reach(0), \"numbers\") \\
  WRITE(real, y, same, reach(0), \"result\") \\
  VALUE(real3, h, \"widths\") VALUE(real, dt, \"step\") VALUE(logical, wet, \"or dry\")
${results}
VF_BODY(i, j, k, n) { ${statements} }
")
  run(${C_COMPILER} -std=gnu11 -I${kit} "-DVF_KERNEL_FILE=\"${folder}/${name}.h\"" -DVF_FILE_IS_${name}=1 -w
    -Wno-error=implicit-function-declaration -o ${folder}/${name}_description.o -c -x c ${kit}/viewfab/kit/unit_description.h)
  run(${C_COMPILER} -std=gnu11 -I${kit} -o ${folder}/generator ${folder}/${name}_description.o ${GENERATOR_LIBRARY}
    "-DVF_KERNELS(X)=X(${name})" "-DVF_TEMPLATES=\"${SOURCE}/c_src/generator/loops\"" -x c ${kit}/viewfab/kit/unit_list.h)
  run(${folder}/generator ${folder} warnings ${NAMES})
  execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ${C_COMPILER} -std=gnu11 -O1 -fopenmp ${KERNEL_WARNINGS} -I${kit}
    -DVF_NO_FMA -o ${folder}/${name}.o -c ${folder}/${name}_host_double.c ERROR_VARIABLE output RESULT_VARIABLE code)
  string(REGEX MATCHALL "(warning|error): [^\n]*" found "${output}")
  if(says STREQUAL "none")
    if(found OR code)
      message(FATAL_ERROR "${name}: ${output}")
    endif()
    return()
  endif()
  list(LENGTH found count)
  if(NOT count EQUAL 1)
    message(FATAL_ERROR "${name}: ${count} remarks, not one:\n${output}")
  endif()
  must_match("${output}" "/${name}\\.h:10:[0-9]+: ${says}")
endfunction()

# warned(<name> <text> <statements>): in a kernel with results, and in a kernel without results
file(MAKE_DIRECTORY ${folder}/include)
function(warned name says statements)
  compiled(${name} "${says}" "${statements}"
    "#define VF_RESULTS(SUM, MIN, MAX) SUM(mass, \"mass\") MIN(least, \"least\", place)")
  string(REGEX REPLACE "VF_GIVE[^;]*;" "" statements "${statements}")
  compiled(${name}_alone "${says}" "${statements}" "")
endfunction()

set(set_all "VF_AT(y, i, j, k, n) = dt*h.at[0]; VF_AT(m, i, j, k, n) = wet ? i : 0; VF_GIVE(mass, dt); VF_GIVE(least, 0.5);")
warned(as_it_should none "${set_all}")
warned(cut_to_a_whole_number "warning: conversion from .double. to .int. may change value"
  "const int cut = VF_AT(x, i, j, k, n); VF_AT(y, i, j, k, n) = cut;")
warned(real_in_an_int_array "warning: conversion from .double. to .int." "VF_AT(m, i, j, k, n) = 2*VF_AT(x, i, j, k, n);")
warned(compared_in_place_of_set "warning: statement with no effect" "VF_AT(y, i, j, k, n) == 1;")
warned(set_in_place_of_compared "warning: suggest parentheses around assignment" "int a = i; if (a = j) VF_AT(y, i, j, k, n) = 3;")
warned(never_set "warning: .sum. is used uninitialized" "real sum; VF_AT(y, i, j, k, n) = sum;")
warned(function_that_is_none "error: implicit declaration of function .square." "VF_AT(y, i, j, k, n) = square(dt);")
