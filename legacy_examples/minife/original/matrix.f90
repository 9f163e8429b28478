! The matrix of trilinear elements for laplacian(u) = 0 on cubes, and its right-hand side. u is given on the boundary: 1 on
! the side where x is largest, 0 on the others, and between sides their mean.
!
! A row of a node of the boundary has the entry in its middle alone, which is that of the others, so that it stands out in no way.
! All rows have room for the 27 nodes around theirs, in the order of the nodes. An entry towards a node of the boundary is 0,
! as its product with what u is there stands on the right-hand side; one towards no node is 0 too, and has the row's own
! column.
module minife_matrix
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use minife_definitions
  use minife_exchange, only: number_columns
  implicit none
  private
  public :: build_matrix

contains

  subroutine build_matrix(b)
    real(dp), allocatable, intent(out) :: b(:)
    integer, allocatable :: column(:,:,:)
    real(dp) :: coefficients(-1:1, -1:1, -1:1)
    integer :: i, j, k

    associate (lo => cut%brick%lo, hi => cut%brick%hi)
      allocate(column(lo(1)-1:hi(1)+1, lo(2)-1:hi(2)+1, lo(3)-1:hi(3)+1))
      matrix%rows = product(hi - lo + 1)
      allocate(matrix%values(matrix%rows, entries), matrix%columns_of(matrix%rows, entries), b(matrix%rows))
      call number_columns(column)
      call element_coefficients(coefficients)
      !$omp parallel do collapse(2) schedule(static)
      do k = lo(3), hi(3)
        do j = lo(2), hi(2)
          do i = lo(1), hi(1)
            call build_row(i, j, k, coefficients, column(i-1:i+1, j-1:j+1, k-1:k+1), b(row_of(cut%brick, i, j, k)))
          end do
        end do
      end do
      !$omp end parallel do
    end associate
  end subroutine build_matrix

  subroutine build_row(i, j, k, coefficients, column, right_hand_side)
    integer, intent(in) :: i, j, k, column(-1:1, -1:1, -1:1)
    real(dp), intent(in) :: coefficients(-1:1, -1:1, -1:1)
    real(dp), intent(out) :: right_hand_side
    integer :: row, entry, di, dj, dk, at(3)

    row = row_of(cut%brick, i, j, k)
    matrix%values(row, :) = 0
    matrix%columns_of(row, :) = column(0, 0, 0)
    if (sides_of([i, j, k]) > 0) then
      matrix%values(row, (entries + 1)/2) = coefficients(0, 0, 0)
      right_hand_side = coefficients(0, 0, 0)*given([i, j, k])
      return
    end if
    right_hand_side = 0
    entry = 0
    do dk = -1, 1
      do dj = -1, 1
        do di = -1, 1
          entry = entry + 1
          at = [i + di, j + dj, k + dk]
          matrix%columns_of(row, entry) = column(di, dj, dk)
          if (sides_of(at) > 0) then
            right_hand_side = right_hand_side - coefficients(di, dj, dk)*given(at)
          else
            matrix%values(row, entry) = coefficients(di, dj, dk)
          end if
        end do
      end do
    end do
  end subroutine build_row

  ! Products of the stiffness of one direction and the masses of the others: 8/3 in the middle, 0 across faces but for
  ! rounding, -1/6 across edges, -1/12 across corners, times the width of an element.
  subroutine element_coefficients(coefficients)
    real(dp), intent(out) :: coefficients(-1:1, -1:1, -1:1)
    real(dp), parameter :: stiffness(-1:1) = [-1.0_dp, 2.0_dp, -1.0_dp], mass(-1:1) = [1.0_dp, 4.0_dp, 1.0_dp]/6
    integer :: i, j, k

    do k = -1, 1
      do j = -1, 1
        do i = -1, 1
          coefficients(i, j, k) = (stiffness(i)*mass(j)*mass(k) + mass(i)*stiffness(j)*mass(k) &
            + mass(i)*mass(j)*stiffness(k))/settings%n_elements(1)
        end do
      end do
    end do
  end subroutine element_coefficients

  ! Of how many sides of the domain a node is.
  pure integer function sides_of(node)
    integer, intent(in) :: node(3)

    sides_of = count(node == 0) + count(node == settings%n_elements)
  end function sides_of

  pure real(dp) function given(node)
    integer, intent(in) :: node(3)

    given = merge(1.0_dp/sides_of(node), 0.0_dp, node(1) == settings%n_elements(1))
  end function given

end module minife_matrix
