! Helpers of these programs: pseudo-random values, the bounds of the calls, and the comparison with the results of the
! program's own loops.
module loop_arrays
  use, intrinsic :: iso_fortran_env, only: error_unit, int64, output_unit, real64
  use working_kind, only: wp
  use claims, only: check
  implicit none
  private
  public :: begin, finish, fill, same, cases, lower, upper

  ! Points of the calls: even and odd extents, lower bounds of either sign, a single point, and more points than a block
  ! of a GPU.
  integer, parameter :: cases = 5
  integer, parameter :: lower(3, cases) = reshape([1, 1, 1, -7, -4, -3, -1, 2, -5, 0, -3, 4, -17, -9, -2], [3, cases])
  integer, parameter :: upper(3, cases) = reshape([8, 6, 4, 3, 0, 1, -1, 2, -5, 6, 3, 12, 133, 41, 5], [3, cases])

  interface fill
    procedure :: fill_1, fill_2, fill_3, fill_4
  end interface
  interface same
    procedure :: same_1, same_2, same_3, same_4
  end interface

  integer(int64), save :: state = 1, compared = 0
  logical, save :: exact = .false.

contains

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

  ! Numbers of magnitude 0.5 to 2 and either sign, with all bits in use.
  subroutine fill_1(a)
    real(wp), intent(out) :: a(:)
    integer :: i
    do i = 1, size(a)
      state = modulo(state*48271_int64, 2147483647_int64)
      a(i) = real(0.5_real64 + 1.5_real64*real(state, real64)/2147483647.0_real64, wp)
      if (modulo(state, 2_int64) == 1) a(i) = -a(i)
    end do
  end subroutine

  subroutine fill_2(a)
    real(wp), intent(out) :: a(:,:)
    integer :: j
    do j = 1, size(a, 2)
      call fill_1(a(:,j))
    end do
  end subroutine

  subroutine fill_3(a)
    real(wp), intent(out) :: a(:,:,:)
    integer :: k
    do k = 1, size(a, 3)
      call fill_2(a(:,:,k))
    end do
  end subroutine

  subroutine fill_4(a)
    real(wp), intent(out) :: a(:,:,:,:)
    integer :: n
    do n = 1, size(a, 4)
      call fill_3(a(:,:,:,n))
    end do
  end subroutine

  ! Stops unless the values equal the loops' values; up to some roundings if compilers may contract products.
  subroutine same_1(given, expected, what)
    real(wp), intent(in) :: given(:), expected(:)
    character(*), intent(in) :: what
    integer :: i
    logical :: good
    do i = 1, size(given)
      good = given(i) == expected(i)
      if (.not. exact) good = abs(given(i) - expected(i)) <= 64*epsilon(1.0_wp)*max(abs(expected(i)), 16.0_wp)
      if (.not. good) write (error_unit, '(2a,i0,a,2es25.17)') what, ': value ', i, ' differs:', given(i), expected(i)
      call check(good, what)
    end do
    compared = compared + size(given)
  end subroutine

  subroutine same_2(given, expected, what)
    real(wp), intent(in) :: given(:,:), expected(:,:)
    character(*), intent(in) :: what
    call same_1(reshape(given, [size(given)]), reshape(expected, [size(expected)]), what)
  end subroutine

  subroutine same_3(given, expected, what)
    real(wp), intent(in) :: given(:,:,:), expected(:,:,:)
    character(*), intent(in) :: what
    call same_1(reshape(given, [size(given)]), reshape(expected, [size(expected)]), what)
  end subroutine

  subroutine same_4(given, expected, what)
    real(wp), intent(in) :: given(:,:,:,:), expected(:,:,:,:)
    character(*), intent(in) :: what
    call same_1(reshape(given, [size(given)]), reshape(expected, [size(expected)]), what)
  end subroutine
end module
