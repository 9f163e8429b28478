# viewfab_vector_remarks.sh names the sweeps and bodies that gcc did not vectorise, at the author's line, and no others.
include(${SETTINGS})
set(folder ${WORK}/vector_remarks)
set(kit ${SOURCE}/c_src/include)
file(REMOVE_RECURSE ${folder})
file(MAKE_DIRECTORY ${folder}/include)

# remarks_of(<result> <name> <type of the pass>): of the kernel file <name>.h in the folder
function(remarks_of result name type)
  run(${C_COMPILER} -std=gnu11 -I${kit} "-DVF_KERNEL_FILE=\"${folder}/${name}.h\"" -DVF_FILE_IS_${name}=1
    -o ${folder}/description.o -c -x c ${kit}/viewfab/kit/unit_description.h)
  run(${C_COMPILER} -std=gnu11 -I${kit} -o ${folder}/generator ${folder}/description.o ${GENERATOR_LIBRARY}
    "-DVF_KERNELS(X)=X(${name})" "-DVF_TEMPLATES=\"${SOURCE}/c_src/generator/loops\"" -x c ${kit}/viewfab/kit/unit_list.h)
  run(${folder}/generator ${folder} remarks ${NAMES})
  execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C sh ${SOURCE}/c_src/cmake/viewfab_vector_remarks.sh ${C_COMPILER}
    -std=gnu11 -O3 -fopenmp -fno-math-errno -fno-trapping-math -Wall -I${kit} -o ${folder}/${name}.o
    -c ${folder}/${name}_host_${type}.c OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE code)
  if(code)
    message(FATAL_ERROR "${name}: status ${code}: ${output}")
  endif()
  set(${result} "${output}" PARENT_SCOPE)
endfunction()

# sweeps(<name> <sweeps> <bodies>)
function(sweeps name list bodies)
  file(WRITE ${folder}/${name}.h "#define VF_KERNEL ${name}
#define VF_SUMMARY \"Sweeps\"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \\
  READ  (real, x, levels, reach(0), \"field\")   \\
  UPDATE(real, y, levels, reach(0), \"sums\")
#define VF_CARRIED(CARRY) CARRY(real, sum, 0)
#define VF_SWEEPS(DOWN, UP) ${list}
${bodies}")
endfunction()

set(adds "VF_SWEEP(adds, i, k)
{
  VF_CARRIED_VALUE(sum) = VF_CARRIED_VALUE(sum) + VF_LEVEL(x, i, k);
  VF_LEVEL(y, i, k) = VF_CARRIED_VALUE(sum);
}
")
sweeps(vectors "DOWN(adds, 1, nlev)" "${adds}")
remarks_of(output vectors double)
if(output)
  message(FATAL_ERROR "a remark about vectors: ${output}")
endif()

# Levels at both ends are apart, so a comparison with k leaves vectors.
sweeps(ends "DOWN(adds, 1, nlev)" "VF_SWEEP(adds, i, k)
{
  const real above = k > 1 ? VF_LEVEL(x, i, k - 1) : 0;
  VF_CARRIED_VALUE(sum) = VF_CARRIED_VALUE(sum) + VF_LEVEL(x, i, k) + above;
  if (k == nlev) VF_LEVEL(y, i, 1) = 0;
  VF_LEVEL(y, i, k) = VF_CARRIED_VALUE(sum);
}
")
remarks_of(output ends double)
if(output)
  message(FATAL_ERROR "a remark about levels at both ends: ${output}")
endif()

# A sum of many terms: gcc does not copy a large loop for each outcome of a branch.
set(terms "")
foreach(term RANGE 1 24)
  string(APPEND terms " + (a + ${term} * b) / (${term} + a * b)")
endforeach()
# Functions of the library are called for each number of a vector, and a logical value chooses whole vectors.
sweeps(functions "DOWN(adds, 1, nlev) DOWN(functions, 1, nlev)" "${adds}VF_SWEEP(functions, i, k)
{
  const real a = VF_LEVEL(x, i, k), b = VF_LEVEL(y, i, k);
  const real here = VF_EXP(a) / VF_POW(b, (real)0.3)${terms};
  VF_LEVEL(y, i, k) = here * a + (chosen ? 0 : here);
}
")
file(READ ${folder}/functions.h text)
string(REPLACE "reach(0), \"sums\")" "reach(0), \"sums\") \\\n  VALUE(logical, chosen, \"choice\")" text "${text}")
file(WRITE ${folder}/functions.h "${text}")
remarks_of(output functions double)
if(output)
  message(FATAL_ERROR "a remark about functions of the library: ${output}")
endif()

set(far "static __attribute__((noinline)) real far(real x) { return x * x + 1; }
")
sweeps(calls "DOWN(adds, 1, nlev) DOWN(calls, 1, nlev)" "${far}${adds}VF_SWEEP(calls, i, k)
{
  VF_LEVEL(y, i, k) = far(VF_LEVEL(x, i, k));
}
")
remarks_of(output calls double)
must_match("${output}" "^${folder}/calls\\.h:1[5-7]:[0-9]+: remark: sweep calls is not vectorised: [^\n]* far [^\n]*\n$")
remarks_of(output calls float) # the same loops
if(output)
  message(FATAL_ERROR "a remark about float: ${output}")
endif()

# The loop of some levels alone, with the cause of the longest vectors; and the lines of branches that gcc keeps.
sweeps(last "DOWN(ends, 1, nlev)" "${far}VF_SWEEP(ends, i, k)
{
  const real here = VF_LEVEL(x, i, k);
  VF_LEVEL(y, i, k) = k == nlev ? far(here) : here;
}
")
remarks_of(output last double)
must_match("${output}" "${folder}/last\\.h:1[0-3]:[0-9]+: remark: sweep ends is not vectorised at the last level: [^\n]* far [^\n]*\n")
if(output MATCHES "between")
  message(FATAL_ERROR "a remark about the levels with vectors: ${output}")
endif()
sweeps(branches "DOWN(adds, 1, nlev) DOWN(branches, 1, nlev)" "${adds}VF_SWEEP(branches, i, k)
{
  const real here = VF_LEVEL(x, i, k);
  if (here > 0)
    VF_LEVEL(y, i, k) = here;
  if (here < -1 || here == 2)
    VF_LEVEL(y, i, k + 0) = VF_EXP(here);
}
")
remarks_of(output branches double)
must_match("${output}" "remark: sweep branches is not vectorised: control flow in loop \\(a branch in one of the lines 17, 19\\)\n$")

# Rounds of a group take runs of neighbouring columns, with loops of their own for both ends.
sweeps(rounds "DOWN(fall, 1, nlev)" "VF_SWEEP(fall, i, k)
{
  if (k == 1) {
    VF_CARRIED_VALUE(sum) = VF_CARRIED_VALUE(sum) - 1;
    VF_LEVEL(y, i, nlev) = VF_LEVEL(y, i, nlev) + 1;
  }
  const real a = VF_LEVEL(x, i, k), b = VF_LEVEL(y, i, k);
  if (k < nlev) VF_LEVEL(y, i, k) = VF_LEVEL(x, i, k + 1)${terms};
  else VF_LEVEL(y, i, k) = b${terms};
}
#define VF_REPEATS(REPEAT) REPEAT(fall, fall, sum)
")
remarks_of(output rounds double)
if(output MATCHES "vectorised:|between") # the first level may be the last too
  message(FATAL_ERROR "a remark about rounds of a group: ${output}")
endif()

# Errors and warnings of gcc pass, and so does its status.
file(APPEND ${folder}/calls.h "static int unused;\nint broken(void) { return nothing; }\n")
execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C sh ${SOURCE}/c_src/cmake/viewfab_vector_remarks.sh ${C_COMPILER}
  -std=gnu11 -O3 -Wall -I${kit} -o ${folder}/calls.o -c ${folder}/calls_host_double.c
  OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE code)
must_match("${output}" "calls\\.h:20:[0-9]+: error: .nothing. undeclared")
if(NOT code EQUAL 1)
  message(FATAL_ERROR "the status of a broken unit is ${code}")
endif()
