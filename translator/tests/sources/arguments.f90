! Proofs of routines whose arrays have the bounds of an object, that get texts, or that call procedures of other files.
! An element that a condition keeps the loops from reading is not read in front of the loops.
! expect edges 1 proved
! expect edges 2 proved
! expect kinds 1 proved
! expect kinds 2 proved
! expect beyond 1 proved
! expect between 1 proved
! expect between 2 proved
! expect kept_elsewhere 1 proved
! report 2 no given file has exchange, total_of_all: these procedures did nothing in the runs
module grids
  type box
    integer :: is, ie, js, je, isd, ied, jsd, jed
  end type box
end module grids
subroutine edges(q, w, bd, npx)
  use grids, only: box
  implicit none
  type(box), intent(in) :: bd
  integer, intent(in) :: npx
  double precision, intent(in) :: q(bd%isd:bd%ied, bd%jsd:bd%jed)
  double precision, intent(out) :: w(bd%is:bd%ie+1, bd%js:bd%je)
  double precision :: f(bd%is-1:bd%ie+2, bd%js:bd%je)
  integer :: i, j
  do j = bd%js, bd%je
    do i = bd%is - 1, bd%ie + 2
      f(i, j) = q(i-1, j) + q(i+1, j) - 2*q(i, j)
    end do
  end do
  do j = bd%js, bd%je
    do i = max(2, bd%is), min(npx - 1, bd%ie + 1)
      w(i, j) = f(i+1, j) - f(i-1, j)
    end do
  end do
end subroutine edges
subroutine kinds(n, x, y, word)
  integer, parameter :: wp = 8
  integer :: n, i
  real(wp) :: x(n), y(n)
  character(len=3), intent(in) :: word
  if (word(1:3) == 'ice') then
  do i = 1, n
    y(i) = x(i)*real(i, kind=wp) + int(x(i), kind=4)*(sqrt(1.1_wp) - sqrt(1._wp/1.1_wp))
  end do
  end if
  if (word(1:2) == 'ab') then
  do i = 1, n
    y(i) = x(i)*real(i, kind=wp) + exp(1.5_wp)
  end do
  end if
end subroutine kinds
! The array has no element k in each call, and the loops ask before they read the element.
subroutine beyond(n, k, x, y, w)
  implicit none
  integer, intent(in) :: n, k
  double precision, intent(in) :: x(n), w(3)
  double precision, intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    if (k >= 1 .and. k <= 3) then
      y(i) = x(i)*w(k)
    else
      y(i) = x(i)
    end if
  end do
end subroutine beyond
subroutine between(n, x, y)
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: x(n)
  double precision, intent(inout) :: y(n)
  double precision, external :: total_of_all
  integer :: i
  do i = 1, n
    y(i) = x(i) + y(i)
  end do
  call exchange(n, y)
  y(1) = y(1) + total_of_all(n, y)
  do i = 1, n
    y(i) = x(i)*y(i)
  end do
end subroutine between
! A search for whole numbers finds bounds far from the first guess.
subroutine kept_elsewhere(lo, hi, first, last, x, y)
  implicit none
  integer, intent(in) :: lo, hi, first, last
  double precision, intent(in) :: x(lo-2:hi+1)
  double precision, intent(inout) :: y(first:last)
  integer :: i
  do i = lo + 3, hi - 2
    y(i+11) = x(i-5) + x(i+3)
  end do
end subroutine kept_elsewhere
