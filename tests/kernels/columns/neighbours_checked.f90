! Originals of kernels over columns, for arrays with bounds of their own. If a kernel reads neighbours, its original is the
! code's own routine over whole arrays. For other kernels each array is cut to the points that all arrays have.
program neighbours_checked
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use claims
  use column_cases, only: fill
  use neighbour_originals
  use viewfab
  use viewfab_advance_mass
  use viewfab_advance_mass_original
  use viewfab_hydrostatic
  use viewfab_hydrostatic_original
  use viewfab_weigh_levels
  use viewfab_weigh_levels_original
  implicit none
  integer, parameter :: i1 = -3, i2 = 9, k1 = 2, k2 = 8, j1 = 1, j2 = 4
  real(real64), target :: u(i1:i2+1,k1:k2,j1:j2), v(i1-1:i2,j1-1:j2+1,k1:k2+1), t_1(i1-1:i2+2,k1-1:k2,j1-1:j2+2), &
    ht(i1-1:i2+1,j1-1:j2+1), msf(i1:i2,j1:j2), dnw(k1-1:k2+1), mu(i1-3:i2,j1:j2), ww(i1:i2,k1:k2+1,j1-1:j2), &
    t(i1-1:i2+1,j1:j2+1,k1:k2)
  real(real64), target :: dp(i1-2:i2+1,k1-1:k2+1,j1:j2), tv(i1:i2,k1:k2,j1:j2), phis(i1-1:i2+3,j1:j2), &
    p(i1-1:i2+1,k1-1:k2,j1-1:j2), ph(i1:i2,0:k2-k1+1,j1:j2), phi(i1:i2+2,k1:k2+1,j1:j2)
  type(vf_view) :: wind(9), scan(6)
  integer(int64) :: checked
  call make()
  call vf_advance_mass_register_original(advance_mass_original)
  call vf_hydrostatic_register_original(hydrostatic_original)
  call vf_weigh_levels_register_original(weigh_levels_original)
  call vf_validate_mode(VF_MODE_CHECK)
  ! A GPU contracts products.
  call vf_validate_tolerance(vf_tolerance(absolute=1e-9_real64, relative=1e-9_real64))
  call advance()
  call check(calls == 1, 'the original over whole arrays is called once')
  call heights()
  call check(calls == 1 + j2 - j1 + 1, 'the original of a block is called for each')
  call weigh()
  call check(vf_report_passed(checked) .and. checked == 3, 'kernels give what their originals give')
  wrong = 1
  call vf_report_reset()
  call advance()
  call check(.not. vf_report_passed(checked) .and. checked == 1, 'an original that differs is found')
  call check(reported('(i -3, b 4, k 8)'), 'by the indices of the code')
  call vf_report_reset()
  call heights()
  call check(.not. vf_report_passed(checked) .and. checked == 1, 'an original that differs is found beside ghosts')
  call check(reported('(i 9, k 8, b 2)'), 'by the indices of the array with ghosts')
  call vf_report_reset()
  call weigh()
  call check(.not. vf_report_passed(checked) .and. checked == 1, 'an original that differs is found beside a profile')
contains

  ! True if a line of the report has the words.
  logical function reported(words)
    character(*), intent(in) :: words
    character(32) :: device, memory
    character(:), allocatable :: file
    character(1000) :: line
    integer :: unit, status
    call get_environment_variable('VF_DEVICE', device)
    call get_environment_variable('VF_HOST_MEMORY', memory)
    file = 'neighbours_checked_' // trim(device) // trim(memory) // '.txt'
    call vf_report_write(file)
    reported = .false.
    open (newunit=unit, file=file, action='read')
    do
      read (unit, '(a)', iostat=status) line
      if (status /= 0) exit
      reported = reported .or. index(line, words) > 0
    end do
    close (unit, status='delete')
  end function

  subroutine make()
    call fill(size(u), u, -8d0, 8d0)
    call fill(size(v), v, -8d0, 8d0)
    call fill(size(t_1), t_1, 1d0, 3d0)
    call fill(size(ht), ht, 0d0, 9d0)
    call fill(size(msf), msf, 0.9d0, 1.1d0)
    call fill(size(dnw), dnw, -0.2d0, -0.1d0)
    call fill(size(mu), mu, -1d0, 1d0)
    call fill(size(ww), ww, -1d0, 1d0)
    call fill(size(t), t, -1d0, 1d0)
    call fill(size(dp), dp, 200d0, 900d0)
    call fill(size(tv), tv, 220d0, 310d0)
    call fill(size(phis), phis, -50d0, 8000d0)
    call fill(size(p), p, -1d0, 1d0)
    call fill(size(ph), ph, -1d0, 1d0)
    call fill(size(phi), phi, -1d0, 1d0)
    call wind(1)%wrap(u, lower=lbound(u), axes='i k b', label='u')
    call wind(2)%wrap(v, lower=lbound(v), axes='i b k', label='v')
    call wind(3)%wrap(t_1, lower=lbound(t_1), axes='i k b', label='t_1')
    call wind(4)%wrap(ht, lower=lbound(ht), axes='i b', label='ht')
    call wind(5)%wrap(msf, lower=lbound(msf), axes='i b', label='msf')
    call wind(6)%wrap(dnw, lower=lbound(dnw), axes='k', label='dnw')
    call wind(7)%wrap(mu, lower=lbound(mu), axes='i b', label='mu')
    call wind(8)%wrap(ww, lower=lbound(ww), axes='i k b', label='ww')
    call wind(9)%wrap(t, lower=lbound(t), axes='i b k', label='t')
    call scan(1)%wrap(dp, lower=lbound(dp), axes='i k b', label='dp')
    call scan(2)%wrap(tv, lower=lbound(tv), axes='i k b', label='tv')
    call scan(3)%wrap(phis, lower=lbound(phis), axes='i b', label='phis')
    call scan(4)%wrap(p, lower=lbound(p), axes='i k b', label='p')
    call scan(5)%wrap(ph, lower=lbound(ph), axes='i k b', label='ph')
    call scan(6)%wrap(phi, lower=lbound(phi), axes='i k b', label='phi')
  end subroutine

  subroutine advance()
    call vf_advance_mass(vf_columns(i1, i2, [j1, j2], levels=[k1, k2]), wind(1), wind(2), wind(3), wind(4), wind(5), wind(6), &
      wind(7), wind(8), wind(9), 0.3d0, 0.7d0, 0.25d0)
  end subroutine

  ! A profile with a named axis is weight(k) to the original of a kernel over boxes.
  subroutine weigh()
    real(real64), target :: x(-1:3,2:5,0:4), weight(-2:4)
    type(vf_view) :: x_v, weight_v
    call fill(size(x), x, 1d0, 2d0)
    call fill(size(weight), weight, 0.5d0, 1.5d0)
    call x_v%wrap(x, lower=lbound(x), label='x')
    call weight_v%wrap(weight, lower=lbound(weight), axes='k', label='weight')
    call vf_weigh_levels(vf_box_of([0, 2, 0], [3, 4, 3]), weight_v, x_v)
    call vf_views_to_host([x_v])
    call vf_views_release(x_v, weight_v)
  end subroutine

  subroutine heights()
    call vf_hydrostatic(vf_columns(i1, i2, [j1, j2], levels=[k1, k2]), scan(1), scan(2), scan(3), scan(4), scan(5), scan(6), &
      2.5d0, 287.04d0)
  end subroutine
end program
