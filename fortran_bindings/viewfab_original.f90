! What C gives to an original (vf_original_call in validate.h), and its arguments as Fortran has
! them. For the generated modules of kernels; the module viewfab does not pass it on.
module viewfab_original
  use, intrinsic :: iso_c_binding, only: c_associated, c_bool, c_double, c_f_pointer, c_int, c_ptr
  use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
  use viewfab_boundary, only: vf_boundary
  use viewfab_box, only: vf_box
  use viewfab_place, only: place_to_c, vf_place
  implicit none
  private
  public :: original_call, argument_elements, argument_lower, argument_upper, original_points
  public :: argument_real, argument_integer, argument_reals, argument_integers, argument_logical
  public :: argument_box, argument_boundary, put_result, put_place

  ! struct vf_original_call
  type, bind(c) :: original_call
    integer(c_int) :: kind_code       ! enum vf_type, of the real arrays
    type(vf_box) :: box
    integer(c_int) :: components      ! that the kernel walks
    integer(c_int) :: selector        ! colour or direction
    integer(c_int) :: levels, block, species ! over columns
    integer(c_int) :: argument_count
    type(c_ptr) :: arrays             ! one original_array an argument
    type(c_ptr) :: values             ! one original_value an argument
    type(c_ptr) :: result             ! one real64 a result
    type(c_ptr) :: places             ! one vf_place a result
  end type

  ! struct vf_original_array
  type, bind(c) :: original_array
    type(c_ptr) :: first
    integer(c_int) :: lower(3), upper(3), components
  end type

  ! union vf_value: its largest member, VF_MOST_NUMBERS of words/values.h, from whose bytes the others
  ! are taken.
  type, bind(c) :: original_value
    real(c_double) :: largest(16)
  end type

  ! All elements of an array argument, in column order; no copy.
  !   call      the call (in)
  !   argument  number of the argument, from 1 (in)
  !   elements  of size 0 where the array has none (out)
  interface argument_elements
    module procedure :: elements_int32, elements_int64, elements_logical, elements_real32, &
      elements_real64
  end interface

  integer(int32), target, save :: none_int32(1) = 0
  integer(int64), target, save :: none_int64(1) = 0
  logical, target, save :: none_logical(1) = .false.
  real(real32), target, save :: none_real32(1) = 0
  real(real64), target, save :: none_real64(1) = 0

contains

  subroutine elements_real64(call, argument, elements)
    type(original_call), intent(in) :: call
    integer(c_int), intent(in) :: argument
    real(real64), pointer, contiguous, intent(out) :: elements(:)
    type(original_array) :: array
    array = array_of(call, argument)
    elements => none_real64(1:0)
    if (size_of(array) > 0) call c_f_pointer(array%first, elements, [size_of(array)])
  end subroutine

  subroutine elements_real32(call, argument, elements)
    type(original_call), intent(in) :: call
    integer(c_int), intent(in) :: argument
    real(real32), pointer, contiguous, intent(out) :: elements(:)
    type(original_array) :: array
    array = array_of(call, argument)
    elements => none_real32(1:0)
    if (size_of(array) > 0) call c_f_pointer(array%first, elements, [size_of(array)])
  end subroutine

  subroutine elements_int32(call, argument, elements)
    type(original_call), intent(in) :: call
    integer(c_int), intent(in) :: argument
    integer(int32), pointer, contiguous, intent(out) :: elements(:)
    type(original_array) :: array
    array = array_of(call, argument)
    elements => none_int32(1:0)
    if (size_of(array) > 0) call c_f_pointer(array%first, elements, [size_of(array)])
  end subroutine

  subroutine elements_int64(call, argument, elements)
    type(original_call), intent(in) :: call
    integer(c_int), intent(in) :: argument
    integer(int64), pointer, contiguous, intent(out) :: elements(:)
    type(original_array) :: array
    array = array_of(call, argument)
    elements => none_int64(1:0)
    if (size_of(array) > 0) call c_f_pointer(array%first, elements, [size_of(array)])
  end subroutine

  subroutine elements_logical(call, argument, elements)
    type(original_call), intent(in) :: call
    integer(c_int), intent(in) :: argument
    logical, pointer, contiguous, intent(out) :: elements(:)
    type(original_array) :: array
    array = array_of(call, argument)
    elements => none_logical(1:0)
    if (size_of(array) > 0) call c_f_pointer(array%first, elements, [size_of(array)])
  end subroutine

  ! Bounds of an array argument in its three directions, as the code has them.
  function argument_lower(call, argument) result(lower)
    type(original_call), intent(in) :: call
    integer(c_int), intent(in) :: argument
    integer(c_int) :: lower(3)
    type(original_array) :: array
    array = array_of(call, argument)
    lower = array%lower
  end function

  function argument_upper(call, argument) result(upper)
    type(original_call), intent(in) :: call
    integer(c_int), intent(in) :: argument
    integer(c_int) :: upper(3)
    type(original_array) :: array
    array = array_of(call, argument)
    upper = array%upper
  end function

  ! The points of a call over columns, counted from 1 as the original has them.
  !   argument      number of an argument that has points (in)
  !   kidia, kfdia  first and last point (out)
  !   klon          points of a block (out)
  subroutine original_points(call, argument, kidia, kfdia, klon)
    type(original_call), intent(in) :: call
    integer(c_int), intent(in) :: argument
    integer, intent(out) :: kidia, kfdia, klon
    type(original_array) :: array
    array = array_of(call, argument)
    kidia = int(call%box%lower(1)) - int(array%lower(1)) + 1
    kfdia = int(call%box%upper(1)) - int(array%lower(1)) + 1
    klon = int(array%upper(1)) - int(array%lower(1)) + 1
  end subroutine

  ! A value argument, by its type in the kernel file: real; int and option; real3 and reals, int3 and
  ! ints, of which there are count; logical; box; boundary.
  function argument_real(call, argument) result(number)
    type(original_call), intent(in) :: call
    integer(c_int), intent(in) :: argument
    real(c_double) :: number
    number = transfer(value_of(call, argument), number)
  end function

  function argument_integer(call, argument) result(number)
    type(original_call), intent(in) :: call
    integer(c_int), intent(in) :: argument
    integer(c_int) :: number
    number = transfer(value_of(call, argument), number)
  end function

  function argument_reals(call, argument, count) result(numbers)
    type(original_call), intent(in) :: call
    integer(c_int), intent(in) :: argument
    integer, intent(in) :: count
    real(c_double) :: numbers(count)
    numbers = transfer(value_of(call, argument), numbers, count)
  end function

  function argument_integers(call, argument, count) result(numbers)
    type(original_call), intent(in) :: call
    integer(c_int), intent(in) :: argument
    integer, intent(in) :: count
    integer(c_int) :: numbers(count)
    numbers = transfer(value_of(call, argument), numbers, count)
  end function

  function argument_logical(call, argument) result(truth)
    type(original_call), intent(in) :: call
    integer(c_int), intent(in) :: argument
    logical :: truth
    truth = logical(transfer(value_of(call, argument), .true._c_bool))
  end function

  function argument_box(call, argument) result(box)
    type(original_call), intent(in) :: call
    integer(c_int), intent(in) :: argument
    type(vf_box) :: box
    box = transfer(value_of(call, argument), box)
  end function

  function argument_boundary(call, argument) result(boundary)
    type(original_call), intent(in) :: call
    integer(c_int), intent(in) :: argument
    type(vf_boundary) :: boundary
    boundary = transfer(value_of(call, argument), boundary)
  end function

  ! Gives a number that an original has computed back to C.
  !   number  the result (in)
  !   which   of several results, from 1 (in)
  subroutine put_result(call, number, which)
    type(original_call), intent(in) :: call
    real(real64), intent(in) :: number
    integer(c_int), intent(in), optional :: which
    real(c_double), pointer :: numbers(:)
    integer(c_int) :: at
    at = 1
    if (present(which)) at = which
    call c_f_pointer(call%result, numbers, [at])
    numbers(at) = number
  end subroutine

  ! The same for the place of a result.
  subroutine put_place(call, place, which)
    type(original_call), intent(in) :: call
    type(vf_place), intent(in) :: place
    integer(c_int), intent(in) :: which
    type(vf_place), pointer :: places(:)
    call c_f_pointer(call%places, places, [which])
    places(which) = place_to_c(place)
  end subroutine

  function array_of(call, argument) result(array)
    type(original_call), intent(in) :: call
    integer(c_int), intent(in) :: argument
    type(original_array) :: array
    type(original_array), pointer :: arrays(:)
    call c_f_pointer(call%arrays, arrays, [argument])
    array = arrays(argument)
  end function

  function value_of(call, argument) result(value)
    type(original_call), intent(in) :: call
    integer(c_int), intent(in) :: argument
    type(original_value) :: value
    type(original_value), pointer :: values(:)
    call c_f_pointer(call%values, values, [argument])
    value = values(argument)
  end function

  function size_of(array) result(elements)
    type(original_array), intent(in) :: array
    integer(int64) :: elements
    elements = 0
    if (c_associated(array%first)) elements = array%components &
      *product(max(int(array%upper, int64) - array%lower + 1, 0_int64))
  end function

end module
