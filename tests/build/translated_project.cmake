# A project whose kernels are made from its Fortran sources: with Python, from copies without Python, and with mistakes.
include(${SETTINGS})
set(folder ${WORK}/translated_project)
set(project ${folder}/code)
file(REMOVE_RECURSE ${folder})
file(COPY ${SOURCE}/translator/tests/project/ DESTINATION ${project})
set(configure ${CMAKE_COMMAND} -S ${project} -B ${folder}/build -G ${GENERATOR} ${COMPILERS} ${HOST_ALONE}
  -DCMAKE_PREFIX_PATH=${PREFIX} -DPython3_EXECUTABLE=${PYTHON} -DCMAKE_Fortran_FLAGS=-g -DCOPIES=copies -DMORE=)
set(build ${CMAKE_COMMAND} --build ${folder}/build --target app)

# Changes one text of the source.
function(edit old new)
  file(READ ${project}/relax.f90 text)
  string(FIND "${text}" "${old}" place)
  if(place LESS 0)
    message(FATAL_ERROR "relax.f90 has no ${old}")
  endif()
  string(REPLACE "${old}" "${new}" text "${text}")
  execute_process(COMMAND ${CMAKE_COMMAND} -E sleep 1)
  file(WRITE ${project}/relax.f90 "${text}")
endfunction()

# The target runs with the kernels of its source, also in check mode against the loops.
function(must_run)
  foreach(memory alias mirror)
    run(${CMAKE_COMMAND} -E env VF_DEVICE=host VF_HOST_MEMORY=${memory} VF_MODE=check VF_REPORT=- VF_REPORT_FAIL=3
      ${folder}/build/app)
    must_match("${output}" "same bits")
    must_match("${output}" "smooth_loops")
  endforeach()
endfunction()

run(${configure})
run(${build})
must_run()

# The profile names the nests by the lines of the author's file.
run(${CMAKE_COMMAND} -E env VF_DEVICE=host VF_HOST_MEMORY=mirror VF_PROFILE=${folder}/profile.txt ${folder}/build/app)
file(READ ${folder}/profile.txt text)
must_match("${text}" "r +host +1 +[0-9.]+ +[0-9.]+  relax \\(relax.f90:10\\)\n")
must_match("${text}" "u +host +1 +[0-9.]+ +[0-9.]+  relax \\(relax.f90:15\\)\n")
must_match("${text}" "b +host +1 +[0-9.]+ +[0-9.]+  smooth \\(relax.f90:28\\)\n")

run(${build} --target app_copies)
run(${CMAKE_CTEST_COMMAND} --test-dir ${folder}/build)

# An edit of the Fortran reaches the kernel by the build alone. The copies are stale until they are written again.
edit("0.25d0*" "0.125d0*")
run(${build})
file(READ ${folder}/build/app_translated/smooth_loops.h kernel)
must_match("${kernel}" "0\\.125")
must_run()
must_fail("copies in [^ ]*/copies are stale: smooth_loops.h relax.f90" ${CMAKE_CTEST_COMMAND} --test-dir ${folder}/build
  --output-on-failure)
set(without ${configure} -B ${folder}/without_python -DPython3_EXECUTABLE=)
must_fail("copies in [^ ]*/copies are stale, because [^ ]*/relax.f90 was edited; build the target app_copies" ${without})
run(${build} --target app_copies)
run(${CMAKE_CTEST_COMMAND} --test-dir ${folder}/build)

# Without Python the copies give the same program.
run(${without})
run(${CMAKE_COMMAND} --build ${folder}/without_python --target app)
run(${CMAKE_COMMAND} -E env VF_DEVICE=host VF_HOST_MEMORY=mirror VF_PROFILE=- ${folder}/without_python/app)
must_match("${output}" "same bits")
must_match("${output}" "smooth \\(relax.f90:28\\)\n")
file(STRINGS ${project}/copies/relax.f90 paths REGEX "^# .*${project}")
if(paths)
  message(FATAL_ERROR "the copies name this machine: ${paths}")
endif()
must_fail("the copies in [^ ]* are of another call: routines=relax,smooth " ${without} -DROUTINES=relax)
must_fail("there is no Python with fparser, and COPIES names no folder with copies; build the target" ${without} -DCOPIES=nowhere)

# The results stay on the device: the changed source has no copies, and a program without views of its own stops.
run(${configure} -B ${folder}/on_device -DMORE=ON_DEVICE)
file(READ ${folder}/on_device/app_translated/made/relax.f90 text)
if(text MATCHES "to_host")
  message(FATAL_ERROR "the changed source has copies to the host")
endif()
run(${CMAKE_COMMAND} --build ${folder}/on_device --target app)
must_fail("newest values would be lost" ${CMAKE_COMMAND} -E env VF_DEVICE=host VF_HOST_MEMORY=mirror ${folder}/on_device/app)
must_fail("the copies in [^ ]* are of another call: " ${without} -DMORE=ON_DEVICE)

# Mistakes.
must_fail("there is no routine smoothe in relax.f90; their routines are relax, smooth" ${configure} -DROUTINES=smoothe)
must_fail("viewfab_translate\\(app\\): not understood: EVERY" ${configure} -DMORE=EVERY)
edit("b(i) = 0.125d0*" "b(i) = b(i-1) + 0.125d0*")
must_fail("no loop is translated: relax.f90:[0-9]+: smooth, lines [0-9]+-[0-9]+: refused: " ${configure} -DROUTINES=smooth)

# The C compiler names the line of the Fortran source.
edit("b(i) = b(i-1) + 0.125d0*" "b(i) = 0.125d0*")
run(${configure} -DROUTINES=)
file(READ ${folder}/build/app_translated/smooth_loops.h kernel)
string(REPLACE "0.125" "no_such_name*0.125" kernel "${kernel}")
execute_process(COMMAND ${CMAKE_COMMAND} -E sleep 1)
file(WRITE ${folder}/build/app_translated/smooth_loops.h "${kernel}")
must_fail("${project}/relax.f90:29:[^ ]* error: [^ ]*no_such_name[^ ]* undeclared" ${build})
run(${configure} -DROUTINES=)

# The Fortran compiler, too.
file(READ ${folder}/build/app_translated/relax.f90 text)
string(REPLACE "u_view%release" "u_view%no_such_name" text "${text}")
execute_process(COMMAND ${CMAKE_COMMAND} -E sleep 1)
file(WRITE ${folder}/build/app_translated/relax.f90 "${text}")
must_fail("${project}/relax.f90:15:[0-9]+:.*Error: [^a-z]*no_such_name" ${build})

# The changed source is preprocessed already, so a definition of the target alone is none of the source.
run(${configure} -B ${folder}/defined -DDEFINITIONS=DEPTH=3)
string(REGEX REPLACE "[ \n]+" " " output "${output}")
must_match("${output}" "preprocessed without -DDEPTH=3: give FLAGS \"-DDEPTH=3\" to")
run(${configure} -B ${folder}/defined "-DMORE=FLAGS\\;-DDEPTH=3")
string(REGEX REPLACE "[ \n]+" " " output "${output}")
if(output MATCHES "preprocessed without")
  message(FATAL_ERROR "${output}")
endif()

# Definitions and include folders of linked libraries are known without FLAGS; copies name no folder of this machine.
set(linked ${configure} -DLIBRARY=middle -DCOPIES=linked_copies)
run(${linked} -B ${folder}/linked)
string(REGEX REPLACE "[ \n]+" " " output "${output}")
if(output MATCHES "preprocessed without")
  message(FATAL_ERROR "${output}")
endif()
file(READ ${folder}/linked/app_translated/deepen.h kernel)
must_match("${kernel}" "0\\.375.*3")
run(${CMAKE_COMMAND} --build ${folder}/linked --target app_copies app)
file(READ ${project}/linked_copies/translated.txt text)
must_match("${text}" "read [0-9a-f]+ include/depth.h\n")
if(text MATCHES "${folder}")
  message(FATAL_ERROR "the copies name this machine: ${text}")
endif()
run(${linked} -B ${folder}/linked_without_python -DPython3_EXECUTABLE=)
