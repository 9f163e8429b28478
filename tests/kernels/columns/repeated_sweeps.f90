! Groups of sweeps that each column repeats until its carried value stops them: in as many rounds as the column needs, in none,
! and beside columns with other numbers of rounds.
program repeated_sweeps
  use, intrinsic :: iso_fortran_env, only: int32
  use column_cases
  use claims, only: check
  use viewfab
  use viewfab_count_down
  use viewfab_fall_in_steps
  use working_kind, only: wp
  implicit none
  type(column_case) :: list(cases)
  integer :: c, most = 0
  logical :: none = .false.
  call begin()
  list = all_cases()
  do c = 1, cases
    call fall(list(c))
    call halve(list(c))
  end do
  call check(most > 4 .and. none, 'some columns take several rounds, and some none')
  call finish('repeated_sweeps')
contains

  subroutine fall(given)
    type(column_case), intent(in) :: given
    real(wp), allocatable, target :: rho(:,:,:), dz(:,:,:), qr(:,:,:), fallen(:,:)
    integer(int32), allocatable, target :: rounds(:,:)
    real(wp), allocatable :: qr_then(:,:,:), fallen_then(:,:), qr_0(:,:,:), fallen_0(:,:)
    integer(int32), allocatable :: rounds_then(:,:)
    type(vf_view) :: v(5)
    integer :: b, i, il, ih, bl, bh, kl, kh
    il = given%lowest_point
    ih = il + given%nproma - 1
    kl = given%lowest_level
    kh = kl + given%nlev - 1
    bl = given%lowest_block
    bh = given%highest_block
    allocate (rho(il:ih,kl:kh,bl:bh), dz(il:ih,kl:kh,bl:bh), qr(il:ih,kl:kh,bl:bh), fallen(il:ih,bl:bh), rounds(il:ih,bl:bh))
    call fill(size(rho), rho, 0.3d0, 1.2d0)
    call fill(size(dz), dz, 40d0, 400d0)
    call fill(size(qr), qr, 0d0, 5d-3)
    call fill(size(fallen), fallen, 0d0, 1d0)
    rounds = -1
    do b = bl, bh
      do i = il, ih
        if (modulo(i + b, 3) == 0) qr(i,:,b) = 0
        if (modulo(i - b, 4) == 0) qr(i,:,b) = qr(i,:,b)*1e-6_wp
      end do
    end do
    qr_0 = qr
    fallen_0 = fallen
    qr_then = qr
    fallen_then = fallen
    rounds_then = rounds
    do b = given%first_block, given%last_block
      do i = given%first_point, last_point(given, b)
        call plain_fall(given%nlev, rho(i,:,b), dz(i,:,b), qr_then(i,:,b), fallen_then(i,b), rounds_then(i,b), 90._wp)
      end do
    end do
    call v(1)%wrap(rho, lower=lbound(rho), axes='i k b', label='rho')
    call v(2)%wrap(dz, lower=lbound(dz), axes='i k b', label='dz')
    call v(3)%wrap(qr, lower=lbound(qr), axes='i k b', label='qr')
    call v(4)%wrap(fallen, lower=lbound(fallen), axes='i b', label='fallen')
    call v(5)%wrap(rounds, lower=lbound(rounds), axes='i b', label='rounds')
    call vf_fall_in_steps(columns_of(given), v(1), v(2), v(3), v(4), v(5), 90._wp)
    call vf_views_to_host(v)
    call same_integers(size(rounds), rounds, rounds_then, 'rounds of each column')
    most = max(most, maxval(rounds_then))
    none = none .or. any(rounds_then == 0)
    call same(size(qr), qr, qr_then, qr_0, 'rain after its fall')
    call same(size(fallen), fallen, fallen_then, fallen_0, 'what fell')
    call vf_views_release(v)
  end subroutine

  subroutine plain_fall(nlev, rho, dz, qr, fallen, rounds, dt)
    integer, intent(in) :: nlev
    real(wp), intent(in) :: rho(nlev), dz(nlev), dt
    real(wp), intent(inout) :: qr(nlev), fallen
    integer(int32), intent(out) :: rounds
    real(wp) :: speed(nlev), courant, left, step, in, factor
    integer :: k, steps, now
    rounds = 0
    courant = 0
    do k = 1, nlev
      speed(k) = 36*sqrt(sqrt(qr(k)*rho(k)))
      courant = max(courant, speed(k)*dt/dz(k))
    end do
    steps = 0
    if (courant > 0) steps = int(1 + courant/0.75_wp)
    if (steps > 0) step = dt/real(steps, wp)
    left = dt
    do while (steps > 0)
      rounds = rounds + 1
      left = left - step
      fallen = fallen + rho(1)*qr(1)*speed(1)*step
      do k = 1, nlev
        in = 0
        if (k < nlev) in = rho(k+1)*qr(k+1)*speed(k+1)
        factor = step/(dz(k)*rho(k))
        qr(k) = qr(k) - factor*(rho(k)*qr(k)*speed(k) - in)
      end do
      courant = 0
      do k = 1, nlev
        speed(k) = 36*sqrt(sqrt(max(qr(k), 0._wp)*rho(k)))
        courant = max(courant, speed(k)*left/dz(k))
      end do
      steps = steps - 1
      if (steps > 0) then
        now = int(1 + courant/0.75_wp)
        if (now /= steps) step = left/real(now, wp)
        steps = now
      end if
    end do
  end subroutine

  subroutine halve(given)
    type(column_case), intent(in) :: given
    real(wp), allocatable, target :: x(:,:,:)
    integer(int32), allocatable, target :: n(:,:)
    real(wp), allocatable :: x_then(:,:,:), x_0(:,:,:)
    real(wp) :: total
    type(vf_view) :: v(2)
    integer :: b, i, j, k, il, ih, bl, bh
    il = given%lowest_point
    ih = il + given%nproma - 1
    bl = given%lowest_block
    bh = given%highest_block
    allocate (x(il:ih,given%nlev,bl:bh), n(il:ih,bl:bh))
    call fill(size(x), x, 0d0, 300d0)
    do b = bl, bh
      do i = il, ih
        n(i,b) = max(0, modulo(i*5 + b, 7) - 3)
      end do
    end do
    x_0 = x
    x_then = x
    do b = given%first_block, given%last_block
      do i = given%first_point, last_point(given, b)
        total = 1
        do while (total > 0)
          total = 0
          do k = given%nlev, 1, -1
            x_then(i,k,b) = x_then(i,k,b)/2
            total = total + x_then(i,k,b)
          end do
          if (total < 40) exit
        end do
        do j = 1, n(i,b)
          x_then(i,1,b) = 2*x_then(i,1,b)
        end do
      end do
    end do
    call v(1)%wrap(n, lower=lbound(n), axes='i b', label='n')
    call v(2)%wrap(x, lower=lbound(x), axes='i k b', label='x')
    call vf_count_down(columns_of(given), v(1), v(2), 40._wp)
    call v(2)%to_host()
    call same(size(x), x, x_then, x_0, 'x, halved and doubled')
    call vf_views_release(v)
  end subroutine

  function columns_of(given) result(columns)
    type(column_case), intent(in) :: given
    type(vf_columns) :: columns
    columns = vf_columns(given%first_point, given%last_point, [given%first_block, given%last_block])
    if (given%columns > 0) columns = &
      vf_columns(given%first_point, given%last_point, [given%first_block, given%last_block], columns=given%columns)
  end function
end program
