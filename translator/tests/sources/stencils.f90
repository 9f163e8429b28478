! Loops over points: stencils, profiles, planes, indices chosen by a sign, results. The lines "expect" name each nest's verdict.
! expect diffuse 1 proved
! expect divergence 1 proved
! expect upwind 1 proved
! expect sums 1 proved
! expect sums 2 proved
! expect column_mass 1 proved
! expect fall 1 proved
! expect shifted_write 1 proved
! expect backwards 1 proved
! expect choose 1 proved
! expect powers 1 proved
! expect whole_numbers 1 proved
! expect chosen_by_mask 1 proved
! expect half_and_half 1 proved
module stencils
  implicit none
  private
  integer, parameter :: dp = kind(1.0d0), sp = kind(1.0)
  real(dp), parameter :: third = 1.0_dp/3.0_dp
  public :: diffuse, divergence

contains

  ! One step of the heat equation.
  subroutine diffuse(lo, hi, u, w, kappa, dt, h)
    integer, intent(in) :: lo(3), hi(3)
    real(dp), intent(in) :: u(lo(1)-1:hi(1)+1, lo(2)-1:hi(2)+1, lo(3)-1:hi(3)+1)
    real(dp), intent(in) :: kappa(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3)), dt, h(3)
    real(dp), intent(inout) :: w(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3))
    integer :: i, j, k
    real(dp) :: sum_of_differences

    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          sum_of_differences = (u(i-1,j,k) - 2*u(i,j,k) + u(i+1,j,k))/h(1)**2 + (u(i,j-1,k) - 2*u(i,j,k) + u(i,j+1,k))/h(2)**2 &
            + (u(i,j,k-1) - 2*u(i,j,k) + u(i,j,k+1))/h(3)**2
          w(i,j,k) = u(i,j,k) + dt*kappa(i,j,k)*sum_of_differences
        end do
      end do
    end do
  end subroutine diffuse

  subroutine divergence(x_min, x_max, y_min, y_max, dx, dy, u, v, d)
    integer, intent(in) :: x_min, x_max, y_min, y_max
    real(dp), intent(in) :: dx(x_min-2:x_max+2), dy(y_min-2:y_max+2)
    real(dp), dimension(x_min-2:x_max+3, y_min-2:y_max+2), intent(in) :: u
    real(dp), dimension(x_min-2:x_max+2, y_min-2:y_max+3), intent(in) :: v
    real(dp), intent(inout) :: d(x_min-2:x_max+2, y_min-2:y_max+2)
    integer :: j, k

    !$omp parallel do private(j)
    do k = y_min, y_max
      do j = x_min, x_max
        d(j,k) = (u(j+1,k) - u(j,k))/dx(j) + (v(j,k+1) - v(j,k))/dy(k)
      end do
    end do
  end subroutine divergence

  ! The donor by the sign of the flux.
  subroutine upwind(x_min, x_max, y_min, y_max, flux, rho, mass)
    integer, intent(in) :: x_min, x_max, y_min, y_max
    real(dp), intent(in) :: flux(x_min-2:x_max+2, y_min-2:y_max+2), rho(x_min-2:x_max+2, y_min-2:y_max+2)
    real(dp), intent(out) :: mass(x_min-2:x_max+2, y_min-2:y_max+2)
    integer :: j, k, donor, beyond
    real(dp) :: slope

    do k = y_min, y_max
      do j = x_min, x_max
        if (flux(j,k) > 0) then
          donor = j - 1
          beyond = j - 2
        else
          donor = j
          beyond = j + 1
        end if
        slope = rho(donor,k) - rho(beyond,k)
        mass(j,k) = flux(j,k)*(rho(donor,k) + 0.5_dp*sign(1.0_dp, slope)*min(abs(slope), 0.25_dp))
      end do
    end do
  end subroutine upwind

  subroutine sums(n1, n2, n3, x, y, total, largest, least, count_of)
    integer, intent(in) :: n1, n2, n3
    real(dp), intent(in) :: x(n1,n2,n3), y(0:n1+1,n2,n3)
    real(dp), intent(out) :: total, largest
    real(dp), intent(inout) :: least
    integer, intent(out) :: count_of
    integer :: i, j, k

    total = 0
    largest = -huge(largest)
    do k = 2, n3 - 1
      do j = 1, n2
        do i = 1, n1
          total = total + x(i,j,k)*y(i+1,j,k)
          largest = max(largest, abs(x(i,j,k)))
        end do
      end do
    end do
    count_of = 0
    do k = 1, n3
      do j = 1, n2
        do i = 1, n1
          least = min(least, x(i,j,k) - y(i-1,j,k))
          if (x(i,j,k) > 0.25_dp) count_of = count_of + 1
        end do
      end do
    end do
    total = total/count_of
  end subroutine sums

  ! A sum along k for each column, in the order of the loop.
  subroutine column_mass(nx, ny, nz, rho, dz, mass)
    integer, intent(in) :: nx, ny, nz
    real(dp), intent(in) :: rho(nx,ny,nz), dz(nz)
    real(dp), intent(inout) :: mass(nx,ny)
    integer :: i, j, k

    do k = 1, nz
      do j = 1, ny
        do i = 1, nx
          mass(i,j) = mass(i,j) + rho(i,j,k)*dz(k)
        end do
      end do
    end do
  end subroutine column_mass

  ! A recurrence along k, downwards.
  subroutine fall(nx, ny, nz, a, p)
    integer, intent(in) :: nx, ny, nz
    real(dp), intent(in) :: a(nx,ny,nz)
    real(dp), intent(inout) :: p(nx,ny,0:nz)
    integer :: i, j, k

    do k = nz - 1, 1, -1
      do j = 1, ny
        do i = 1, nx
          p(i,j,k) = p(i,j,k+1) + a(i,j,k)*third
        end do
      end do
    end do
  end subroutine fall

  subroutine shifted_write(lo1, hi1, x, y)
    integer, intent(in) :: lo1, hi1
    real(dp), intent(in) :: x(lo1:hi1)
    real(dp), intent(inout) :: y(lo1+1:hi1+1)
    integer :: i

    do i = lo1, hi1
      y(i+1) = 2*x(i) + y(i+1)
    end do
  end subroutine shifted_write

  subroutine backwards(lo1, hi1, x, y)
    integer, intent(in) :: lo1, hi1
    real(dp), intent(in) :: x(lo1:hi1+1)
    real(dp), intent(inout) :: y(lo1:hi1)
    integer :: i

    do i = hi1, lo1, -1
      y(i) = x(i+1) - x(i)
    end do
  end subroutine backwards

  subroutine choose(n1, n2, which, x, y)
    integer, intent(in) :: n1, n2, which
    real(dp), intent(in) :: x(n1,n2)
    real(dp), intent(inout) :: y(n1,n2)
    integer :: i, j
    real(dp) :: t

    do j = 1, n2
      do i = 1, n1
        select case (which)
        case (1)
          t = x(i,j)
        case (2:3, 7)
          t = -x(i,j)
        case default
          t = merge(x(i,j), 1/(1 + x(i,j)**2), x(i,j) > 0 .and. .not. which == 0)
        end select
        if (t > 0.5_dp) y(i,j) = t
      end do
    end do
  end subroutine choose

  subroutine powers(n1, x, y)
    integer, intent(in) :: n1
    real(dp), intent(in) :: x(n1)
    real(dp), intent(out) :: y(n1)
    integer :: i

    do i = 1, n1
      y(i) = x(i)**2 - x(i)**3/(1 + x(i)**4) + x(i)**(-2) - (abs(x(i)) + 1)**1.5_dp + x(i)**7 - (-x(i))**5 + exp(-x(i)*0.1)
    end do
  end subroutine powers

  subroutine whole_numbers(n1, m, x, y)
    integer, intent(in) :: n1
    integer, intent(in) :: m(n1)
    real(dp), intent(in) :: x(n1)
    real(dp), intent(out) :: y(n1)
    integer :: i

    do i = 1, n1
      y(i) = x(i)*(m(i)/2) + mod(m(i) + 1, 3)*0.1_dp + int(4*x(i)) + nint(3*x(i)) - max(m(i), 2) + (m(i) - 7)/3*x(i) + m(i)**3 &
        + modulo(m(i) - 5, 3) - abs(m(i) - 2)
    end do
  end subroutine whole_numbers

  subroutine chosen_by_mask(n1, n2, wet, x, y)
    integer, intent(in) :: n1, n2
    logical, intent(in) :: wet(n1,n2)
    real(dp), intent(in) :: x(0:n1+1,n2)
    real(dp), intent(inout) :: y(n1,n2)
    integer :: i, j

    do j = 1, n2
      do i = 1, n1
        if (wet(i,j) .neqv. (x(i,j) > x(i-1,j))) then
          y(i,j) = x(i+1,j)
        else if (wet(i,j)) then
          y(i,j) = y(i,j)/3
        end if
      end do
    end do
  end subroutine chosen_by_mask

  ! Constants of single precision, single arrays in double sums.
  subroutine half_and_half(n1, a, x, y)
    integer, intent(in) :: n1
    real(sp), intent(in) :: a(n1)
    real(dp), intent(in) :: x(n1)
    real(dp), intent(out) :: y(n1)
    integer :: i

    do i = 1, n1
      y(i) = 0.1*x(i) + a(i)*a(i) + 0.3*a(i) - 1.0e-3_dp + real(x(i), sp)
    end do
  end subroutine half_and_half

end module stencils

! Elements that the body reads several times, before and behind stores, in a branch and in a loop.
! expect loaded 1 proved
subroutine loaded(n, m, u, v, w)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(inout) :: u(0:n+1,m), v(0:n+1,m)
  double precision, intent(in) :: w(0:n+1,m)
  double precision :: x
  integer :: i, j, k
  do j = 1, m
    do i = 1, n
      x = w(i,j)*u(i,j) + w(i+1,j)
      u(i,j) = x + w(i,j)*w(i+1,j)
      if (u(i,j) > v(i,j)) then
        v(i,j) = u(i,j) - v(i,j)*w(i,j)
      end if
      do k = 1, 2
        v(i,j) = v(i,j)*0.5d0 + u(i,j)
        u(i,j) = u(i,j) - w(i,j)*k
      end do
      u(i,j) = u(i,j) + v(i,j)*w(i+1,j)
      v(i,j) = u(i,j)*v(i,j) + w(i,j)
      u(i,j) = v(i,j) - u(i,j)
    end do
  end do
end subroutine loaded
