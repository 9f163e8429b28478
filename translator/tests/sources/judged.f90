! Nests that a first reader refused, though kernel files can state them.
! expect scaled 1 proved
! expect scaled 2 proved
! expect after_input 1 proved
! expect chosen_by_constant 1 proved
! expect doubled 1 proved
! expect doubled 2 proved
! expect beside_functions 1 proved
! expect vectors 1 proved
! expect time_levels 1 proved
! expect refine 1 proved
! expect reversed 1 proved
! expect both_planes 1 proved
! expect sums_of_rows 1 proved
! expect sums_of_rows 2 proved
! expect two_scans 1 proved
! expect counts_on 1 proved
! expect counts_on 2 proved
! expect counts_on 3 proved
! expect set_later 1 proved
! expect set_later_and_return 1 proved
! expect given 1 proved
! expect level_by_level 1 proved
! expect mixed_powers 1 proved
! expect whole_buffer 1 proved
! expect local_levels 1 proved
! expect local_levels 2 proved
! expect local_levels 3 proved
! expect weighted 1 proved
! expect not_numbers 1 proved
! expect sums_of_a_loop 1 refused carried value
! expect sums_of_a_loop 2 proved
module weights
  implicit none
  type weight_t
    real(8) :: a(30)
  end type
end module weights

module judged
  use weights
  implicit none
  integer, parameter :: np = 4, waves = 2, still = 1, kind_of_run = waves
contains

  ! The bounds of the loops are those of the changed arrays.
  subroutine scaled(n, a, b)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(:,:), b(:)
    a(:,:) = a(:,:)/n
    b = 2*b
  end subroutine scaled

  subroutine after_input(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    integer :: i
    if (n > 1000000) read(*, *) (x(i), i = 1, n)
    if (n > 1000000) print *, (x(i), i = n, 1, -2)
    do i = 1, n
      x(i) = 3*x(i)
    end do
  end subroutine after_input

  subroutine chosen_by_constant(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      if (kind_of_run == waves) then
        y(i) = x(i) + 1
      else if (kind_of_run == still) then
        y(i) = 0
      end if
    end do
  end subroutine chosen_by_constant

  function doubled(x, twice) result(y)
    real(8), intent(in) :: x(np)
    logical, optional, intent(in) :: twice
    real(8) :: y(np)
    y = 2*x
    if (present(twice)) y = merge(2*y, y, twice)
  end function doubled

  subroutine beside_functions(x, y)
    real(8), intent(in) :: x(np)
    real(8), intent(inout) :: y(np)
    real(8) :: z(np)
    integer :: i
    z = doubled(x, twice=.true.)
    do i = 1, np
      y(i) = y(i) + z(i)
    end do
  end subroutine beside_functions

  ! The components of a vector stand before the levels.
  subroutine vectors(n, m, nlev, v, p, w)
    integer, intent(in) :: n, m, nlev
    real(8), intent(in) :: v(n,m,2,nlev), p(n,m,nlev)
    real(8), intent(inout) :: w(n,m,2,nlev)
    integer :: i, j, k
    do k = 2, nlev
      do j = 1, m
        do i = 1, n
          w(i,j,1,k) = p(i,j,k)*(v(i,j,1,k) - v(i,j,1,k-1))
          w(i,j,2,k) = p(i,j,k)*(v(i,j,2,k) + v(i,j,1,k))
        end do
      end do
    end do
  end subroutine vectors

  subroutine time_levels(n, m, nlev, n0, np1, t, dt)
    integer, intent(in) :: n, m, nlev, n0, np1
    real(8), intent(inout) :: t(n,m,nlev,0:3)
    real(8), intent(in) :: dt
    integer :: i, j, k
    do k = 1, nlev
      do j = 1, m
        do i = 1, n
          t(i,j,k,np1) = t(i,j,k,np1) + dt*t(i,j,k,n0)
        end do
      end do
    end do
  end subroutine time_levels

  ! Several loops find a fine cell together.
  subroutine refine(n, ratio, coarse, fine)
    integer, intent(in) :: n, ratio
    real(8), intent(in) :: coarse(n)
    real(8), intent(inout) :: fine(0:ratio*(n+1))
    integer :: ic, off, i
    do off = 0, ratio - 1
      do ic = 1, n
        i = ratio*ic + off
        fine(i) = coarse(ic) + off
      end do
    end do
  end subroutine refine

  subroutine reversed(nlev, first, v, buffer)
    integer, intent(in) :: nlev, first
    real(8), intent(in) :: v(np,nlev)
    real(8), intent(inout) :: buffer(400)
    integer :: i, k, at
    do k = 1, nlev
      at = np*(k - 1)
      do i = 1, np
        buffer(at + first + np - i + 1) = v(i,k)
      end do
    end do
  end subroutine reversed

  subroutine both_planes(s, ds)
    real(8), intent(in) :: s(np,np)
    real(8), intent(inout) :: ds(np,np,2)
    integer :: j, l
    do j = 1, np
      do l = 1, np
        ds(l,j,1) = 2*s(l,j)
        ds(j,l,2) = s(l,j) + 1
      end do
    end do
  end subroutine both_planes

  subroutine sums_of_rows(n, m, a, b, s, t)
    integer, intent(in) :: n, m
    real(8), intent(in) :: a(n,m), b(n,m,3)
    real(8), intent(inout) :: s(m), t(n,m)
    integer :: j
    do j = 1, m
      s(j) = sum(a(:,j)) - 2*dot_product(a(:,j), b(:,j,2))
    end do
    t(:,:) = a(:,:) - sum(b(:,:,:), 3)
  end subroutine sums_of_rows

  ! Either statement follows another direction.
  subroutine two_scans(n, r, t)
    integer, intent(in) :: n
    real(8), intent(inout) :: r(n,n), t(n,n)
    integer :: i, j
    do i = 1, n
      do j = 1, n
        if (1 < j) t(i,j) = t(i,j) + t(i,j-1)
        if (1 < i) r(i,j) = r(i,j) + r(i-1,j)
      end do
    end do
  end subroutine two_scans

  ! Code behind the loops reads their variables.
  subroutine counts_on(n, m, x, y, last)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: x(n,m), y(n+1)
    integer, intent(inout) :: last
    integer :: i, j
    i = -7
    do j = 1, m
      do i = 1, n
        x(i,j) = 2*x(i,j)
      end do
    end do
    y(n+1) = i + 100*j
    do last = n, 1, -1
      y(last) = y(last) + 1
    end do
    y(n+1) = y(n+1) + 10000*last
    do i = 1, n
      y(i) = 2*y(i)
    end do
    y(i) = 0.5d0*y(i)
  end subroutine counts_on

  subroutine set_later(n, k, x)
    integer, intent(in) :: n
    integer, intent(inout) :: k
    real(8), intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      k = 2*i
      x(i) = x(i)*k
    end do
    k = n
  end subroutine set_later

  ! The RETURN at the end is no other way out.
  subroutine set_later_and_return(n, k, levels)
    integer, intent(in) :: n
    integer, intent(inout) :: k, levels(3,n)
    integer :: axis
    do axis = 1, 3
      levels(axis,n) = 1000*axis
      do k = n-1, 1, -1
        levels(axis,k) = levels(axis,k+1)/2
      end do
    end do
    k = n
    return
  end subroutine set_later_and_return

  subroutine given(n, x, factor)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    real(8), intent(in), optional :: factor(n)
    integer :: i
    if (present(factor)) then
      do i = 1, n
        x(i) = factor(i)*x(i)
      end do
    else
      x(1) = 0
    end if
  end subroutine given

  ! Temporary planes of a level, set and read by array syntax.
  subroutine level_by_level(nlev, eta, dp, v, w)
    integer, intent(in) :: nlev
    real(8), intent(in) :: eta(np,np,nlev+1), dp(np,np,nlev), v(np,np,nlev)
    real(8), intent(inout) :: w(np,np,nlev)
    real(8), dimension(np,np) :: facp, facm
    integer :: k
    do k = 2, nlev - 1
      facp(:,:) = 0.5d0*eta(:,:,k+1)/(1 + dp(:,:,k)**2)
      facm(:,:) = 0.5d0*eta(:,:,k)/(1 + dp(:,:,k)**2)
      w(:,:,k) = facp*(v(:,:,k+1) - v(:,:,k)) + facm*(v(:,:,k) - v(:,:,k-1))
    end do
  end subroutine level_by_level

  subroutine mixed_powers(n, x, y, r)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(4), intent(inout) :: y(n), r(n)
    integer :: i
    do i = 1, n
      y(i) = real(abs(x(i))**0.25d0, 4) + y(i)
      r(i) = r(i) + y(i)*abs(y(i))**0.1364
    end do
  end subroutine mixed_powers

  ! All of an array with four indices.
  subroutine whole_buffer(buf)
    real(8), intent(inout) :: buf(:,:,:,:)
    buf = 0.5d0*buf
  end subroutine whole_buffer

  ! Planes of a local array go from nest to nest.
  subroutine local_levels(v, w)
    real(8), intent(in) :: v(np,np,2,3)
    real(8), intent(inout) :: w(np,np,2,3)
    real(8) :: v_i(np,np,2,4)
    integer :: k
    v_i(:,:,:,1) = 0
    do k = 2, 3
      v_i(:,:,:,k) = 2*v(:,:,:,k-1)
    end do
    do k = 1, 3
      w(:,:,:,k) = v(:,:,:,k) + v_i(:,:,:,k)
    end do
  end subroutine local_levels

  ! The loop around a sum is refused, and the loop that fills a row is not.
  subroutine sums_of_a_loop(n, m, a, s)
    integer, intent(in) :: n, m
    real(8), intent(in) :: a(n,m)
    real(8), intent(inout) :: s(n)
    real(8) :: before
    integer :: j
    before = 0
    do j = 1, m
      before = 0.5d0*before + sum(a(:,j))
      s(:) = s(:) + before
    end do
  end subroutine sums_of_a_loop

  ! DIM of a value that is no number is no number.
  subroutine not_numbers(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = dim(sqrt(x(i)), y(i)) + 1
    end do
  end subroutine not_numbers

  subroutine weighted(n, x, w)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    type(weight_t), intent(in) :: w
    integer :: i
    do i = 1, min(n, 30)
      x(i) = x(i)*w%a(i)
    end do
  end subroutine weighted
end module judged
