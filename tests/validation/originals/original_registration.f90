! Originals can be replaced and removed, for each kind separately. An original also runs with arrays without
! elements.
module counting
  use, intrinsic :: iso_fortran_env, only: real32, real64
  use claims, only: check
  implicit none
  public
  integer :: first = 0, second = 0, single = 0, elements = -1
contains
  subroutine first_original(lo, hi, components, phi, phi_lo, phi_hi, rhs, rhs_lo, rhs_hi, h, colour)
    integer, intent(in) :: lo(3), hi(3), components, phi_lo(3), phi_hi(3), rhs_lo(3), rhs_hi(3), colour
    real(real64), intent(inout) :: phi(phi_lo(1):phi_hi(1), phi_lo(2):phi_hi(2), phi_lo(3):phi_hi(3), components)
    real(real64), intent(in) :: rhs(rhs_lo(1):rhs_hi(1), rhs_lo(2):rhs_hi(2), rhs_lo(3):rhs_hi(3), components), h
    first = first + 1
    elements = size(phi)
    call check(all(lo >= phi_lo) .and. all(hi <= phi_hi) .and. size(rhs) >= 0, 'bounds hold the box')
    call check(h == 0.25_real64 .and. colour == 1, 'values arrive beside arrays without elements')
  end subroutine

  subroutine second_original(lo, hi, components, phi, phi_lo, phi_hi, rhs, rhs_lo, rhs_hi, h, colour)
    integer, intent(in) :: lo(3), hi(3), components, phi_lo(3), phi_hi(3), rhs_lo(3), rhs_hi(3), colour
    real(real64), intent(inout) :: phi(phi_lo(1):phi_hi(1), phi_lo(2):phi_hi(2), phi_lo(3):phi_hi(3), components)
    real(real64), intent(in) :: rhs(rhs_lo(1):rhs_hi(1), rhs_lo(2):rhs_hi(2), rhs_lo(3):rhs_hi(3), components), h
    second = second + 1
    phi(lo(1),lo(2),lo(3),:) = h*colour*rhs(hi(1),hi(2),hi(3),:)
  end subroutine

  subroutine single_original(lo, hi, components, phi, phi_lo, phi_hi, rhs, rhs_lo, rhs_hi, h, colour)
    integer, intent(in) :: lo(3), hi(3), components, phi_lo(3), phi_hi(3), rhs_lo(3), rhs_hi(3), colour
    real(real32), intent(inout) :: phi(phi_lo(1):phi_hi(1), phi_lo(2):phi_hi(2), phi_lo(3):phi_hi(3), components)
    real(real32), intent(in) :: rhs(rhs_lo(1):rhs_hi(1), rhs_lo(2):rhs_hi(2), rhs_lo(3):rhs_hi(3), components), h
    single = single + 1
    elements = size(phi)
    call check(all(lo >= phi_lo) .and. all(hi <= phi_hi) .and. size(rhs) >= 0, 'bounds hold the box in real32')
    call check(h == 0.25_real32 .and. colour == 1, 'values arrive in real32 beside arrays without elements')
  end subroutine
end module

program original_registration
  use, intrinsic :: iso_c_binding, only: c_bool, c_int
  use claims
  use counting
  use viewfab
  use viewfab_originals
  implicit none
  interface
    function call_without_elements(kind_code) result(called) bind(c)
      import :: c_bool, c_int
      integer(c_int), value :: kind_code
      logical(c_bool) :: called
    end function
  end interface
  integer(c_int), parameter :: code_real32 = 1, code_real64 = 2
  real(real64), target :: phi(-1:2, -1:2, -1:2), rhs(0:1, 0:1, 0:1)
  type(vf_view) :: phi_v, rhs_v
  type(vf_box) :: box
  integer(c_int) :: ierr
  phi = 1
  rhs = 1
  box = vf_box([0, 0, 0], [1, 1, 1])
  call phi_v%wrap(phi, [-1, -1, -1])
  call rhs_v%wrap(rhs, [0, 0, 0])
  call vf_validate_mode(VF_MODE_ORIGINAL, kernel='gsrb_poisson', ierr=ierr)
  call check(ierr == VF_OK, 'a mode is set before the first call')
  call vf_gsrb_poisson(box, phi_v, rhs_v, 0.25_real64, 1, ierr)
  call check(ierr == VF_ERROR_STATE, 'a kernel without an original cannot run in mode original')

  call vf_gsrb_poisson_register_original(first_original, ierr)
  call check(ierr == VF_OK, 'an original is registered')
  call vf_gsrb_poisson(box, phi_v, rhs_v, 0.25_real64, 1)
  call check(first == 1, 'the original runs')
  call vf_gsrb_poisson_register_original_real32(single_original)
  call vf_gsrb_poisson(box, phi_v, rhs_v, 0.25_real64, 1)
  call check(first == 2 .and. single == 0, 'the original for real32 does not replace the one for real64')
  call check(logical(call_without_elements(code_real64)), 'C has the original for real64')
  call check(first == 3 .and. elements == 0, 'an array without elements arrives')
  call check(logical(call_without_elements(code_real32)), 'C has the original for real32')
  call check(single == 1 .and. elements == 0, 'an array without elements arrives in real32')

  call vf_gsrb_poisson_register_original(second_original)
  call vf_gsrb_poisson(box, phi_v, rhs_v, 0.25_real64, 1)
  call phi_v%to_host()
  call check(first == 3 .and. second == 1 .and. phi(0,0,0) == 0.25, 'a second original takes the place of the first')

  call vf_gsrb_poisson_forget_original(ierr)
  call check(ierr == VF_OK, 'originals are taken back')
  call check(.not. logical(call_without_elements(code_real64)), 'C has no original for real64 any more')
  call check(.not. logical(call_without_elements(code_real32)), 'C has no original for real32 any more')
  call vf_gsrb_poisson(box, phi_v, rhs_v, 0.25_real64, 1, ierr)
  call check(ierr == VF_ERROR_STATE .and. second == 1, 'an original that was taken back does not run')
  call vf_gsrb_poisson_forget_original(ierr)
  call check(ierr == VF_OK, 'taking back none does nothing')
  call vf_validate_mode(VF_MODE_DEVICE, 'gsrb_poisson')
  call vf_gsrb_poisson(box, phi_v, rhs_v, 0.25_real64, 1)
  call phi_v%release(discard=.true.)
  call rhs_v%release()
end program
