! Sets: the views of many boxes as one object; see set.h. A kernel call with a list of boxes works on
! box b in the b-th view of every set of the call, in one launch. The common part with views (label,
! release, moving data, state) is in viewfab_field.
module viewfab_set
  use, intrinsic :: iso_c_binding, only: c_bool, c_int, c_null_ptr, c_ptr
  use, intrinsic :: iso_fortran_env, only: int64
  use viewfab_status, only: VF_OK, VF_ERROR_ARGUMENT, VF_ERROR_NULL
  use viewfab_boundary, only: vf_boundary
  use viewfab_box, only: vf_box
  use viewfab_c, only: c_text
  use viewfab_errors, only: vf_digits, vf_finish, vf_report
  use viewfab_field, only: let_go, vf_field
  use viewfab_layout, only: vf_layout
  use viewfab_set_c
  use viewfab_view, only: vf_view
  use viewfab_view_wrap, only: code_of, name_of, quoted, wrong_type
  implicit none
  private
  public :: vf_set

  ! An assignment between sets copies only the handle: release only one of the two variables.
  type, extends(vf_field) :: vf_set
  contains
    procedure, private :: wrap_boxes, wrap_layout, create_boxes, create_layout, create_boxes_by, create_layout_by
    procedure, private :: fill_alike, fill_by, fill_to_wall, fill_to_wall_by
    procedure, private :: begin_alike, begin_by, begin_to_wall, begin_to_wall_by
    generic :: wrap => wrap_boxes, wrap_layout
    generic :: create => create_boxes, create_layout, create_boxes_by, create_layout_by
    procedure :: box_count, box, view
    generic :: fill_ghosts => fill_alike, fill_by, fill_to_wall, fill_to_wall_by
    generic :: fill_ghosts_begin => begin_alike, begin_by, begin_to_wall, begin_to_wall_by
    procedure :: fill_ghosts_end
  end type

contains

  ! Makes this a set of views. The set has its own views on the same arrays: the given views have to be
  ! released too, before or after the set. A set that was set is released first, as by release(); if
  ! wrap fails after the release, the set is not set.
  !   boxes  cells of each view, in the code's own indices, without ghosts. The list may be empty: a
  !          process of a parallel code may own no box
  !   views  as many as boxes, of the same element type and with the same components; they share no elements
  !   label  name for messages; default 'unnamed'
  !   ierr   VF_ERROR_ARGUMENT (not as many views as boxes), VF_ERROR_NULL (a view is not set),
  !          VF_ERROR_KIND, VF_ERROR_COMPONENT, VF_ERROR_CONTEXT, VF_ERROR_OVERLAP (views share
  !          elements), VF_ERROR_STALE (from the release), VF_ERROR_MEMORY
  subroutine wrap_boxes(self, boxes, views, label, ierr)
    class(vf_set), intent(inout) :: self
    type(vf_box), intent(in) :: boxes(:)
    type(vf_view), intent(in) :: views(:)
    character(*), intent(in), optional :: label
    integer(c_int), intent(out), optional :: ierr
    type(c_ptr) :: handles(size(views))
    integer(c_int) :: status
    integer :: b
    status = VF_OK
    if (size(boxes) /= size(views)) status = vf_report(VF_ERROR_ARGUMENT, 'wrap of the set ' &
      // quoted(label) // ': there are ' // vf_digits(size(boxes, kind=int64)) // ' boxes and ' &
      // vf_digits(size(views, kind=int64)) // ' views')
    do b = 1, size(views)
      handles(b) = views(b)%handle
    end do
    if (status == VF_OK) status = let_go(self)
    if (status == VF_OK) status = c_set_wrap(c_null_ptr, boxes, size(boxes, kind=c_int), handles, &
      c_text(name_of(label)), self%handle)
    call vf_finish(status, ierr)
  end subroutine

  ! Makes this a set of views of the own boxes of a layout. Not collective; but the views of all ranks must have the
  ! same type and number of components, else fill_ghosts fails.
  !   layout  of the ranks
  !   views   a view for each own box, in the order of places; a rank without boxes gives an empty list
  !   label   name for messages, the same on all ranks; default 'unnamed'
  !   ierr    as above; VF_ERROR_STATE (the layout was released)
  subroutine wrap_layout(self, layout, views, label, ierr)
    class(vf_set), intent(inout) :: self
    type(vf_layout), intent(in) :: layout
    type(vf_view), intent(in) :: views(:)
    character(*), intent(in), optional :: label
    integer(c_int), intent(out), optional :: ierr
    type(c_ptr) :: handles(size(views))
    integer(c_int) :: status, own
    integer :: b
    status = VF_OK
    own = size(views, kind=c_int)
    if (layout%is_set()) own = layout%own_count()
    if (own /= size(views)) status = vf_report(VF_ERROR_ARGUMENT, 'wrap of the set ' // quoted(label) &
      // ': this rank owns ' // vf_digits(int(own, int64)) // ' boxes, and there are ' &
      // vf_digits(size(views, kind=int64)) // ' views')
    do b = 1, size(views)
      handles(b) = views(b)%handle
    end do
    if (status == VF_OK) status = let_go(self)
    if (status == VF_OK) status = c_set_wrap_on(layout%handle, handles, c_text(name_of(label)), self%handle)
    call vf_finish(status, ierr)
  end subroutine

  ! Makes this a set of new arrays of zeros, an array for each box. viewfab owns the arrays and frees them on
  ! release; view and its host_pointer give access. A set that was set is released first, as by release().
  !   boxes       as for wrap
  !   mold        a scalar of the wanted type; its value is not used: 0.0_real64 for real64
  !   components  at least 1; default 1. All arrays have rank 4, the components count from 1
  !   ghosts      layers by which the array of a box is larger than the box, on all sides; default 0
  !   face        0: values in the cells (default); 1, 2, 3: on the faces in x, y, z. A box has one more face
  !               than cells in this direction. Face i lies between cells i - 1 and i
  !   label       name for messages, of the set and of its views; default 'unnamed'
  !   ierr        VF_ERROR_KIND, VF_ERROR_ARGUMENT (components, ghosts, face), VF_ERROR_MEMORY,
  !               VF_ERROR_STALE (from the release)
  subroutine create_boxes(self, boxes, mold, components, ghosts, face, label, ierr)
    class(vf_set), intent(inout) :: self
    type(vf_box), intent(in) :: boxes(:)
    class(*), intent(in) :: mold
    integer(c_int), intent(in), optional :: components, ghosts, face
    character(*), intent(in), optional :: label
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status, code
    code = code_of(mold)
    status = VF_OK
    if (code == 0) status = wrong_type('create', label)
    if (status == VF_OK) status = let_go(self)
    if (status == VF_OK) status = c_set_create(c_null_ptr, boxes, size(boxes, kind=c_int), code, &
      number(components, 1_c_int), number(ghosts, 0_c_int), number(face, 0_c_int), &
      c_text(name_of(label)), self%handle)
    call vf_finish(status, ierr)
  end subroutine

  ! Makes this a set of new arrays of zeros, an array for each own box of a layout. Not collective; all ranks give
  ! the same mold and components. Arguments as above; ierr also VF_ERROR_STATE (the layout was released).
  subroutine create_layout(self, layout, mold, components, ghosts, face, label, ierr)
    class(vf_set), intent(inout) :: self
    type(vf_layout), intent(in) :: layout
    class(*), intent(in) :: mold
    integer(c_int), intent(in), optional :: components, ghosts, face
    character(*), intent(in), optional :: label
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status, code
    code = code_of(mold)
    status = VF_OK
    if (code == 0) status = wrong_type('create', label)
    if (status == VF_OK) status = let_go(self)
    if (status == VF_OK) status = c_set_create_on(layout%handle, code, number(components, 1_c_int), &
      number(ghosts, 0_c_int), number(face, 0_c_int), c_text(name_of(label)), self%handle)
    call vf_finish(status, ierr)
  end subroutine

  ! The same with ghosts by direction, for fields of 1, 2 or 3 directions: the size of ghosts is the number of directions. With
  ! a single component the arrays have this rank, a(i,j) for two directions; with more they have rank 4, a(i,j,1,n).
  !   ghosts  [1 to 3] layers in each direction, at least 0. In further directions boxes are 1:1
  !   others, ierr  as above; VF_ERROR_BOX (a box that is not 1:1 in a direction beyond the size of ghosts)
  subroutine create_boxes_by(self, boxes, mold, components, ghosts, face, label, ierr)
    class(vf_set), intent(inout) :: self
    type(vf_box), intent(in) :: boxes(:)
    class(*), intent(in) :: mold
    integer(c_int), intent(in), optional :: components, face
    integer(c_int), intent(in) :: ghosts(:)
    character(*), intent(in), optional :: label
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status, code, layers(3)
    code = code_of(mold)
    status = VF_OK
    if (code == 0) status = wrong_type('create', label)
    if (status == VF_OK) call by_direction('create of the set ' // quoted(label), 'ghosts', ghosts, layers, status)
    if (status == VF_OK) status = let_go(self)
    if (status == VF_OK) status = c_set_create_by(c_null_ptr, boxes, size(boxes, kind=c_int), code, &
      size(ghosts, kind=c_int), number(components, 1_c_int), layers, number(face, 0_c_int), &
      c_text(name_of(label)), self%handle)
    call vf_finish(status, ierr)
  end subroutine

  ! The same on the own boxes of a layout.
  subroutine create_layout_by(self, layout, mold, components, ghosts, face, label, ierr)
    class(vf_set), intent(inout) :: self
    type(vf_layout), intent(in) :: layout
    class(*), intent(in) :: mold
    integer(c_int), intent(in), optional :: components, face
    integer(c_int), intent(in) :: ghosts(:)
    character(*), intent(in), optional :: label
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status, code, layers(3)
    code = code_of(mold)
    status = VF_OK
    if (code == 0) status = wrong_type('create', label)
    if (status == VF_OK) call by_direction('create of the set ' // quoted(label), 'ghosts', ghosts, layers, status)
    if (status == VF_OK) status = let_go(self)
    if (status == VF_OK) status = c_set_create_on_by(layout%handle, code, size(ghosts, kind=c_int), &
      number(components, 1_c_int), layers, number(face, 0_c_int), c_text(name_of(label)), self%handle)
    call vf_finish(status, ierr)
  end subroutine

  ! Number of boxes; 0 if the set is not set.
  function box_count(self)
    class(vf_set), intent(in) :: self
    integer(c_int) :: box_count
    logical(c_bool) :: is_set
    box_count = 0
    is_set = .false.
    if (.not. self%is_set()) return
    if (c_set_size(self%handle, is_set, box_count) /= VF_OK) box_count = 0
  end function

  ! The box at place b, from 1; an empty box after a failure.
  !   ierr  VF_ERROR_NULL, VF_ERROR_ARGUMENT (b out of range)
  function box(self, b, ierr)
    class(vf_set), intent(in) :: self
    integer, intent(in) :: b
    integer(c_int), intent(out), optional :: ierr
    type(vf_box) :: box
    type(c_ptr) :: handle
    integer(c_int) :: status
    call look(self, b, box, handle, status)
    call vf_finish(status, ierr)
  end function

  ! The view at place b, from 1; a view that is not set after a failure. The view is borrowed: it ends
  ! with the set, and its release is refused with VF_ERROR_STATE.
  !   ierr  VF_ERROR_NULL, VF_ERROR_ARGUMENT (b out of range)
  function view(self, b, ierr)
    class(vf_set), intent(in) :: self
    integer, intent(in) :: b
    integer(c_int), intent(out), optional :: ierr
    type(vf_view) :: view
    type(vf_box) :: cells
    integer(c_int) :: status
    call look(self, b, cells, view%handle, status)
    call vf_finish(status, ierr)
  end function

  ! Fills ghost cells of a cell-centred set, in one launch:
  !   - ghosts that are cells of another box, or of a periodic image of a box, edges and corners
  !     included, in the given number of layers, with the value there;
  !   - ghosts of the first layer beside a face of the domain, edges and corners excepted, by sides.
  ! All other ghosts are left alone. The first call finds the sources of the ghosts, and keeps them for
  ! later calls with the same domain, layers and periodic faces; a set keeps four of these plans.
  ! For a set on a layout the call is collective, and boxes are the boxes of all ranks.
  !   wall    values on Dirichlet walls, in the ghost cells beside them: a set of the same boxes, type
  !           and components (read). A call without this argument has walls of the value 0
  !   domain  cells of the whole problem; contains every box
  !   sides   boundary of the domain; only periodic and unfilled faces for elements that are not real
  !   layers  at least 1, for all directions of the views (a plane has two); default 1. Or a number for
  !           each direction, layers=[2, 1] in a plane: 0 fills none in this direction, at least one
  !           number is 1 or more. Every view contains its box grown by these layers
  !   ierr    VF_ERROR_NULL, VF_ERROR_ARGUMENT (layers, more layers than a periodic domain has cells,
  !           sides), VF_ERROR_BOX (a box outside the domain, boxes that overlap, other boxes of wall, a
  !           view too small), VF_ERROR_KIND, VF_ERROR_ALIAS (wall is this set), VF_ERROR_CONTEXT,
  !           VF_ERROR_MEMORY; on a layout VF_ERROR_PEER, VF_ERROR_STATE (an exchange of its group is begun)
  subroutine fill_alike(self, domain, sides, layers, ierr)
    class(vf_set), intent(in) :: self
    type(vf_box), intent(in) :: domain
    type(vf_boundary), intent(in) :: sides
    integer(c_int), intent(in), optional :: layers
    integer(c_int), intent(out), optional :: ierr
    call fill(self, domain, sides, layers, .false., ierr=ierr)
  end subroutine

  subroutine fill_by(self, domain, sides, layers, ierr)
    class(vf_set), intent(in) :: self
    type(vf_box), intent(in) :: domain
    type(vf_boundary), intent(in) :: sides
    integer(c_int), intent(in) :: layers(:)
    integer(c_int), intent(out), optional :: ierr
    call fill_in_directions(self, domain, sides, layers, .false., ierr=ierr)
  end subroutine

  subroutine fill_to_wall(self, wall, domain, sides, layers, ierr)
    class(vf_set), intent(in) :: self
    type(vf_set), intent(in) :: wall
    type(vf_box), intent(in) :: domain
    type(vf_boundary), intent(in) :: sides
    integer(c_int), intent(in), optional :: layers
    integer(c_int), intent(out), optional :: ierr
    call fill(self, domain, sides, layers, .false., wall, ierr)
  end subroutine

  subroutine fill_to_wall_by(self, wall, domain, sides, layers, ierr)
    class(vf_set), intent(in) :: self
    type(vf_set), intent(in) :: wall
    type(vf_box), intent(in) :: domain
    type(vf_boundary), intent(in) :: sides
    integer(c_int), intent(in) :: layers(:)
    integer(c_int), intent(out), optional :: ierr
    call fill_in_directions(self, domain, sides, layers, .false., wall, ierr)
  end subroutine

  ! fill_ghosts in two calls, both collective on a layout: between the calls ghosts from other ranks are on
  ! their way, and kernels may run that read no ghosts and change no cells of the set. The first call fills all
  ! other ghosts. A group can have only one begun exchange. A set without a layout is complete after the first
  ! call. Arguments and ierr as above.
  subroutine begin_alike(self, domain, sides, layers, ierr)
    class(vf_set), intent(in) :: self
    type(vf_box), intent(in) :: domain
    type(vf_boundary), intent(in) :: sides
    integer(c_int), intent(in), optional :: layers
    integer(c_int), intent(out), optional :: ierr
    call fill(self, domain, sides, layers, .true., ierr=ierr)
  end subroutine

  subroutine begin_by(self, domain, sides, layers, ierr)
    class(vf_set), intent(in) :: self
    type(vf_box), intent(in) :: domain
    type(vf_boundary), intent(in) :: sides
    integer(c_int), intent(in) :: layers(:)
    integer(c_int), intent(out), optional :: ierr
    call fill_in_directions(self, domain, sides, layers, .true., ierr=ierr)
  end subroutine

  subroutine begin_to_wall(self, wall, domain, sides, layers, ierr)
    class(vf_set), intent(in) :: self
    type(vf_set), intent(in) :: wall
    type(vf_box), intent(in) :: domain
    type(vf_boundary), intent(in) :: sides
    integer(c_int), intent(in), optional :: layers
    integer(c_int), intent(out), optional :: ierr
    call fill(self, domain, sides, layers, .true., wall, ierr)
  end subroutine

  subroutine begin_to_wall_by(self, wall, domain, sides, layers, ierr)
    class(vf_set), intent(in) :: self
    type(vf_set), intent(in) :: wall
    type(vf_box), intent(in) :: domain
    type(vf_boundary), intent(in) :: sides
    integer(c_int), intent(in) :: layers(:)
    integer(c_int), intent(out), optional :: ierr
    call fill_in_directions(self, domain, sides, layers, .true., wall, ierr)
  end subroutine

  ! Ends the exchange of fill_ghosts_begin: afterwards all ghosts are filled.
  !   ierr  as above; VF_ERROR_STATE (no exchange is begun on the set)
  subroutine fill_ghosts_end(self, ierr)
    class(vf_set), intent(in) :: self
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_set_fill_ghosts_end(self%handle), ierr)
  end subroutine

  ! Fills ghosts, or begins to fill them, with the same number of layers in all directions.
  subroutine fill(self, domain, sides, layers, begins, wall, ierr)
    class(vf_set), intent(in) :: self
    type(vf_box), intent(in) :: domain
    type(vf_boundary), intent(in) :: sides
    integer(c_int), intent(in), optional :: layers
    logical, intent(in) :: begins
    type(vf_set), intent(in), optional :: wall
    integer(c_int), intent(out), optional :: ierr
    type(c_ptr) :: values
    integer(c_int) :: status
    call look_at_wall(self, wall, values, status)
    if (status /= VF_OK) then
      status = c_set_refuse(self%handle, c_text(c_name(begins)), status)
    else if (begins) then
      status = c_set_fill_ghosts_begin(self%handle, values, number(layers, 1_c_int), domain, sides)
    else
      status = c_set_fill_ghosts(self%handle, values, number(layers, 1_c_int), domain, sides)
    end if
    call vf_finish(status, ierr)
  end subroutine

  subroutine fill_in_directions(self, domain, sides, layers, begins, wall, ierr)
    class(vf_set), intent(in) :: self
    type(vf_box), intent(in) :: domain
    type(vf_boundary), intent(in) :: sides
    integer(c_int), intent(in) :: layers(:)
    logical, intent(in) :: begins
    type(vf_set), intent(in), optional :: wall
    integer(c_int), intent(out), optional :: ierr
    type(c_ptr) :: values
    integer(c_int) :: status, all_layers(3)
    call look_at_wall(self, wall, values, status)
    if (status == VF_OK) call by_direction(c_name(begins) // ' of ' // quoted(self%label()), 'layers', layers, &
      all_layers, status)
    if (status /= VF_OK) then
      status = c_set_refuse(self%handle, c_text(c_name(begins)), status)
    else if (begins) then
      status = c_set_fill_ghosts_begin_by(self%handle, values, all_layers, domain, sides)
    else
      status = c_set_fill_ghosts_by(self%handle, values, all_layers, domain, sides)
    end if
    call vf_finish(status, ierr)
  end subroutine

  pure function c_name(begins) result(name)
    logical, intent(in) :: begins
    character(:), allocatable :: name
    name = 'vf_set_fill_ghosts'
    if (begins) name = name // '_begin'
  end function

  subroutine look_at_wall(self, wall, values, status)
    class(vf_set), intent(in) :: self
    type(vf_set), intent(in), optional :: wall
    type(c_ptr), intent(out) :: values
    integer(c_int), intent(out) :: status
    status = VF_OK
    values = c_null_ptr
    if (.not. present(wall)) return
    values = wall%handle
    ! In C a NULL means walls at 0.
    if (.not. wall%is_set()) status = vf_report(VF_ERROR_NULL, 'vf_set_fill_ghosts: the wall of ' &
      // quoted(self%label()) // ' is not set')
  end subroutine

  subroutine look(self, b, box, handle, status)
    class(vf_set), intent(in) :: self
    integer, intent(in) :: b
    type(vf_box), intent(out) :: box
    type(c_ptr), intent(out) :: handle
    integer(c_int), intent(out) :: status
    box = vf_box([1, 1, 1], [0, 0, 0])
    handle = c_null_ptr
    status = c_set_view(self%handle, int(b - 1, c_int), box, handle)
    ! C counts from 0 in its text, so the text is replaced.
    if (status == VF_ERROR_ARGUMENT) status = vf_report(VF_ERROR_ARGUMENT, 'place ' &
      // vf_digits(int(b, int64)) // ' of the set ' // quoted(self%label()) // ', which has ' &
      // vf_digits(int(self%box_count(), int64)) // ' boxes')
  end subroutine

  ! Numbers of one to three directions; missing numbers are 0.
  subroutine by_direction(caller, name, given, numbers, status)
    character(*), intent(in) :: caller, name
    integer(c_int), intent(in) :: given(:)
    integer(c_int), intent(out) :: numbers(3), status
    status = VF_OK
    numbers = 0
    if (size(given) < 1 .or. size(given) > 3) then
      status = vf_report(VF_ERROR_ARGUMENT, caller // ': ' // name // ' has ' &
        // vf_digits(size(given, kind=int64)) // ' numbers; it has one for each direction, 1 to 3')
    else
      numbers(1:size(given)) = given
    end if
  end subroutine

  pure function number(given, default)
    integer(c_int), intent(in), optional :: given
    integer(c_int), intent(in) :: default
    integer(c_int) :: number
    number = default
    if (present(given)) number = given
  end function

end module
