! A loop with few iterations stays in the refused loop around it; a longer loop becomes a kernel that the loop of the host calls.
! expect with_few 1 refused carried value
! expect with_many 1 refused carried value
! expect with_many 2 proved
! expect alone 1 proved
module loops_of_few
  implicit none
  integer, parameter :: parts = 4
contains
  subroutine with_few(n, u, first)
    integer, intent(in) :: n
    double precision, intent(inout) :: u(n,parts), first
    integer :: i, l
    do i = 1, n
      if (u(i,1) < 0) first = 1.5d0*first
      do l = 1, parts
        u(i,l) = u(i,l) + first
      end do
    end do
  end subroutine with_few

  subroutine with_many(n, m, u, first)
    integer, intent(in) :: n, m
    double precision, intent(inout) :: u(n,m), first
    integer :: i, l
    do i = 1, n
      if (u(i,1) < 0) first = 1.5d0*first
      do l = 1, m
        u(i,l) = u(i,l) + first
      end do
    end do
  end subroutine with_many

  subroutine alone(u, first)
    double precision, intent(inout) :: u(parts), first
    integer :: l
    do l = 1, parts
      u(l) = u(l) + first
    end do
  end subroutine alone
end module loops_of_few
