! A nest of each class. A line "class" names the routine, the class, and the number of the nest in the routine.
! class points 1 pointwise
! class beside 1 stencil
! class halves 1 transfer
! class sums 1 reduction
! class sums 2 reduction
! class sweep 1 recurrence
! class carries 1 recurrence
! class rows 1 rowbuf
! class redblack 1 coloured
! class planes 1 ghost
! class planes 2 ghost
! class packs 1 pack
! class lists 1 indirect
! class donors 1 indirect
! class calls 1 calls
! class prints 1 io
module classes
  implicit none
  integer, parameter :: dp = kind(1d0)
contains
  subroutine points(n, a, b)
    integer, intent(in) :: n
    real(dp), intent(inout) :: a(n, n), b(n)
    integer :: i, j
    do j = 1, n
      do i = 1, n
        a(i, j) = 2*a(i, j) + b(i)
      end do
    end do
  end subroutine points

  subroutine beside(n, a, b)
    integer, intent(in) :: n
    real(dp), intent(inout) :: a(n), b(0:n+1)
    integer :: i
    do i = 1, n
      a(i) = b(i-1) + b(i+1)
    end do
  end subroutine beside

  subroutine halves(n, a, b)
    integer, intent(in) :: n
    real(dp), intent(inout) :: a(n), b(2*n)
    integer :: i
    do i = 1, n
      a(i) = b(2*i) + b(2*i-1)
    end do
  end subroutine halves

  subroutine sums(n, a, total, most)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n)
    real(dp), intent(out) :: total, most
    integer :: i
    total = 0
    most = -1
    do i = 1, n
      total = total + a(i)
    end do
    do i = 1, n
      if (a(i) > most) most = a(i)
    end do
  end subroutine sums

  subroutine sweep(n, a)
    integer, intent(in) :: n
    real(dp), intent(inout) :: a(0:n)
    integer :: i
    do i = 1, n
      a(i) = 0.5_dp*(a(i) + a(i-1))
    end do
  end subroutine sweep

  subroutine carries(n, a)
    integer, intent(in) :: n
    real(dp), intent(inout) :: a(n)
    real(dp) :: before
    integer :: i
    before = 0
    do i = 1, n
      a(i) = a(i) - before
      before = a(i)
    end do
  end subroutine carries

  subroutine rows(n, a, b)
    integer, intent(in) :: n
    real(dp), intent(inout) :: a(n, n), b(0:n+1, n)
    real(dp) :: r(0:n+1)
    integer :: i, j
    do j = 1, n
      do i = 0, n + 1
        r(i) = b(i, j)**2
      end do
      do i = 1, n
        a(i, j) = r(i-1) + r(i+1)
      end do
    end do
  end subroutine rows

  subroutine redblack(n, a, colour)
    integer, intent(in) :: n, colour
    real(dp), intent(inout) :: a(0:n+1, n)
    integer :: i, j, first
    do j = 1, n
      first = 1 + mod(j + colour, 2)
      do i = first, n, 2
        a(i, j) = 0.5_dp*(a(i-1, j) + a(i+1, j))
      end do
    end do
  end subroutine redblack

  subroutine planes(n, m, a)
    integer, intent(in) :: n, m
    real(dp), intent(inout) :: a(0:n+1, -1:m+2)
    integer :: i, j
    do j = 1, m
      a(0, j) = a(n, j)
      a(n+1, j) = a(1, j)
    end do
    do j = 1, 2
      do i = 1, n
        a(i, 1-j) = a(i, j)
      end do
    end do
  end subroutine planes

  subroutine packs(n, a, line)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n, n)
    real(dp), intent(inout) :: line(n*n)
    integer :: i, j, at
    at = 0
    do j = 1, n
      do i = 1, n
        at = at + 1
        line(at) = a(i, j)
      end do
    end do
  end subroutine packs

  subroutine lists(n, number, a, b)
    integer, intent(in) :: n, number(n)
    real(dp), intent(inout) :: a(n), b(n)
    integer :: i
    do i = 1, n
      a(i) = b(number(i))
    end do
  end subroutine lists

  subroutine donors(n, flux, a, b)
    integer, intent(in) :: n
    real(dp), intent(inout) :: flux(n), a(n), b(0:n)
    integer :: i, k
    do i = 1, n
      if (flux(i) > 0) then
        k = i - 1
      else
        k = i
      end if
      a(i) = b(k)
    end do
  end subroutine donors

  subroutine calls(n, a)
    integer, intent(in) :: n
    real(dp), intent(inout) :: a(n)
    integer :: i
    do i = 1, n
      call points(1, a(i), a(i))
    end do
  end subroutine calls

  subroutine prints(n, a)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n)
    integer :: i
    do i = 1, n
      write(*, *) a(i)
    end do
  end subroutine prints
end module classes
