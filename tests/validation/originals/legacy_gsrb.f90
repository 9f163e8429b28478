! A legacy routine as in old codes: no module, arrays followed by their six bounds, all arguments by reference.
subroutine legacy_gsrb(phi, pl1, pl2, pl3, ph1, ph2, ph3, rhs, rl1, rl2, rl3, rh1, rh2, rh3, lo, hi, nc, h, redblack)
  implicit none
  integer pl1, pl2, pl3, ph1, ph2, ph3, rl1, rl2, rl3, rh1, rh2, rh3, lo(3), hi(3), nc, redblack
  double precision phi(pl1:ph1, pl2:ph2, pl3:ph3, nc), rhs(rl1:rh1, rl2:rh2, rl3:rh3, nc), h
  integer i, j, k, n
  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1) + mod(lo(1) + j + k + redblack, 2), hi(1), 2
          phi(i,j,k,n) = (phi(i-1,j,k,n) + phi(i+1,j,k,n) + phi(i,j-1,k,n) + phi(i,j+1,k,n) &
            + phi(i,j,k-1,n) + phi(i,j,k+1,n) - h*h*rhs(i,j,k,n))/6
        end do
      end do
    end do
  end do
end subroutine
