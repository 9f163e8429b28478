! Arrays of a call with bounds of their own: with ghosts and without ghosts, in points, levels and blocks, and half levels from
! 0 on. The call gives points, blocks and levels. A profile serves columns and boxes.
program ghosts_of_columns
  use column_cases
  use claims, only: check
  use plain_columns, only: plain_hydrostatic
  use viewfab
  use viewfab_hydrostatic
  use viewfab_solve_lines
  use viewfab_weigh_levels
  use working_kind, only: wp
  implicit none
  call begin()
  call solve(1, 1, 1, 1, 0, 0)
  call solve(-7, 19, 3, 7, -2, 2)
  call solve(5, 131, -4, 40, 4, 4)
  call solve(0, 33, 1, 2, -9, -6)
  call without_levels()
  call boxes()
  call refused()
  call finish('ghosts_of_columns')
contains

  ! Points i1.., levels k1.., blocks b1..b2, each without a neighbour in some arrays and with ghosts in others.
  subroutine solve(i1, points, k1, levels, b1, b2)
    integer, intent(in) :: i1, points, k1, levels, b1, b2
    real(wp), allocatable, target :: ky(:,:,:), r(:,:,:), top(:,:,:), weight(:), ground(:,:), cp(:,:,:), z(:,:,:)
    real(wp), allocatable :: cp_then(:,:,:), z_then(:,:,:), cp_0(:,:,:), z_0(:,:,:)
    type(vf_view) :: v(7)
    integer :: i2, k2
    i2 = i1 + points - 1
    k2 = k1 + levels - 1
    allocate (ky(i1-2:i2+3,k1-1:k2+2,b1-1:b2), r(i1:i2+1,k1:k2,b1:b2+2), top(i1-1:i2,0:levels,b1:b2), weight(k1-3:k2), &
      ground(i1-4:i2+4,b1-1:b2+1), cp(i1:i2,k1:k2,b1:b2), z(i1-1:i2+1,k1-2:k2+1,b1:b2))
    call fill(size(ky), ky, 0.1d0, 2d0)
    call fill(size(r), r, -1d0, 1d0)
    call fill(size(top), top, -1d0, 1d0)
    call fill(size(weight), weight, 0.5d0, 1.5d0)
    call fill(size(ground), ground, -3d0, 3d0)
    call fill(size(cp), cp, -1d0, 1d0)
    call fill(size(z), z, -1d0, 1d0)
    cp_then = cp
    z_then = z
    cp_0 = cp
    z_0 = z
    call plain_solve(i1, i2, k1, k2, b1, b2, ky, r, top, weight, ground, cp_then, z_then)
    call v(1)%wrap(ky, lower=lbound(ky), axes='i k b', label='ky')
    call v(2)%wrap(r, lower=lbound(r), axes='i k b', label='r')
    call v(3)%wrap(top, lower=lbound(top), axes='i k b', label='top')
    call v(4)%wrap(weight, lower=lbound(weight), axes='k', label='weight')
    call v(5)%wrap(ground, lower=lbound(ground), axes='i b', label='ground')
    call v(6)%wrap(cp, lower=lbound(cp), axes='i k b', label='cp')
    call v(7)%wrap(z, lower=lbound(z), axes='i k b', label='z')
    call vf_solve_lines(vf_columns(i1, i2, blocks=[b1, b2], levels=[k1, k2]), v(1), v(2), v(3), v(4), v(5), v(6), v(7))
    call vf_views_to_host(v)
    call same(size(cp), cp, cp_then, cp_0, 'cp')
    call same(size(z), z, z_then, z_0, 'z and its ghosts')
    call vf_views_release(v)
  end subroutine

  subroutine plain_solve(i1, i2, k1, k2, b1, b2, ky, r, top, weight, ground, cp, z)
    integer, intent(in) :: i1, i2, k1, k2, b1, b2
    real(wp), intent(in) :: ky(i1-2:,k1-1:,b1-1:), r(i1:,k1:,b1:), top(i1-1:,k1:,b1:), weight(k1-3:), ground(i1-4:,b1-1:)
    real(wp), intent(inout) :: cp(i1:,k1:,b1:), z(i1-1:,k1-2:,b1:)
    real(wp) :: inverse, right, cp_above, z_above
    integer :: i, k, b
    do b = b1, b2
      do i = i1, i2
        cp_above = 0
        z_above = 0
        do k = k1, k2
          inverse = 1/((1 + ky(i,k,b) + ky(i,k+1,b)) - ky(i,k,b)*cp_above)
          right = weight(k)*r(i,k,b) + (top(i,k+1,b) - top(i,k,b))
          if (k == k2) right = right + ground(i,b)
          cp_above = ky(i,k+1,b)*inverse
          z_above = (right + ky(i,k,b)*z_above)*inverse
          cp(i,k,b) = cp_above
          z(i,k,b) = z_above
        end do
        do k = k2 - 1, k1, -1
          z(i,k,b) = z(i,k,b) + cp(i,k,b)*z(i,k+1,b)
        end do
      end do
    end do
  end subroutine

  ! Without levels= arrays have as many of these, and points in bounds of their own.
  subroutine without_levels()
    integer, parameter :: i1 = -4, i2 = 8, nlev = 6, b1 = -1, b2 = 2
    real(wp), target :: dp(i1-1:i2+2,nlev,b1:b2), tv(i1:i2,nlev,b1-1:b2), phis(i1-3:i2,b1:b2), p(i1:i2+1,nlev,b1:b2), &
      ph(i1:i2,0:nlev,b1:b2), phi(i1-2:i2,nlev,b1:b2)
    real(wp) :: p_then(i1:i2+1,nlev,b1:b2), ph_then(i1:i2,0:nlev,b1:b2), phi_then(i1-2:i2,nlev,b1:b2)
    real(wp) :: p_0(i1:i2+1,nlev,b1:b2), ph_0(i1:i2,0:nlev,b1:b2), phi_0(i1-2:i2,nlev,b1:b2)
    type(vf_view) :: v(6)
    integer :: b
    call fill(size(dp), dp, 200d0, 900d0)
    call fill(size(tv), tv, 220d0, 310d0)
    call fill(size(phis), phis, -50d0, 8000d0)
    call fill(size(p), p, -1d0, 1d0)
    call fill(size(ph), ph, -1d0, 1d0)
    call fill(size(phi), phi, -1d0, 1d0)
    p_then = p
    ph_then = ph
    phi_then = phi
    p_0 = p
    ph_0 = ph
    phi_0 = phi
    do b = b1, b2
      call plain_hydrostatic(1, i2 - i1 + 1, i2 - i1 + 1, nlev, dp(i1:i2,:,b), tv(i1:i2,:,b), phis(i1:i2,b), &
        p_then(i1:i2,:,b), ph_then(i1:i2,:,b), phi_then(i1:i2,:,b), 2.5_wp, 287.04_wp)
    end do
    call v(1)%wrap(dp, lower=lbound(dp), axes='i k b', label='dp')
    call v(2)%wrap(tv, lower=lbound(tv), axes='i k b', label='tv')
    call v(3)%wrap(phis, lower=lbound(phis), axes='i b', label='phis')
    call v(4)%wrap(p, lower=lbound(p), axes='i k b', label='p')
    call v(5)%wrap(ph, lower=lbound(ph), axes='i k b', label='ph')
    call v(6)%wrap(phi, lower=lbound(phi), axes='i k b', label='phi')
    call vf_hydrostatic(vf_columns(i1, i2, [b1, b2]), v(1), v(2), v(3), v(4), v(5), v(6), 2.5_wp, 287.04_wp)
    call vf_views_to_host(v)
    call same(size(p), p, p_then, p_0, 'p with one point more')
    call same(size(ph), ph, ph_then, ph_0, 'ph without ghosts')
    call same(size(phi), phi, phi_then, phi_0, 'phi with points before')
    call vf_views_release(v)
  end subroutine

  ! A view of a profile is weight(k) to both kinds of kernels.
  subroutine boxes()
    integer, parameter :: lo(3) = [-2, 3, -5], hi(3) = [6, 5, 1]
    real(wp), target :: x(lo(1)-1:hi(1),lo(2):hi(2)+1,lo(3):hi(3)), weight(lo(3)-2:hi(3))
    real(wp) :: x_then(lo(1)-1:hi(1),lo(2):hi(2)+1,lo(3):hi(3)), x_0(lo(1)-1:hi(1),lo(2):hi(2)+1,lo(3):hi(3))
    type(vf_view) :: x_v, weight_v
    integer :: k
    call fill(size(x), x, -1d0, 1d0)
    call fill(size(weight), weight, 0.5d0, 1.5d0)
    x_0 = x
    x_then = x
    do k = lo(3), hi(3)
      x_then(lo(1):hi(1),lo(2):hi(2),k) = weight(k)*x(lo(1):hi(1),lo(2):hi(2),k)
    end do
    call x_v%wrap(x, lower=lbound(x), label='x')
    call weight_v%wrap(weight, lower=lbound(weight), axes='k', label='weight')
    call vf_weigh_levels(vf_box_of(lo, hi), weight_v, x_v)
    call x_v%to_host()
    call same(size(x), x, x_then, x_0, 'x by levels')
    call vf_views_release(x_v, weight_v)
  end subroutine

  subroutine refused()
    integer, parameter :: n = 4, nlev = 3
    real(wp), target :: ky(0:n+1,0:nlev+1,2), r(n,nlev,2), top(n,nlev+1,2), weight(nlev), ground(n,2), cp(n,nlev,2), z(n,nlev,2)
    real(wp), target :: elements(2,2,nlev,2)
    type(vf_view) :: v(7), merged
    integer :: ierr
    call v(1)%wrap(ky, lower=lbound(ky), axes='i k b', label='ky')
    call v(2)%wrap(r, axes='i k b', label='r')
    call v(3)%wrap(top, axes='i k b', label='top')
    call v(4)%wrap(weight, axes='k', label='weight')
    call v(5)%wrap(ground, axes='i b', label='ground')
    call v(6)%wrap(cp, axes='i k b', label='cp')
    call v(7)%wrap(z, axes='i k b', label='z')
    call merged%wrap(elements, axes='i j k b', label='elements')
    call solve_on(vf_columns(1, n, [1, 2]), v, v(2), ierr)
    call check(ierr == VF_ERROR_BOX, 'levels of different numbers that the call does not say')
    call check(index(vf_last_error(), "'ky' has 5 levels and 'r' has 3; with levels= in the call each array has " // &
      'levels in bounds of its own') > 0, 'what to say: ' // vf_last_error())
    call solve_on(vf_columns(1, n, [1, 2], levels=[1, nlev+1]), v, v(2), ierr)
    call check(ierr == VF_ERROR_BOX, 'one level more than an array has')
    call check(index(vf_last_error(), "the call needs levels 1:4 of 'r' (argument r), which has 1:3") > 0, &
      'whose levels: ' // vf_last_error())
    call solve_on(vf_columns(0, n, [1, 2], levels=[1, nlev]), v, v(2), ierr)
    call check(ierr == VF_ERROR_BOX, 'one point before those of an array')
    call check(index(vf_last_error(), "box of points 0:4 and blocks 1:2 needs elements") > 0 .and. &
      index(vf_last_error(), "of 'r' (argument r)") > 0, 'whose points: ' // vf_last_error())
    call solve_on(vf_columns(1, n, [1, 2], columns=7, levels=[1, nlev]), v, v(2), ierr)
    call check(ierr == VF_ERROR_BOX .and. index(vf_last_error(), "'ky' has 6 points and 'r' has 4") > 0, &
      'blocks are not filled where arrays have different points: ' // vf_last_error())
    call solve_on(vf_columns(1, n, [1, 2], levels=[1, nlev]), v, merged, ierr)
    call check(ierr == VF_ERROR_BOX .and. index(vf_last_error(), "'ky' has 6 points and 'elements' has 4") > 0, &
      'points of i and j are the same in all arrays: ' // vf_last_error())
    call solve_on(vf_columns(1, n, [1, 2], levels=[2, 1]), v, v(2), ierr)
    call check(ierr == VF_OK, 'no levels are no columns')
    call vf_views_release(v)
    call merged%release()
  end subroutine

  subroutine solve_on(columns, v, right, ierr)
    type(vf_columns), intent(in) :: columns
    type(vf_view), intent(in) :: v(7), right
    integer, intent(out) :: ierr
    call vf_solve_lines(columns, v(1), right, v(3), v(4), v(5), v(6), v(7), ierr=ierr)
  end subroutine
end program
