! Loops over (i,k,j) whose columns read the columns beside them: kernels over columns with a reach in points and blocks.

! The continuity equation of a tile: a divergence by level, its sum, and a sweep from level to level. The local rows are values of a
! column, and each level of dvdxi that another loop reads was set in the same iteration of j.
! expect mass 1 proved
! form mass 1 over columns: 4 sweeps, 1 carried value, 1 temporary array
! text 1 vf_columns.its, ite, blocks=.jts, jte., levels=.kts, kte..
subroutine mass(u, v, ht, msf, dnw, mu, ww, rdx, rdy, dts, ims, ime, kms, kme, jms, jme, its, ite, kts, kte, jts, jte)
  implicit none
  integer, intent(in) :: ims, ime, kms, kme, jms, jme, its, ite, kts, kte, jts, jte
  real, intent(in) :: u(ims:ime,kms:kme,jms:jme), v(ims:ime,kms:kme,jms:jme), ht(ims:ime,jms:jme), msf(ims:ime,jms:jme)
  real, intent(in) :: dnw(kms:kme), rdx, rdy, dts
  real, intent(inout) :: mu(ims:ime,jms:jme), ww(ims:ime,kms:kme,jms:jme)
  real :: dvdxi(its:ite,kts:kte), dmdt(its:ite), slope
  integer :: i, j, k, kk
  do j = jts, jte
    do i = its, ite
      dmdt(i) = 0
    end do
    do k = kts, kte
      do i = its, ite
        dvdxi(i,k) = msf(i,j)*(rdy*(v(i,k,j+1) - v(i,k,j)) + rdx*(u(i+1,k,j) - u(i,k,j)))
        dmdt(i) = dmdt(i) + dnw(k)*dvdxi(i,k)
      end do
    end do
    do i = its, ite
      slope = rdx*(ht(i+1,j) - ht(i-1,j)) + rdy*(ht(i,j+1) - ht(i,j-1))
      mu(i,j) = mu(i,j) + dts*(dmdt(i) + slope)
      ww(i,kts,j) = slope
    end do
    do kk = kts + 1, kte
      k = kk - 1
      do i = its, ite
        ww(i,kk,j) = ww(i,kk-1,j) - dnw(k)*(dmdt(i) + dvdxi(i,kk-1))
      end do
    end do
  end do
end subroutine mass

! Neighbours in i alone, of columns without blocks; the levels go down.
! expect beside 1 proved
! form beside 1 over columns: 2 sweeps, 1 carried value
subroutine beside(n, first, last, nlev, a, b)
  implicit none
  integer, intent(in) :: n, first, last, nlev
  double precision, intent(in) :: a(-1:n,nlev)
  double precision, intent(inout) :: b(-1:n,nlev)
  double precision :: s(-1:n)
  integer :: i, k
  do i = first, last
    s(i) = 0
    do k = nlev, 1, -1
      s(i) = s(i)*0.5d0 + a(i-2,k) - a(i+1,k)
      b(i,k) = b(i,k) + s(i)*k
    end do
  end do
end subroutine beside

! Half levels with blocks beside, and a profile of each block.
! expect halves 1 proved
! form halves 1 over columns: 2 sweeps
subroutine halves(n, m, nlev, w, p, t)
  implicit none
  integer, intent(in) :: n, m, nlev
  double precision, intent(in) :: w(0:n+1,nlev+1,0:m+1), p(nlev,m)
  double precision, intent(inout) :: t(n,nlev,m)
  integer :: i, j, k
  do j = 1, m
    do i = 1, n
      t(i,1,j) = t(i,1,j)*p(1,j)
      do k = 2, nlev
        t(i,k,j) = t(i,k-1,j) + p(k,j)*(w(i,k+1,j-1) - w(i,k,j+1) + w(i-1,k,j))
      end do
    end do
  end do
end subroutine halves

! Another column's value is one that the loops write: the columns do not run at the same time.
! expect upstream 1 refused recurrence
subroutine upstream(n, nlev, t)
  implicit none
  integer, intent(in) :: n, nlev
  double precision, intent(inout) :: t(0:n,nlev)
  integer :: i, k
  do i = 1, n
    do k = 2, nlev
      t(i,k) = t(i,k-1) + t(i-1,k)
    end do
  end do
end subroutine upstream

! Level kde of the local row is set in each iteration, and kte + 1 may be another level: no level is taken for another one. An
! element that no iteration sets has no value in the source, and no value of another iteration comes into the column.
! expect fluxes 1 part
! text 1 flux_points1_view%create
! form fluxes 1 over points: a local array has levels that cannot be compared
subroutine fluxes(n, m, kte, kde, w, t)
  implicit none
  integer, intent(in) :: n, m, kte, kde
  double precision, intent(in) :: w(n,kde,m)
  double precision, intent(inout) :: t(n,kde,m)
  double precision :: flux(n,kde)
  integer :: i, j, k
  if (kte + 1 /= kde) return
  do j = 1, m
    do i = 1, n
      flux(i,1) = 0
      flux(i,kde) = 0
    end do
    do k = 2, kte
      do i = 1, n
        flux(i,k) = w(i,k,j)*t(i,k-1,j)
      end do
    end do
    do k = 1, kte
      do i = 1, n
        t(i,k,j) = t(i,k,j) - (flux(i,k+1) - flux(i,k))
      end do
    end do
  end do
end subroutine fluxes

! Rows whose elements come from elsewhere: set before the loops, in the iteration before, or in one branch alone. No iteration gets
! a row of its own. The sums keep the loops apart.
! expect set_before 1 proved
! expect set_before 2 refused carried value
! expect set_before 3 proved
! text 0 row_points
subroutine set_before(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(in) :: a(n,m)
  double precision, intent(inout) :: b(n,m)
  double precision :: row(n,2), first
  integer :: i, j
  do i = 1, n
    row(i,2) = i
  end do
  first = 0
  do j = 1, m
    first = 2*first + j
  end do
  do j = 1, m
    do i = 1, n
      row(i,1) = a(i,j)
    end do
    do i = 1, n
      b(i,j) = b(i,j) + row(i,1)*row(i,2) + first
    end do
  end do
end subroutine set_before

! expect kept_rows 1 proved
! expect kept_rows 2 refused carried value
! expect kept_rows 3 proved
! text 0 kept_points
! text 0 some_points
subroutine kept_rows(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(in) :: a(n,m)
  double precision, intent(inout) :: b(n,m)
  double precision :: kept(n,2), some(n,2), first
  integer :: i, j
  do j = 1, m
    do i = 1, n
      if (j == 1) kept(i,1) = a(i,1)
      kept(i,2) = kept(i,1)*2
      kept(i,1) = a(i,j)
    end do
    do i = 1, n
      b(i,j) = b(i,j) - kept(i,2)
    end do
  end do
  first = 0
  do j = 1, m
    first = 2*first + j
  end do
  do j = 1, m
    do i = 1, n
      if (j == 1 .or. a(i,j) > 0) some(i,1) = a(i,j)
      some(i,2) = i
    end do
    do i = 1, n
      b(i,j) = b(i,j)*some(i,2) + some(i,1) + first
    end do
  end do
end subroutine kept_rows
