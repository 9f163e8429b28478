! Restriction and prolongation, with the arguments of the legacy routines: all by reference, each array followed by its
! allocated bounds.

! c = mean of the 8 children; lo..hi are coarse cells.
subroutine plain_average3dgen(c, c_l1, c_l2, c_l3, c_h1, c_h2, c_h3, f, f_l1, f_l2, f_l3, f_h1, f_h2, f_h3, lo, hi, nc)
  use working_kind, only: wp
  use plain_transfer, only: plain_average
  implicit none
  integer, intent(in) :: c_l1, c_l2, c_l3, c_h1, c_h2, c_h3, f_l1, f_l2, f_l3, f_h1, f_h2, f_h3
  integer, intent(in) :: lo(3), hi(3), nc
  real(wp), intent(inout) :: c(c_l1:c_h1, c_l2:c_h2, c_l3:c_h3, nc)
  real(wp), intent(in) :: f(f_l1:f_h1, f_l2:f_h2, f_l3:f_h3, nc)
  integer :: n
  do n = 1, nc
    call plain_average(c(:,:,:,n), [c_l1, c_l2, c_l3], [c_h1, c_h2, c_h3], &
      f(:,:,:,n), [f_l1, f_l2, f_l3], [f_h1, f_h2, f_h3], lo, hi)
  end do
end subroutine

! Each of the 8 children: f = f + c; lo..hi are coarse cells.
subroutine plain_interp3dgen(f, f_l1, f_l2, f_l3, f_h1, f_h2, f_h3, c, c_l1, c_l2, c_l3, c_h1, c_h2, c_h3, lo, hi, nc)
  use working_kind, only: wp
  use plain_transfer, only: plain_interp
  implicit none
  integer, intent(in) :: f_l1, f_l2, f_l3, f_h1, f_h2, f_h3, c_l1, c_l2, c_l3, c_h1, c_h2, c_h3
  integer, intent(in) :: lo(3), hi(3), nc
  real(wp), intent(inout) :: f(f_l1:f_h1, f_l2:f_h2, f_l3:f_h3, nc)
  real(wp), intent(in) :: c(c_l1:c_h1, c_l2:c_h2, c_l3:c_h3, nc)
  integer :: n
  do n = 1, nc
    call plain_interp(f(:,:,:,n), [f_l1, f_l2, f_l3], [f_h1, f_h2, f_h3], &
      c(:,:,:,n), [c_l1, c_l2, c_l3], [c_h1, c_h2, c_h3], lo, hi)
  end do
end subroutine

! The same as average3dgen, for coefficients.
subroutine plain_averagecc3dgen(c, c_l1, c_l2, c_l3, c_h1, c_h2, c_h3, f, f_l1, f_l2, f_l3, f_h1, f_h2, f_h3, lo, hi, nc)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: c_l1, c_l2, c_l3, c_h1, c_h2, c_h3, f_l1, f_l2, f_l3, f_h1, f_h2, f_h3
  integer, intent(in) :: lo(3), hi(3), nc
  real(wp), intent(inout) :: c(c_l1:c_h1, c_l2:c_h2, c_l3:c_h3, nc)
  real(wp), intent(in) :: f(f_l1:f_h1, f_l2:f_h2, f_l3:f_h3, nc)
  external :: plain_average3dgen
  call plain_average3dgen(c, c_l1, c_l2, c_l3, c_h1, c_h2, c_h3, f, f_l1, f_l2, f_l3, f_h1, f_h2, f_h3, lo, hi, nc)
end subroutine

! c = mean of the 4 fine faces at normal index 2i; lo..hi are coarse faces, normal to direction cdir.
subroutine plain_averageec3dgen(c, c_l1, c_l2, c_l3, c_h1, c_h2, c_h3, f, f_l1, f_l2, f_l3, f_h1, f_h2, f_h3, lo, hi, nc, &
    cdir)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: c_l1, c_l2, c_l3, c_h1, c_h2, c_h3, f_l1, f_l2, f_l3, f_h1, f_h2, f_h3
  integer, intent(in) :: lo(3), hi(3), nc, cdir
  external :: plain_tangents
  real(wp), intent(inout) :: c(c_l1:c_h1, c_l2:c_h2, c_l3:c_h3, nc)
  real(wp), intent(in) :: f(f_l1:f_h1, f_l2:f_h2, f_l3:f_h3, nc)
  integer :: i, j, k, n, s(3), t(3)
  call plain_tangents(cdir, s, t)
  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          c(i,j,k,n) = (f(2*i, 2*j, 2*k, n) + f(2*i + s(1), 2*j + s(2), 2*k + s(3), n) &
            + f(2*i + t(1), 2*j + t(2), 2*k + t(3), n) &
            + f(2*i + s(1) + t(1), 2*j + s(2) + t(2), 2*k + s(3) + t(3), n))*0.25_wp
        end do
      end do
    end do
  end do
end subroutine

! c = harmonic mean of the 4 fine faces at normal index 2i.
subroutine plain_haraverageec3dgen(c, c_l1, c_l2, c_l3, c_h1, c_h2, c_h3, f, f_l1, f_l2, f_l3, f_h1, f_h2, f_h3, lo, hi, nc, &
    cdir)
  use working_kind, only: wp
  implicit none
  integer, intent(in) :: c_l1, c_l2, c_l3, c_h1, c_h2, c_h3, f_l1, f_l2, f_l3, f_h1, f_h2, f_h3
  integer, intent(in) :: lo(3), hi(3), nc, cdir
  external :: plain_tangents
  real(wp), intent(inout) :: c(c_l1:c_h1, c_l2:c_h2, c_l3:c_h3, nc)
  real(wp), intent(in) :: f(f_l1:f_h1, f_l2:f_h2, f_l3:f_h3, nc)
  integer :: i, j, k, n, s(3), t(3)
  call plain_tangents(cdir, s, t)
  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          c(i,j,k,n) = 4/(1/f(2*i, 2*j, 2*k, n) + 1/f(2*i + s(1), 2*j + s(2), 2*k + s(3), n) &
            + 1/f(2*i + t(1), 2*j + t(2), 2*k + t(3), n) &
            + 1/f(2*i + s(1) + t(1), 2*j + s(2) + t(2), 2*k + s(3) + t(3), n))
        end do
      end do
    end do
  end do
end subroutine

! Unit vectors along a face normal to direction d = 0, 1, 2, the faster index first.
subroutine plain_tangents(d, s, t)
  implicit none
  integer, intent(in) :: d
  integer, intent(out) :: s(3), t(3)
  s = 0
  t = 0
  s(merge(2, 1, d == 0)) = 1
  t(merge(2, 3, d == 2)) = 1
end subroutine
