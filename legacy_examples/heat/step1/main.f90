program heat
  use, intrinsic :: iso_fortran_env, only: dp => real64, int64
  use heat_kernels, only: vf_diffuse
  use viewfab, only: vf_box, vf_counters, vf_counters_get, vf_finalize, vf_init, vf_read, vf_view
  use heat_diffusion, only: set_start
  use heat_input, only: read_settings, settings
  use heat_planes, only: close_planes, open_planes, write_plane
  implicit none
  type(settings) :: s
  real(dp), allocatable, target :: u(:,:,:), next(:,:,:)
  type(vf_view) :: u_view, next_view
  type(vf_box) :: cells, plane
  integer(int64) :: before
  integer :: step

  s = read_settings()
  call vf_init()
  allocate(u(0:s%n(1)+1, 0:s%n(2)+1, 0:s%n(3)+1))
  allocate(next, mold=u)
  call set_start(s%n, u)
  next = u
  call u_view%wrap(u, lower=[0, 0, 0], label='u')
  call next_view%wrap(next, lower=[0, 0, 0], label='next')
  cells = vf_box([1, 1, 1], s%n)
  plane = vf_box([1, 1, s%plane], [s%n(1), s%n(2), s%plane])
  call open_planes(s%output)
  do step = 1, s%steps
    before = bytes_to_host()
    if (mod(step, 2) == 1) then
      call vf_diffuse(cells, s%number, u_view, next_view)
      call next_view%to_host(vf_read, plane)
      call write_plane(s%n, s%plane, next)
    else
      call vf_diffuse(cells, s%number, next_view, u_view)
      call u_view%to_host(vf_read, plane)
      call write_plane(s%n, s%plane, u)
    end if
    write(*, '(a, i0)') 'bytes to the host ', bytes_to_host() - before
  end do
  call close_planes()
  call u_view%release(discard=.true.)
  call next_view%release(discard=.true.)
  call vf_finalize()

contains

  function bytes_to_host() result(bytes)
    integer(int64) :: bytes
    type(vf_counters) :: counters

    call vf_counters_get(counters)
    bytes = counters%bytes_to_host
  end function bytes_to_host

end program heat
