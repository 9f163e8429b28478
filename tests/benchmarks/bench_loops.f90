! Loops over planes, on staggered grids and with arrays of lower rank, as a share of the memory's speed: the bytes that a
! loop must move (each large array once; profiles count as nothing) over its time, against the rate of a copy in the same
! run. On the host the same loops in Fortran, with the flags of viewfab's loops, run for comparison; both take the best
! time.
!   bench_loops [points per side of a plane]
program bench_loops
  use, intrinsic :: iso_fortran_env, only: real64
  use benchmark_clock, only: now
  use original_loops_of_planes
  use viewfab
  use viewfab_mass_coordinate
  use viewfab_metric_divergence
  use viewfab_plane_five
  use viewfab_plane_nine
  use viewfab_staggered_flux
  implicit none
  integer, parameter :: rounds = 12
  real(real64), allocatable, target :: x(:,:), y(:,:), u(:,:), v(:,:), dx(:), dy(:), p(:,:), q(:,:), area(:,:)
  real(real64), allocatable, target :: field(:,:,:), scaled(:,:,:), c1(:), c2(:), mu(:,:), w(:)
  type(vf_view) :: x_view, y_view, u_view, v_view, dx_view, dy_view, p_view, q_view, area_view
  type(vf_view) :: field_view, scaled_view, c1_view, c2_view, mu_view, w_view
  type(vf_box) :: plane, volume
  real(real64) :: copy_rate, seconds(2)
  integer :: n, m, batch, which
  logical :: on_host
  character(32) :: argument
  character(18), parameter :: names(6) = [character(18) :: 'copy', 'plane_five', 'plane_nine', 'staggered_flux', &
    'metric_divergence', 'mass_coordinate']
  real(real64), parameter :: bytes(6) = [16, 16, 16, 32, 24, 16] ! of a point
  real(real64) :: points

  call get_command_argument(1, argument)
  call vf_init()
  on_host = vf_context_device() == 'host'
  n = merge(4096, 16384, on_host)
  if (argument /= '') read (argument, *) n
  m = nint((real(n, real64)**2)**(1/3.0_real64))
  batch = merge(1, 10, on_host)
  plane = vf_box_of([1, 1], [n, n])
  volume = vf_box([1, 1, 1], [m, m, m])
  call make()
  print '(a, i0, a, i0, 2a)', 'planes of ', n, '^2 points, volume of ', m, '^3, on ', vf_context_device()
  print '(a)', 'loop                      ms   share of copy   Fortran loop ms   ratio'
  copy_rate = 0
  do which = 1, size(names)
    points = merge(real(m, real64)**3, real(n, real64)**2, which == 1 .or. which == 6)
    seconds = huge(seconds)
    call measure(which, seconds)
    if (which == 1) copy_rate = bytes(1)*points/seconds(1)
    if (on_host .and. which > 1) then
      print '(a18, f10.3, f16.3, f18.3, f8.3)', names(which), 1e3_real64*seconds(1), &
        bytes(which)*points/seconds(1)/copy_rate, 1e3_real64*seconds(2), seconds(1)/seconds(2)
    else
      print '(a18, f10.3, f16.3)', names(which), 1e3_real64*seconds(1), bytes(which)*points/seconds(1)/copy_rate
    end if
  end do
  call vf_finalize()
contains

  subroutine make()
    allocate (x(0:n+1,0:n+1), y(n,n), u(n+1,n), v(n,n+1), dx(n), dy(n), p(n,n+1), q(n,n+1), area(n,n))
    allocate (field(m,m,m), scaled(m,m,m), c1(0:m), c2(m), mu(m,m), w(1))
    x = 1
    y = 0
    u = 1
    v = 2
    dx = 0.5_real64
    p = 1
    q = 2
    area = 3
    dy = 0.25_real64
    field = 1
    scaled = 0
    c1 = 0.5_real64
    c2 = 0.25_real64
    mu = 3
    w = 1
    call x_view%wrap(x, lower=[0, 0], label='x')
    call y_view%wrap(y, label='y')
    call u_view%wrap(u, label='u')
    call v_view%wrap(v, label='v')
    call dx_view%wrap(dx, label='dx')
    call dy_view%wrap(dy, label='dy')
    call p_view%wrap(p, label='p')
    call q_view%wrap(q, label='q')
    call area_view%wrap(area, label='area')
    call field_view%wrap(field, label='field')
    call scaled_view%wrap(scaled, label='scaled')
    call c1_view%wrap(c1, lower=[0], label='c1')
    call c2_view%wrap(c2, label='c2')
    call mu_view%wrap(mu, label='mu')
    call w_view%wrap(w, label='w')
  end subroutine

  ! Runs both in turns, and takes the best time of each.
  subroutine measure(which, seconds)
    integer, intent(in) :: which
    real(real64), intent(inout) :: seconds(2)
    integer :: round, b
    real(real64) :: start
    do round = 0, rounds
      start = now()
      do b = 1, batch
        call port(which)
      end do
      call vf_context_wait()
      if (round > 0) seconds(1) = min(seconds(1), (now() - start)/batch)
      if (.not. on_host) cycle
      start = now()
      call original(which)
      if (round > 0) seconds(2) = min(seconds(2), now() - start)
    end do
  end subroutine

  subroutine port(which)
    integer, intent(in) :: which
    select case (which)
    case (1)
      call vf_copy(volume, field_view, scaled_view)
    case (2)
      call vf_plane_five(plane, x_view, y_view)
    case (3)
      call vf_plane_nine(plane, x_view, y_view)
    case (4)
      call vf_staggered_flux(plane, p_view, q_view, area_view, y_view, 0.5_real64)
    case (5)
      call vf_metric_divergence(plane, u_view, v_view, dx_view, dy_view, y_view)
    case (6)
      call vf_mass_coordinate(volume, field_view, c1_view, c2_view, mu_view, w_view, scaled_view)
    end select
  end subroutine

  subroutine original(which)
    integer, intent(in) :: which
    select case (which)
    case (2)
      call original_five(n, x, y)
    case (3)
      call original_nine(n, x, y)
    case (4)
      call original_flux(n, p, q, area, 0.5_real64, y)
    case (5)
      call original_divergence(n, u, v, dx, dy, y)
    case (6)
      call original_coordinate(m, field, c1, c2, mu, w(1), scaled)
    end select
  end subroutine
end program
