! Kernels with names that viewfab has itself, behind the prefix of a project.
program names
  use viewfab
  use app_kernels
  implicit none
  double precision, target :: a(0:5, 4, 3), b(0:5, 4, 3)
  type(vf_view) :: a_v, b_v
  type(vf_box) :: box
  double precision :: total
  a = 1
  b = 0
  call a_v%wrap(a, label='a')
  call b_v%wrap(b, label='b')
  box = vf_box(lbound(a), ubound(a))
  call vf_sea_update(box, a_v, 2d0, vf_sea_update_up)
  call vf_sea_read(box, a_v, 1d0, vf_sea_read_down)
  call vf_sea_start(box, a_v, 1d0, vf_sea_start_up)
  call vf_sea_average_x(vf_box([1, 1, 1], [4, 4, 3]), a_v, b_v)
  call vf_sea_average_y(vf_box([1, 2, 1], [4, 3, 3]), a_v, b_v)
  call vf_sea_end(box, b_v, total)
  call b_v%to_host(vf_read)
  if (total /= 3d0*4*4*3 .or. any(b(1:4, :, :) /= 3)) error stop 'wrong'
  print '(a)', 'named'
end program
