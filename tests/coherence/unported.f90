! Unported code that forgets a sync, in a case a program. A line of source that has to be reported has a comment with the case
! and the beginning of the report. The array begins in the middle of a page: the elements of the cases lie in pages of its own.
program unported
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use viewfab
  implicit none
  real(dp), allocatable, target :: phi(:,:,:)
  real(dp), target :: small(3,3)
  type(vf_view) :: phi_view, small_view, again_view
  type(vf_box) :: all, few
  character(len=32) :: case
  real(dp) :: total
  integer :: unit

  call get_command_argument(1, case)
  call vf_init()
  allocate(phi(-1:32, 0:32, 2:33))
  phi = 1
  small = 1
  total = 0
  call phi_view%wrap(phi, lower=[-1, 0, 2], label='phi')
  call small_view%wrap(small, label='small')
  all = vf_box([-1, 0, 2], [32, 32, 33])
  few = vf_box([1, 1, 1], [3, 3, 1])
  call vf_fill_value(all, phi_view, 3.0_dp)

  select case (case)
  case ('read')
    total = unported_sum(phi)
  case ('write_old')
    phi(30, 20, 17) = 4 ! write_old: the host writes 'phi' at (30, 20, 17), whose newest values are on the device
    call vf_add_constant(all, phi_view, 1.0_dp)
  case ('write_both')
    call phi_view%to_host()
    phi(30, 20, 17) = 4 ! write_both: the host writes 'phi' at (30, 20, 17) without an announcement
    call vf_add_constant(all, phi_view, 1.0_dp)
  case ('lost')
    phi(30, 20, 17) = 4 ! lost: the host writes 'phi' at (30, 20, 17), whose newest values are on the device
    call phi_view%to_host()
  case ('partial')
    call vf_fill_value(few, small_view, 3.0_dp)
    small(2, 3) = 4
    call vf_add_constant(few, small_view, 1.0_dp)
  case ('release')
    call phi_view%release() ! release: a view of 'phi' is released, and the newest values are on the device
  case ('output')
    open(newunit=unit, file='unported.bin', form='unformatted', access='stream')
    write(unit) phi ! output: the host reads 'phi' at
    close(unit, status='delete')
  case ('right')
    call phi_view%to_host()
    total = sum(phi)
    phi(5, 6, 7) = 4
    call phi_view%mark_written(vf_host)
    call phi_view%to_device()
    call phi_view%to_device()
    call again_view%wrap(phi, lower=[-1, 0, 2], label='again')
    phi = 6
    call vf_add_constant(all, again_view, 1.0_dp)
    call again_view%to_host()
    call again_view%release()
    phi = 7
    call phi_view%sync_h2d()
    call vf_add_constant(all, phi_view, 1.0_dp)
    call phi_view%to_host(vf_update)
    phi(:,:,4) = 8
    call vf_add_constant(all, phi_view, 1.0_dp)
    call vf_fill_value(few, small_view, 3.0_dp)
    call small_view%to_host(vf_update)
    small(2, 3) = 4
    call vf_add_constant(few, small_view, 1.0_dp)
    call phi_view%to_host(vf_write)
    phi = 0
    call phi_view%release()
  end select
  write(*, '(a, f10.1)') 'total ', total

contains

  function unported_sum(a) result(s)
    real(dp), intent(in) :: a(:,:,:)
    real(dp) :: s
    s = a(32, 21, 16) ! read: the host reads 'phi' at (30, 20, 17), whose newest value is on the device (written by vf_fill_value)
  end function unported_sum

end program unported
