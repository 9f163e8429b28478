! Smooths a field with a peak. The routine `smooth` is the port; `old_smooth` has the same arguments.
program main
  implicit none
  integer, parameter :: nx = 60, ny = 40
  double precision :: u(0:nx+1, 0:ny+1), w(0:nx+1, 0:ny+1)

  u = 0
  w = 0
  u(nx/2, ny/2) = 100
  call smooth(u, w, nx, ny, 0.25d0)
  print '(a, f10.6, a, f10.6)', 'peak ', maxval(w), '  sum ', sum(w(1:nx, 1:ny))
end program
