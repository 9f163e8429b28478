! Cuts a box into boxes for many ranks.
module bisection
  implicit none
  private
  public :: bisect

contains

  ! Cuts the cells lo..hi into size(los, 2) boxes. A box is cut across its longest direction, or the last of several longest
  ! directions, in proportion to the number of boxes of each half. With more boxes than cells, some boxes are empty. The
  ! first n of 2 n boxes are the first of 2 boxes, cut into n boxes: so the cuts for powers of 2 nest.
  pure recursive subroutine bisect(lo, hi, los, his)
    integer, intent(in) :: lo(3), hi(3)
    integer, intent(out) :: los(:,:), his(:,:)       ! (3, boxes)
    integer :: middle(3), cells(3), count, below, d

    count = size(los, 2)
    if (count == 1) then
      los(:,1) = lo
      his(:,1) = hi
      return
    end if
    cells = hi - lo + 1
    d = maxloc(cells, dim=1, back=.true.)
    below = count/2
    middle = hi
    middle(d) = lo(d) + cells(d)*below/count - 1
    call bisect(lo, middle, los(:,:below), his(:,:below))
    middle(d) = middle(d) + 1
    call bisect(merge(middle, lo, [1, 2, 3] == d), hi, los(:,below+1:), his(:,below+1:))
  end subroutine bisect

end module bisection
