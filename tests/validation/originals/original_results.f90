! A legacy routine with several results is the original of a kernel with several results. The check compares each result
! by name, and its place. Mode original gives the results to the caller. The report names a wrong result.
module legacy_step
  use, intrinsic :: iso_fortran_env, only: real64
  use viewfab, only: vf_place
  implicit none
  public
  integer :: calls = 0, off = 0
  real(real64) :: lost = 0
contains
  include 'viewfab_stable_step_original.inc'
    integer :: i, j, k, n
    calls = calls + 1
    mass = 0
    dt = huge(dt)
    do n = 1, components
      do k = lo(3), hi(3)
        do j = lo(2), hi(2)
          do i = lo(1), hi(1)
            mass = mass + rho(i,j,k,n)*h*h*h
            if (c(i,j,k,n) > 0) then
              if (h/c(i,j,k,n) < dt) then
                dt = h/c(i,j,k,n)
                dt_place = vf_place(index=[i + off, j, k], component=n)
              end if
            end if
          end do
        end do
      end do
    end do
    mass = mass - lost
  end subroutine
end module

program original_results
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: real64
  use claims, only: check
  use legacy_step
  use viewfab
  use viewfab_stable_step
  use viewfab_stable_step_original
  implicit none
  real(real64), target :: rho(-2:9, 0:7, 3, 2), c(-2:9, 0:7, 3, 2)
  real(real64) :: mass, dt, right_mass
  type(vf_view) :: rho_v, c_v
  type(vf_place) :: place
  type(vf_box) :: boxes(3)
  integer :: i
  integer(c_int) :: ierr
  rho = reshape([(1 + modulo(i*7, 13)/16.0_real64, i = 1, size(rho))], shape(rho))
  c = reshape([(modulo(i*5, 17)/16.0_real64 - 0.25_real64, i = 1, size(c))], shape(c))
  c(4, 3, 2, 2) = 8
  call rho_v%wrap(rho, lower=[-2, 0, 1, 1], label='rho')
  call c_v%wrap(c, lower=[-2, 0, 1, 1], label='c')
  boxes = [vf_box([-2, 0, 1], [1, 7, 3]), vf_box([1, 1, 1], [0, 0, 0]), vf_box([2, 0, 1], [9, 7, 3])]
  right_mass = sum(rho)*0.125_real64
  include 'test_original_results_kernels_register_originals.inc'

  call vf_validate_mode(vf_mode_check, 'stable_step')
  call vf_stable_step(boxes, rho_v, c_v, 0.5_real64, mass, dt, place)
  call claim_right('a checked call')
  call check(calls == 2, 'the original runs for each box that is not empty')
  call check(vf_report_passed(), 'what it gives is what the port gives')

  call vf_validate_mode(vf_mode_original, 'stable_step')
  call vf_stable_step(boxes, rho_v, c_v, 0.5_real64, mass, dt, place)
  call claim_right('the original alone')

  call vf_validate_mode(vf_mode_check, 'stable_step')
  call vf_validate_stop(.true., 'stable_step')
  off = -1
  call vf_stable_step(boxes, rho_v, c_v, 0.5_real64, dt=dt, ierr=ierr)
  call check(ierr == VF_ERROR_MISMATCH .and. index(vf_last_error(), 'the place of result dt differs: port (4, 3, 2) ' &
    // 'of component 2 of box 3, original (3, 3, 2) of component 2 of box 3') > 0, 'a wrong place is named')
  off = 0
  lost = 0.25_real64
  call vf_stable_step(boxes, rho_v, c_v, 0.5_real64, mass, dt, place, ierr)
  call check(ierr == VF_ERROR_MISMATCH .and. index(vf_last_error(), 'result mass differs: port ') > 0 &
    .and. index(vf_last_error(), 'result dt') == 0, 'one wrong result is named alone')
  lost = 0
  call vf_stable_step(boxes, rho_v, c_v, 0.5_real64, mass, dt, place, ierr)
  call check(ierr == VF_OK, 'a right call passes after wrong ones')
  call claim_right('it')

  call vf_validate_mode(vf_mode_device, 'stable_step')
  call vf_stable_step_forget_original()
  call vf_stable_step(boxes(2), rho_v, c_v, 0.5_real64, mass, dt, place)
  call check(mass == 0 .and. dt > huge(dt) .and. place%box == 0 .and. place%component == 0, 'no points')
contains
  subroutine claim_right(what)
    character(*), intent(in) :: what
    call check(abs(mass - right_mass) < 1e-12_real64*right_mass, what // ' gives the mass')
    call check(dt == 0.0625_real64, what // ' gives the step')
    call check(place%box == 3 .and. all(place%index == [4, 3, 2]) .and. place%component == 2, what // ' gives its place')
  end subroutine
end program
