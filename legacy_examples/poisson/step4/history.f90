! The residuals of a solve, as the solver reports them. They are in a module, since an internal
! procedure called by C needs an executable stack.
module poisson_history
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  use, intrinsic :: iso_fortran_env, only: dp => real64
  implicit none
  private
  public :: note

  integer, public :: cycles = 0
  real(dp), allocatable, public :: history(:)   ! (0:) a residual for each cycle, 0 is the start

contains

  subroutine note(cycle, residual)
    integer(c_int), intent(in) :: cycle
    real(c_double), intent(in) :: residual

    cycles = cycle
    history(cycle) = residual
    write(*, '(a, i4, a, es24.16)') 'cycle', cycle, '  residual', residual
  end subroutine note

end module poisson_history
