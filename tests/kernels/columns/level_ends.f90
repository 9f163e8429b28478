! Bodies that differ on the first and the last level, compared with plain loops, on 1 to 11 levels: loops that take several
! levels at once have any rest of levels.
program level_ends
  use column_cases
  use viewfab
  use viewfab_least_of_levels
  use viewfab_level_ends
  use viewfab_level_ends_team
  use working_kind, only: wp
  implicit none
  integer :: levels
  call begin()
  do levels = 1, 11
    call sweeps(5, levels, 3)
    call sweeps(131, levels, 2)
    call phases(7, levels, 3)
    call independent(7, levels, 3)
  end do
  call finish('level_ends')
contains

  subroutine sweeps(points, nlev, blocks)
    integer, intent(in) :: points, nlev, blocks
    real(wp), target :: a(points,nlev,blocks), b(points,nlev+1,blocks), c(points,nlev,blocks)
    real(wp) :: b_then(points,nlev+1,blocks), c_then(points,nlev,blocks), b_0(points,nlev+1,blocks), c_0(points,nlev,blocks)
    type(vf_view) :: v(3)
    integer :: i, block
    call fill(size(a), a, -1d0, 1d0)
    call fill(size(b), b, -1d0, 1d0)
    call fill(size(c), c, -1d0, 1d0)
    b_0 = b
    c_0 = c
    b_then = b
    c_then = c
    do block = 1, blocks
      do i = 2, points
        call column(nlev, a(i,:,block), b_then(i,:,block), c_then(i,:,block))
      end do
    end do
    call v(1)%wrap(a, axes='i k b', label='a')
    call v(2)%wrap(b, axes='i k b', label='b')
    call v(3)%wrap(c, axes='i k b', label='c')
    call vf_level_ends(vf_columns(2, points, [1, blocks]), v(1), v(2), v(3))
    call vf_views_to_host(v)
    call same(size(b), b, b_then, b_0, 'b of sweeps')
    call same(size(c), c, c_then, c_0, 'c of sweeps')
    call vf_views_release(v)
  end subroutine

  subroutine column(nlev, a, b, c)
    integer, intent(in) :: nlev
    real(wp), intent(in) :: a(nlev)
    real(wp), intent(inout) :: b(nlev+1), c(nlev)
    real(wp) :: total, before, above, below
    integer :: k
    total = 0
    before = 1
    do k = 1, nlev
      above = 0
      if (k > 1) above = a(k-1)
      below = 3
      if (k < nlev) below = a(k+1)
      total = total + a(k) + above*below
      c(k) = total - c(k)
      if (k == nlev) b(nlev+1) = total
      b(k) = total*above
    end do
    do k = nlev, 1, -1
      if (k < nlev) c(k) = c(k) + before/2
      if (k == 1) c(k) = c(k)*3
      before = c(k)
    end do
    do k = 2, nlev - 1
      c(k) = c(k)*total + before
    end do
    do k = nlev + 1, 1, -1
      if (k <= nlev) then
        total = total - c(k)
      else
        total = total - before
      end if
      b(k) = b(k) + total
    end do
  end subroutine

  subroutine phases(points, nlev, blocks)
    integer, intent(in) :: points, nlev, blocks
    real(wp), target :: a(points,nlev,blocks), b(points,nlev+1,blocks), c(points,nlev,blocks)
    real(wp) :: b_then(points,nlev+1,blocks), c_then(points,nlev,blocks), b_0(points,nlev+1,blocks), c_0(points,nlev,blocks)
    real(wp) :: padded(points,0:nlev+1,blocks), mean(points,0:nlev+1,blocks)
    type(vf_view) :: v(3)
    call fill(size(a), a, -1d0, 1d0)
    call fill(size(b), b, -1d0, 1d0)
    call fill(size(c), c, -1d0, 1d0)
    b_0 = b
    c_0 = c
    padded = 0
    padded(:,1:nlev,:) = a
    mean = 0
    mean(:,1:nlev,:) = (padded(:,0:nlev-1,:) + padded(:,1:nlev,:) + padded(:,2:nlev+1,:))/3
    b_then = mean(:,1:nlev+1,:) - mean(:,0:nlev,:)
    c_then = mean(:,1:nlev,:)
    call v(1)%wrap(a, axes='i k b', label='a')
    call v(2)%wrap(b, axes='i k b', label='b')
    call v(3)%wrap(c, axes='i k b', label='c')
    call vf_level_ends_team(vf_columns(1, points, [1, blocks]), v(1), v(2), v(3))
    call vf_views_to_host(v)
    call same(size(b), b, b_then, b_0, 'b of phases')
    call same(size(c), c, c_then, c_0, 'c of phases')
    call vf_views_release(v)
  end subroutine

  subroutine independent(points, nlev, blocks)
    integer, intent(in) :: points, nlev, blocks
    real(wp), target :: a(points,nlev,blocks), b(points,nlev,blocks), least(nlev,blocks), part(points,nlev,blocks)
    real(wp) :: least_then(nlev,blocks), part_then(points,nlev,blocks), least_0(nlev,blocks), part_0(points,nlev,blocks)
    real(wp) :: ratio(points), total
    type(vf_view) :: v(4)
    integer :: i, k, block
    call fill(size(a), a, 0.1d0, 1d0)
    call fill(size(b), b, 0.5d0, 1d0)
    call fill(size(least), least, -1d0, 1d0)
    call fill(size(part), part, -1d0, 1d0)
    least_0 = least
    part_0 = part
    do block = 1, blocks
      do k = 1, nlev
        ratio = a(:,k,block)/b(:,k,block)
        least_then(k,block) = minval(ratio)
        total = 0
        do i = 1, points
          total = total + ratio(i)
        end do
        part_then(:,k,block) = ratio/total
      end do
    end do
    call v(1)%wrap(a, axes='i k b', label='a')
    call v(2)%wrap(b, axes='i k b', label='b')
    call v(3)%wrap(least, axes='k b', label='least')
    call v(4)%wrap(part, axes='i k b', label='part')
    call vf_least_of_levels(vf_columns(1, points, [1, blocks]), v(1), v(2), v(3), v(4))
    call vf_views_to_host(v)
    call same(size(least), least, least_then, least_0, 'least')
    call same(size(part), part, part_then, part_0, 'part')
    call vf_views_release(v)
  end subroutine
end program
