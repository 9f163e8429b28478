! The C side of moves of parts of views, for Fortran: the symbols of viewfab.h that take a box. An absent box or
! absent components are NULL in C. Programs do not use this module: the module viewfab does not pass
! it on.
module viewfab_parts_c
  use, intrinsic :: iso_c_binding, only: c_bool, c_int, c_ptr
  use viewfab_box, only: vf_box
  implicit none
  private
  public :: c_view_sync_h2d_box, c_view_sync_d2h_box, c_view_sync_h2d_ghosts, c_view_sync_d2h_ghosts
  public :: c_view_to_host_box, c_view_to_device_box, c_view_mark_written_box, c_view_state_box

  interface
    function c_view_sync_h2d_box(view, box, components) result(status) bind(c, name='vf_view_sync_h2d_box')
      import :: c_int, c_ptr, vf_box
      type(c_ptr), value :: view
      type(vf_box), intent(in), optional :: box
      integer(c_int), intent(in), optional :: components(*)
      integer(c_int) :: status
    end function

    function c_view_sync_d2h_box(view, box, components) result(status) bind(c, name='vf_view_sync_d2h_box')
      import :: c_int, c_ptr, vf_box
      type(c_ptr), value :: view
      type(vf_box), intent(in), optional :: box
      integer(c_int), intent(in), optional :: components(*)
      integer(c_int) :: status
    end function

    function c_view_sync_h2d_ghosts(view, interior, depth, components) result(status) &
        bind(c, name='vf_view_sync_h2d_ghosts')
      import :: c_int, c_ptr, vf_box
      type(c_ptr), value :: view
      type(vf_box), intent(in) :: interior
      integer(c_int), value :: depth
      integer(c_int), intent(in), optional :: components(*)
      integer(c_int) :: status
    end function

    function c_view_sync_d2h_ghosts(view, interior, depth, components) result(status) &
        bind(c, name='vf_view_sync_d2h_ghosts')
      import :: c_int, c_ptr, vf_box
      type(c_ptr), value :: view
      type(vf_box), intent(in) :: interior
      integer(c_int), value :: depth
      integer(c_int), intent(in), optional :: components(*)
      integer(c_int) :: status
    end function

    function c_view_to_host_box(view, intent, box, components) result(status) &
        bind(c, name='vf_view_to_host_box')
      import :: c_int, c_ptr, vf_box
      type(c_ptr), value :: view
      integer(c_int), value :: intent
      type(vf_box), intent(in), optional :: box
      integer(c_int), intent(in), optional :: components(*)
      integer(c_int) :: status
    end function

    function c_view_to_device_box(view, intent, box, components) result(status) &
        bind(c, name='vf_view_to_device_box')
      import :: c_int, c_ptr, vf_box
      type(c_ptr), value :: view
      integer(c_int), value :: intent
      type(vf_box), intent(in), optional :: box
      integer(c_int), intent(in), optional :: components(*)
      integer(c_int) :: status
    end function

    function c_view_mark_written_box(view, side, box, components) result(status) &
        bind(c, name='vf_view_mark_written_box')
      import :: c_int, c_ptr, vf_box
      type(c_ptr), value :: view
      integer(c_int), value :: side
      type(vf_box), intent(in), optional :: box
      integer(c_int), intent(in), optional :: components(*)
      integer(c_int) :: status
    end function

    function c_view_state_box(view, box, components, host_valid, device_valid) result(status) &
        bind(c, name='vf_view_state_box')
      import :: c_bool, c_int, c_ptr, vf_box
      type(c_ptr), value :: view
      type(vf_box), intent(in), optional :: box
      integer(c_int), intent(in), optional :: components(*)
      logical(c_bool), intent(inout) :: host_valid, device_valid
      integer(c_int) :: status
    end function
  end interface

end module
