! Columns that read their neighbours in i and by block, like the nests of a weather code over (i,k,j). A single kernel serves all
! nests. Arrays have ghosts only if a nest needs them, and any order of levels and blocks in memory.
program neighbour_columns
  use column_cases
  use claims, only: check
  use viewfab
  use viewfab_advance_mass
  use viewfab_around_of_team
  use working_kind, only: wp
  implicit none
  real(wp), parameter :: rdx = 0.3_wp, rdy = 0.7_wp, dts = 0.25_wp
  call begin()
  call advance(1, 1, 1, 1, 1, 1, .false.)
  call advance(-6, 13, 1, 9, -3, 2, .false.)
  call advance(3, 131, -2, 31, 5, 5, .false.)
  call advance(-6, 13, 1, 9, -3, 2, .true.)
  call advance(0, 40, 0, 2, 0, 7, .true.)
  call around(1, 1, 1, 1, 1)
  call around(-4, 16, 11, -2, 3)
  call around(2, 37, 5, 6, 6)
  call refused()
  call finish('neighbour_columns')
contains

  ! Points i1.., levels k1.., blocks j1..j2. by_blocks: some arrays have the blocks before the levels.
  subroutine advance(i1, points, k1, levels, j1, j2, by_blocks)
    integer, intent(in) :: i1, points, k1, levels, j1, j2
    logical, intent(in) :: by_blocks
    real(wp), allocatable, target :: u(:,:,:), v(:,:,:), t_1(:,:,:), ht(:,:), msf(:,:), dnw(:), mu(:,:), ww(:,:,:), t(:,:,:)
    real(wp), allocatable, target :: v_of_blocks(:,:,:)
    real(wp), allocatable :: mu_then(:,:), ww_then(:,:,:), t_then(:,:,:), mu_0(:,:), ww_0(:,:,:), t_0(:,:,:)
    type(vf_view) :: view(9)
    integer :: i2, k2, j
    i2 = i1 + points - 1
    k2 = k1 + levels - 1
    allocate (u(i1:i2+1,k1:k2,j1:j2), v(i1-1:i2,k1:k2+1,j1-1:j2+1), t_1(i1-1:i2+2,k1-1:k2,j1-1:j2+2), ht(i1-1:i2+1,j1-1:j2+1), &
      msf(i1:i2,j1:j2), dnw(k1-1:k2+1), mu(i1-3:i2,j1:j2), ww(i1:i2,k1:k2+1,j1-1:j2), t(i1-1:i2+1,k1:k2,j1-1:j2+1))
    allocate (v_of_blocks(i1-1:i2,j1-1:j2+1,k1:k2+1))
    call fill(size(u), u, -8d0, 8d0)
    call fill(size(v), v, -8d0, 8d0)
    call fill(size(t_1), t_1, 1d0, 3d0)
    call fill(size(ht), ht, 0d0, 9d0)
    call fill(size(msf), msf, 0.9d0, 1.1d0)
    call fill(size(dnw), dnw, -0.2d0, -0.1d0)
    call fill(size(mu), mu, -1d0, 1d0)
    call fill(size(ww), ww, -1d0, 1d0)
    call fill(size(t), t, -1d0, 1d0)
    do j = j1 - 1, j2 + 1
      v_of_blocks(:,j,:) = v(:,:,j)
    end do
    mu_0 = mu
    ww_0 = ww
    t_0 = t
    mu_then = mu
    ww_then = ww
    t_then = t
    call plain_advance(i1, i2, k1, k2, j1, j2, u, v, t_1, ht, msf, dnw, mu_then, ww_then, t_then)
    call view(1)%wrap(u, lower=lbound(u), axes='i k b', label='u')
    if (by_blocks) call view(2)%wrap(v_of_blocks, lower=lbound(v_of_blocks), axes='i b k', label='v')
    if (.not. by_blocks) call view(2)%wrap(v, lower=lbound(v), axes='i k b', label='v')
    call view(3)%wrap(t_1, lower=lbound(t_1), axes='i k b', label='t_1')
    call view(4)%wrap(ht, lower=lbound(ht), axes='i b', label='ht')
    call view(5)%wrap(msf, lower=lbound(msf), axes='i b', label='msf')
    call view(6)%wrap(dnw, lower=lbound(dnw), axes='k', label='dnw')
    call view(7)%wrap(mu, lower=lbound(mu), axes='i b', label='mu')
    call view(8)%wrap(ww, lower=lbound(ww), axes='i k b', label='ww')
    call view(9)%wrap(t, lower=lbound(t), axes='i k b', label='t')
    call vf_advance_mass(vf_columns(i1, i2, blocks=[j1, j2], levels=[k1, k2]), view(1), view(2), view(3), view(4), view(5), &
      view(6), view(7), view(8), view(9), rdx, rdy, dts)
    call vf_views_to_host(view)
    call same(size(mu), mu, mu_then, mu_0, 'mu')
    call same(size(ww), ww, ww_then, ww_0, 'ww')
    call same(size(t), t, t_then, t_0, 't and its ghosts')
    call vf_views_release(view)
  end subroutine

  subroutine plain_advance(i1, i2, k1, k2, j1, j2, u, v, t_1, ht, msf, dnw, mu, ww, t)
    integer, intent(in) :: i1, i2, k1, k2, j1, j2
    real(wp), intent(in) :: u(i1:,k1:,j1:), v(i1-1:,k1:,j1-1:), t_1(i1-1:,k1-1:,j1-1:), ht(i1-1:,j1-1:), msf(i1:,j1:), dnw(k1-1:)
    real(wp), intent(inout) :: mu(i1-3:,j1:), ww(i1:,k1:,j1-1:), t(i1-1:,k1:,j1-1:)
    real(wp) :: dvdxi(i1:i2,k1:k2), dmdt(i1:i2), slope(i1:i2), through
    integer :: i, j, k
    do j = j1, j2
      dmdt = 0
      do k = k1, k2
        do i = i1, i2
          dvdxi(i,k) = msf(i,j)*(rdy*(v(i,k,j+1) - v(i,k,j)) + rdx*(u(i+1,k,j) - u(i,k,j)))
          dmdt(i) = dmdt(i) + dnw(k)*dvdxi(i,k)
        end do
      end do
      do i = i1, i2
        slope(i) = rdx*(ht(i+1,j) - ht(i-1,j)) + rdy*(ht(i,j+1) - ht(i,j-1))
        mu(i,j) = mu(i,j) + dts*(dmdt(i) + slope(i))
        ww(i,k1,j) = slope(i)
      end do
      do k = k1 + 1, k2
        do i = i1, i2
          ww(i,k,j) = ww(i,k-1,j) - dnw(k-1)*(dmdt(i) + dvdxi(i,k-1))
        end do
      end do
      do k = k1, k2
        do i = i1, i2
          through = 0
          if (k > k1) through = ww(i,k,j)*(t_1(i,k,j) - t_1(i,k-1,j))
          t(i,k,j) = t(i,k,j) - dts*(rdy*(v(i,k,j+1)*(t_1(i,k,j+1) + t_1(i,k,j)) - v(i,k,j)*(t_1(i,k,j) + t_1(i,k,j-1))) &
            + rdx*(u(i+1,k,j)*(t_1(i+1,k,j) + t_1(i,k,j)) - u(i,k,j)*(t_1(i,k,j) + t_1(i-1,k,j))) + through)
        end do
      end do
    end do
  end subroutine

  ! Teams: points i1.. of blocks b1..b2.
  subroutine around(i1, points, levels, b1, b2)
    integer, intent(in) :: i1, points, levels, b1, b2
    real(wp), allocatable, target :: x(:,:,:), y(:,:,:)
    real(wp), allocatable :: y_then(:,:,:), y_0(:,:,:)
    type(vf_view) :: v(2)
    integer :: i, i2, k, b
    i2 = i1 + points - 1
    allocate (x(i1-1:i2+1,levels,b1-1:b2+1), y(i1:i2,levels,b1:b2))
    call fill(size(x), x, -1d0, 1d0)
    call fill(size(y), y, -1d0, 1d0)
    y_0 = y
    y_then = y
    do b = b1, b2
      do i = i1, i2
        do k = 1, levels
          y_then(i,k,b) = (x(i-1,k,b) + x(i+1,k,b)) + (x(i,k,b-1) + x(i,k,b+1)) - 4*x(i,k,b)
        end do
        y_then(i,:,b) = y_then(i,:,b) - in_order(levels, y_then(i,:,b))/real(levels, wp)
      end do
    end do
    call v(1)%wrap(x, lower=lbound(x), axes='i k b', label='x')
    call v(2)%wrap(y, lower=lbound(y), axes='i k b', label='y')
    call vf_around_of_team(vf_columns(i1, i2, [b1, b2]), v(1), v(2))
    call v(2)%to_host()
    call same(size(y), y, y_then, y_0, 'y of teams')
    call vf_views_release(v)
  end subroutine

  real(wp) function in_order(count, values) result(total)
    integer, intent(in) :: count
    real(wp), intent(in) :: values(count)
    integer :: k
    total = 0
    do k = 1, count
      total = total + values(k)
    end do
  end function

  ! A call without the needed neighbours is refused before anything runs.
  subroutine refused()
    real(wp), target :: x(4,3,0:3), y(4,3,2)
    type(vf_view) :: v(2)
    integer :: ierr
    x = 1
    y = 2
    call v(1)%wrap(x, lower=lbound(x), axes='i k b', label='x')
    call v(2)%wrap(y, axes='i k b', label='y')
    call vf_around_of_team(vf_columns(2, 4, [1, 2]), v(1), v(2), ierr=ierr)
    call check(ierr == VF_ERROR_BOX .and. index(vf_last_error(), "box of points 2:4 and blocks 1:2 needs elements") > 0 .and. &
      index(vf_last_error(), "of 'x' (argument x)") > 0 .and. index(vf_last_error(), 'with reach(1, 0, 1)') > 0 .and. &
      index(vf_last_error(), 'points 2:3 and blocks 1:2 has all that it needs') > 0, 'a point beyond: ' // vf_last_error())
    call vf_around_of_team(vf_columns(2, 3, [0, 2]), v(1), v(2), ierr=ierr)
    call check(ierr == VF_ERROR_BOX, 'a block beyond')
    call check(all(abs(y - 2) <= 0), 'nothing has run')
    call vf_around_of_team(vf_columns(2, 3, [1, 2]), v(2), v(2), ierr=ierr)
    call check(ierr /= VF_OK, 'neighbours of what is written')
    call vf_views_release(v)
  end subroutine
end program
