! Conjugate gradients without a preconditioner.
module minife_cg
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use mpi_f08, only: MPI_Barrier, MPI_Wtime
  use minife_definitions
  use minife_exchange, only: exchange_externals
  use minife_vectors, only: axpy, dot, spmv, xpay
  implicit none
  private
  public :: solve

contains

  ! Solves A x = b from the first guess in x. norms(0:) becomes the norm of the residual before each iteration and after the
  ! last iteration, iterations their number, seconds the time of an iteration and of a product A p.
  subroutine solve(b, x, norms, iterations, seconds)
    real(dp), intent(in) :: b(:)
    real(dp), intent(inout) :: x(:)
    real(dp), intent(out) :: norms(0:)
    integer, intent(out) :: iterations
    real(dp), intent(out) :: seconds(2)
    real(dp), allocatable :: r(:), p(:), ap(:)
    real(dp) :: rr, rr_before, alpha
    integer :: n

    allocate(r(matrix%rows), ap(matrix%rows))
    allocate(p(matrix%columns), source=0.0_dp)
    p(:matrix%rows) = x
    call multiply(p, ap)
    r = b
    call axpy(-1.0_dp, ap, r)
    rr = dot(r, r)
    norms(0) = sqrt(rr)
    p(:matrix%rows) = r
    iterations = 0
    call lap(seconds(1))
    do while (norms(iterations) > settings%tolerance*norms(0) .and. iterations < settings%max_iterations)
      call multiply(p, ap)
      alpha = rr/dot(p, ap)
      call axpy(alpha, p, x)
      call axpy(-alpha, ap, r)
      rr_before = rr
      rr = dot(r, r)
      call xpay(r, rr/rr_before, p)
      iterations = iterations + 1
      norms(iterations) = sqrt(rr)
    end do
    call lap(seconds(1), iterations)

    call lap(seconds(2))
    do n = 1, settings%products
      call multiply(p, ap)
    end do
    call lap(seconds(2), settings%products)
  end subroutine solve

  ! ap = A p
  subroutine multiply(p, ap)
    real(dp), intent(inout) :: p(:)
    real(dp), intent(out) :: ap(:)

    call exchange_externals(p)
    call spmv(p, ap)
  end subroutine multiply

  ! Starts a clock, or ends the clock if the number of rounds is given.
  subroutine lap(seconds, rounds)
    real(dp), intent(inout) :: seconds
    integer, intent(in), optional :: rounds

    call MPI_Barrier(comm)
    if (present(rounds)) seconds = (MPI_Wtime() - seconds)/max(rounds, 1)
    if (.not. present(rounds)) seconds = MPI_Wtime()
  end subroutine lap

end module minife_cg
