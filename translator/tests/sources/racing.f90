! The legacy routine has a race between its loops: sets of arguments that show the race cannot judge the changed routine.
! options --flags=-fopenmp
! expect racing 1 part
! expect racing 2 part
! expect always_racing 1 unproved
! expect always_racing 2 unproved
! expect racing_begin 1 unproved
! report 2 \(without \d sets of arguments, with which the legacy routine has a race\)
! report 3 the legacy routine has a race: with another slow thread it gives other values

! No race unless k is 1.
subroutine racing(n, m, k, a, b)
  implicit none
  integer, intent(in) :: n, m, k
  double precision, intent(inout) :: a(n,m), b(n,m)
  integer :: i, j
  !$omp do
  do j = 1, m
    do i = 1, n
      a(i,j) = a(i,j) + 1
    end do
  end do
  !$omp end do nowait
  !$omp do
  do j = 1, m
    do i = 1, n
      b(i,j) = b(i,j) + merge(a(i,m+1-j), a(i,j), k == 1)
    end do
  end do
  !$omp end do
end subroutine racing

subroutine always_racing(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(inout) :: a(n,20), b(n,20)
  integer :: i, j
  !$omp do
  do j = 1, 20
    do i = 1, n
      a(i,j) = a(i,j) + 1
    end do
  end do
  !$omp end do nowait
  !$omp do
  do j = 1, 20
    do i = 1, n
      b(i,j) = b(i,j) + a(i,21-j) + m
    end do
  end do
  !$omp end do
end subroutine always_racing

! A late thread begins with the value of another one.
subroutine racing_begin(n, a, most)
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: a(n)
  double precision, intent(inout) :: most
  double precision :: mine
  integer :: i
  mine = most + 1
  !$omp do
  do i = 1, n
    mine = max(mine, a(i))
  end do
  !$omp end do nowait
  !$omp critical
  most = max(most, mine)
  !$omp end critical
end subroutine racing_begin
