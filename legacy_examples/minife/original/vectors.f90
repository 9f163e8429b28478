! The loops of conjugate gradients.
module minife_vectors
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use mpi_f08
  use minife_definitions
  implicit none
  private
  public :: axpy, dot, spmv, xpay

contains

  ! y = A x. The externals of x are up to date.
  subroutine spmv(x, y)
    real(dp), intent(in) :: x(:)
    real(dp), intent(out) :: y(:)
    real(dp) :: total
    integer :: row, entry

    !$omp parallel do private(total, entry) schedule(static)
    do row = 1, matrix%rows
      total = 0
      do entry = matrix%start(row), matrix%start(row+1) - 1
        total = total + matrix%values(entry)*x(matrix%columns_of(entry))
      end do
      y(row) = total
    end do
    !$omp end parallel do
  end subroutine spmv

  ! y = y + a x
  subroutine axpy(a, x, y)
    real(dp), intent(in) :: a, x(:)
    real(dp), intent(inout) :: y(:)
    integer :: row

    !$omp parallel do schedule(static)
    do row = 1, matrix%rows
      y(row) = y(row) + a*x(row)
    end do
    !$omp end parallel do
  end subroutine axpy

  ! y = x + a y
  subroutine xpay(x, a, y)
    real(dp), intent(in) :: x(:), a
    real(dp), intent(inout) :: y(:)
    integer :: row

    !$omp parallel do schedule(static)
    do row = 1, matrix%rows
      y(row) = x(row) + a*y(row)
    end do
    !$omp end parallel do
  end subroutine xpay

  ! The sum over all ranks of x y. Each piece has its own sum, and all ranks add the sums of the pieces in their order, so the
  ! number of ranks does not change the result.
  function dot(x, y) result(total)
    real(dp), intent(in) :: x(:), y(:)
    real(dp) :: total, own(cut%first_piece:cut%last_piece), all_pieces(size(cut%pieces))
    integer :: p, i, j, k, row

    !$omp parallel do private(i, j, k, row) schedule(static)
    do p = cut%first_piece, cut%last_piece
      own(p) = 0
      do k = cut%pieces(p)%lo(3), cut%pieces(p)%hi(3)
        do j = cut%pieces(p)%lo(2), cut%pieces(p)%hi(2)
          row = row_of(cut%brick, cut%pieces(p)%lo(1), j, k)
          do i = cut%pieces(p)%lo(1), cut%pieces(p)%hi(1)
            own(p) = own(p) + x(row)*y(row)
            row = row + 1
          end do
        end do
      end do
    end do
    !$omp end parallel do
    call MPI_Allgather(own, size(own), MPI_DOUBLE_PRECISION, all_pieces, size(own), MPI_DOUBLE_PRECISION, comm)
    total = 0
    do p = 1, size(all_pieces)
      total = total + all_pieces(p)
    end do
  end function dot

end module minife_vectors
