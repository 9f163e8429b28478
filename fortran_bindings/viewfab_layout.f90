! Layouts: the boxes of all ranks of a group, and the owner of each box; see layout.h. A set that is
! wrapped or created on a layout has the own boxes, and its fill_ghosts is collective: ghosts come
! from the boxes of all ranks.
!
! Boxes have numbers, from 1, the same on all ranks. The boxes of a rank have places, from 1, in the
! order of their numbers. Ranks count from 0.
module viewfab_layout
  use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_int, c_null_ptr, c_ptr
  use, intrinsic :: iso_fortran_env, only: int64
  use viewfab_status, only: VF_OK, VF_ERROR_ARGUMENT
  use viewfab_box, only: vf_box
  use viewfab_c, only: c_text
  use viewfab_errors, only: vf_digits, vf_finish, vf_report
  use viewfab_group, only: vf_group
  implicit none
  private
  public :: vf_layout, vf_layout_distribute

  ! An assignment between layouts copies only the handle: release only one of the two variables.
  type :: vf_layout
    ! Public for viewfab's own modules: programs leave it alone.
    type(c_ptr) :: handle = c_null_ptr
  contains
    procedure, private :: create_of_own, create_of_all
    generic :: create => create_of_own, create_of_all
    procedure :: is_set, box_count, own_count, box, owner, number, own_boxes, release
  end type

  interface
    function c_layout_create(group, own, own_count, label, layout) result(status) &
        bind(c, name='vf_layout_create')
      import :: c_char, c_int, c_ptr, vf_box
      type(c_ptr), value :: group
      type(vf_box), intent(in) :: own(*)
      integer(c_int), value :: own_count
      character(kind=c_char), intent(in) :: label(*)
      type(c_ptr), intent(inout) :: layout
      integer(c_int) :: status
    end function

    ! Tells other ranks that this rank refuses a call; returns the status.
    function c_group_refuse(group, call, status) result(given) bind(c, name='vfi_group_refuse')
      import :: c_char, c_int, c_ptr
      type(c_ptr), value :: group
      character(kind=c_char), intent(in) :: call(*)
      integer(c_int), value :: status
      integer(c_int) :: given
    end function

    function c_layout_create_owned(group, all, owners, count, label, layout) result(status) &
        bind(c, name='vf_layout_create_owned')
      import :: c_char, c_int, c_ptr, vf_box
      type(c_ptr), value :: group
      type(vf_box), intent(in) :: all(*)
      integer(c_int), intent(in) :: owners(*)
      integer(c_int), value :: count
      character(kind=c_char), intent(in) :: label(*)
      type(c_ptr), intent(inout) :: layout
      integer(c_int) :: status
    end function

    function c_layout_distribute(domain, size, ranks, boxes, owners, count) result(status) &
        bind(c, name='vf_layout_distribute')
      import :: c_int, c_ptr, vf_box
      type(vf_box), intent(in) :: domain
      integer(c_int), intent(in) :: size(3)
      integer(c_int), value :: ranks
      type(vf_box), intent(inout), optional :: boxes(*)
      integer(c_int), intent(inout), optional :: owners(*)
      integer(c_int), intent(inout) :: count
      integer(c_int) :: status
    end function

    function c_layout_size(layout, own, all) result(status) bind(c, name='vf_layout_size')
      import :: c_int, c_ptr
      type(c_ptr), value :: layout
      integer(c_int), intent(inout) :: own, all
      integer(c_int) :: status
    end function

    function c_layout_box(layout, number, box, owner) result(status) bind(c, name='vf_layout_box')
      import :: c_int, c_ptr, vf_box
      type(c_ptr), value :: layout
      integer(c_int), value :: number
      type(vf_box), intent(inout) :: box
      integer(c_int), intent(inout) :: owner
      integer(c_int) :: status
    end function

    function c_layout_own(layout, place, number) result(status) bind(c, name='vf_layout_own')
      import :: c_int, c_ptr
      type(c_ptr), value :: layout
      integer(c_int), value :: place
      integer(c_int), intent(inout) :: number
      integer(c_int) :: status
    end function

    function c_layout_destroy(layout) result(status) bind(c, name='vf_layout_destroy')
      import :: c_int, c_ptr
      type(c_ptr), intent(inout) :: layout
      integer(c_int) :: status
    end function
  end interface

contains

  ! Makes this the layout of the boxes of each rank; boxes are numbered by rank, then by their place
  ! in the list. Collective. A layout that was set is released first.
  !   group  of the ranks
  !   boxes  cells of the own boxes, in the code's own indices; the list may be empty
  !   label  name for messages, the same on all ranks; default 'unnamed'
  !   ierr   VF_ERROR_NULL (the group is not set), VF_ERROR_BOX (a box that no kernel can walk),
  !          VF_ERROR_STATE, VF_ERROR_MEMORY, VF_ERROR_PEER
  subroutine create_of_own(self, group, boxes, label, ierr)
    class(vf_layout), intent(inout) :: self
    type(vf_group), intent(in) :: group
    type(vf_box), intent(in) :: boxes(:)
    character(*), intent(in), optional :: label
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    status = let_go(self)
    if (status == VF_OK) status = c_layout_create(group%handle, boxes, size(boxes, kind=c_int), &
      c_text(name_of(label)), self%handle)
    call vf_finish(status, ierr)
  end subroutine

  ! Makes this the layout of a list that all ranks pass; box b of the list has the number b. Collective.
  ! A layout that was set is released first.
  !   boxes   cells of all boxes, the same list on all ranks
  !   owners  rank of each box, from 0
  !   group, label, ierr  as above; VF_ERROR_ARGUMENT (numbers of owners and boxes differ, an owner is no
  !           rank); VF_ERROR_PEER if ranks have different lists
  subroutine create_of_all(self, group, boxes, owners, label, ierr)
    class(vf_layout), intent(inout) :: self
    type(vf_group), intent(in) :: group
    type(vf_box), intent(in) :: boxes(:)
    integer(c_int), intent(in) :: owners(:)
    character(*), intent(in), optional :: label
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    status = VF_OK
    if (size(boxes) /= size(owners)) status = vf_report(VF_ERROR_ARGUMENT, 'create of the layout ''' &
      // name_of(label) // ''': there are ' // vf_digits(size(boxes, kind=int64)) // ' boxes and ' &
      // vf_digits(size(owners, kind=int64)) // ' owners')
    if (status == VF_OK) status = let_go(self)
    if (status /= VF_OK) then
      status = c_group_refuse(group%handle, c_text('vf_layout_create_owned'), status)
    else
      status = c_layout_create_owned(group%handle, boxes, owners, size(boxes, kind=c_int), &
        c_text(name_of(label)), self%handle)
    end if
    call vf_finish(status, ierr)
  end subroutine

  ! Cuts a domain into boxes and gives the boxes to ranks. The order of boxes is Z-Morton order, with
  ! neighbours mostly near each other; ranks get about as many cells each. Not collective; the result is
  ! the same on all ranks.
  !   domain  cells; not empty
  !   size    [1 to 3] cells of a box in each direction, at least 1; the last boxes of a direction may be smaller.
  !           A missing direction has size 1
  !   ranks   at least 1; there may be more ranks than boxes
  !   boxes, owners  the boxes, and the rank of each box, from 0
  !   ierr    VF_ERROR_ARGUMENT (size, ranks), VF_ERROR_BOX (domain), VF_ERROR_MEMORY
  subroutine vf_layout_distribute(domain, size, ranks, boxes, owners, ierr)
    type(vf_box), intent(in) :: domain
    integer(c_int), intent(in) :: size(:), ranks
    type(vf_box), allocatable, intent(out) :: boxes(:)
    integer(c_int), allocatable, intent(out) :: owners(:)
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status, count, cells(3), given
    count = 0
    cells = 1
    given = ubound(size, 1, kind=c_int)
    status = VF_OK
    if (given < 1 .or. given > 3) status = vf_report(VF_ERROR_ARGUMENT, 'vf_layout_distribute: size has ' &
      // vf_digits(int(given, int64)) // ' numbers; it has one for each direction, 1 to 3')
    cells(1:min(given, 3)) = size(1:min(given, 3))
    if (status == VF_OK) status = c_layout_distribute(domain, cells, ranks, count=count)
    if (status /= VF_OK) count = 0
    allocate (boxes(count), owners(count))
    if (status == VF_OK) status = c_layout_distribute(domain, cells, ranks, boxes, owners, count)
    call vf_finish(status, ierr)
  end subroutine

  ! True from create until release.
  function is_set(self)
    class(vf_layout), intent(in) :: self
    logical :: is_set
    is_set = c_associated(self%handle)
  end function

  ! Number of boxes of all ranks; 0 if the layout is not set.
  function box_count(self)
    class(vf_layout), intent(in) :: self
    integer(c_int) :: box_count, own
    call counts(self, own, box_count)
  end function

  ! Number of boxes of this rank; 0 if the layout is not set.
  function own_count(self)
    class(vf_layout), intent(in) :: self
    integer(c_int) :: own_count, all
    call counts(self, own_count, all)
  end function

  ! A box of any rank, by its number; an empty box after a failure.
  !   ierr  VF_ERROR_NULL, VF_ERROR_STATE, VF_ERROR_ARGUMENT (number)
  function box(self, number, ierr)
    class(vf_layout), intent(in) :: self
    integer(c_int), intent(in) :: number
    integer(c_int), intent(out), optional :: ierr
    type(vf_box) :: box
    integer(c_int) :: owner, status
    call look(self, number, box, owner, status)
    call vf_finish(status, ierr)
  end function

  ! The owner of a box, by its number; -1 after a failure. ierr as above.
  function owner(self, number, ierr)
    class(vf_layout), intent(in) :: self
    integer(c_int), intent(in) :: number
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: owner, status
    type(vf_box) :: cells
    call look(self, number, cells, owner, status)
    call vf_finish(status, ierr)
  end function

  ! The number of the own box at a place; 0 after a failure.
  !   ierr  VF_ERROR_NULL, VF_ERROR_STATE, VF_ERROR_ARGUMENT (place)
  function number(self, place, ierr)
    class(vf_layout), intent(in) :: self
    integer(c_int), intent(in) :: place
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: number, status
    number = -1
    status = c_layout_own(self%handle, place - 1_c_int, number)
    number = merge(number + 1_c_int, 0_c_int, status == VF_OK)
    call vf_finish(status, ierr)
  end function

  ! The own boxes, in the order of places: the boxes for calls of kernels.
  !   ierr  VF_ERROR_NULL, VF_ERROR_STATE
  function own_boxes(self, ierr) result(boxes)
    class(vf_layout), intent(in) :: self
    integer(c_int), intent(out), optional :: ierr
    type(vf_box), allocatable :: boxes(:)
    integer(c_int) :: own, all, at, owner, status, place
    own = 0
    all = 0
    at = 0
    status = c_layout_size(self%handle, own, all)
    allocate (boxes(own))
    do place = 1, own
      if (status == VF_OK) status = c_layout_own(self%handle, place - 1_c_int, at)
      if (status == VF_OK) status = c_layout_box(self%handle, at, boxes(place), owner)
    end do
    call vf_finish(status, ierr)
  end function

  ! Ends the layout; sets on the layout may be released before or after. Not collective. Releasing a
  ! layout that is not set does nothing.
  !   ierr  VF_ERROR_STATE: the layout was released already, through a copy of the variable
  subroutine release(self, ierr)
    class(vf_layout), intent(inout) :: self
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(let_go(self), ierr)
  end subroutine

  function let_go(self) result(status)
    class(vf_layout), intent(inout) :: self
    integer(c_int) :: status
    status = VF_OK
    if (self%is_set()) status = c_layout_destroy(self%handle)
  end function

  subroutine counts(self, own, all)
    class(vf_layout), intent(in) :: self
    integer(c_int), intent(out) :: own, all
    integer(c_int) :: status
    own = 0
    all = 0
    if (self%is_set()) status = c_layout_size(self%handle, own, all)
  end subroutine

  subroutine look(self, number, box, owner, status)
    class(vf_layout), intent(in) :: self
    integer(c_int), intent(in) :: number
    type(vf_box), intent(out) :: box
    integer(c_int), intent(out) :: owner, status
    box = vf_box([1, 1, 1], [0, 0, 0])
    owner = -1
    status = c_layout_box(self%handle, number - 1_c_int, box, owner)
    ! C counts from 0 in its text, so the text is replaced.
    if (status == VF_ERROR_ARGUMENT) status = vf_report(VF_ERROR_ARGUMENT, 'box ' &
      // vf_digits(int(number, int64)) // ' of a layout of ' // vf_digits(int(self%box_count(), int64)))
  end subroutine

  function name_of(label) result(name)
    character(*), intent(in), optional :: label
    character(:), allocatable :: name
    name = 'unnamed'
    if (present(label)) name = label
  end function

end module
