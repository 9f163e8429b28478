! Sums in the documented order, and extrema in the order of a loop. Values come as lists: the cells of each box and
! component in column order, list after list.
module plain_results
  use, intrinsic :: iso_fortran_env, only: int64, real64
  implicit none
  private
  public :: plain_tree_sum, plain_least

  integer, parameter :: tile = 4096, lanes = 256

contains

  ! The sum over all lists. Each tile of a list gives a sum over lanes; tiles of these sums are added again until a single
  ! sum is left.
  !   terms    size(terms, 1) terms of each cell, added in order
  !   given    true: the cell has terms
  !   lengths  cells of each list
  function plain_tree_sum(terms, given, lengths) result(total)
    real(real64), intent(in) :: terms(:,:)
    logical, intent(in) :: given(:)
    integer, intent(in) :: lengths(:)
    real(real64) :: total
    real(real64), allocatable :: sums(:)
    integer :: l, first, count
    allocate (sums(sum((lengths + tile - 1)/tile)))
    first = 1
    count = 0
    do l = 1, size(lengths)
      call add_tiles(terms(:, first:first + lengths(l) - 1), given(first:first + lengths(l) - 1), sums, count)
      first = first + lengths(l)
    end do
    do while (count > 1)
      l = count
      count = 0
      call add_tiles(reshape(sums(1:l), [1, l]), spread(.true., 1, l), sums, count)
    end do
    total = 0
    if (count == 1) total = sums(1)
  end function

  subroutine add_tiles(terms, given, sums, count)
    real(real64), intent(in) :: terms(:,:)
    logical, intent(in) :: given(:)
    real(real64), intent(inout) :: sums(:)
    integer, intent(inout) :: count
    real(real64) :: lane(0:lanes-1)
    integer :: first, c, t, half
    do first = 1, size(given), tile
      lane = 0
      do c = first, min(first + tile - 1, size(given))
        if (.not. given(c)) cycle
        do t = 1, size(terms, 1)
          lane(modulo(c - first, lanes)) = lane(modulo(c - first, lanes)) + terms(t, c)
        end do
      end do
      half = lanes/2
      do while (half > 0)
        do c = 0, half - 1
          lane(c) = lane(c) + lane(c + half)
        end do
        half = half/2
      end do
      count = count + 1
      sums(count) = lane(0)
    end do
  end subroutine

  ! The least of the given values, and the number of the first cell with this value; 0 if no value is less than
  ! infinity.
  subroutine plain_least(values, given, infinity, least, first)
    real(real64), intent(in) :: values(:), infinity
    logical, intent(in) :: given(:)
    real(real64), intent(out) :: least
    integer, intent(out) :: first
    integer :: c
    least = infinity
    first = 0
    do c = 1, size(values)
      if (.not. given(c)) cycle
      if (values(c) < least) then
        least = values(c)
        first = c
      end if
    end do
  end subroutine

end module
