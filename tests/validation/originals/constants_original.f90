! Structures of constants from Fortran: the kernel takes a variable of the code's own type, or of the type that the build writes.
! Originals get variables of these types with all members, also members that the kernel does not know, and the members of the call.
module code_with_rates
  use, intrinsic :: iso_fortran_env, only: real32, real64
  use claims, only: check
  use rates_of_code
  use viewfab_use_rates, only: vf_use_rates_extra
  implicit none
  integer :: calls = 0
  real(real64) :: melts(9) = 0           ! of the calls of the original
contains

  subroutine code(lo, hi, components, x, y, c, shift, twice, more, size)
    integer, intent(in) :: lo(3), hi(3), components, more
    real(real64), intent(in) :: x(lo(1):,lo(2):,lo(3):,:), shift, size
    real(real64), intent(inout) :: y(lo(1):,lo(2):,lo(3):,:)
    type(rates), intent(in) :: c
    logical, intent(in) :: twice
    real(real64) :: total
    integer :: i, j, k, n
    calls = calls + 1
    melts(calls) = c%melt
    call check(c%name == 'of snow', 'an original gets a text that the kernel does not know')
    call check(c%steps == 5 .and. c%levels(1) == -3, 'integers of an original are those of the caller, also on perturbed inputs')
    call check(c%unused == 42, 'an original gets a number that the kernel does not know')
    call check(allocated(c%table), 'an original gets an array that the kernel does not know')
    if (allocated(c%table)) call check(all(c%table == [1, 2, 3]), 'the array has its elements')
    do n = 1, components
      do k = lo(3), hi(3)
        do j = lo(2), hi(2)
          do i = lo(1), hi(1)
            total = 0
            if (.not. c%frozen) total = c%melt*x(i,j,k,n)
            total = total + c%speed(n-1)
            total = total + (c%steps + c%levels(1) + 2*c%levels(2) + more)
            total = total + shift
            if (twice) total = 2*total
            y(i,j,k,n) = total*size
          end do
        end do
      end do
    end do
  end subroutine

  include 'viewfab_use_rates_original.inc'
    call code(lo, hi, components, x(lo(1):hi(1),lo(2):hi(2),lo(3):hi(3),:), y(lo(1):hi(1),lo(2):hi(2),lo(3):hi(3),:), &
      ydrates, more%shift(2), more%twice, more%more, more%size)
  end subroutine

  include 'viewfab_use_rates_original_real32.inc'
    real(real64) :: wide(lo(1):hi(1),lo(2):hi(2),lo(3):hi(3),components)
    wide = 0
    call code(lo, hi, components, real(x(lo(1):hi(1),lo(2):hi(2),lo(3):hi(3),:), real64), wide, ydrates, &
      more%shift(2), more%twice, more%more, more%size)
    y(lo(1):hi(1),lo(2):hi(2),lo(3):hi(3),:) = real(wide, real32)
  end subroutine
end module

program constants_original
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: real32, real64
  use claims
  use code_with_rates
  use viewfab
  use viewfab_use_rates
  use viewfab_use_rates_original
  implicit none
  type(vf_view) :: x_v, y_v
  type(vf_box), parameter :: box = vf_box([-4, -1, 1], [3, 3, 5])
  real(real64), target :: x(-5:3, -2:4, 0:6, 3), y(-4:4, -2:3, 1:5, 3)
  real(real32), target :: x32(-5:3, -2:4, 0:6, 3), y32(-4:4, -2:3, 1:5, 3)
  type(rates) :: mine
  type(vf_use_rates_extra) :: extra
  integer :: failures = 0
  call vf_validate_mode(VF_MODE_CHECK)
  call random_number(x)
  x32 = real(x, real32)
  mine = rates(name='of snow', unused=42, melt=0.7_real64, steps=5, levels=[-3, 11], frozen=.false., &
    speed=[0.25, -1.5, 3.0], table=[1d0, 2d0, 3d0])
  extra = vf_use_rates_extra(shift=[99d0, 0.5d0], twice=.true., more=-2, size=1.25d0)
  call vf_use_rates_register_original(use_rates_original)
  call vf_use_rates_register_original_real32(use_rates_original_real32)

  call x_v%wrap(x, [-5, -2, 0, 1], 'x')
  call y_v%wrap(y, [-4, -2, 1, 1], 'y')
  call calls_that_agree('real64')
  call y_v%to_host()
  call check(abs(y(-4,-1,1,2) - 2*(0.7d0*x(-4,-1,1,2) - 1.5d0 + 22 + 0.5d0)*1.25d0) < 1d-12, 'the kernel has all members')
  call perturbed()
  call of_other_lengths()
  call x_v%release(discard=.true.)
  call y_v%release(discard=.true.)
  call x_v%wrap(x32, [-5, -2, 0, 1], 'x')
  call y_v%wrap(y32, [-4, -2, 1, 1], 'y')
  call calls_that_agree('real32')
  call x_v%release(discard=.true.)
  call y_v%release(discard=.true.)
  call vf_finalize()
contains

  subroutine calls_that_agree(kind)
    character(*), intent(in) :: kind
    integer :: turn
    calls = 0
    do turn = 1, 4
      mine%frozen = turn == 2
      extra%twice = turn /= 3
      mine%levels(2) = 10 + turn/4
      call vf_use_rates(box, x_v, mine, y_v, extra)
    end do
    call check(calls == 4, 'the original runs with each call, ' // kind)
    call check(vf_report_passed(), 'the port gives what the original gives, ' // kind)
  end subroutine

  ! A list that the code's type allocates may have any length, or none.
  subroutine of_other_lengths()
    type(rates) :: short
    integer(c_int) :: ierr
    real(real64) :: before
    short = mine
    before = y(-4,-1,1,2)
    calls = 0
    deallocate (short%levels)
    call vf_use_rates(box, x_v, short, y_v, extra, ierr)
    call check(ierr == VF_ERROR_ARGUMENT, 'a list that is not allocated is refused')
    call check(vf_last_error() == 'vf_use_rates: member levels of argument ydrates has 0 numbers; its list says 2', &
      'the text names kernel, argument, member and both lengths; it is: ' // vf_last_error())
    short%levels = [1, 2, 3]
    call vf_use_rates(box, x_v, short, y_v, extra, ierr)
    call check(ierr == VF_ERROR_ARGUMENT .and. index(vf_last_error(), 'has 3 numbers') > 0, 'a longer list is refused')
    call vf_error_use_handler(count_failure)
    call vf_use_rates(box, x_v, short, y_v, extra)
    call vf_error_use_handler()
    call check(failures == 1, 'without ierr a list of another length goes to the error handler')
    call check(calls == 0, 'a refused call runs no original')
    call vf_use_rates(box, x_v, mine, y_v, extra, ierr)
    call check(ierr == VF_OK .and. calls > 0, 'a call with the right lengths runs afterwards')
    call y_v%to_host()
    call check(y(-4,-1,1,2) == before, 'the refused calls left the array alone')
  end subroutine

  subroutine count_failure(status, text)
    integer(c_int), intent(in) :: status
    character(*), intent(in) :: text
    if (status == VF_ERROR_ARGUMENT .and. index(text, 'member levels') > 0) failures = failures + 1
  end subroutine

  ! A check on perturbed inputs changes real members alone, for both sides, and the caller keeps its own.
  subroutine perturbed()
    calls = 0
    call vf_validate_perturb(1, kernel='use_rates')
    call vf_use_rates(box, x_v, mine, y_v, extra)
    call check(vf_report_passed(), 'the port gives what the original gives on perturbed inputs')
    call check(count(melts(:calls) == 0.7d0) == 1, 'a call has the members of its caller')
    call check(count(melts(:calls) /= 0.7d0) > 0, 'the original also runs on perturbed inputs')
    call check(all(abs(melts(:calls) - 0.7d0) < 0.1d0), 'a real member is perturbed a little')
    call vf_validate_perturb(0, kernel='use_rates')
    call check(mine%melt == 0.7d0 .and. extra%size == 1.25d0, 'the caller keeps its own constants')
  end subroutine
end program
