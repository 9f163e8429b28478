! Vertical remap by piecewise parabolas, with two mirrored ghost cells above and below.
module columns_remap_ppm
  use columns_definitions, only: np, r8
  implicit none
  private
  public :: remap_ppm, ppm_grid, ppm_parabolas, mirror, integral

contains

  ! Masses qdp of qsize tracers of one element go from layers of thickness dp1 to layers of thickness dp2. The layers of each
  ! column begin at the same top; the last layers of dp1 and dp2 end at the same place. The bottom of new layer k must not lie
  ! above the top of old layer k-1.
  subroutine remap_ppm(nlev, qsize, dp1, dp2, qdp)
    integer, intent(in) :: nlev, qsize
    real(r8), intent(in) :: dp1(np,np,nlev), dp2(np,np,nlev)
    real(r8), intent(inout) :: qdp(np,np,nlev,qsize)
    real(r8) :: d(-1:nlev+2), a(-1:nlev+2), sw(3,0:nlev+1), ew(7,0:nlev), z(nlev)
    real(r8) :: masses(nlev), below(nlev+1), coefs(0:2,nlev), mass, previous
    integer :: kid(nlev), i, j, k, q

    do j = 1, np
      do i = 1, np
        call ppm_grid(nlev, dp1(i,j,:), dp2(i,j,:), kid, z, d, sw, ew)
        do q = 1, qsize
          below(1) = 0.0_r8
          do k = 1, nlev
            masses(k) = qdp(i,j,k,q)
            below(k+1) = below(k) + masses(k)
            a(k) = masses(k)/d(k)
          end do
          call mirror(nlev, a)
          call ppm_parabolas(nlev, a, sw, ew, coefs)
          previous = 0.0_r8
          do k = 1, nlev
            mass = below(kid(k)) + d(kid(k))*integral(coefs(:,kid(k)), z(k))
            qdp(i,j,k,q) = mass - previous
            previous = mass
          end do
        end do
      end do
    end do
  end subroutine remap_ppm

  ! The common part of all tracers of a column. New layer k ends in old layer kid(k), at z(k), -1/2 at its top and 1/2 at its
  ! bottom. d is dp1 with ghosts, sw and ew are the weights of slopes and edges.
  subroutine ppm_grid(nlev, dp1, dp2, kid, z, d, sw, ew)
    integer, intent(in) :: nlev
    real(r8), intent(in) :: dp1(nlev), dp2(nlev)
    integer, intent(out) :: kid(nlev)
    real(r8), intent(out) :: z(nlev), d(-1:nlev+2), sw(3,0:nlev+1), ew(7,0:nlev)
    real(r8) :: po(nlev+1), pn(nlev+1)
    integer :: j, k, kk

    po(1) = 0.0_r8
    pn(1) = 0.0_r8
    do k = 1, nlev
      d(k) = dp1(k)
      po(k+1) = po(k) + dp1(k)
      pn(k+1) = pn(k) + dp2(k)
    end do
    pn(nlev+1) = po(nlev+1)
    call mirror(nlev, d)

    do k = 1, nlev
      kk = k
      do while (po(kk) <= pn(k+1))
        kk = kk + 1
        if (kk > nlev + 1) exit
      end do
      kid(k) = min(kk - 1, nlev)
      z(k) = (pn(k+1) - (po(kid(k)) + po(kid(k)+1))/2)/d(kid(k))
    end do

    do j = 0, nlev + 1
      sw(1,j) = d(j)/(d(j-1) + d(j) + d(j+1))
      sw(2,j) = (2*d(j-1) + d(j))/(d(j+1) + d(j))
      sw(3,j) = (d(j) + 2*d(j+1))/(d(j-1) + d(j))
    end do
    do j = 0, nlev
      ew(1,j) = d(j)/(d(j) + d(j+1))
      ew(2,j) = 1/(d(j-1) + d(j) + d(j+1) + d(j+2))
      ew(3,j) = 2*d(j+1)*d(j)/(d(j) + d(j+1))
      ew(4,j) = (d(j-1) + d(j))/(2*d(j) + d(j+1))
      ew(5,j) = (d(j+2) + d(j+1))/(2*d(j+1) + d(j))
      ew(6,j) = d(j)*(d(j-1) + d(j))/(2*d(j) + d(j+1))
      ew(7,j) = d(j+1)*(d(j+1) + d(j+2))/(d(j) + 2*d(j+1))
    end do
  end subroutine ppm_grid

  ! The parabola coefs(0) + coefs(1) x + coefs(2) x^2 in each layer, x from -1/2 to 1/2, from the means a.
  subroutine ppm_parabolas(nlev, a, sw, ew, coefs)
    integer, intent(in) :: nlev
    real(r8), intent(in) :: a(-1:nlev+2), sw(3,0:nlev+1), ew(7,0:nlev)
    real(r8), intent(out) :: coefs(0:2,nlev)
    real(r8) :: slope(0:nlev+1), edge(0:nlev), da, left, right
    integer :: j

    do j = 0, nlev + 1
      da = sw(1,j)*(sw(2,j)*(a(j+1) - a(j)) + sw(3,j)*(a(j) - a(j-1)))
      slope(j) = 0.0_r8
      if ((a(j+1) - a(j))*(a(j) - a(j-1)) > 0.0_r8) then
        slope(j) = sign(min(abs(da), 2*abs(a(j) - a(j-1)), 2*abs(a(j+1) - a(j))), da)
      end if
    end do
    do j = 0, nlev
      edge(j) = a(j) + ew(1,j)*(a(j+1) - a(j)) &
        + ew(2,j)*(ew(3,j)*(ew(4,j) - ew(5,j))*(a(j+1) - a(j)) - ew(6,j)*slope(j+1) + ew(7,j)*slope(j))
    end do
    do j = 1, nlev
      left = edge(j-1)
      right = edge(j)
      if ((right - a(j))*(a(j) - left) <= 0.0_r8) then
        left = a(j)
        right = a(j)
      end if
      if ((right - left)*(a(j) - (left + right)/2) > (right - left)*(right - left)/6) left = 3*a(j) - 2*right
      if ((right - left)*(a(j) - (left + right)/2) < -((right - left)*(right - left)/6)) right = 3*a(j) - 2*left
      coefs(0,j) = 1.5_r8*a(j) - (left + right)/4
      coefs(1,j) = right - left
      coefs(2,j) = 3*(left + right - 2*a(j))
    end do
  end subroutine ppm_parabolas

  ! The ghosts of a column. A column of one layer mirrors the first ghosts into the second ghosts.
  subroutine mirror(nlev, a)
    integer, intent(in) :: nlev
    real(r8), intent(inout) :: a(-1:nlev+2)
    integer :: ghost

    do ghost = 1, 2
      a(1-ghost) = a(ghost)
      a(nlev+ghost) = a(nlev+1-ghost)
    end do
  end subroutine mirror

  ! The integral of a parabola, from -1/2 to z.
  pure function integral(coefs, z) result(value)
    real(r8), intent(in) :: coefs(0:2), z
    real(r8) :: value

    value = coefs(0)*(z + 0.5_r8) + coefs(1)*(z*z - 0.25_r8)/2 + coefs(2)*(z*z*z + 0.125_r8)/3
  end function integral

end module columns_remap_ppm
