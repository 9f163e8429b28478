! Internal procedures: a host and its internal procedure are not both changed in one run.
! expect host 1 proved
! expect inner 1 refused place
! expect uses_inner 1 proved
module hosts
contains
  subroutine host(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = 2*x(i)
    end do
    call inner()
  contains
    subroutine inner()
      integer :: j
      do j = 1, n
        x(j) = x(j) + 1
      end do
    end subroutine inner
  end subroutine host

  subroutine uses_inner(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = third(x(i))
    end do
  contains
    real(8) function third(a)
      real(8), intent(in) :: a
      third = a/3
    end function third
  end subroutine uses_inner
end module hosts

! A function with branches.
! expect limits 1 proved
module limiters
  implicit none
  integer, parameter :: dp = kind(1d0)
contains
  pure function slope(a, b) result(s)
    real(dp), intent(in) :: a, b
    real(dp) :: s, bound
    s = 0
    if (a*b > 0) then
      bound = 2*min(abs(a), abs(b))
      s = sign(min(bound, 0.5_dp*abs(a + b)), a)
    end if
  end function slope

  subroutine limits(n, x, y)
    integer, intent(in) :: n
    real(dp), intent(in) :: x(0:n+1)
    real(dp), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = x(i) + 0.25_dp*slope(x(i) - x(i-1), x(i+1) - x(i))
    end do
  end subroutine limits
end module limiters
