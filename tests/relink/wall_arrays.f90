! Coefficients and masks at the faces of a box, in the form that the smoothers take.
module wall_arrays
  use, intrinsic :: iso_fortran_env, only: real64
  use boxlib_cases
  implicit none
  private
  public :: f, m, make_walls, all_of_one_sign
  type(field), target, save :: f(0:5)
  type(mask_field), target, save :: m(0:5)

contains

  ! Coefficients and masks of the six faces of the box low..high.
  subroutine make_walls(low, high)
    integer, intent(in) :: low(3), high(3)
    integer :: face, d, first(3), last(3), pattern
    pattern = mod(case_number/6, 4)
    call note('masks', [pattern])
    do face = 0, 5
      d = mod(face, 3) + 1
      first = low
      last = high
      first(d) = merge(low(d), high(d), face < 3)
      last(d) = first(d)
      call make(f(face), 'f' // achar(48 + face), first, last, 1, -3.0_real64, 1.0_real64/3)
      first(d) = merge(low(d) - 1, high(d) + 1, face < 3)
      last(d) = first(d)
      call make_mask(m(face), 'm' // achar(48 + face), first, last, pattern)
    end do
  end subroutine

  ! Coefficients for which all terms of a denominator are positive. This at most doubles the
  ! denominator.
  subroutine all_of_one_sign()
    integer :: face
    do face = 0, 5
      f(face)%v = -abs(f(face)%v)
    end do
  end subroutine

end module
