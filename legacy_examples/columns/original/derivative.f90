! Derivatives on the np x np Gauss-Lobatto points of an element, one level at a time. dvv(m,l) is the derivative of basis
! function m at point l. The two components of a vector are components on the sphere; d maps derivatives along the sides of the
! element to these components, dinv is the inverse of d, and metdet its determinant.
module columns_derivative
  use columns_definitions, only: np, r8, rrearth
  implicit none
  private
  public :: gauss_lobatto, gradient_sphere, divergence_sphere, vorticity_sphere

contains

  ! Points, weights and derivatives of the basis functions.
  subroutine gauss_lobatto(points, weights, dvv)
    real(r8), intent(out) :: points(np), weights(np), dvv(np,np)
    real(r8) :: legendre(np)
    integer :: l, m

    points = [-1.0_r8, -1/sqrt(5.0_r8), 1/sqrt(5.0_r8), 1.0_r8]
    do l = 1, np
      legendre(l) = 0.5_r8*points(l)*(5*points(l)*points(l) - 3)
      weights(l) = 2/(np*(np - 1)*legendre(l)*legendre(l))
    end do
    do l = 1, np
      do m = 1, np
        if (m == l) then
          dvv(m,l) = 0.0_r8
        else
          dvv(m,l) = legendre(l)/(legendre(m)*(points(l) - points(m)))
        end if
      end do
    end do
    dvv(1,1) = -0.25_r8*np*(np - 1)
    dvv(np,np) = 0.25_r8*np*(np - 1)
  end subroutine gauss_lobatto

  subroutine gradient_sphere(s, dvv, dinv, grad)
    real(r8), intent(in) :: s(np,np), dvv(np,np), dinv(np,np,2,2)
    real(r8), intent(out) :: grad(np,np,2)
    real(r8) :: d1(np,np), d2(np,np), sum1, sum2
    integer :: i, j, m

    do j = 1, np
      do i = 1, np
        sum1 = 0.0_r8
        sum2 = 0.0_r8
        do m = 1, np
          sum1 = sum1 + dvv(m,i)*s(m,j)
          sum2 = sum2 + dvv(m,j)*s(i,m)
        end do
        d1(i,j) = rrearth*sum1
        d2(i,j) = rrearth*sum2
      end do
    end do
    do j = 1, np
      do i = 1, np
        grad(i,j,1) = dinv(i,j,1,1)*d1(i,j) + dinv(i,j,2,1)*d2(i,j)
        grad(i,j,2) = dinv(i,j,1,2)*d1(i,j) + dinv(i,j,2,2)*d2(i,j)
      end do
    end do
  end subroutine gradient_sphere

  subroutine divergence_sphere(v, dvv, dinv, metdet, div)
    real(r8), intent(in) :: v(np,np,2), dvv(np,np), dinv(np,np,2,2), metdet(np,np)
    real(r8), intent(out) :: div(np,np)
    real(r8) :: gv(np,np,2), sum1, sum2
    integer :: i, j, m

    do j = 1, np
      do i = 1, np
        gv(i,j,1) = metdet(i,j)*(dinv(i,j,1,1)*v(i,j,1) + dinv(i,j,1,2)*v(i,j,2))
        gv(i,j,2) = metdet(i,j)*(dinv(i,j,2,1)*v(i,j,1) + dinv(i,j,2,2)*v(i,j,2))
      end do
    end do
    do j = 1, np
      do i = 1, np
        sum1 = 0.0_r8
        sum2 = 0.0_r8
        do m = 1, np
          sum1 = sum1 + dvv(m,i)*gv(m,j,1)
          sum2 = sum2 + dvv(m,j)*gv(i,m,2)
        end do
        div(i,j) = (sum1 + sum2)*(1/metdet(i,j)*rrearth)
      end do
    end do
  end subroutine divergence_sphere

  subroutine vorticity_sphere(v, dvv, d, metdet, vort)
    real(r8), intent(in) :: v(np,np,2), dvv(np,np), d(np,np,2,2), metdet(np,np)
    real(r8), intent(out) :: vort(np,np)
    real(r8) :: u(np,np,2), sum1, sum2
    integer :: i, j, m

    do j = 1, np
      do i = 1, np
        u(i,j,1) = d(i,j,1,1)*v(i,j,1) + d(i,j,2,1)*v(i,j,2)
        u(i,j,2) = d(i,j,1,2)*v(i,j,1) + d(i,j,2,2)*v(i,j,2)
      end do
    end do
    do j = 1, np
      do i = 1, np
        sum1 = 0.0_r8
        sum2 = 0.0_r8
        do m = 1, np
          sum1 = sum1 + dvv(m,i)*u(m,j,2)
          sum2 = sum2 + dvv(m,j)*u(i,m,1)
        end do
        vort(i,j) = (sum1 - sum2)*(1/metdet(i,j)*rrearth)
      end do
    end do
  end subroutine vorticity_sphere

end module columns_derivative
