! Old names of procedures, for one release; viewfab_queues has one more, which is the name of a type now. gfortran warns at each
! use; the names without a warning are the names of C.
module viewfab_deprecated
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: real32, real64
  use viewfab_box, only: vf_box
  use viewfab_c, only: vf_counters
  use viewfab_context, only: vf_context_device, vf_context_use_tile, vf_context_wait, vf_counters_get, &
    vf_counters_reset
  use viewfab_errors, only: vf_error_handler, vf_error_use_handler
  use viewfab_field, only: vf_field
  use viewfab_fill_value, only: vf_fill_value
  use viewfab_layout, only: vf_layout, vf_layout_distribute
  implicit none
  private
  public :: vf_context_set_tile, vf_device_name, vf_distribute, vf_get_counters, vf_reset_counters, &
    vf_set_error_handler, vf_set_tile, vf_set_value, vf_wait

  ! vf_fill_value
  interface vf_set_value
    module procedure :: set_on_box_real32, set_on_box_real64, set_on_boxes_real32, set_on_boxes_real64, &
      set_on_layout_real32, set_on_layout_real64
  end interface

contains

  ! vf_context_wait
  subroutine vf_wait(ierr)
!GCC$ ATTRIBUTES DEPRECATED :: vf_wait
    integer(c_int), intent(out), optional :: ierr
    call vf_context_wait(ierr)
  end subroutine

  ! vf_context_device
  function vf_device_name() result(name)
!GCC$ ATTRIBUTES DEPRECATED :: vf_device_name
    character(:), allocatable :: name
    name = vf_context_device()
  end function

  ! vf_context_use_tile
  subroutine vf_context_set_tile(tile, ierr)
!GCC$ ATTRIBUTES DEPRECATED :: vf_context_set_tile
    integer(c_int), intent(in) :: tile(:)
    integer(c_int), intent(out), optional :: ierr
    call vf_context_use_tile(tile, ierr)
  end subroutine

  ! vf_error_use_handler
  subroutine vf_set_error_handler(handler)
!GCC$ ATTRIBUTES DEPRECATED :: vf_set_error_handler
    procedure(vf_error_handler), optional :: handler
    call vf_error_use_handler(handler)
  end subroutine

  ! vf_context_use_tile
  subroutine vf_set_tile(tile, ierr)
!GCC$ ATTRIBUTES DEPRECATED :: vf_set_tile
    integer(c_int), intent(in) :: tile(:)
    integer(c_int), intent(out), optional :: ierr
    call vf_context_use_tile(tile, ierr)
  end subroutine

  ! vf_counters_get
  subroutine vf_get_counters(counters, ierr)
!GCC$ ATTRIBUTES DEPRECATED :: vf_get_counters
    type(vf_counters), intent(out) :: counters
    integer(c_int), intent(out), optional :: ierr
    call vf_counters_get(counters, ierr)
  end subroutine

  ! vf_counters_reset
  subroutine vf_reset_counters(ierr)
!GCC$ ATTRIBUTES DEPRECATED :: vf_reset_counters
    integer(c_int), intent(out), optional :: ierr
    call vf_counters_reset(ierr)
  end subroutine

  ! vf_layout_distribute
  subroutine vf_distribute(domain, size, ranks, boxes, owners, ierr)
!GCC$ ATTRIBUTES DEPRECATED :: vf_distribute
    type(vf_box), intent(in) :: domain
    integer(c_int), intent(in) :: size(:), ranks
    type(vf_box), allocatable, intent(out) :: boxes(:)
    integer(c_int), allocatable, intent(out) :: owners(:)
    integer(c_int), intent(out), optional :: ierr
    call vf_layout_distribute(domain, size, ranks, boxes, owners, ierr)
  end subroutine

  subroutine set_on_box_real32(box, x, value, ierr)
!GCC$ ATTRIBUTES DEPRECATED :: set_on_box_real32
    type(vf_box), intent(in) :: box
    class(vf_field), intent(in) :: x
    real(real32), intent(in) :: value
    integer(c_int), intent(out), optional :: ierr
    call vf_fill_value(box, x, value, ierr)
  end subroutine

  subroutine set_on_box_real64(box, x, value, ierr)
!GCC$ ATTRIBUTES DEPRECATED :: set_on_box_real64
    type(vf_box), intent(in) :: box
    class(vf_field), intent(in) :: x
    real(real64), intent(in) :: value
    integer(c_int), intent(out), optional :: ierr
    call vf_fill_value(box, x, value, ierr)
  end subroutine

  subroutine set_on_boxes_real32(boxes, x, value, ierr)
!GCC$ ATTRIBUTES DEPRECATED :: set_on_boxes_real32
    type(vf_box), intent(in) :: boxes(:)
    class(vf_field), intent(in) :: x
    real(real32), intent(in) :: value
    integer(c_int), intent(out), optional :: ierr
    call vf_fill_value(boxes, x, value, ierr)
  end subroutine

  subroutine set_on_boxes_real64(boxes, x, value, ierr)
!GCC$ ATTRIBUTES DEPRECATED :: set_on_boxes_real64
    type(vf_box), intent(in) :: boxes(:)
    class(vf_field), intent(in) :: x
    real(real64), intent(in) :: value
    integer(c_int), intent(out), optional :: ierr
    call vf_fill_value(boxes, x, value, ierr)
  end subroutine

  subroutine set_on_layout_real32(layout, x, value, ierr)
!GCC$ ATTRIBUTES DEPRECATED :: set_on_layout_real32
    type(vf_layout), intent(in) :: layout
    class(vf_field), intent(in) :: x
    real(real32), intent(in) :: value
    integer(c_int), intent(out), optional :: ierr
    call vf_fill_value(layout, x, value, ierr)
  end subroutine

  subroutine set_on_layout_real64(layout, x, value, ierr)
!GCC$ ATTRIBUTES DEPRECATED :: set_on_layout_real64
    type(vf_layout), intent(in) :: layout
    class(vf_field), intent(in) :: x
    real(real64), intent(in) :: value
    integer(c_int), intent(out), optional :: ierr
    call vf_fill_value(layout, x, value, ierr)
  end subroutine

end module
