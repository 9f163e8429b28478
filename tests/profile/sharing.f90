! Two routines need the same array on the host, and the second asks at two places. The program is built without -g.
module sharing_routines
  use, intrinsic :: iso_fortran_env, only: real64
  use viewfab
  implicit none

  integer, parameter :: rounds = 100, n(3) = [31, 23, 17]

contains

  subroutine early(v)
    type(vf_view), intent(inout) :: v
    call v%to_host()
  end subroutine early

  subroutine late(vx, vy, x, y)
    type(vf_view), intent(inout) :: vx, vy
    real(real64), intent(in), target :: x(:, :, :)
    real(real64), intent(inout), target :: y(:, :, :)
    call vx%to_host()
    y(1, 1, 1) = y(1, 1, 1) + sum(sqrt(abs(x)))
    call vy%to_host(vf_update)
    y = y + sin(x)**2
  end subroutine late

end module sharing_routines

program sharing
  use sharing_routines
  implicit none
  real(real64), target :: x(n(1), n(2), n(3)), y(n(1), n(2), n(3)), z(n(1), n(2), n(3))
  type(vf_view) :: vx, vy, vz
  integer :: r
  x = 1
  y = 2
  z = 3
  call vf_init()
  call vx%wrap(x, label='x')
  call vy%wrap(y, label='y')
  call vz%wrap(z, label='z')
  do r = 1, rounds
    call vf_axpy(vf_box([1, 1, 1], n), 0.5_real64, vz, vx)
    call early(vx)
    call late(vx, vy, x, y)
  end do
  call vf_finalize()
  print '(es24.16)', sum(y)
end program sharing
