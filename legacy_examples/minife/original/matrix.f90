! The matrix of trilinear elements for -laplacian(u) = 1 on the unit brick, and its right-hand side, as in Mantevo's miniFE. u
! is given on the boundary: 1 on the side with the largest x, 0 on the other sides.
!
! Rows are compressed (CSR): each has an entry for every node of the domain around its own node, in the order of the nodes. A
! row of a node of the boundary has 1 on the diagonal, the given value on the right-hand side, and 0 elsewhere. In the other
! rows entries towards the boundary are 0, as their products with the given values stand on the right-hand side. miniFE
! imposes the sides in turn, sides with 0 first: a node on an edge of the side with 1 is 1 in its own row, and 0 for the rows
! around it.
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
      call number_columns(column)
      call count_entries()
      allocate(b(matrix%rows))
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

  ! The begin of each row, and memory for all entries. A thread touches the pages first that it will use.
  subroutine count_entries()
    integer :: i, j, k, row, around(3)

    allocate(matrix%start(matrix%rows + 1))
    row = 1
    matrix%start(1) = 1
    do k = cut%brick%lo(3), cut%brick%hi(3)
      do j = cut%brick%lo(2), cut%brick%hi(2)
        do i = cut%brick%lo(1), cut%brick%hi(1)
          around = 3 - merge(1, 0, [i, j, k] == 0) - merge(1, 0, [i, j, k] == settings%n_elements)
          matrix%start(row + 1) = matrix%start(row) + product(around)
          row = row + 1
        end do
      end do
    end do
    allocate(matrix%values(matrix%start(row) - 1), matrix%columns_of(matrix%start(row) - 1))
  end subroutine count_entries

  subroutine build_row(i, j, k, coefficients, column, right_hand_side)
    integer, intent(in) :: i, j, k, column(-1:1, -1:1, -1:1)
    real(dp), intent(in) :: coefficients(-1:1, -1:1, -1:1)
    real(dp), intent(out) :: right_hand_side
    integer :: entry, di, dj, dk, at(3)
    logical :: given

    given = on_boundary([i, j, k])
    right_hand_side = source()
    if (given) right_hand_side = merge(1.0_dp, 0.0_dp, i == settings%n_elements(1))
    entry = matrix%start(row_of(cut%brick, i, j, k)) - 1
    do dk = -1, 1
      do dj = -1, 1
        do di = -1, 1
          at = [i + di, j + dj, k + dk]
          if (any(at < 0 .or. at > settings%n_elements)) cycle
          entry = entry + 1
          matrix%columns_of(entry) = column(di, dj, dk)
          matrix%values(entry) = 0
          if (given) then
            if (all(at == [i, j, k])) matrix%values(entry) = 1
          else if (.not. on_boundary(at)) then
            matrix%values(entry) = coefficients(di, dj, dk)
          else if (inside_of_warm_side(at)) then
            right_hand_side = right_hand_side - coefficients(di, dj, dk)
          end if
        end do
      end do
    end do
  end subroutine build_row

  ! Products of the stiffness of a direction and the masses of the other directions. Two points of Gauss in each direction, at p
  ! and -p, make masses of (1 + p^2)/2 and (1 - p^2)/4 widths: 2/3 and 1/6, up to the nine digits of miniFE's p.
  subroutine element_coefficients(coefficients)
    real(dp), intent(out) :: coefficients(-1:1, -1:1, -1:1)
    real(dp), parameter :: p = 0.577350269_dp, aside = (1 - p**2)/4
    real(dp) :: stiffness(-1:1, 3), mass(-1:1, 3)
    integer :: d, i, j, k

    do d = 1, 3
      stiffness(:, d) = [-1.0_dp, 2.0_dp, -1.0_dp]*settings%n_elements(d)
      mass(:, d) = [aside, (1 + p**2)/2, aside]/settings%n_elements(d)
    end do
    do k = -1, 1
      do j = -1, 1
        do i = -1, 1
          coefficients(i, j, k) = stiffness(i, 1)*mass(j, 2)*mass(k, 3) + mass(i, 1)*stiffness(j, 2)*mass(k, 3) &
            + mass(i, 1)*mass(j, 2)*stiffness(k, 3)
        end do
      end do
    end do
  end subroutine element_coefficients

  ! The integral of a node's function: the volume of an element, an eighth from each of the eight around the node.
  pure real(dp) function source()
    source = 1.0_dp/product(real(settings%n_elements, dp))
  end function source

  pure logical function on_boundary(node)
    integer, intent(in) :: node(3)

    on_boundary = any(node == 0 .or. node == settings%n_elements)
  end function on_boundary

  ! True if a node of the boundary is on the side with the largest x, and on no edge.
  pure logical function inside_of_warm_side(node)
    integer, intent(in) :: node(3)

    inside_of_warm_side = node(1) == settings%n_elements(1) .and. all(node(2:) > 0 .and. node(2:) < settings%n_elements(2:))
  end function inside_of_warm_side

end module minife_matrix
