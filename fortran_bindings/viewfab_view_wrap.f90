! How a view gets its array: wrap borrows one of the program's, create makes one that viewfab owns.
!
! Arrays arrive as CLASS(*) of any rank. The kind comes from SELECT TYPE on the first element, and
! contiguity from the addresses of neighbours: array descriptors differ between compilers, and
! IS_CONTIGUOUS of gfortran 12 is wrong for CLASS(*). gfortran also gives wrong addresses for a
! component of an array of structures; only there the descriptor is read (core/gfortran_array.c),
! and only the descriptor of the first dummy is true. Each dummy on the way has
! TARGET, without which gfortran takes it that the address is not kept, and reads old values later;
! and none has INTENT, so that nothing is promised about what happens to the array.
module viewfab_view_wrap
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_intptr_t, c_loc, c_null_ptr, c_ptr
  use, intrinsic :: iso_fortran_env, only: compiler_version, int32, int64, real32, real64
  use viewfab_status, only: VF_OK, VF_ERROR_ARGUMENT, VF_ERROR_KIND, VF_ERROR_STRIDED
  use viewfab_errors, only: vf_digits, vf_finish, vf_report
  use viewfab_c, only: c_text, c_view_create, c_view_wrap, c_view_wrap_axes, vf_int32, vf_int64, &
    vf_logical32, vf_max_axes, vf_max_rank, vf_real32, vf_real64
  use viewfab_elements, only: vf_element_bytes
  use viewfab_field, only: let_go
  use viewfab_view_base, only: vf_view_base
  implicit none
  private
  public :: vf_view_wrap, check_spacing, code_of, find_array, found_array, name_of, quoted, &
    wrong_type

  ! wrap(a, lower, label, join, ierr, axes): makes this a view of an array that the program owns and
  ! keeps. Nothing is copied, and no device memory is taken yet. If the view was set it is released
  ! first, as by release(); where wrap fails after that the view is not set.
  !   a      real32, real64, int32, int64 or default logical, contiguous; of rank 1 to 4, where the
  !          last index of rank 4 is the component, or with axes of rank 1 to 7. It may have no
  !          elements. It must live until release, and the variable
  !          should have TARGET. A component of an array of structures (cells%temperature) and a
  !          part of complex numbers (z%re) have gaps between their elements, and are refused.
  !   lower  lower bounds that kernels shall see, one for each direction; default 1. They have to be
  !          given: an argument that is not POINTER or ALLOCATABLE does not carry them.
  !   label  name for messages; default 'unnamed'
  !   join   .true. says that this is an array which a live view covers already: both then share
  !          data and state. Default .false.: the memory is a new array, perhaps at the address of
  !          an old one that was never released, and the values of the host count.
  !   ierr   VF_ERROR_STRIDED (a is not contiguous), VF_ERROR_KIND (of another type),
  !          VF_ERROR_ARGUMENT (size of lower, address not aligned, a is a scalar or an array of
  !          assumed size), VF_ERROR_OVERLAP (a live view
  !          covers part of the memory, or all of it with newer values on the device and no join),
  !          VF_ERROR_STALE (from the release), VF_ERROR_MEMORY
  !   axes   letters of the indices with blanks between, 'i j k t e': i j points, the first indices;
  !          k levels; c d parts, as of a vector; s q species; b e blocks or elements; others are
  !          free, and one index of them is selected before a kernel is called. Kernels over
  !          columns and teams need them. VF_ERROR_ARGUMENT where they do not fit the array.
  !
  ! wrap(a(lo1,lo2,lo3,1), lo, hi, ncomp, label, join, ierr), also called wrap_at: the same for
  ! arrays of which only the first element is at hand, as assumed-size ones: a(lo:hi, ncomp).
  !   a       first element
  !   lo, hi  bounds of the 1 to 3 directions before the component, both of the same size
  !   ncomp   number of components, counted from 1; the view has size(lo) + 1 directions
  !   ierr    as above
  type, extends(vf_view_base) :: vf_view_wrap
  contains
    procedure, private :: wrap_array
    procedure :: wrap_at
    generic :: wrap => wrap_array, wrap_at
    procedure :: create
  end type

  ! An array as it was found by a wrap procedure.
  type :: found_array
    type(c_ptr) :: address = c_null_ptr
    integer(c_int) :: code = 0                       ! enum vf_type, 0: none of them
    integer(c_int64_t), allocatable :: extents(:)    ! the last one of an array of assumed size is -1
    integer(c_intptr_t), allocatable :: steps(:)     ! bytes from the first to the second element
    integer(int64) :: spacing = 0                    ! bytes between neighbours where steps may be wrong, else 0
  end type

  ! core/gfortran_array.c
  interface
    function vf_gfortran_spacing(a) result(bytes)
      import :: int64
      class(*), target :: a(..)
      integer(int64) :: bytes
    end function
    subroutine vf_gfortran_look(a, look, array)
      import :: found_array
      class(*), target :: a(..)
      interface
        subroutine look(a, array)
          import :: found_array
          class(*), target :: a(..)
          type(found_array), intent(inout) :: array
        end subroutine
      end interface
      type(found_array), intent(inout) :: array
    end subroutine
  end interface

contains

  subroutine wrap_array(self, a, lower, label, join, ierr, axes)
    class(vf_view_wrap), intent(inout) :: self
    class(*), target :: a(..)
    integer(c_int), intent(in), optional :: lower(:)
    character(*), intent(in), optional :: label
    logical, intent(in), optional :: join
    integer(c_int), intent(out), optional :: ierr
    character(*), intent(in), optional :: axes
    type(found_array) :: array
    call find_array(a, array)
    call adopt(self, array, lower, label, join, ierr, axes)
  end subroutine

  ! The array behind a dummy of any rank. gfortran 12 takes an array whose last index ends at -1 for one of assumed size, and
  ! gets another descriptor.
  subroutine find_array(a, array)
    class(*), target :: a(..)
    type(found_array), intent(inout) :: array
    if (index(compiler_version(), 'GCC') == 1) then
      array%spacing = vf_gfortran_spacing(a)
      call vf_gfortran_look(a, look_at, array)
    else
      call look_at(a, array)
    end if
  end subroutine

  ! Elements are found by procedures of one rank each: in a block of SELECT RANK gfortran 12 counts the indices of a CLASS(*)
  ! array from the bounds of the actual argument.
  subroutine look_at(a, array)
    class(*), target :: a(..)
    type(found_array), intent(inout) :: array
    array%extents = shape(a, kind=int64)
    if (any(array%extents <= 0)) return
    select rank (a)
    rank (0)
      call element(a, array)
    rank (1)
      call look_at_1(a, array)
    rank (2)
      call look_at_2(a, array)
    rank (3)
      call look_at_3(a, array)
    rank (4)
      call look_at_4(a, array)
    rank (5)
      call look_at_5(a, array)
    rank (6)
      call look_at_6(a, array)
    rank (7)
      call look_at_7(a, array)
    end select
  end subroutine

  subroutine look_at_1(a, array)
    class(*), target :: a(:)
    type(found_array), intent(inout) :: array
    integer(int64) :: m(1)
    m = min(array%extents, 2_int64)
    call element(a(1), array)
    array%steps = [at(a(m(1)))] - at(a(1))
  end subroutine

  subroutine look_at_2(a, array)
    class(*), target :: a(:,:)
    type(found_array), intent(inout) :: array
    integer(int64) :: m(2)
    m = min(array%extents, 2_int64)
    call element(a(1,1), array)
    array%steps = [at(a(m(1),1)), at(a(1,m(2)))] - at(a(1,1))
  end subroutine

  subroutine look_at_3(a, array)
    class(*), target :: a(:,:,:)
    type(found_array), intent(inout) :: array
    integer(int64) :: m(3)
    m = min(array%extents, 2_int64)
    call element(a(1,1,1), array)
    array%steps = [at(a(m(1),1,1)), at(a(1,m(2),1)), at(a(1,1,m(3)))] - at(a(1,1,1))
  end subroutine

  subroutine look_at_4(a, array)
    class(*), target :: a(:,:,:,:)
    type(found_array), intent(inout) :: array
    integer(int64) :: m(4)
    m = min(array%extents, 2_int64)
    call element(a(1,1,1,1), array)
    array%steps = [at(a(m(1),1,1,1)), at(a(1,m(2),1,1)), at(a(1,1,m(3),1)), &
      at(a(1,1,1,m(4)))] - at(a(1,1,1,1))
  end subroutine

  subroutine look_at_5(a, array)
    class(*), target :: a(:,:,:,:,:)
    type(found_array), intent(inout) :: array
    integer(int64) :: m(5)
    m = min(array%extents, 2_int64)
    call element(a(1,1,1,1,1), array)
    array%steps = [at(a(m(1),1,1,1,1)), at(a(1,m(2),1,1,1)), at(a(1,1,m(3),1,1)), at(a(1,1,1,m(4),1)), &
      at(a(1,1,1,1,m(5)))] - at(a(1,1,1,1,1))
  end subroutine

  subroutine look_at_6(a, array)
    class(*), target :: a(:,:,:,:,:,:)
    type(found_array), intent(inout) :: array
    integer(int64) :: m(6)
    m = min(array%extents, 2_int64)
    call element(a(1,1,1,1,1,1), array)
    array%steps = [at(a(m(1),1,1,1,1,1)), at(a(1,m(2),1,1,1,1)), at(a(1,1,m(3),1,1,1)), &
      at(a(1,1,1,m(4),1,1)), at(a(1,1,1,1,m(5),1)), at(a(1,1,1,1,1,m(6)))] - at(a(1,1,1,1,1,1))
  end subroutine

  subroutine look_at_7(a, array)
    class(*), target :: a(:,:,:,:,:,:,:)
    type(found_array), intent(inout) :: array
    integer(int64) :: m(7)
    m = min(array%extents, 2_int64)
    call element(a(1,1,1,1,1,1,1), array)
    array%steps = [at(a(m(1),1,1,1,1,1,1)), at(a(1,m(2),1,1,1,1,1)), at(a(1,1,m(3),1,1,1,1)), &
      at(a(1,1,1,m(4),1,1,1)), at(a(1,1,1,1,m(5),1,1)), at(a(1,1,1,1,1,m(6),1)), &
      at(a(1,1,1,1,1,1,m(7)))] - at(a(1,1,1,1,1,1,1))
  end subroutine

  subroutine wrap_at(self, a, lo, hi, ncomp, label, join, ierr)
    class(vf_view_wrap), intent(inout) :: self
    class(*), target :: a
    integer(c_int), intent(in) :: lo(:), hi(:), ncomp
    character(*), intent(in), optional :: label
    logical, intent(in), optional :: join
    integer(c_int), intent(out), optional :: ierr
    type(found_array) :: array
    integer :: rank
    rank = size(lo)
    if (rank < 1 .or. rank > 3 .or. rank /= size(hi)) then
      call vf_finish(vf_report(VF_ERROR_ARGUMENT, 'wrap of ' // quoted(label) // ': lo has ' &
        // vf_digits(size(lo, kind=int64)) // ' values and hi ' // vf_digits(size(hi, kind=int64)) &
        // '; both need the same number, 1 to 3'), ierr)
      return
    end if
    if (ncomp < 0) then
      call vf_finish(vf_report(VF_ERROR_ARGUMENT, 'wrap of ' // quoted(label) // ': ncomp is ' &
        // vf_digits(int(ncomp, int64))), ierr)
      return
    end if
    array%extents = [max(int(hi, int64) - lo + 1, 0_int64), int(ncomp, int64)]
    ! Without elements there is no first one, whatever was passed: a is not looked at.
    if (all(array%extents > 0)) call element(a, array)
    call adopt(self, array, [lo, 1_c_int], label, join, ierr)
  end subroutine

  ! Makes this a view of a new array of zeros, which viewfab owns and frees on release; host_pointer
  ! reaches it. If the view was set it is released first, as by release().
  !   mold     a scalar of the wanted type, its value is not used: 0.0_real64 for real64
  !   extents  number of elements in each of the 1 to 4 directions, each at least 0
  !   lower    lower bounds, one for each direction; default 1
  !   label    name for messages; default 'unnamed'
  !   ierr     VF_ERROR_KIND, VF_ERROR_ARGUMENT (rank, size of lower, negative extent),
  !            VF_ERROR_MEMORY, VF_ERROR_STALE (from the release)
  subroutine create(self, mold, extents, lower, label, ierr)
    class(vf_view_wrap), intent(inout) :: self
    class(*), intent(in) :: mold
    integer(c_int), intent(in) :: extents(:)
    integer(c_int), intent(in), optional :: lower(:)
    character(*), intent(in), optional :: label
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status, code, bounds(vf_max_rank)
    code = code_of(mold)
    status = VF_OK
    if (code == 0) status = wrong_type('create', label)
    if (status == VF_OK) status = set_bounds('create', size(extents), lower, label, bounds)
    if (status == VF_OK) status = let_go(self)
    if (status == VF_OK) status = c_view_create(c_null_ptr, code, size(extents, kind=c_int), &
      int(extents, c_int64_t), bounds, c_text(name_of(label)), self%handle)
    call vf_finish(status, ierr)
  end subroutine

  ! The common end of every wrap.
  subroutine adopt(self, array, lower, label, join, ierr, axes)
    class(vf_view_wrap), intent(inout) :: self
    type(found_array), intent(in) :: array
    integer(c_int), intent(in), optional :: lower(:)
    character(*), intent(in), optional :: label
    logical, intent(in), optional :: join
    integer(c_int), intent(out), optional :: ierr
    character(*), intent(in), optional :: axes
    integer(c_int) :: status, code, rule, bounds(vf_max_axes)
    rule = 0                                          ! enum vf_wrap_rule
    if (present(join)) rule = merge(1_c_int, 0_c_int, join)
    status = VF_OK
    code = array%code
    if (size(array%extents) == 0 .or. any(array%extents < 0)) then
      status = without_extents(array, label)
    else if (any(array%extents == 0)) then
      code = vf_real64                                ! nothing tells the type, and nothing needs it
    else if (code == 0) then
      status = wrong_type('wrap', label)
    else if (allocated(array%steps)) then
      status = check_steps(array, label)
    end if
    if (status == VF_OK .and. size(array%extents) > vf_max_rank .and. .not. present(axes)) &
      status = vf_report(VF_ERROR_ARGUMENT, 'wrap of ' // quoted(label) // ': an array of rank ' &
        // vf_digits(size(array%extents, kind=int64)) // " needs axes, as in axes='i j k t e'")
    if (status == VF_OK) status = set_bounds('wrap', size(array%extents), lower, label, bounds)
    if (status == VF_OK) status = let_go(self)
    if (status == VF_OK .and. present(axes)) then
      status = c_view_wrap_axes(c_null_ptr, array%address, code, size(array%extents, kind=c_int), &
        array%extents, bounds, c_text(axes), c_text(name_of(label)), rule, self%handle)
    else if (status == VF_OK) then
      status = c_view_wrap(c_null_ptr, array%address, code, size(array%extents, kind=c_int), &
        array%extents, bounds, c_text(name_of(label)), rule, self%handle)
    end if
    call vf_finish(status, ierr)
  end subroutine

  ! VF_ERROR_ARGUMENT for an actual argument that has no extents.
  function without_extents(array, label) result(status)
    type(found_array), intent(in) :: array
    character(*), intent(in), optional :: label
    integer(c_int) :: status
    character(:), allocatable :: kind
    kind = 'a scalar'
    if (size(array%extents) > 0) kind = 'an array of assumed size'
    status = vf_report(VF_ERROR_ARGUMENT, 'wrap of ' // quoted(label) // ': ' // kind &
      // ' has no extents; pass an array, or the first element with lo, hi and ncomp')
  end function

  ! VF_ERROR_STRIDED unless neighbours lie where they do in an array without gaps.
  function check_steps(array, label) result(status)
    type(found_array), intent(in) :: array
    character(*), intent(in), optional :: label
    integer(c_int) :: status
    integer(c_int64_t) :: expected
    integer :: d
    character(:), allocatable :: how
    expected = vf_element_bytes(array%code)
    status = check_spacing('wrap', array%spacing, array%code, label)
    if (status /= VF_OK) return
    do d = 1, size(array%extents)
      if (array%extents(d) > 1 .and. array%steps(d) /= expected) then
        how = 'strided'
        if (array%steps(d) < 0) how = 'reversed'
        status = vf_report(VF_ERROR_STRIDED, 'wrap of ' // quoted(label) // ': the array section' &
          // ' is ' // how // ' in direction ' // vf_digits(int(d, int64)) // ': neighbours are ' &
          // vf_digits(int(array%steps(d), int64)) // ' bytes apart instead of ' &
          // vf_digits(expected) // '; pass the whole array, or a part that has no gaps')
        return
      end if
      expected = expected * array%extents(d)
    end do
    status = VF_OK
  end function

  ! VF_ERROR_STRIDED for elements that are parts of larger ones.
  !   spacing  of a found_array
  function check_spacing(caller, spacing, code, label) result(status)
    character(*), intent(in) :: caller
    integer(int64), intent(in) :: spacing
    integer(c_int), intent(in) :: code
    character(*), intent(in), optional :: label
    integer(c_int) :: status
    status = VF_OK
    if (code == 0 .or. spacing == 0 .or. spacing == vf_element_bytes(code)) return
    status = vf_report(VF_ERROR_STRIDED, caller // ' of ' // quoted(label) // ': the array is a component of an array of' &
      // ' structures, or a part of complex numbers: neighbours are ' // vf_digits(spacing) // ' bytes apart instead of ' &
      // vf_digits(int(vf_element_bytes(code), int64)) // '; copy the values to an array of their own')
  end function

  ! The lower bounds to use: those given, or 1.
  function set_bounds(caller, rank, lower, label, bounds) result(status)
    character(*), intent(in) :: caller
    integer, intent(in) :: rank
    integer(c_int), intent(in), optional :: lower(:)
    character(*), intent(in), optional :: label
    integer(c_int), intent(out) :: bounds(:)
    integer(c_int) :: status
    bounds = 1
    status = VF_OK
    if (rank < 1 .or. rank > size(bounds)) then
      status = vf_report(VF_ERROR_ARGUMENT, caller // ' of ' // quoted(label) // ': the rank is ' &
        // vf_digits(int(rank, int64)) // ', but must be 1 to 4')
    else if (present(lower)) then
      if (size(lower) == rank) then
        bounds(1:rank) = lower
      else
        status = vf_report(VF_ERROR_ARGUMENT, caller // ' of ' // quoted(label) // ': lower has ' &
          // vf_digits(size(lower, kind=int64)) // ' values, but the array has rank ' &
          // vf_digits(int(rank, int64)))
      end if
    end if
  end function

  function wrong_type(caller, label) result(status)
    character(*), intent(in) :: caller
    character(*), intent(in), optional :: label
    integer(c_int) :: status
    status = vf_report(VF_ERROR_KIND, caller // ' of ' // quoted(label) &
      // ': the elements are none of real32, real64, int32, int64 and' &
      // ' default logical')
  end function

  pure function name_of(label) result(name)
    character(*), intent(in), optional :: label
    character(:), allocatable :: name
    name = 'unnamed'
    if (present(label)) name = trim(label)
  end function

  pure function quoted(label) result(name)
    character(*), intent(in), optional :: label
    character(:), allocatable :: name
    name = "'" // name_of(label) // "'"
  end function

  subroutine element(x, array)
    class(*), target :: x
    type(found_array), intent(inout) :: array
    array%code = code_of(x)
    array%address = address_of(x)
  end subroutine

  ! Address as a number, for differences.
  function at(x)
    class(*), target :: x
    integer(c_intptr_t) :: at
    at = transfer(address_of(x), at)
  end function

  ! Null for types that a view cannot hold.
  function address_of(x) result(address)
    class(*), target :: x
    type(c_ptr) :: address
    address = c_null_ptr
    select type (x)
    type is (real(real32))
      address = c_loc(x)
    type is (real(real64))
      address = c_loc(x)
    type is (integer(int32))
      address = c_loc(x)
    type is (integer(int64))
      address = c_loc(x)
    type is (logical)
      address = c_loc(x)
    end select
  end function

  function code_of(x) result(code)
    class(*), intent(in) :: x
    integer(c_int) :: code
    select type (x)
    type is (real(real32))
      code = vf_real32
    type is (real(real64))
      code = vf_real64
    type is (integer(int32))
      code = vf_int32
    type is (integer(int64))
      code = vf_int64
    type is (logical)
      code = vf_logical32
    class default
      code = 0
    end select
  end function

end module
