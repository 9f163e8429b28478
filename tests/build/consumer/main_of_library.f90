! A code that uses the kernels of a library.
program main_of_library
  use viewfab
  use own_kernels
  implicit none
  real, target :: x(2, 2, 2)
  double precision :: result
  type(vf_view) :: xv
  type(vf_box) :: box
  x = 3
  box = vf_box([1, 1, 1], [2, 2, 2])
  call xv%wrap(x, label='x')
  call vf_total(box, xv, result)
  if (result /= 24) error stop 'vf_total gave a wrong sum'
  print '(a)', 'summed'
end program
