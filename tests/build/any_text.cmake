# Texts of a declaration become comments and table cells, whatever characters they have. The marker `word` and the
# characters around it must not appear anywhere else.
include(${SETTINGS})
set(kernel ${SOURCE}/tests/build/texts/any_text.h)
set(folder ${WORK}/any_text)
set(kit ${SOURCE}/c_src/include/viewfab/kit)
file(REMOVE_RECURSE ${folder})
file(MAKE_DIRECTORY ${folder}/include)
set(flags -std=gnu11 -I${SOURCE}/c_src/include "-DVF_KERNEL_FILE=\"${kernel}\"" -DVF_FILE_IS_any_text=1)
run(${C_COMPILER} ${flags} -Wall -Werror -o ${folder}/entry.o -c -x c ${kit}/unit_entry.h)
run(${C_COMPILER} ${flags} -o ${folder}/description.o -c -x c ${kit}/unit_description.h)
run(${C_COMPILER} ${flags} -o ${folder}/generator ${folder}/description.o ${GENERATOR_LIBRARY} "-DVF_KERNELS(X)=X(any_text)"
  -x c ${kit}/unit_list.h)
run(${folder}/generator ${folder} any_text_kernels ${NAMES})

run(${C_COMPILER} -std=gnu11 -Wall -Wextra -Werror -I${SOURCE}/c_src/include -fsyntax-only -x c
  ${folder}/include/any_text_kernels.h)

# Every line with a text is a comment of Fortran of at most 100 bytes. CMake itself would cut lines at other characters.
function(lines_of result expression)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C grep -E "${expression}" ${folder}/viewfab_any_text.f90
    OUTPUT_VARIABLE lines)
  set(${result} "${lines}" PARENT_SCOPE)
endfunction()
lines_of(texts "^  !.*word")
lines_of(leaks "^([^ ]|  ?[^ !]|   ).*(word|www)|^(word|www)|^end module$|\t|\r")
lines_of(long "^.{101}")
if(NOT texts OR leaks OR long)
  message(FATAL_ERROR "texts:\n${texts}\nno comments:\n${leaks}\nmore than 100 bytes:\n${long}")
endif()
if(FORTRAN_COMPILER)
  run(${FORTRAN_COMPILER} -I${BUILD}/fortran_bindings/modules -J${folder} -o ${folder}/module.o
    -c ${folder}/viewfab_any_text.f90)
endif()

# Each argument is a row of four cells.
file(READ ${folder}/any_text_kernels.md page)
foreach(argument x y)
  string(REGEX MATCH "\n\\| ${argument} \\|[^\n]*\n" row "${page}")
  string(REPLACE "\\|" "" row "${row}")
  string(REGEX MATCHALL "\\|" bars "${row}")
  list(LENGTH bars count)
  if(NOT count EQUAL 5)
    message(FATAL_ERROR "${count} bars in the row of ${argument}: ${row}")
  endif()
endforeach()
