! Arrays in COMMON, beside other data and beside each other, without a sync: VF_COHERENCE=auto.
program common_blocks
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use viewfab
  implicit none
  real(dp), target :: a(5003), b(71, 101)
  real(dp) :: before(3), between(2), after(5)
  common /block/ before, a, between, b, after
  type(vf_view) :: a_view, b_view
  type(vf_box) :: a_box, b_box
  integer :: step

  call vf_init()
  before = -1
  a = 1
  between = -2
  b = 2
  after = -3
  call a_view%wrap(a, label='a')
  call b_view%wrap(b, label='b')
  a_box = vf_box([1, 1, 1], [5003, 1, 1])
  b_box = vf_box([1, 1, 1], [71, 101, 1])
  do step = 1, 10
    call vf_add_constant(a_box, a_view, 1.0_dp)
    call vf_add_constant(b_box, b_view, 1.0_dp)
    before = before - 1
    between = between - 1
    after = after - 1
    a(2500:) = a(2500:) + 1
    b(:, 50) = b(:, 49) + b(:, 50)
  end do
  call vf_finalize()
  if (any(a(:2499) /= 11) .or. any(a(2500:) /= 21)) error stop 'a is wrong'
  if (any(b(:, :49) /= 12) .or. any(b(:, 51:) /= 12) .or. any(b(:, 50) /= 87)) error stop 'b is wrong'
  if (any(before /= -11) .or. any(between /= -12) .or. any(after /= -13)) error stop 'data beside the arrays are wrong'
end program common_blocks
