! The type vf_multigrid: a single box and many boxes, the callback, reports and errors.
module residuals_heard
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  use viewfab
  implicit none
  integer :: heard = 0
  real(c_double) :: last = -1
  integer(c_int) :: meddled(2) = -1
  type(vf_multigrid) :: meddling
contains
  ! Tries to end and to replace the calling solver.
  subroutine meddle(cycle, residual)
    integer(c_int), intent(in) :: cycle
    real(c_double), intent(in) :: residual
    type(vf_boundary) :: sides
    heard = cycle + 1
    last = residual
    if (cycle /= 1) return
    sides%kind = vf_neumann
    call meddling%release(meddled(1))
    call meddling%create_poisson(vf_box([0, 0, 0], [3, 3, 3]), 1.0_c_double, sides, ierr=meddled(2))
  end subroutine

  subroutine hear(cycle, residual)
    integer(c_int), intent(in) :: cycle
    real(c_double), intent(in) :: residual
    heard = cycle + 1
    last = residual
  end subroutine
end module

program solver_binding
  use, intrinsic :: iso_c_binding, only: c_double, c_int, c_int64_t
  use claims, only: check
  use residuals_heard, only: hear, heard, last, meddle, meddled, meddling
  use viewfab
  implicit none
  integer, parameter :: n = 16
  real(c_double), target :: phi(-1:n,-1:n,-1:n), rhs(0:n-1,0:n-1,0:n-1), one(0:n-1,0:n-1,0:n-1)
  real(c_double), target :: bx(0:n,0:n-1,0:n-1), by(0:n-1,0:n,0:n-1), bz(0:n-1,0:n-1,0:n)
  real(c_double), target :: low(-1:n,-1:n,-1:n/2), high(-1:n,-1:n,n/2-1:n)
  real(c_double), parameter :: h = 1.0_c_double/n
  type(vf_view) :: phi_v, rhs_v, a_v, bx_v, by_v, bz_v, low_v, high_v
  type(vf_multigrid) :: solver
  type(vf_multigrid_options) :: options
  type(vf_multigrid_report) :: report
  type(vf_boundary) :: sides
  type(vf_box) :: box
  real(c_double) :: whole(0:n-1,0:n-1,0:n-1), sum_of_fluxes
  real(c_double) :: widths(0:n-1)
  integer(c_int) :: levels, coarsest(3), status
  integer(c_int64_t) :: bytes
  integer :: i, j, k

  call vf_init()
  sides%kind = vf_dirichlet
  box = vf_box([0, 0, 0], [n-1, n-1, n-1])
  do k = 0, n-1
    do j = 0, n-1
      do i = 0, n-1
        rhs(i,j,k) = sin(real(i + 2*j + 5*k, c_double))
      end do
    end do
  end do
  phi = 0
  low = 0
  high = 0
  one = 1
  bx = 1
  by = 1
  bz = 1
  call phi_v%wrap(phi, lower=[-1, -1, -1], label='phi')
  call rhs_v%wrap(rhs, lower=[0, 0, 0], label='rhs')
  call low_v%wrap(low, lower=[-1, -1, -1], label='low')
  call high_v%wrap(high, lower=[-1, -1, n/2-1], label='high')
  call a_v%wrap(one, lower=[0, 0, 0], label='a')
  call bx_v%wrap(bx, lower=[0, 0, 0], label='bx')
  call by_v%wrap(by, lower=[0, 0, 0], label='by')
  call bz_v%wrap(bz, lower=[0, 0, 0], label='bz')

  call check(.not. solver%is_set(), 'a solver is not set before create')
  call solver%create_poisson(box, h, sides, history=hear)
  call solver%shape_of(levels, coarsest, bytes)
  call check(solver%is_set() .and. levels == 4 .and. all(coarsest == 2) .and. bytes > 0, 'levels down to 2 cells')
  call solver%solve(phi_v, rhs_v, report=report)
  call check(heard == report%cycles + 1 .and. last == report%residual, 'the callback hears every cycle')
  call check(report%residual <= 1e-10_c_double*report%rhs_norm, 'the tolerance is reached')
  call check(report%stored_residual == report%residual, 'real64 holds the solution as it is')
  call phi_v%to_host()
  whole = phi(0:n-1,0:n-1,0:n-1)

  call solver%create_poisson([vf_box([0, 0, n/2], [n-1, n-1, n-1]), vf_box([0, 0, 0], [n-1, n-1, n/2-1])], h, sides)
  call solver%solve([high_v, low_v], [rhs_v, rhs_v])
  call low_v%to_host()
  call high_v%to_host()
  call check(all(low(0:n-1,0:n-1,0:n/2-1) == whole(:,:,0:n/2-1)) .and. &
    all(high(0:n-1,0:n-1,n/2:n-1) == whole(:,:,n/2:n-1)), 'two boxes give the bits of one')

  options%method = vf_method_conjugate_gradients
  options%cycle = vf_cycle_f
  call solver%create_helmholtz(box, 0.0_c_double, -1.0_c_double, a_v, bx_v, by_v, bz_v, [h, h, h], sides, options)
  call solver%solve(phi_v, rhs_v)
  call phi_v%to_host()
  call check(maxval(abs(phi(0:n-1,0:n-1,0:n-1) - whole)) < 1e-8_c_double*maxval(abs(whole)), &
    'coefficients of 1 give the solution of the Poisson problem')

  options = vf_multigrid_options()
  call solver%create_poisson(box, [h, 2*h, 30*h], sides)
  call solver%solve(phi_v, rhs_v, report=report)
  call phi_v%to_host()
  sum_of_fluxes = (phi(4,5,6) - 2*phi(5,5,6) + phi(6,5,6))/h**2 + (phi(5,4,6) - 2*phi(5,5,6) + phi(5,6,6))/(2*h)**2 + &
    (phi(5,5,5) - 2*phi(5,5,6) + phi(5,5,7))/(30*h)**2
  call check(abs(sum_of_fluxes - rhs(5,5,6)) <= 1.01e-10_c_double*report%rhs_norm, 'h(3) has a width a direction')

  widths = [(h*1.1_c_double**i, i=0, n-1)]
  options%widths(1)%cells = widths(1:)
  call solver%create_poisson(box, [h, h, h], sides, options, ierr=status)
  call check(status == VF_ERROR_ARGUMENT .and. index(vf_last_error(), 'options%widths(1)') > 0, &
    'widths of a cell less than the domain are refused')
  options%widths(1)%cells = widths
  call solver%create_poisson(box, [h, h, h], sides, options)
  call solver%solve(phi_v, rhs_v, report=report)
  call phi_v%to_host()
  sum_of_fluxes = ((phi(6,5,6) - phi(5,5,6))*2/(widths(5) + widths(6)) - &
    (phi(5,5,6) - phi(4,5,6))*2/(widths(4) + widths(5)))/widths(5) + &
    (phi(5,4,6) + phi(5,6,6) + phi(5,5,5) + phi(5,5,7) - 4*phi(5,5,6))/h**2
  call check(abs(sum_of_fluxes - rhs(5,5,6))*widths(5)/widths(n-1) <= 1.01e-10_c_double*report%rhs_norm, &
    'options%widths has the widths of single cells')

  call solver%create_poisson(vf_box([0, 0, 0], [n, n, n]), h, sides)
  call solver%solve(phi_v, rhs_v, ierr=status)
  call check(status == VF_ERROR_BOX .and. index(vf_last_error(), 'rhs') > 0, 'a view that is too small is refused')
  call solver%release()
  call check(.not. solver%is_set(), 'a solver is not set after release')
  call solver%solve(phi_v, rhs_v, ierr=status)
  call check(status == VF_ERROR_NULL, 'a released solver is refused')

  call meddling%create_poisson(box, h, sides, history=meddle)
  call meddling%solve(phi_v, rhs_v, report=report)
  call check(all(meddled == VF_ERROR_STATE), 'a history procedure cannot release or replace its solver')
  call check(heard == report%cycles + 1 .and. last == report%residual, 'the callback still hears every cycle')
  call vf_finalize()
  call meddling%solve(phi_v, rhs_v, ierr=status)
  call check(status == VF_ERROR_STATE, 'a solver is refused after vf_finalize')
  call meddling%release()
  call check(.not. meddling%is_set(), 'and can still be released')
end program
