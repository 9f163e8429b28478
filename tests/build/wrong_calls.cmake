# A call of a kernel's specific procedure with a wrong or missing argument has a single error, and the error names the argument.
# (By the generic name gfortran only reports a missing specific procedure.) FOLDER has the modules of kernels.
include(${SETTINGS})
set(objects ${WORK}/wrong_calls)
file(MAKE_DIRECTORY ${objects})
foreach(kernel plain_copy sweep_totals largest_part settle)
  run(${FORTRAN_COMPILER} -I${BUILD}/fortran_bindings/modules -J${objects} -o ${objects}/${kernel}.o
    -c ${FOLDER}/viewfab_${kernel}.f90)
endforeach()

# refused(<the text of the error> <call>)
function(refused says call)
  set(source ${objects}/call.f90)
  file(WRITE ${source} "subroutine call_it(box, boxes, columns, layout, x, y, field, w, total)
  use, intrinsic :: iso_fortran_env, only: real32, real64
  use viewfab
  use viewfab_plain_copy
  use viewfab_sweep_totals
  use viewfab_largest_part
  use viewfab_settle
  type(vf_box) :: box, boxes(2)
  type(vf_columns) :: columns
  type(vf_layout) :: layout
  type(vf_view) :: x, y
  real(real64) :: field(8, 8, 8), w, total
  call ${call}
end subroutine
")
  execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ${FORTRAN_COMPILER} -I${BUILD}/fortran_bindings/modules
    -I${objects} -fsyntax-only ${source} ERROR_VARIABLE output)
  must_match("${output}" "${says}")
  string(REGEX MATCHALL "Error: " errors "${output}")
  list(LENGTH errors count)
  if(NOT count EQUAL 1)
    message(FATAL_ERROR "${call}: ${count} errors, not one:\n${output}")
  endif()
endfunction()

set(missing "Missing actual argument for argument ")
set(mismatch "Type mismatch in argument ")
refused("There is no specific subroutine for the generic .vf_plain_copy" "vf_plain_copy(box, field, y)")
refused("${mismatch}.x. at .1.; passed REAL.8." "vf_plain_copy_on_box(box, field, y)")
refused("${missing}.y" "vf_plain_copy_on_box(box, x)")
refused("Rank mismatch in argument .box" "vf_plain_copy_on_box(boxes, x, y)")
refused("Rank mismatch in argument .boxes" "vf_plain_copy_on_boxes(box, x, y)")
refused("${mismatch}.layout" "vf_plain_copy_on_layout(box, x, y)")
refused("${mismatch}.w. at .1.; passed INTEGER" "vf_sweep_totals_on_box_real64(box, x, 2, 0)")
refused("${missing}.colour" "vf_sweep_totals_on_box_real64(box, x, w)")
refused("${mismatch}.mass. at .1.; passed REAL.4." "vf_sweep_totals_on_boxes_real32(boxes, x, 1.0, 0, mass=1.0)")
refused("${mismatch}.results" "vf_sweep_totals_on_layout_real64_stays(layout, x, w, 0, total)")
refused("Rank mismatch in argument .weight" "vf_largest_part_on_box_real64(box, x, w, total)")
refused("${missing}.height" "vf_settle_on_columns_real64(columns, x)")
