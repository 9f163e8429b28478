# Old names of procedures still compile; the compiler warns at each use. New names compile without a warning.
include(${SETTINGS})
set(folder ${WORK}/old_names)
file(MAKE_DIRECTORY ${folder})
set(uses "  call vf_wait()
  print *, vf_device_name()
  queue = vf_queue()
  call vf_set_tile([8, 8, 4])
  call vf_context_set_tile([8, 8, 2])
  call vf_set_error_handler()
  call vf_set_value(vf_box([1, 1, 1], [8, 8, 8]), field, 1.0)
  call vf_set_value([vf_box([1, 1, 1], [8, 8, 8])], field, 1d0)
  call vf_set_value(layout, field, 1d0)
  call vf_get_counters(counters)
  call vf_reset_counters()
  call vf_distribute(vf_box([1, 1, 1], [8, 8, 8]), [4, 4, 4], 2, boxes, owners)
")
set(head "program names
  use, intrinsic :: iso_c_binding
  use viewfab
  type(c_ptr) :: queue
  type(vf_counters) :: counters
  type(vf_box), allocatable :: boxes(:)
  integer, allocatable :: owners(:)
  type(vf_view) :: field
  type(vf_layout) :: layout
")
file(WRITE ${folder}/old.f90 "${head}${uses}end program\n")
run(${FORTRAN_COMPILER} -I${BUILD}/fortran_bindings/modules -o ${folder}/old.o -c ${folder}/old.f90)
foreach(name vf_wait vf_device_name vf_queue vf_set_tile vf_context_set_tile vf_set_error_handler set_on_box_real32
    set_on_boxes_real64 set_on_layout_real64 vf_get_counters vf_reset_counters vf_distribute)
  must_match("${output}" "'${name}' at .1. is deprecated|.${name}. at .1. is deprecated|${name}[^\n]*is deprecated")
endforeach()

file(READ ${SOURCE}/fortran_bindings/viewfab_deprecated.f90 deprecated)
string(REGEX MATCHALL "\n  ! vf_[a-z_]+" names "${deprecated}")
list(TRANSFORM names REPLACE "\n  ! " "")
string(REPLACE "vf_wait" "vf_context_wait" uses "${uses}")
string(REPLACE "vf_device_name" "vf_context_device" uses "${uses}")
string(REPLACE "vf_queue" "vf_context_queue" uses "${uses}")
string(REPLACE "vf_set_tile" "vf_context_use_tile" uses "${uses}")
string(REPLACE "vf_context_set_tile" "vf_context_use_tile" uses "${uses}")
string(REPLACE "vf_set_error_handler" "vf_error_use_handler" uses "${uses}")
string(REPLACE "vf_set_value" "vf_fill_value" uses "${uses}")
string(REPLACE "vf_get_counters" "vf_counters_get" uses "${uses}")
string(REPLACE "vf_reset_counters" "vf_counters_reset" uses "${uses}")
string(REPLACE "vf_distribute" "vf_layout_distribute" uses "${uses}")
foreach(name IN LISTS names)
  must_match("${uses}" "${name}")
endforeach()
file(WRITE ${folder}/new.f90 "${head}${uses}end program\n")
run(${FORTRAN_COMPILER} -Werror -Wall -I${BUILD}/fortran_bindings/modules -o ${folder}/new.o -c ${folder}/new.f90)
