! With a senseless environment no original can be registered. The library reports this error at once.
module originals
  use, intrinsic :: iso_fortran_env, only: real32, real64
  implicit none
contains
  subroutine shift_real64(lo, hi, components, x, x_lo, x_hi, c)
    integer, intent(in) :: lo(3), hi(3), components
    integer, intent(in) :: x_lo(3), x_hi(3)
    real(real64), intent(inout) :: x(x_lo(1):x_hi(1), x_lo(2):x_hi(2), x_lo(3):x_hi(3), components)
    real(real64), intent(in) :: c
    x(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3), :) = x(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3), :) + c
  end subroutine

  subroutine shift_real32(lo, hi, components, x, x_lo, x_hi, c)
    integer, intent(in) :: lo(3), hi(3), components
    integer, intent(in) :: x_lo(3), x_hi(3)
    real(real32), intent(inout) :: x(x_lo(1):x_hi(1), x_lo(2):x_hi(2), x_lo(3):x_hi(3), components)
    real(real32), intent(in) :: c
    x(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3), :) = x(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3), :) + c
  end subroutine
end module

program registration_failures
  use, intrinsic :: iso_c_binding, only: c_char, c_int, c_null_char
  use viewfab
  use viewfab_originals
  use claims
  use failures
  use originals
  implicit none
  interface
    function setenv(name, value, overwrite) bind(c) result(code)
      import :: c_char, c_int
      character(kind=c_char), intent(in) :: name(*), value(*)
      integer(c_int), value :: overwrite
      integer(c_int) :: code
    end function
  end interface
  integer(c_int) :: ierr
  ! before the first call, because the library reads the environment once
  call check(setenv('VF_MODE'//c_null_char, 'nonsense'//c_null_char, 1_c_int) == 0, 'the environment can be set')
  call vf_error_use_handler(record)
  call vf_add_constant_register_original(shift_real64, ierr)
  call vf_add_constant_register_original(shift_real64)
  call expect(ierr, VF_ERROR_ARGUMENT, 'an original for real64')
  call vf_add_constant_register_original_real32(shift_real32, ierr)
  call vf_add_constant_register_original_real32(shift_real32)
  call expect(ierr, VF_ERROR_ARGUMENT, 'an original for real32')
  call vf_add_constant_forget_original(ierr)
  call vf_add_constant_forget_original()
  call expect(ierr, VF_ERROR_ARGUMENT, 'taking originals back')
end program
