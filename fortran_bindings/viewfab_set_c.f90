! The C functions of sets.
module viewfab_set_c
  use, intrinsic :: iso_c_binding, only: c_bool, c_char, c_int, c_ptr
  use viewfab_boundary, only: vf_boundary
  use viewfab_box, only: vf_box
  implicit none
  private
  public :: c_set_wrap, c_set_create, c_set_wrap_on, c_set_create_on, &
    c_set_create_by, c_set_create_on_by, c_set_size, c_set_view, &
    c_set_fill_ghosts, c_set_fill_ghosts_begin, c_set_fill_ghosts_by, c_set_fill_ghosts_begin_by, &
    c_set_fill_ghosts_end, c_set_refuse

  interface
    function c_set_wrap(context, boxes, box_count, views, label, set) result(status) &
        bind(c, name='vf_set_wrap')
      import :: c_char, c_int, c_ptr, vf_box
      type(c_ptr), value :: context
      type(vf_box), intent(in) :: boxes(*)
      integer(c_int), value :: box_count
      type(c_ptr), intent(in) :: views(*)
      character(kind=c_char), intent(in) :: label(*)
      type(c_ptr), intent(inout) :: set
      integer(c_int) :: status
    end function

    function c_set_create(context, boxes, box_count, type, components, ghosts, face, label, set) &
        result(status) bind(c, name='vf_set_create')
      import :: c_char, c_int, c_ptr, vf_box
      type(c_ptr), value :: context
      type(vf_box), intent(in) :: boxes(*)
      integer(c_int), value :: box_count, type, components, ghosts, face
      character(kind=c_char), intent(in) :: label(*)
      type(c_ptr), intent(inout) :: set
      integer(c_int) :: status
    end function

    ! Tells other ranks that this rank refuses a call on a set; returns the status.
    function c_set_refuse(set, call, status) result(given) bind(c, name='vfi_set_refuse')
      import :: c_char, c_int, c_ptr
      type(c_ptr), value :: set
      character(kind=c_char), intent(in) :: call(*)
      integer(c_int), value :: status
      integer(c_int) :: given
    end function

    function c_set_wrap_on(layout, views, label, set) result(status) bind(c, name='vf_set_wrap_on')
      import :: c_char, c_int, c_ptr
      type(c_ptr), value :: layout
      type(c_ptr), intent(in) :: views(*)
      character(kind=c_char), intent(in) :: label(*)
      type(c_ptr), intent(inout) :: set
      integer(c_int) :: status
    end function

    function c_set_create_on(layout, type, components, ghosts, face, label, set) result(status) &
        bind(c, name='vf_set_create_on')
      import :: c_char, c_int, c_ptr
      type(c_ptr), value :: layout
      integer(c_int), value :: type, components, ghosts, face
      character(kind=c_char), intent(in) :: label(*)
      type(c_ptr), intent(inout) :: set
      integer(c_int) :: status
    end function

    function c_set_create_by(context, boxes, box_count, type, rank, components, ghosts, face, label, set) &
        result(status) bind(c, name='vf_set_create_by_direction')
      import :: c_char, c_int, c_ptr, vf_box
      type(c_ptr), value :: context
      type(vf_box), intent(in) :: boxes(*)
      integer(c_int), value :: box_count, type, rank, components, face
      integer(c_int), intent(in) :: ghosts(3)
      character(kind=c_char), intent(in) :: label(*)
      type(c_ptr), intent(inout) :: set
      integer(c_int) :: status
    end function

    function c_set_create_on_by(layout, type, rank, components, ghosts, face, label, set) result(status) &
        bind(c, name='vf_set_create_on_by_direction')
      import :: c_char, c_int, c_ptr
      type(c_ptr), value :: layout
      integer(c_int), value :: type, rank, components, face
      integer(c_int), intent(in) :: ghosts(3)
      character(kind=c_char), intent(in) :: label(*)
      type(c_ptr), intent(inout) :: set
      integer(c_int) :: status
    end function

    function c_set_size(set, is_set, box_count) result(status) bind(c, name='vf_set_size')
      import :: c_bool, c_int, c_ptr
      type(c_ptr), value :: set
      logical(c_bool), intent(inout) :: is_set
      integer(c_int), intent(inout) :: box_count
      integer(c_int) :: status
    end function

    function c_set_view(set, b, box, view) result(status) bind(c, name='vf_set_view')
      import :: c_int, c_ptr, vf_box
      type(c_ptr), value :: set
      integer(c_int), value :: b
      type(vf_box), intent(inout) :: box
      type(c_ptr), intent(inout) :: view
      integer(c_int) :: status
    end function

    function c_set_fill_ghosts(set, wall, layers, domain, sides) result(status) &
        bind(c, name='vf_set_fill_ghosts')
      import :: c_int, c_ptr, vf_boundary, vf_box
      type(c_ptr), value :: set, wall
      integer(c_int), value :: layers
      type(vf_box), intent(in) :: domain
      type(vf_boundary), intent(in) :: sides
      integer(c_int) :: status
    end function

    function c_set_fill_ghosts_begin(set, wall, layers, domain, sides) result(status) &
        bind(c, name='vf_set_fill_ghosts_begin')
      import :: c_int, c_ptr, vf_boundary, vf_box
      type(c_ptr), value :: set, wall
      integer(c_int), value :: layers
      type(vf_box), intent(in) :: domain
      type(vf_boundary), intent(in) :: sides
      integer(c_int) :: status
    end function

    function c_set_fill_ghosts_by(set, wall, layers, domain, sides) result(status) &
        bind(c, name='vf_set_fill_ghosts_by_direction')
      import :: c_int, c_ptr, vf_boundary, vf_box
      type(c_ptr), value :: set, wall
      integer(c_int), intent(in) :: layers(3)
      type(vf_box), intent(in) :: domain
      type(vf_boundary), intent(in) :: sides
      integer(c_int) :: status
    end function

    function c_set_fill_ghosts_begin_by(set, wall, layers, domain, sides) result(status) &
        bind(c, name='vf_set_fill_ghosts_begin_by_direction')
      import :: c_int, c_ptr, vf_boundary, vf_box
      type(c_ptr), value :: set, wall
      integer(c_int), intent(in) :: layers(3)
      type(vf_box), intent(in) :: domain
      type(vf_boundary), intent(in) :: sides
      integer(c_int) :: status
    end function

    function c_set_fill_ghosts_end(set) result(status) bind(c, name='vf_set_fill_ghosts_end')
      import :: c_int, c_ptr
      type(c_ptr), value :: set
      integer(c_int) :: status
    end function
  end interface

end module
