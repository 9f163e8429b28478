! Conjugate gradients without a preconditioner. All loops are on the device; only the sum of r r comes to the host.
module minife_cg
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use mpi_f08, only: MPI_Barrier, MPI_Wtime
  use viewfab, only: vf_axpy, vf_copy, vf_dot, vf_remote, vf_view, vf_context_wait
  use minife_definitions
  use minife_ell, only: entries, take_matrix
  use minife_exchange, only: group, nodes, pieces
  use minife_kernels, only: vf_descend, vf_spmv_remote, vf_turn
  implicit none
  private
  public :: solve

  type(vf_view) :: values, columns_of   ! of the matrix, as (i, j, k and entry)
  integer :: planes                     ! of k
  type(vf_remote) :: p                  ! over all ranks

contains

  ! Solves A x = b from the first guess in x. norms(0:) becomes the norm of the residual before each iteration and after the
  ! last iteration, iterations their number, seconds the time of an iteration and of a product A p.
  subroutine solve(b, x, norms, iterations, seconds)
    real(dp), intent(in), target :: b(:)
    real(dp), intent(inout), target :: x(:)
    real(dp), intent(out) :: norms(0:)
    integer, intent(out) :: iterations
    real(dp), intent(out) :: seconds(2)
    real(dp), allocatable, target :: entries_of_rows(:,:)
    integer, allocatable, target :: columns_of_rows(:,:)
    real(dp), pointer, contiguous :: own_p(:)
    type(vf_view) :: b_view, x_view, r, part, own, ap, p_ap
    real(dp) :: rr, rr_before
    integer :: n

    call take_matrix(entries_of_rows, columns_of_rows)
    call p%create(group, 0.0_dp, matrix%rows, label='p')
    call p%numbers(columns_of_rows)
    part = p%view()
    call part%host_pointer(own_p)
    associate (lo => nodes%lower, hi => nodes%upper)
      planes = hi(3) - lo(3) + 1
      call values%wrap(entries_of_rows(1,1), lo, [hi(:2), lo(3) + entries*planes - 1], 1, label='values')
      call columns_of%wrap(columns_of_rows(1,1), lo, [hi(:2), lo(3) + entries*planes - 1], 1, label='columns_of')
      call b_view%wrap(b(1), lo, hi, 1, label='b')
      call x_view%wrap(x(1), lo, hi, 1, label='x')
      call r%create(0.0_dp, hi - lo + 1, lower=lo, label='r')
      call ap%create(0.0_dp, hi - lo + 1, lower=lo, label='ap')
      call p_ap%create(0.0_dp, [1], label='p_ap')
      call own%wrap(own_p(1), lo, hi, 1, label='p', join=.true.)
    end associate

    call vf_copy(nodes, x_view, own)
    call multiply(ap)
    call vf_copy(nodes, b_view, r)
    call vf_axpy(nodes, -1.0_dp, ap, r)
    call vf_dot(pieces, r, r, rr)
    norms(0) = sqrt(rr)
    call vf_copy(nodes, r, own)
    iterations = 0
    call lap(seconds(1))
    do while (norms(iterations) > settings%tolerance*norms(0) .and. iterations < settings%max_iterations)
      call multiply(ap)
      call vf_dot(pieces, own, ap, p_ap)
      rr_before = rr
      call vf_descend(pieces, rr_before, p_ap, ap, r, rr)
      call vf_turn(nodes, rr_before, p_ap, rr/rr_before, r, x_view, own)
      iterations = iterations + 1
      norms(iterations) = sqrt(rr)
    end do
    call lap(seconds(1), iterations)

    call lap(seconds(2))
    do n = 1, settings%products
      call multiply(ap)
    end do
    call lap(seconds(2), settings%products)

    call x_view%to_host()
    call own%release()
    call p%release()
    call r%release(discard=.true.)
    call ap%release(discard=.true.)
    call p_ap%release(discard=.true.)
    call b_view%release()
    call x_view%release()
    call values%release()
    call columns_of%release()
  end subroutine solve

  ! ap = A p. Behind the fence the kernel reads the newest p of all ranks. p changes only after the host has a sum over all
  ! ranks; by then all ranks have read p.
  subroutine multiply(ap)
    type(vf_view), intent(in) :: ap

    call p%fence()
    call vf_spmv_remote(nodes, planes, values, columns_of, p, ap)
  end subroutine multiply

  ! Starts a clock, or ends the clock if the number of rounds is given.
  subroutine lap(seconds, rounds)
    real(dp), intent(inout) :: seconds
    integer, intent(in), optional :: rounds

    call vf_context_wait()
    call MPI_Barrier(comm)
    if (present(rounds)) seconds = (MPI_Wtime() - seconds)/max(rounds, 1)
    if (.not. present(rounds)) seconds = MPI_Wtime()
  end subroutine lap

end module minife_cg
