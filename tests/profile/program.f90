! A port with faults for the profile: a loop left on the host, a request without loops behind it, and many small calls.
module faulty_routines
  use, intrinsic :: iso_fortran_env, only: real64
  use viewfab
  implicit none

  integer, parameter :: rounds = 20, small_calls = 1000
  integer, parameter :: n(3) = [40, 31, 23]

contains

  subroutine heavy(v, a)
    type(vf_view), intent(inout) :: v
    real(real64), intent(inout), target :: a(-1:, 0:, 2:)
    call v%to_host(vf_update)
    a = a + 1e-3_real64*sin(a)**2
  end subroutine heavy

  subroutine idle(v)
    type(vf_view), intent(inout) :: v
    call v%to_host()
  end subroutine idle

  ! Says that the routine changes the array, and only reads.
  subroutine look(v, a, total)
    type(vf_view), intent(inout) :: v
    real(real64), intent(in), target :: a(:, :, :)
    real(real64), intent(inout) :: total
    call v%to_host(vf_update)
    total = total + sum(sqrt(abs(a)))
  end subroutine look

  ! Wraps its arrays at each call.
  subroutine wrapping(a, b)
    real(real64), intent(inout), target :: a(:, :, :), b(:, :, :)
    type(vf_view) :: va, vb
    call va%wrap(a, label='again')
    call vb%wrap(b, label='again too')
    call vf_axpy(vf_box([1, 1, 1], shape(a)), 0.5_real64, va, vb)
    call vb%to_host()
    call va%release()
    call vb%release()
  end subroutine wrapping

end module faulty_routines

program faulty
  use faulty_routines
  implicit none
  real(real64), target :: a(-1:n(1) - 2, 0:n(2) - 1, 2:n(3) + 1), b(-1:n(1) - 2, 0:n(2) - 1, 2:n(3) + 1)
  real(real64), target :: c(40, 30, 20), d(40, 30, 20), e(40, 30, 20), f(40, 30, 20)
  real(real64) :: total
  real(real64), target :: small(5, 4, 3), other(5, 4, 3), unused(7)
  type(vf_view) :: va, vb, vs, vo, vu, vc, vf
  type(vf_box) :: box, few
  integer :: r
  a = 1
  b = 2
  small = 0
  other = 1
  unused = 0
  c = 3
  d = 4
  e = 5
  f = 6
  total = 0
  call vf_init()
  call va%wrap(a, lower=lbound(a), label='a</script>')
  call vb%wrap(b, lower=lbound(b), label='b')
  call vs%wrap(small, label='small')
  call vo%wrap(other, label='other')
  call vu%wrap(unused, label='unused')
  call vc%wrap(c, label='c')
  call vf%wrap(f, label='f')
  call idle(vo)
  call idle(vu)
  box = vf_box(lbound(a), ubound(a))
  few = vf_box([1, 1, 1], [5, 4, 3])
  do r = 1, rounds
    call vf_axpy(box, 0.5_real64, vb, va)
    call heavy(va, a)
    call vf_axpy(box, 0.25_real64, va, vb)
    call idle(vb)
  end do
  do r = 1, small_calls
    call vf_axpy(few, 1.0_real64, vo, vs)
  end do
  do r = 1, rounds
    call vf_axpy(vf_box([1, 1, 1], shape(c)), 0.0_real64, vf, vc)
    call look(vc, c, total)
    call wrapping(d, e)
  end do
  call va%to_host()
  call vf_finalize()
  print '(2es24.16)', sum(a), total
end program faulty
