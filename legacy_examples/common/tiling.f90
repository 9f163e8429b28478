! The tiles of a grid: threads work on tiles at the same time.
module tiling
  implicit none
  private
  public :: build_tiles

contains

  ! Tiles that cover the cells lo..hi once; the last tile of a direction may be smaller.
  subroutine build_tiles(lo, hi, tile_size, tiles, tile_lo, tile_hi)
    integer, intent(in) :: lo(3), hi(3), tile_size(3)
    integer, intent(out) :: tiles
    integer, allocatable, intent(out) :: tile_lo(:,:), tile_hi(:,:)
    integer :: step(3), counts(3), i, j, k, t

    step = min(tile_size, hi - lo + 1)
    counts = (hi - lo)/step + 1
    tiles = product(counts)
    allocate(tile_lo(3, tiles), tile_hi(3, tiles))
    t = 0
    do k = 0, counts(3) - 1
      do j = 0, counts(2) - 1
        do i = 0, counts(1) - 1
          t = t + 1
          tile_lo(:,t) = lo + [i, j, k]*step
          tile_hi(:,t) = min(tile_lo(:,t) + step - 1, hi)
        end do
      end do
    end do
  end subroutine build_tiles

end module tiling
