! Nests of which no line runs in a proof: behind a condition, behind an array that nobody allocated, without an iteration.
! Values are logicals of one byte, as BIND(C) has them.
! options --with idle_table.f90
! expect behind_a_condition 1 proved
! expect behind_a_condition 2 part
! expect behind_a_table 1 proved
! expect behind_a_table 2 part
! expect with_logicals 1 proved
! report 1 none of its lines ran: no set came to its loops behind n > 1000
! report 1 none of its lines ran: its loops had no iteration; \d+ other sets stopped: idle_table.f90:16: an index of
! report 1 'table' above upper bound of 0 \(does a routine of the code allocate the array first\?\)
! text 1 logical\(flag\)
! text 1 logical\(on\)
subroutine behind_a_condition(n, a)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = 2*a(i)
  end do
  if (n > 1000) then
    do i = 1, n
      a(i) = a(i) + 1
    end do
  end if
end subroutine behind_a_condition

subroutine behind_a_table(n, a)
  use idle_table, only: look_up
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(9)
  double precision :: b(9)
  integer :: i, k
  a(:) = 2*a
  call look_up(n, b)
  do k = 1, 2
    do i = 1, n
      a(i) = a(i) + b(i)
      if (a(i) > k) a(i) = k
    end do
  end do
end subroutine behind_a_table

subroutine with_logicals(n, a, b, flag)
  use, intrinsic :: iso_c_binding, only: c_bool
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n)
  double precision, intent(in) :: b(n)
  logical(c_bool), intent(in) :: flag
  logical(8) :: on
  integer :: i
  on = .not. flag
  do i = 1, n
    if (flag) a(i) = b(i)
    if (on .and. b(i) > 1) a(i) = -b(i)
  end do
end subroutine with_logicals
