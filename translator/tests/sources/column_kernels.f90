! Loops over levels as kernels over columns: sweeps, carried values, temporaries, species, profiles, blocks; and loops that stay
! kernels over points, each with its reason.

! Five nests are one kernel. The row below(n) and the ends of sweeps stay in the column.
! expect heights 1 proved
! expect heights 2 proved
! expect heights 3 proved
! expect heights 4 proved
! form heights 1 over columns: 4 sweeps, 1 carried value, of 4 nests
! text 1 call vf_heights.vf_columns.first, last, blocks=.1, 1., levels=.1, nlev
subroutine heights(first, last, n, nlev, top, dp, tv, ground, p, ph, phi)
  implicit none
  integer, intent(in) :: first, last, n, nlev
  double precision, intent(in) :: top, dp(n,nlev), tv(n,nlev), ground(n)
  double precision, intent(inout) :: p(n,nlev), ph(n,0:nlev), phi(n,nlev)
  double precision :: below(n), half
  integer :: i, k
  do i = first, last
    p(i,1) = top + dp(i,1)/2
    ph(i,0) = top
    below(i) = ground(i)
  end do
  do k = 2, nlev
    do i = first, last
      p(i,k) = p(i,k-1) + (dp(i,k-1) + dp(i,k))/2
    end do
  end do
  do k = 1, nlev
    do i = first, last
      ph(i,k) = ph(i,k-1) + dp(i,k)
    end do
  end do
  do k = nlev, 1, -1
    do i = first, last
      half = dp(i,k)*0.5d0/p(i,k)
      phi(i,k) = below(i) + tv(i,k)*half
      below(i) = below(i) + tv(i,k)*(2*half)
    end do
  end do
end subroutine heights

! Species, a profile, a table that the column chooses from, numbers of the species, the last level of another array, and a local
! array that goes from level to level. The second loop has components.
! expect fall 1 proved
! expect fall 2 proved
! form fall 1 over columns: 3 sweeps, 2 carried values
! form fall 2 over points: it has results, row values or components
subroutine fall(n, nlev, nb, dt, weight, speed, table, kind, q, t, flux, r)
  implicit none
  integer, intent(in) :: n, nlev, nb
  double precision, intent(in) :: dt, weight(nlev), speed(3), table(4,2), t(n,nlev)
  integer, intent(in) :: kind(n)
  double precision, intent(inout) :: q(n,nlev,3), flux(n,nlev), r(n,nlev,3,nb)
  double precision :: above(3), before(3), sum
  integer :: i, k, b, s
  do i = 1, n
    above = 0
    do k = 1, nlev
      sum = 0
      do s = 1, 3
        q(i,k,s) = q(i,k,s) + dt*above(s)*weight(k)
        above(s) = speed(s)*q(i,k,s)*table(kind(i)+1,1)
        sum = sum + above(s)
      end do
      flux(i,k) = sum - t(i,nlev)
    end do
  end do
  do b = 1, nb
    do i = 1, n
      before = 1
      do k = 1, nlev
        do s = 1, 3
          r(i,k,s,b) = r(i,k,s,b) + dt*before(s)
          before(s) = r(i,k,s,b)
        end do
      end do
    end do
  end do
end subroutine fall

! A sum that goes from level to level: columns are points, and levels are not.
! expect prefix 1 proved
! form prefix 1 over columns: 2 sweeps, 1 carried value
subroutine prefix(n, m, q, r)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(in) :: q(n,m)
  double precision, intent(inout) :: r(n,m)
  double precision :: s
  integer :: i, k
  do i = 1, n
    s = 0
    do k = 1, m
      s = s + q(i,k)
      r(i,k) = s
    end do
  end do
end subroutine prefix

! Levels kts to kte of arrays with more levels; the level below is written.
! expect own_bounds 1 proved
! form own_bounds 1 over columns: 2 sweeps
! text 1 levels=.kts, kte
subroutine own_bounds(ims, ime, kms, kme, its, ite, kts, kte, a, b)
  implicit none
  integer, intent(in) :: ims, ime, kms, kme, its, ite, kts, kte
  real, intent(in) :: a(ims:ime,kms:kme)
  real, intent(inout) :: b(ims:ime,kms:kme)
  integer :: i, k
  do i = its, ite
    do k = kts, kte-1
      b(i,k+1) = b(i,k) + 0.5*a(i,k)
    end do
    do k = kte-1, kts, -1
      b(i,k) = b(i,k)*a(i,k+1) + k
    end do
  end do
end subroutine own_bounds

! Assumed shapes, with half levels; loops over levels in a short loop over species.
! expect assumed 1 proved
! form assumed 1 over columns: 3 sweeps
module shapes
contains
  subroutine assumed(nlev, q, ph)
    implicit none
    integer, intent(in) :: nlev
    double precision, intent(inout) :: q(:,:), ph(:,:)
    integer :: i, k, s
    do i = 1, size(q, 1)
      do s = 1, 3
        do k = 1, nlev
          q(i,k) = q(i,k) + s*(ph(i,k+1) - ph(i,k))
          ph(i,k+1) = ph(i,k) + q(i,k)
        end do
      end do
    end do
  end subroutine assumed
end module shapes

! A column leaves its loop early.
! expect leaves_early 1 proved
! form leaves_early 1 over points: line 150: a column leaves the loop over k early
subroutine leaves_early(n, nlev, q)
  implicit none
  integer, intent(in) :: n, nlev
  double precision, intent(inout) :: q(n,nlev)
  integer :: i, k
  do i = 1, n
    do k = 2, nlev
      if (q(i,k) > 1) exit
      q(i,k) = q(i,k) + q(i,k-1)
    end do
  end do
end subroutine leaves_early

! A level comes from data, a level is written from another one, and the number of the column is a value.
! expect far_levels 1 proved
! expect far_levels 2 proved
! expect far_levels 3 proved
! form far_levels 1 over points: line 171: a level of q comes from data
! form far_levels 2 over points: a sweep writes level
! form far_levels 3 over points: the number of the column is a value
subroutine far_levels(n, nlev, top, q, r)
  implicit none
  integer, intent(in) :: n, nlev, top(n)
  double precision, intent(inout) :: q(n,nlev), r(n,nlev)
  integer :: i, k
  do i = 1, n
    do k = 2, nlev
      r(i,k) = r(i,k-1) + q(i,min(nlev,1+abs(top(i))))
    end do
  end do
  do i = 1, n
    do k = 2, nlev
      q(i,k) = q(i,k) + r(i,k)
      q(i,k-1) = q(i,k-1) - r(i,k)
    end do
  end do
  do k = 2, nlev
    do i = 1, n
      r(i,k) = r(i,k-1)*i
    end do
  end do
end subroutine far_levels

! The total of each column is set without a level.
! expect totals 1 proved
! expect totals 2 proved
! text 2 if .1 <= nlev. then
! text 2 total_columns%to_host.vf_update.
! text 1 total.i. = total.i. . q.i,k.
subroutine totals(n, nlev, q, total)
  implicit none
  integer, intent(in) :: n, nlev
  double precision, intent(in) :: q(n,nlev)
  double precision, intent(inout) :: total(n)
  integer :: i, k
  total(1:n) = 0
  do i = 1, n
    total(i) = total(i)/2
    do k = 1, nlev
      total(i) = total(i) + q(i,k)
    end do
  end do
end subroutine totals

! A constant of each species decides branches with loops over levels, a loop over species chooses by the constant, and an assignment
! of a whole level of a local array stands before the loops: all nests are one kernel.
! expect phases 1 proved
! expect phases 2 proved
! expect phases 3 proved
! expect phases 4 proved
! form phases 1 over columns: 6 sweeps, 2 temporary arrays, of 4 nests
subroutine phases(first, last, n, nlev, heat, q, t, fall)
  implicit none
  integer, intent(in) :: first, last, n, nlev
  double precision, intent(in) :: heat(2)
  double precision, intent(inout) :: q(n,nlev,4), t(n,nlev), fall(n,nlev+1)
  integer, parameter :: phase(0:3) = [2, 0, 1, 2]
  double precision :: flux(n,nlev+1,4), work(n,nlev)
  integer :: i, k, s
  do k = 1, nlev
    do i = first, last
      work(i,k) = t(i,k)*0.5d0
    end do
  end do
  do s = 1, 4
    if (phase(s-1) == 0) cycle
    do k = 1, nlev
      do i = first, last
        work(i,k) = work(i,k) + s*q(i,k,s)
      end do
    end do
  end do
  flux(:,1,:) = 0
  do k = 1, nlev
    do i = first, last
      do s = 1, 4
        if (phase(s-1) == 2) t(i,k) = t(i,k) + heat(1)*q(i,k,s)
        if (phase(s-1) == 1) t(i,k) = t(i,k) - heat(2)*work(i,k)
        flux(i,k+1,s) = 0.25d0*(flux(i,k,s) + q(i,k,s))
        q(i,k,s) = q(i,k,s) - flux(i,k+1,s)*phase(s-1)
      end do
      fall(i,k+1) = flux(i,k+1,1) - flux(i,k+1,3)
    end do
  end do
end subroutine phases

! The angle mu has no index of blocks: each block reads the same columns.
! expect same_for_blocks 1 proved
! form same_for_blocks 1 over points: mu is the same for all blocks
subroutine same_for_blocks(n, nlev, blocks, mu, tau, top, flux)
  implicit none
  integer, intent(in) :: n, nlev, blocks
  double precision, intent(in) :: mu(n,nlev), tau(n,nlev,blocks), top(n,blocks)
  double precision, intent(inout) :: flux(n,nlev+1,blocks)
  integer :: k, j
  do j = 1, blocks
    flux(:,1,j) = top(:,j)*mu(:,1)
    do k = 2, nlev + 1
      flux(:,k,j) = flux(:,k-1,j)*(1 - tau(:,k-1,j)*mu(:,k-1))
    end do
  end do
end subroutine same_for_blocks
