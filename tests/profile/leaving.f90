! Routines as viewfab-translate writes them: each wraps its arrays, brings the results to the host and releases the views. The loops
! that are left stand in the main program, between two of the routines.
module leaving_code
  use, intrinsic :: iso_fortran_env, only: real64
  use viewfab
  implicit none

  integer, parameter :: rounds = 20, n(3) = [40, 30, 20]

contains

  subroutine added(x, y)
    real(real64), intent(inout) :: x(:, :, :), y(:, :, :)
    type(vf_view) :: x_view, y_view
    call x_view%wrap_without_target(x, lower=lbound(x), label='x', join=.true.)
    call y_view%wrap_without_target(y, lower=lbound(y), label='y', join=.true.)
    call vf_axpy(vf_box([1, 1, 1], n), 0.5_real64, x_view, y_view)
    call y_view%to_host(vf_update)
    call x_view%release()
    call y_view%release()
  end subroutine added

  subroutine copied(x, y)
    real(real64), intent(inout) :: x(:, :, :), y(:, :, :)
    type(vf_view) :: x_view, y_view
    call x_view%wrap_without_target(x, lower=lbound(x), label='x', join=.true.)
    call y_view%wrap_without_target(y, lower=lbound(y), label='y', join=.true.)
    call vf_copy(vf_box([1, 1, 1], n), x_view, y_view)
    call y_view%to_host(vf_update)
    call x_view%release()
    call y_view%release()
  end subroutine copied

end module leaving_code

program leaving
  use leaving_code
  implicit none
  real(real64) :: x(40, 30, 20), y(40, 30, 20), z(40, 30, 20)
  integer :: r, i, j, k
  x = 1
  y = 2
  call vf_init()
  do r = 1, rounds
    call added(x, y)
    do k = 1, 20
      do j = 1, 30
        do i = 1, 40
          x(i, j, k) = 0.5_real64*x(i, j, k) + sin(y(i, j, k))
        end do
      end do
    end do
    call copied(x, z)
  end do
  call vf_finalize()
  print '(2es24.16)', sum(x), sum(z)
end program leaving
