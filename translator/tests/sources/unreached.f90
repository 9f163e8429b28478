! A branch that no random numbers reach: the nest is proved in part, and the report names the line.
! expect rarely 1 part
! expect always 1 proved
subroutine rarely(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = 2*x(i)
    if (x(i) > 1.0d30) then
      y(i) = 1/x(i)
    end if
  end do
end subroutine rarely

subroutine always(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    if (x(i) > 0) then
      y(i) = 1/(1 + x(i))
    end if
  end do
end subroutine always
