! The REAL of these loops is that of the flags, in constants and conversions, too.
! options --flags=-fdefault-real-8
! expect widened 1 proved
! expect widened 2 refused type
! expect mixed 1 proved
! expect mixed 2 proved
! text 0 1_16
subroutine widened(n, x, y, k)
  integer :: n, i, k(n)
  real :: x(n), y(n)
  do i = 1, n
    y(i) = max(0., 0.1*x(i)) + real(k(i))/3. + sqrt(abs(x(i))) + max(0.3e-3, float(k(i)))
  end do
  do i = 1, n
    y(i) = y(i) + 0.1d0  ! four times four bytes with this flag
  end do
end subroutine widened

! The compiler folds the quotient of two constants of the default kind.
subroutine mixed(n, x, y)
  integer :: n, i
  real :: x(n), y(n)
  real, parameter :: heavy = 461.5, light = 287.04, weights(2) = (/ 0.1, 0.7 /)
  do i = 1, n
    y(i) = x(i)*(1. + (heavy/light - 1.)*y(i))
  end do
  x = y*(weights(1)/weights(2) - 1.)
end subroutine mixed
