! Cuts the domain by recursive bisection into a brick for each rank, and bricks into pieces. If the numbers of ranks and of
! pieces are powers of 2, the pieces do not depend on the number of ranks.
module minife_partition
  use, intrinsic :: iso_fortran_env, only: error_unit
  use bisection, only: bisect
  use minife_definitions
  implicit none
  private
  public :: cut_domain

contains

  subroutine cut_domain()
    integer :: q, each

    each = settings%pieces/ranks
    cut%domain%lo = 0
    cut%domain%hi = settings%n_elements
    allocate(cut%bricks(0:ranks-1), cut%pieces(settings%pieces))
    call cut_box(cut%domain, cut%bricks)
    do q = 0, ranks - 1
      call cut_box(cut%bricks(q), cut%pieces(q*each+1:(q+1)*each))
    end do
    cut%brick = cut%bricks(rank)
    cut%first_piece = rank*each + 1
    cut%last_piece = (rank + 1)*each
    do q = 1, size(cut%pieces)
      if (all(cut%pieces(q)%hi >= cut%pieces(q)%lo)) cycle
      write(error_unit, '(a, i0, a)') 'minife: the domain is too small for ', size(cut%pieces), ' pieces'
      flush(error_unit)
      error stop 1
    end do
  end subroutine cut_domain

  subroutine cut_box(whole, boxes)
    type(box_type), intent(in) :: whole
    type(box_type), intent(out) :: boxes(:)
    integer, dimension(3, size(boxes)) :: los, his
    integer :: q

    call bisect(whole%lo, whole%hi, los, his)
    do q = 1, size(boxes)
      boxes(q) = box_type(los(:,q), his(:,q))
    end do
  end subroutine cut_box

end module minife_partition
