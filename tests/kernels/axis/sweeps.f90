! Sweeps along x and along y by kernel files written once for both axes, compared with the two loops of a legacy code.
program sweeps
  use, intrinsic :: iso_fortran_env, only: real64
  use axis_kernels_kernels
  use claims, only: check
  use viewfab
  implicit none
  integer, parameter :: i0 = -2, i1 = 11, j0 = 3, j1 = 9
  real(real64), target :: rho(i0-2:i1+2, j0-2:j1+2), volume(i0-2:i1+2, j0-2:j1+2), dx(i0-2:i1+2), dy(j0-2:j1+2)
  real(real64), target :: flux_x(i0-2:i1+3, j0-2:j1+2), flux_y(i0-2:i1+2, j0-2:j1+3)
  real(real64), target :: mass_x(i0-2:i1+3, j0-2:j1+2), mass_y(i0-2:i1+2, j0-2:j1+3)
  real(real64) :: right(i0-2:i1+3, j0-2:j1+3)
  type(vf_view) :: rho_v, volume_v, dx_v, dy_v, flux_x_v, flux_y_v, mass_x_v, mass_y_v
  call fill()
  call wrap()
  call along_x()
  call along_y()
  call in_three_directions()
  call needs_no_more_than_it_reads()
  call vf_finalize()
contains

  subroutine fill()
    call random_number(rho)
    call random_number(dx)
    call random_number(dy)
    call random_number(flux_x)
    call random_number(flux_y)
    call random_number(volume)
    dx = dx + 2
    dy = dy + 2
    volume = volume + 8
    flux_x = flux_x - 0.5_real64
    flux_y = flux_y - 0.5_real64
    mass_x = -7
    mass_y = -7
  end subroutine

  subroutine wrap()
    call rho_v%wrap(rho, lower=[i0-2, j0-2], label='rho')
    call volume_v%wrap(volume, lower=[i0-2, j0-2], label='volume')
    call dx_v%wrap(dx, lower=[i0-2], label='dx')
    call dy_v%wrap(dy, lower=[j0-2], label='dy')
    call flux_x_v%wrap(flux_x, lower=[i0-2, j0-2], label='flux_x')
    call flux_y_v%wrap(flux_y, lower=[i0-2, j0-2], label='flux_y')
    call mass_x_v%wrap(mass_x, lower=[i0-2, j0-2], label='mass_x')
    call mass_y_v%wrap(mass_y, lower=[i0-2, j0-2], label='mass_y')
  end subroutine

  ! The limited slope from b over h to a.
  elemental function slope(b, h, a)
    real(real64), intent(in) :: b, h, a
    real(real64) :: slope
    slope = 0
    if ((h - b)*(a - h) > 0) slope = sign(min(abs(h - b), abs(a - h)), a - h)
  end function

  subroutine along_x()
    integer :: i, j, u, d, b
    right(i0-2:i1+3, j0-2:j1+2) = mass_x
    do j = j0, j1
      do i = i0, i1 + 1
        if (flux_x(i,j) > 0) then
          u = i - 1; d = i; b = i - 2
        else
          u = i; d = i - 1; b = i + 1
        end if
        right(i,j) = flux_x(i,j)*(rho(u,j) + (1 - abs(flux_x(i,j))/dx(u))*slope(rho(b,j), rho(u,j), rho(d,j))/2)
      end do
    end do
    call vf_donor_flux_x(vf_box_of(i0, i1 + 1, j0, j1), rho_v, dx_v, flux_x_v, mass_x_v)
    call mass_x_v%to_host()
    call check(same(mass_x, right(i0-2:i1+3, j0-2:j1+2)), 'fluxes in x')

    right(i0-2:i1+2, j0-2:j1+2) = rho
    do j = j0, j1
      do i = i0, i1
        right(i,j) = (rho(i,j)*(volume(i,j) + (flux_y(i,j+1) - flux_y(i,j)) + (flux_x(i+1,j) - flux_x(i,j))) &
          + mass_x(i,j) - mass_x(i+1,j))/(volume(i,j) + (flux_y(i,j+1) - flux_y(i,j)))
      end do
    end do
    call vf_swept_cells_x(vf_box_of(i0, i1, j0, j1), volume_v, flux_x_v, flux_y_v, mass_x_v, rho_v)
    call rho_v%to_host()
    call check(same(rho, right(i0-2:i1+2, j0-2:j1+2)), 'cells after a sweep in x')
  end subroutine

  subroutine along_y()
    integer :: i, j, u, d, b
    right(i0-2:i1+2, j0-2:j1+3) = mass_y
    do j = j0, j1 + 1
      do i = i0, i1
        if (flux_y(i,j) > 0) then
          u = j - 1; d = j; b = j - 2
        else
          u = j; d = j - 1; b = j + 1
        end if
        right(i,j) = flux_y(i,j)*(rho(i,u) + (1 - abs(flux_y(i,j))/dy(u))*slope(rho(i,b), rho(i,u), rho(i,d))/2)
      end do
    end do
    call vf_donor_flux_y(vf_box_of(i0, i1, j0, j1 + 1), rho_v, dy_v, flux_y_v, mass_y_v)
    call mass_y_v%to_host()
    call check(same(mass_y, right(i0-2:i1+2, j0-2:j1+3)), 'fluxes in y')

    right(i0-2:i1+2, j0-2:j1+2) = rho
    do j = j0, j1
      do i = i0, i1
        right(i,j) = (rho(i,j)*(volume(i,j) + (flux_x(i+1,j) - flux_x(i,j)) + (flux_y(i,j+1) - flux_y(i,j))) &
          + mass_y(i,j) - mass_y(i,j+1))/(volume(i,j) + (flux_x(i+1,j) - flux_x(i,j)))
      end do
    end do
    call vf_swept_cells_y(vf_box_of(i0, i1, j0, j1), volume_v, flux_y_v, flux_x_v, mass_y_v, rho_v)
    call rho_v%to_host()
    call check(same(rho, right(i0-2:i1+2, j0-2:j1+2)), 'cells after a sweep in y')
  end subroutine

  ! The place of a result has the code's own indices, of whatever bounds.
  subroutine in_three_directions()
    integer, parameter :: lo(3) = [-3, 10, 0], hi(3) = [3, 14, 8], n(3) = hi - lo + 1
    real(real64), target :: x(lo(1)-1:hi(1)+1, lo(2)-1:hi(2)+1, lo(3)-1:hi(3)+1), d(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3))
    real(real64) :: expected(n(1), n(2), n(3)), largest, h(3)
    type(vf_view) :: x_v, d_v
    type(vf_box) :: box
    type(vf_place) :: place
    integer :: axis
    call random_number(x)
    h = [0.5_real64, 0.25_real64, 2.0_real64]
    box = vf_box(lo, hi)
    call x_v%wrap(x, lower=lo-1, label='x')
    call d_v%wrap(d, lower=lo, label='d')
    do axis = 1, 3
      expected = abs(part(x, n, axis, -1) - 2*part(x, n, axis, 0) + part(x, n, axis, 1))/h(axis)**2
      if (axis == 1) call vf_second_along_x(box, x_v, d_v, h, vf_second_along_x_magnitude, largest, place)
      if (axis == 2) call vf_second_along_y(box, x_v, d_v, h, vf_second_along_y_magnitude, largest, place)
      if (axis == 3) call vf_second_along_z(box, x_v, d_v, h, vf_second_along_z_magnitude, largest, place)
      call d_v%to_host()
      call check(maxval(abs(d - expected)) <= 1e-12_real64*maxval(expected), 'second differences along ' // 'xyz'(axis:axis))
      call check(abs(largest - maxval(expected)) <= 1e-12_real64*largest, 'the largest along ' // 'xyz'(axis:axis))
      call check(all(place%index == lo - 1 + maxloc(d)) .and. d(place%index(1), place%index(2), place%index(3)) == largest, &
        'the place of the largest along ' // 'xyz'(axis:axis))
    end do
    call x_v%release()
    call d_v%release()
  end subroutine

  ! The points without ghosts, shifted along the axis.
  function part(x, n, axis, by)
    real(real64), intent(in) :: x(0:,0:,0:)
    integer, intent(in) :: n(3), axis, by
    real(real64) :: part(n(1), n(2), n(3))
    integer :: s(3)
    s = 0
    s(axis) = by
    part = x(1+s(1):n(1)+s(1), 1+s(2):n(2)+s(2), 1+s(3):n(3)+s(3))
  end function

  ! A kernel needs ghosts along the axis and no ghosts across it.
  subroutine needs_no_more_than_it_reads()
    real(real64), target :: line(0:6, 1:4, 1:3), d(1:5, 1:4, 1:3)
    type(vf_view) :: line_v, d_v
    integer :: ierr
    line = 0
    call line_v%wrap(line, lower=[0, 1, 1], label='line')
    call d_v%wrap(d, label='d')
    call vf_second_along_x(vf_box([1, 1, 1], [5, 4, 3]), line_v, d_v, [1.0_real64, 1.0_real64, 1.0_real64], &
      vf_second_along_x_with_sign, ierr=ierr)
    call check(ierr == VF_OK, 'ghosts in x are enough for the kernel along x')
    call vf_second_along_y(vf_box([1, 1, 1], [5, 4, 3]), line_v, d_v, [1.0_real64, 1.0_real64, 1.0_real64], &
      vf_second_along_y_with_sign, ierr=ierr)
    call check(ierr == VF_ERROR_BOX .and. index(vf_last_error(), "'line'") > 0, 'the kernel along y asks for those in y')
    call d_v%to_host()
    call line_v%release()
    call d_v%release()
  end subroutine

  logical function same(found, expected)
    real(real64), intent(in) :: found(:,:), expected(:,:)
    same = maxval(abs(found - expected)) <= 1e-13_real64*maxval(abs(expected))
  end function

end program
