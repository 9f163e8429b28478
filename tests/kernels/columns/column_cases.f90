! Helpers of the programs over columns: their blocks and points, pseudo-random values, and comparisons with the results of
! plain loops.
module column_cases
  use, intrinsic :: iso_fortran_env, only: error_unit, int32, int64, output_unit, real64
  use working_kind, only: wp
  use claims, only: check
  implicit none
  private
  public :: column_case, cases, all_cases, begin, finish, fill, same, same_integers, last_point

  ! Points and blocks in the code's own bounds. The call works on first_point .. last_point of first_block .. last_block, as
  ! far as there are so many columns; 0: all blocks are full.
  type :: column_case
    integer :: nproma, nlev, lowest_point, first_point, last_point, lowest_block, highest_block, first_block, last_block, &
      columns, lowest_level
  end type

  integer, parameter :: cases = 9

  integer(int64), save :: state = 1, compared = 0
  logical, save :: exact = .false.

contains

  function all_cases() result(list)
    type(column_case) :: list(cases)
    list(1) = column_case(1, 1, 1, 1, 1, 1, 3, 1, 3, 0, 1)
    list(2) = column_case(1, 72, 1, 1, 1, 1, 6, 2, 6, 4, 1)
    list(3) = column_case(16, 72, -7, -7, 8, -2, 1, -2, 1, 0, 0)
    list(4) = column_case(37, 2, 1, 4, 35, 1, 5, 2, 5, 3*37 + 20, 1)
    list(5) = column_case(128, 137, 1, 1, 128, 1, 3, 1, 3, 2*128 + 77, 1)
    list(6) = column_case(37, 137, -3, 1, 33, 3, 6, 4, 6, 3*37 - 1, -5)
    list(7) = column_case(128, 1, 0, 3, 127, 1, 3, 1, 3, 2*128 + 2, 1)
    list(8) = column_case(16, 2, 1, 1, 16, 1, 40, 3, 39, 0, 1)
    list(9) = column_case(37, 72, 5, 6, 6, -4, -1, -3, -1, 37 + 2, 9)
  end function

  ! The last point of a block. It may come before the first point.
  integer function last_point(given, block)
    type(column_case), intent(in) :: given
    integer, intent(in) :: block
    last_point = given%last_point
    if (given%columns > 0) last_point = &
      min(last_point, given%lowest_point - 1 + given%columns - (block - given%lowest_block)*given%nproma)
  end function

  ! The program's argument `exact` asks for the same bits.
  subroutine begin()
    character(16) :: argument
    call get_command_argument(1, argument)
    call check(argument == '' .or. argument == 'exact', 'the only argument is exact')
    exact = argument == 'exact'
  end subroutine

  subroutine finish(program)
    character(*), intent(in) :: program
    call check(compared > 0, program // ': something was compared')
    write (output_unit, '(2a,i0,2a)') program, ': ', compared, ' values compared with loops', &
      trim(merge(', bit for bit', '             ', exact))
  end subroutine

  ! Numbers from low to high, with all bits in use.
  subroutine fill(count, a, low, high)
    integer, intent(in) :: count
    real(wp), intent(out) :: a(count)
    real(real64), intent(in) :: low, high
    integer :: i
    do i = 1, count
      state = modulo(state*48271_int64, 2147483647_int64)
      a(i) = real(low + (high - low)*real(state, real64)/2147483647.0_real64, wp)
    end do
  end subroutine

  ! Stops unless the values equal the loops' values. Values unchanged by the loops must keep their bits. If compilers may
  ! contract products, changed values may differ by some roundings of the largest value.
  subroutine same(count, given, expected, before, what)
    integer, intent(in) :: count
    real(wp), intent(in) :: given(count), expected(count), before(count)
    character(*), intent(in) :: what
    real(wp) :: largest
    logical :: good
    integer :: i
    largest = maxval(abs(expected))
    do i = 1, count
      good = equal(given(i), expected(i))
      if (.not. exact .and. .not. equal(expected(i), before(i))) &
        good = good .or. abs(given(i) - expected(i)) <= 2048*epsilon(1.0_wp)*largest
      if (.not. good) write (error_unit, '(2a,i0,a,2es25.17)') what, ': value ', i, ' differs:', given(i), expected(i)
      call check(good, what)
    end do
    compared = compared + count
  end subroutine

  ! The same number; a NaN is none.
  elemental logical function equal(x, y)
    real(wp), intent(in) :: x, y
    equal = x <= y .and. x >= y
  end function

  subroutine same_integers(count, given, expected, what)
    integer, intent(in) :: count
    integer(int32), intent(in) :: given(count), expected(count)
    character(*), intent(in) :: what
    call check(all(given == expected), what)
    compared = compared + count
  end subroutine
end module
