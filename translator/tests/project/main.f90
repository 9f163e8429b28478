! Runs the changed routines beside the legacy routines, and compares all elements.
program main
  use viewfab, only: vf_finalize, vf_init
  use app_originals, only: register_originals
  implicit none
  integer, parameter :: n = 9, m = 7
  double precision :: u(0:n+1, 0:m+1), v(0:n+1, 0:m+1), f(n, m), a(0:n+1), b(n), c(n)
  external :: relax, legacy_relax, smooth, legacy_smooth

  call random_number(u)
  call random_number(f)
  call random_number(a)
  v = u
  call vf_init()
  call register_originals()
  call relax(n, m, u, f, 0.5d0)
  call smooth(n, a, b)
  call vf_finalize()
  call legacy_relax(n, m, v, f, 0.5d0)
  call legacy_smooth(n, a, c)
  if (any(u /= v) .or. any(b /= c)) error stop 'other bits'
  print '(a)', 'same bits'
end program main
