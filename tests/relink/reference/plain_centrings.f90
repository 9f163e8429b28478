! Averages between centrings and levels, with the arguments of the legacy routines.

! Faces to cells; dx, problo and coord_type are not used in Cartesian coordinates.
subroutine plain_bl_avg_fc_to_cc(lo, hi, cc, cc_l1, cc_l2, cc_l3, cc_h1, cc_h2, cc_h3, fx, fx_l1, fx_l2, fx_l3, fx_h1, fx_h2, &
    fx_h3, fy, fy_l1, fy_l2, fy_l3, fy_h1, fy_h2, fy_h3, fz, fz_l1, fz_l2, fz_l3, fz_h1, fz_h2, fz_h3, dx, problo, coord_type)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: cc_l1, cc_l2, cc_l3, cc_h1, cc_h2, cc_h3, fx_l1, fx_l2, fx_l3, fx_h1, fx_h2, fx_h3, fy_l1, fy_l2, &
    fy_l3, fy_h1, fy_h2, fy_h3, fz_l1, fz_l2, fz_l3, fz_h1, fz_h2, fz_h3
  integer, intent(in) :: lo(3), hi(3), coord_type
  real(wp), intent(in) :: dx(3), problo(3)
  real(wp), intent(inout) :: cc(cc_l1:cc_h1, cc_l2:cc_h2, cc_l3:cc_h3, 3)
  real(wp), intent(in) :: fx(fx_l1:fx_h1, fx_l2:fx_h2, fx_l3:fx_h3)
  real(wp), intent(in) :: fy(fy_l1:fy_h1, fy_l2:fy_h2, fy_l3:fy_h3)
  real(wp), intent(in) :: fz(fz_l1:fz_h1, fz_l2:fz_h2, fz_l3:fz_h3)
  integer :: i, j, k
  do k = lo(3), hi(3)
    do j = lo(2), hi(2)
      do i = lo(1), hi(1)
        cc(i,j,k,1) = (fx(i,j,k) + fx(i+1,j,k))/2
        cc(i,j,k,2) = (fy(i,j,k) + fy(i,j+1,k))/2
        cc(i,j,k,3) = (fz(i,j,k) + fz(i,j,k+1))/2
      end do
    end do
  end do
end subroutine

! Cells to faces.
subroutine plain_bl_avg_cc_to_fc(xlo, xhi, ylo, yhi, zlo, zhi, fx, fx_l1, fx_l2, fx_l3, fx_h1, fx_h2, fx_h3, fy, fy_l1, fy_l2, &
    fy_l3, fy_h1, fy_h2, fy_h3, fz, fz_l1, fz_l2, fz_l3, fz_h1, fz_h2, fz_h3, cc, cc_l1, cc_l2, cc_l3, cc_h1, cc_h2, cc_h3, dx, &
    problo, coord_type)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: fx_l1, fx_l2, fx_l3, fx_h1, fx_h2, fx_h3, fy_l1, fy_l2, fy_l3, fy_h1, fy_h2, fy_h3, fz_l1, fz_l2, &
    fz_l3, fz_h1, fz_h2, fz_h3, cc_l1, cc_l2, cc_l3, cc_h1, cc_h2, cc_h3
  integer, intent(in) :: xlo(3), xhi(3), ylo(3), yhi(3), zlo(3), zhi(3), coord_type
  real(wp), intent(in) :: dx(3), problo(3)
  real(wp), intent(inout) :: fx(fx_l1:fx_h1, fx_l2:fx_h2, fx_l3:fx_h3)
  real(wp), intent(inout) :: fy(fy_l1:fy_h1, fy_l2:fy_h2, fy_l3:fy_h3)
  real(wp), intent(inout) :: fz(fz_l1:fz_h1, fz_l2:fz_h2, fz_l3:fz_h3)
  real(wp), intent(in) :: cc(cc_l1:cc_h1, cc_l2:cc_h2, cc_l3:cc_h3)
  integer :: i, j, k
  do k = xlo(3), xhi(3)
    do j = xlo(2), xhi(2)
      do i = xlo(1), xhi(1)
        fx(i,j,k) = (cc(i-1,j,k) + cc(i,j,k))/2
      end do
    end do
  end do
  do k = ylo(3), yhi(3)
    do j = ylo(2), yhi(2)
      do i = ylo(1), yhi(1)
        fy(i,j,k) = (cc(i,j-1,k) + cc(i,j,k))/2
      end do
    end do
  end do
  do k = zlo(3), zhi(3)
    do j = zlo(2), zhi(2)
      do i = zlo(1), zhi(1)
        fz(i,j,k) = (cc(i,j,k-1) + cc(i,j,k))/2
      end do
    end do
  end do
end subroutine

! Edges to cells.
subroutine plain_bl_avg_eg_to_cc(lo, hi, cc, cc_l1, cc_l2, cc_l3, cc_h1, cc_h2, cc_h3, Ex, Ex_l1, Ex_l2, Ex_l3, Ex_h1, Ex_h2, &
    Ex_h3, Ey, Ey_l1, Ey_l2, Ey_l3, Ey_h1, Ey_h2, Ey_h3, Ez, Ez_l1, Ez_l2, Ez_l3, Ez_h1, Ez_h2, Ez_h3)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: cc_l1, cc_l2, cc_l3, cc_h1, cc_h2, cc_h3, Ex_l1, Ex_l2, Ex_l3, Ex_h1, Ex_h2, Ex_h3, Ey_l1, Ey_l2, &
    Ey_l3, Ey_h1, Ey_h2, Ey_h3, Ez_l1, Ez_l2, Ez_l3, Ez_h1, Ez_h2, Ez_h3
  integer, intent(in) :: lo(3), hi(3)
  real(wp), intent(inout) :: cc(cc_l1:cc_h1, cc_l2:cc_h2, cc_l3:cc_h3, 3)
  real(wp), intent(in) :: Ex(Ex_l1:Ex_h1, Ex_l2:Ex_h2, Ex_l3:Ex_h3)
  real(wp), intent(in) :: Ey(Ey_l1:Ey_h1, Ey_l2:Ey_h2, Ey_l3:Ey_h3)
  real(wp), intent(in) :: Ez(Ez_l1:Ez_h1, Ez_l2:Ez_h2, Ez_l3:Ez_h3)
  integer :: i, j, k
  do k = lo(3), hi(3)
    do j = lo(2), hi(2)
      do i = lo(1), hi(1)
        cc(i,j,k,1) = (Ex(i,j,k) + Ex(i,j+1,k) + Ex(i,j,k+1) + Ex(i,j+1,k+1))/4
        cc(i,j,k,2) = (Ey(i,j,k) + Ey(i+1,j,k) + Ey(i,j,k+1) + Ey(i+1,j,k+1))/4
        cc(i,j,k,3) = (Ez(i,j,k) + Ez(i+1,j,k) + Ez(i,j+1,k) + Ez(i+1,j+1,k))/4
      end do
    end do
  end do
end subroutine

! crse = mean of the ratio(1) x ratio(2) x ratio(3) fine cells; lo..hi are coarse cells.
subroutine plain_bl_avgdown(lo, hi, fine, fine_l1, fine_l2, fine_l3, fine_h1, fine_h2, fine_h3, crse, crse_l1, crse_l2, &
    crse_l3, crse_h1, crse_h2, crse_h3, ratio, nc)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: fine_l1, fine_l2, fine_l3, fine_h1, fine_h2, fine_h3, crse_l1, crse_l2, crse_l3, crse_h1, crse_h2, &
    crse_h3
  integer, intent(in) :: lo(3), hi(3), ratio(3), nc
  external :: plain_block_means
  real(wp), intent(in) :: fine(fine_l1:fine_h1, fine_l2:fine_h2, fine_l3:fine_h3, nc)
  real(wp), intent(inout) :: crse(crse_l1:crse_h1, crse_l2:crse_h2, crse_l3:crse_h3, nc)
  call plain_block_means(lo, hi, fine, fine_l1, fine_l2, fine_l3, fine_h1, fine_h2, fine_h3, crse, crse_l1, crse_l2, crse_l3, &
    crse_h1, crse_h2, crse_h3, ratio, ratio, nc)
end subroutine

! crse = mean of the fine faces in the same place; lo..hi are coarse faces, normal to direction idir.
subroutine plain_bl_avgdown_faces(lo, hi, fine, fine_l1, fine_l2, fine_l3, fine_h1, fine_h2, fine_h3, crse, crse_l1, crse_l2, &
    crse_l3, crse_h1, crse_h2, crse_h3, ratio, idir, nc)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: fine_l1, fine_l2, fine_l3, fine_h1, fine_h2, fine_h3, crse_l1, crse_l2, crse_l3, crse_h1, crse_h2, &
    crse_h3
  integer, intent(in) :: lo(3), hi(3), ratio(3), idir, nc
  external :: plain_block_means
  real(wp), intent(in) :: fine(fine_l1:fine_h1, fine_l2:fine_h2, fine_l3:fine_h3, nc)
  real(wp), intent(inout) :: crse(crse_l1:crse_h1, crse_l2:crse_h2, crse_l3:crse_h3, nc)
  integer :: block(3)
  block = ratio
  block(idir + 1) = 1
  call plain_block_means(lo, hi, fine, fine_l1, fine_l2, fine_l3, fine_h1, fine_h2, fine_h3, crse, crse_l1, crse_l2, crse_l3, &
    crse_h1, crse_h2, crse_h3, ratio, block, nc)
end subroutine

! crse(i,j,k) = mean of the block of fine elements from ratio*(i,j,k) on.
subroutine plain_block_means(lo, hi, fine, fine_l1, fine_l2, fine_l3, fine_h1, fine_h2, fine_h3, crse, crse_l1, crse_l2, &
    crse_l3, crse_h1, crse_h2, crse_h3, ratio, block, nc)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: fine_l1, fine_l2, fine_l3, fine_h1, fine_h2, fine_h3, crse_l1, crse_l2, crse_l3, crse_h1, crse_h2, &
    crse_h3
  integer, intent(in) :: lo(3), hi(3), ratio(3), block(3), nc
  real(wp), intent(in) :: fine(fine_l1:fine_h1, fine_l2:fine_h2, fine_l3:fine_h3, nc)
  real(wp), intent(inout) :: crse(crse_l1:crse_h1, crse_l2:crse_h2, crse_l3:crse_h3, nc)
  integer :: i, j, k, n, p, q, r
  real(wp) :: total
  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          total = 0
          do r = 0, block(3) - 1
            do q = 0, block(2) - 1
              do p = 0, block(1) - 1
                total = total + fine(ratio(1)*i + p, ratio(2)*j + q, ratio(3)*k + r, n)
              end do
            end do
          end do
          crse(i,j,k,n) = total/product(block)
        end do
      end do
    end do
  end do
end subroutine
