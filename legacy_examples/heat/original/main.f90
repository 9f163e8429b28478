program heat
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use heat_diffusion, only: diffuse, set_start
  use heat_input, only: read_settings, settings
  use heat_planes, only: close_planes, open_planes, write_plane
  implicit none
  type(settings) :: s
  real(dp), allocatable :: u(:,:,:), next(:,:,:)
  integer :: step

  s = read_settings()
  allocate(u(0:s%n(1)+1, 0:s%n(2)+1, 0:s%n(3)+1))
  allocate(next, mold=u)
  call set_start(s%n, u)
  next = u
  call open_planes(s%output)
  do step = 1, s%steps
    if (mod(step, 2) == 1) then
      call diffuse(s%n, s%number, u, next)
      call write_plane(s%n, s%plane, next)
    else
      call diffuse(s%n, s%number, next, u)
      call write_plane(s%n, s%plane, u)
    end if
  end do
  call close_planes()
end program heat
