! Least and largest values with their places, and rows of such values.

! A row of values and places, and the choice among the rows behind the loops: a result over all points.
! expect steps 1 proved
! text 1 vf_steps.vf_box_of.lo, hi, 1, m
subroutine steps(lo, hi, m, speed, h, dt, i_dt, j_dt)
  implicit none
  integer, intent(in) :: lo, hi, m
  double precision, intent(in) :: speed(lo:hi,m), h(lo:hi)
  double precision, intent(out) :: dt
  integer, intent(out) :: i_dt, j_dt
  double precision :: least(m), here
  integer :: i, j, at(m)
  do j = 1, m
    least(j) = huge(dt)
    at(j) = lo
    do i = lo, hi
      here = h(i)/abs(speed(i,j))
      if (here < least(j)) then
        least(j) = here
        at(j) = i
      end if
    end do
  end do
  j_dt = minloc(least, dim=1)
  i_dt = at(j_dt)
  dt = least(j_dt)
end subroutine steps

! The largest value, with bounds of the rows that are not 1.
! expect tops 1 proved
! text 1 vf_tops.vf_box_of.1, n, lo, hi
subroutine tops(n, lo, hi, a, top, i_top, j_top)
  implicit none
  integer, intent(in) :: n, lo, hi
  real, intent(in) :: a(n,lo:hi)
  real, intent(inout) :: top
  integer, intent(inout) :: i_top, j_top
  real :: most(lo:hi)
  integer :: i, j, at(lo:hi)
  do j = lo, hi
    most(j) = -huge(top)
    at(j) = 0
    do i = 1, n
      if (a(i,j) > most(j)) then
        most(j) = a(i,j)
        at(j) = i
      end if
    end do
  end do
  j_top = maxloc(most, dim=1) + lo - 1
  top = most(j_top)
  i_top = at(j_top)
end subroutine tops

! The value before the loops counts too, and its place stays if no point has less.
! expect nearest 1 proved
! text 1 if .best_result < best. then
subroutine nearest(n, m, a, x, best, ib, jb)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(in) :: a(n,m), x
  double precision, intent(inout) :: best
  integer, intent(inout) :: ib, jb
  integer :: i, j
  do j = 1, m
    do i = 1, n
      if (abs(a(i,j) - x) < best) then
        best = abs(a(i,j) - x)
        ib = i
        jb = j
      end if
    end do
  end do
end subroutine nearest

! The first place in the order of the loops is another one than the first in memory.
! expect other_order 1 refused carried value
subroutine other_order(n, m, a, best, ib, jb)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(in) :: a(n,m)
  double precision, intent(inout) :: best
  integer, intent(inout) :: ib, jb
  integer :: i, j
  do i = 1, n
    do j = 1, m
      if (a(i,j) < best) then
        best = a(i,j)
        ib = i
        jb = j
      end if
    end do
  end do
end subroutine other_order

! The last of equal values has the place, and code behind the loops reads the rows.
! expect last_place 1 refused carried value
! expect rows_stay 1 proved
! text 1 vf_rows_stay.vf_box_of.1, m
subroutine last_place(n, a, best, ib)
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: a(n)
  double precision, intent(inout) :: best
  integer, intent(inout) :: ib
  integer :: i
  do i = 1, n
    if (a(i) <= best) then
      best = a(i)
      ib = i
    end if
  end do
end subroutine last_place

subroutine rows_stay(n, m, a, dt, j_dt, sum)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(in) :: a(n,m)
  double precision, intent(out) :: dt, sum
  integer, intent(out) :: j_dt
  double precision :: least(m)
  integer :: i, j, at(m)
  do j = 1, m
    least(j) = huge(dt)
    at(j) = 1
    do i = 1, n
      if (a(i,j) < least(j)) then
        least(j) = a(i,j)
        at(j) = i
      end if
    end do
  end do
  j_dt = minloc(least, dim=1)
  dt = least(j_dt)
  sum = least(1) + at(1)
end subroutine rows_stay
