! DO CONCURRENT with a mask, and over several lines.
! expect masked 1 proved
! expect masked 2 proved
! expect masked 3 proved
! expect masked 4 proved
subroutine masked(n, m, a, b, c)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(inout) :: a(n,m), b(n,m), c(0:n)
  integer :: i, j
  do concurrent (i = 1:n, j = 1:m, a(i,j) > 0.5d0)
    b(i,j) = a(i,j)
  end do
  do concurrent (j = 1:m, & ! columns
      i = 2:n-1)
    a(i,j) = a(i,j) + b(i-1,j) - b(i+1,j)
  end do
  do concurrent (i = 1:n, mod(i, 2) == 0)
    c(i) = c(i) + a(i,1)
    b(i,1) = c(i)
  end do
  do concurrent (j = 1:m)
    do i = 1, n
      b(i,j) = b(i,j)*0.5d0
    end do
  end do
end subroutine masked

! The mask reads what the statements change, and has its values from before the loop. The program makes no kernel of it.
! expect late_mask 1 proved
subroutine late_mask(n, c)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: c(0:n)
  integer :: i
  do concurrent (i = 1:n, c(i) > 0.5d0)
    c(i) = c(i) - 1
  end do
  do i = 1, n
    c(i) = 2*c(i)
  end do
end subroutine late_mask
