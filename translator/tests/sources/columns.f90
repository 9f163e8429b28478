! Loops of columns: sweeps with carried values, tridiagonal solves, and local arrays by level. Each point has
! local arrays of its own if the loops set all elements that they read.

! An implicit diffusion: the elimination goes down, the substitution goes up.
! expect diffuse 1 proved
subroutine diffuse(n, nlev, dt, kz, dz, q)
  implicit none
  integer, intent(in) :: n, nlev
  double precision, intent(in) :: dt, kz(n,nlev+1), dz(n,nlev)
  double precision, intent(inout) :: q(n,nlev)
  double precision :: upper(nlev), solution(nlev), lower, diagonal
  integer :: i, k
  do i = 1, n
    diagonal = 1 + dt*kz(i,2)/dz(i,1)**2
    upper(1) = -dt*kz(i,2)/dz(i,1)**2/diagonal
    solution(1) = q(i,1)/diagonal
    do k = 2, nlev
      lower = -dt*kz(i,k)/dz(i,k)**2
      diagonal = 1 - lower + dt*kz(i,k+1)/dz(i,k)**2 - lower*upper(k-1)
      upper(k) = -dt*kz(i,k+1)/dz(i,k)**2/diagonal
      solution(k) = (q(i,k) - lower*solution(k-1))/diagonal
    end do
    q(i,nlev) = solution(nlev)
    do k = nlev-1, 1, -1
      q(i,k) = solution(k) - upper(k)*q(i,k+1)
    end do
  end do
end subroutine diffuse

! Rows in the order (i,k,j): the plane of the local array belongs to a row, so both i and j are points.
! expect waves 1 proved
! text 1 vf_waves.vf_columns.its, ite, blocks=.jts, jte
subroutine waves(its, ite, kts, kte, jts, jte, w, t, a)
  implicit none
  integer, intent(in) :: its, ite, kts, kte, jts, jte
  real, intent(inout) :: w(its:ite,kts:kte,jts:jte)
  real, intent(in) :: t(its:ite,kts:kte,jts:jte), a(its:ite,jts:jte)
  real :: rhs(its:ite,kts:kte)
  integer :: i, j, k
  do j = jts, jte
    do i = its, ite
      rhs(i,kts) = 0.
    end do
    do k = kts+1, kte
      do i = its, ite
        rhs(i,k) = rhs(i,k-1) + a(i,j)*(t(i,k,j) - t(i,k-1,j))
      end do
    end do
    do k = kte, kts+1, -1
      do i = its, ite
        w(i,k,j) = w(i,k,j) - 0.25*(rhs(i,k) + rhs(i,k-1))
      end do
    end do
  end do
end subroutine waves

! Rain falls in steps of a length that depends on the column; a search takes a level by an index.
! expect rain 1 proved
subroutine rain(n, nlev, q, speed, total)
  implicit none
  integer, intent(in) :: n, nlev
  real, intent(inout) :: q(n,nlev), total(n)
  real, intent(in) :: speed(n)
  real :: flux(0:nlev), height(nlev)
  integer :: i, k, step, top
  do i = 1, n
    height(nlev) = 1.
    do k = nlev-1, 1, -1
      height(k) = height(k+1) + 1. + speed(i)
    end do
    do step = 1, 3
      flux(0) = 0.
      do k = 1, nlev
        if (q(i,k) > 0.) then
          flux(k) = 0.25*q(i,k)
        else
          flux(k) = 0.
        end if
      end do
      do k = 1, nlev
        q(i,k) = q(i,k) + (flux(k-1) - flux(k))
      end do
      total(i) = total(i) + flux(nlev)
    end do
    top = 1
    do k = 1, nlev
      if (height(k) > 2.) top = k
    end do
    total(i) = total(i) + height(top)
  end do
end subroutine rain

! A column reads what the column before has left at the first level.
! expect leaks 1 refused recurrence
! expect leaks 2 proved
subroutine leaks(n, nlev, q)
  implicit none
  integer, intent(in) :: n, nlev
  double precision, intent(inout) :: q(n,nlev)
  double precision :: t(0:nlev)
  integer :: i, k
  t(0) = 1
  do i = 1, n
    do k = 1, nlev
      t(k) = q(i,k) + t(k-1)
    end do
    do k = 1, nlev
      q(i,k) = t(k)
    end do
    t(0) = t(nlev)
  end do
end subroutine leaks

! The element is set only if the loop over m has an iteration.
! expect maybe_none 1 proved
! expect maybe_none 2 refused shared elements
subroutine maybe_none(n, m, q)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(inout) :: q(n)
  double precision :: t(2)
  integer :: i, l
  t = 1
  do i = 1, n
    do l = 1, m
      t(2) = q(i)*l
    end do
    q(i) = t(2)
  end do
end subroutine maybe_none

! One branch sets the level, the other keeps the value of the column before.
! expect one_branch 1 proved
! expect one_branch 2 refused recurrence
! expect one_branch 3 proved
! expect one_branch 4 proved
subroutine one_branch(n, nlev, q)
  implicit none
  integer, intent(in) :: n, nlev
  double precision, intent(inout) :: q(n,nlev)
  double precision :: t(nlev)
  integer :: i, k
  t = 0
  do i = 1, n
    do k = 1, nlev
      if (q(i,k) > 0) t(k) = q(i,k)
    end do
    do k = nlev, 1, -1
      q(i,k) = q(i,k) - t(nlev+1-k)
    end do
  end do
end subroutine one_branch

! The last level is read and never set, and so is a level behind EXIT.
! expect too_short 1 proved
! expect too_short 2 proved
! expect too_short 3 refused recurrence
! expect too_short 4 proved
! expect too_short 5 proved
! expect too_short 6 refused recurrence
! expect too_short 7 proved
subroutine too_short(n, nlev, q)
  implicit none
  integer, intent(in) :: n, nlev
  double precision, intent(inout) :: q(n,nlev)
  double precision :: t(nlev), s(nlev)
  integer :: i, k
  t = 0
  s = 0
  do i = 1, n
    do k = 1, nlev-1
      t(k) = q(i,k+1)
    end do
    do k = 1, nlev
      q(i,k) = q(i,k) - t(k)
    end do
  end do
  do i = 1, n
    do k = 1, nlev
      s(k) = q(i,k)
      if (q(i,k) > 1) exit
    end do
    do k = 1, nlev
      q(i,k) = q(i,k) - s(nlev+1-k)
    end do
  end do
end subroutine too_short

! A second loop over the points reads what the last point of the first loop has left.
! expect two_loops 1 refused recurrence
! expect two_loops 2 proved
! expect two_loops 3 proved
! expect levels_of_the_last 1 proved
subroutine two_loops(n, m, nlev, q)
  implicit none
  integer, intent(in) :: n, m, nlev
  double precision, intent(inout) :: q(n,nlev,m)
  double precision :: t(nlev)
  integer :: i, j, k
  do j = 1, m
    do i = 1, n
      do k = 1, nlev
        t(k) = q(i,k,j) + i
      end do
    end do
    do i = 1, n
      do k = 1, nlev
        q(i,k,j) = t(nlev+1-k)
      end do
    end do
  end do
end subroutine two_loops

! The same level by level: the levels are independent, the points are not.
subroutine levels_of_the_last(n, m, nlev, q)
  implicit none
  integer, intent(in) :: n, m, nlev
  double precision, intent(inout) :: q(n,nlev,m)
  double precision :: t(nlev)
  integer :: i, j, k
  do j = 1, m
    do i = 1, n
      do k = 1, nlev
        t(k) = q(i,k,j) + i
      end do
    end do
    do i = 1, n
      do k = 1, nlev
        q(i,k,j) = t(k)
      end do
    end do
  end do
end subroutine levels_of_the_last

! Code behind the loops reads the array: the last column leaves its values there.
! expect read_behind 1 proved
subroutine read_behind(n, nlev, q, last)
  implicit none
  integer, intent(in) :: n, nlev
  double precision, intent(inout) :: q(n,nlev), last
  double precision :: t(0:nlev)
  integer :: i, k
  do i = 1, n
    t(0) = 0
    do k = 1, nlev
      t(k) = t(k-1) + q(i,k)
    end do
    do k = nlev, 1, -1
      q(i,k) = t(k)
    end do
  end do
  last = t(nlev)
end subroutine read_behind
