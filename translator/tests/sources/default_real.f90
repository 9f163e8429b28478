! The REAL of these loops is that of the flags, in constants and conversions, too.
! options --flags=-fdefault-real-8
! expect widened 1 proved
! expect widened 2 refused type
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
