! A code with a kernel of its own.
program main
  use viewfab
  use app_kernels
  implicit none
  double precision, target :: x(-1:2, -1:2, -1:2), r(0:1, 0:1, 0:1)
  type(vf_view) :: xv, rv
  type(vf_box) :: box
  integer :: colour
  x = 1
  r = 2
  box = vf_box([0, 0, 0], [1, 1, 1])
  call xv%wrap(x, lower=[-1, -1, -1], label='x')
  call rv%wrap(r, lower=[0, 0, 0], label='r')
  do colour = 0, 1
    call vf_relax(box, xv, rv, 0.5d0, colour)
  end do
  call xv%to_host(vf_read)
  if (sum(x) /= 72) error stop 'vf_relax gave a wrong sum'
  print '(a)', 'relaxed'
end program
