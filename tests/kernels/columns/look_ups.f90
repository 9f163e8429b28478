! Tables with one index: the kernel declares table(7, 1), and the view of the code's array has the axis c alone.
module look_up_originals
  use, intrinsic :: iso_fortran_env, only: real64
  implicit none
  integer :: calls = 0
contains
  include 'viewfab_look_up_original.inc'
    calls = calls + 1
    call look_up(kidia, kfdia, klon, nlev, x, numbers, y)
  end subroutine

  ! The code's own routine: its table has one index.
  subroutine look_up(kidia, kfdia, klon, nlev, x, numbers, y)
    integer, intent(in) :: kidia, kfdia, klon, nlev
    real(real64), intent(in) :: x(klon,nlev), numbers(7)
    real(real64), intent(inout) :: y(klon,nlev)
    real(real64) :: after
    integer :: jl, jk, at
    do jk = 1, nlev
      do jl = kidia, kfdia
        at = min(int(x(jl,jk)), 6)
        after = x(jl,jk) - at
        y(jl,jk) = (1 - after)*numbers(at) + after*numbers(at + 1)
      end do
    end do
  end subroutine
end module

program look_ups
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: real64
  use claims
  use look_up_originals
  use viewfab
  use viewfab_look_up, only: vf_look_up
  use viewfab_look_up_original, only: vf_look_up_register_original
  implicit none
  integer, parameter :: points = 5, levels = 3, blocks = 2
  real(real64), target :: x(points,levels,blocks), y(points,levels,blocks), numbers(7), from_0(0:6), short(6)
  type(vf_view) :: x_v, y_v
  call random_number(x)
  x = 1 + 6*x
  x(2,1,2) = 1
  x(4,3,1) = 7
  numbers = [3, -1, 4, 1, -5, 9, 2]
  from_0 = numbers
  short = numbers(:6)
  call vf_validate_mode(VF_MODE_CHECK)
  call vf_look_up_register_original(look_up_original)
  call x_v%wrap(x, axes='i k b', label='x')
  call y_v%wrap(y, axes='i k b', label='y')
  call tables()
  call a_shorter_table()
  call check(calls == 2*blocks, 'each call that ran was held against the original')
  call check(vf_report_passed(), 'the kernel gives what the original with its table of one index gives')
  call y_v%release()
  call x_v%release()
  call vf_finalize()
contains

  subroutine tables()
    type(vf_view) :: t_v
    call t_v%wrap(numbers, axes='c', label='numbers')
    call look(t_v, 'a table from 1 on')
    call t_v%release()
    call t_v%wrap(from_0, lower=lbound(from_0), axes='c', label='from_0')
    call look(t_v, 'a table from 0 on: its first number is number 1 of the body')
    call t_v%release()
  end subroutine

  subroutine look(t_v, claim)
    type(vf_view), intent(in) :: t_v
    character(*), intent(in) :: claim
    y = -9
    call y_v%mark_written(VF_HOST)
    call vf_look_up(vf_columns(1, points, blocks=[1, blocks]), x_v, t_v, y_v)
    call y_v%to_host()
    call check(y(2,1,2) == 3 .and. y(4,3,1) == 2, claim // ': the ends')
    call check(all(y >= -5 .and. y <= 9), claim)
  end subroutine

  ! Another length is an error of the argument, and of no box.
  subroutine a_shorter_table()
    type(vf_view) :: t_v
    integer(c_int) :: ierr
    call t_v%wrap(short, axes='c', label='short')
    call vf_look_up(vf_columns(1, points, blocks=[1, blocks]), x_v, t_v, y_v, ierr)
    call check(ierr == VF_ERROR_ARGUMENT, 'a table of another length is refused as an argument')
    call check(vf_last_error() == "vf_look_up: 'short' has 6 parts; argument numbers, table(7, 1), has 7", &
      'the text has both lengths; it is: ' // vf_last_error())
    call t_v%release()
  end subroutine
end program
