! Weights c of the polynomial through the values at the nodes x, evaluated at xint.
subroutine polyinterpcoeff(xint, x, n, c)
  implicit none
  integer :: n
  double precision :: xint, x(n), c(n)
  integer :: i, j
  double precision :: num, den

  do j = 1, n
    num = 1.0d0
    den = 1.0d0
    do i = 1, n
      if (i /= j) then
        num = num*(xint - x(i))
        den = den*(x(j) - x(i))
      end if
    end do
    c(j) = num/den
  end do
end subroutine polyinterpcoeff
