! A port with further faults for the profile: syncs and waits in a loop, a request for each of many small arrays, arrays made in a
! loop, and a device that is opened again and again.
module further_faults
  use, intrinsic :: iso_fortran_env, only: real64
  use viewfab
  implicit none

  integer, parameter :: rounds = 20, calls = 2000, arrays = 50
  integer, parameter :: n(3) = [40, 30, 20]

contains

  ! The values are on both sides already.
  subroutine syncing(v)
    type(vf_view), intent(inout) :: v
    call v%sync_h2d()
  end subroutine syncing

  subroutine waiting(x, y)
    type(vf_view), intent(inout) :: x, y
    integer :: c
    do c = 1, calls
      call vf_axpy(vf_box([1, 1, 1], [4, 4, 4]), 1.0_real64, x, y)
      call vf_context_wait()
    end do
  end subroutine waiting

  ! A request at another place, before the requests of asking.
  subroutine alone(v)
    type(vf_view), intent(inout) :: v
    call v%to_host()
  end subroutine alone

  subroutine asking(v)
    type(vf_view), intent(inout) :: v(arrays)
    integer :: i
    do i = 1, arrays
      call v(i)%to_host()
    end do
  end subroutine asking

  subroutine making()
    type(vf_view) :: temporary
    call temporary%create(0.0_real64, n, label='temporary')
    call vf_fill_value(vf_box([1, 1, 1], n), temporary, 1.0_real64)
    call temporary%release(discard=.true.)
  end subroutine making

end module further_faults

program further
  use further_faults
  implicit none
  real(real64), target :: x(40, 30, 20), y(40, 30, 20), small(4, 4, 4, arrays)
  type(vf_view) :: vx, vy, v(arrays)
  integer :: r, i
  x = 1
  y = 2
  small = 0
  call vf_init()
  call vx%wrap(x, label='x')
  call vy%wrap(y, label='y')
  do i = 1, arrays
    call v(i)%wrap(small(:, :, :, i), label='small')
  end do
  call vf_axpy(vf_box([1, 1, 1], n), 0.5_real64, vx, vy)
  do r = 1, rounds
    call syncing(vx)
    do i = 1, arrays
      call vf_axpy(vf_box([1, 1, 1], [4, 4, 4]), 1.0_real64, vx, v(i))
    end do
    call alone(v(arrays))
    call asking(v)
    call making()
  end do
  call waiting(vx, vy)
  call vy%to_host()
  do r = 1, rounds
    call vf_finalize()
    call vf_init()
  end do
  call vf_finalize()
  print '(2es24.16)', sum(small), sum(y)
end program further
