! Originals that record their arguments, and the arrays of the programs. Element (i,j,k,n) of an array holds
! code(i,j,k,n), so a wrong bound shows as a wrong value.
module arrived
  use, intrinsic :: iso_fortran_env, only: int32, real32, real64
  use claims, only: check
  use viewfab
  implicit none
  public

  type(vf_box) :: box                ! the box of the call
  integer :: components = 2, colour = 0, calls = 0
  real(real64), allocatable, target :: phi(:,:,:,:), rhs(:,:,:,:)
  real(real64), allocatable, target :: a(:,:,:), bx(:,:,:), by(:,:,:), bz(:,:,:)
  real(real32), allocatable, target :: phi32(:,:,:,:), rhs32(:,:,:,:)
  integer(int32), allocatable, target :: mask(:,:,:)
  type(vf_boundary) :: sides
  type(vf_box) :: window

contains

  elemental function code(i, j, k, n)
    integer, intent(in) :: i, j, k, n
    integer :: code
    code = i + 100*j + 10000*k + 1000000*n
  end function

  ! Codes for bounds lo:hi.
  pure function codes(lo, hi, count)
    integer, intent(in) :: lo(3), hi(3), count
    integer :: codes(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3), count)
    integer :: i, j, k, n
    do n = 1, count
      do k = lo(3), hi(3)
        do j = lo(2), hi(2)
          do i = lo(1), hi(1)
            codes(i,j,k,n) = code(i, j, k, n)
          end do
        end do
      end do
    end do
  end function

  ! Notes a call of an original. Stops unless box and components agree with the kernel's call.
  subroutine note(lo, hi, count)
    integer, intent(in) :: lo(3), hi(3), count
    calls = calls + 1
    call check(all(lo == box%lower) .and. all(hi == box%upper), 'the box arrives')
    call check(count == components, 'the number of components arrives')
  end subroutine

  subroutine expect_bounds(name, lo, hi, lower, upper)
    character(*), intent(in) :: name
    integer, intent(in) :: lo(3), hi(3), lower(:), upper(:)
    call check(all(lo == lower(:3)) .and. all(hi == upper(:3)), 'the bounds of ' // name // ' arrive')
  end subroutine

  ! Doubles the cells of a colour.
  subroutine gsrb_poisson_original(lo, hi, components, x, x_lo, x_hi, r, r_lo, r_hi, h, redblack)
    integer, intent(in) :: lo(3), hi(3), components, x_lo(3), x_hi(3), r_lo(3), r_hi(3), redblack
    real(real64), intent(inout) :: x(x_lo(1):x_hi(1), x_lo(2):x_hi(2), x_lo(3):x_hi(3), components)
    real(real64), intent(in) :: r(r_lo(1):r_hi(1), r_lo(2):r_hi(2), r_lo(3):r_hi(3), components), h
    integer :: i, j, k
    call note(lo, hi, components)
    call expect_bounds('phi', x_lo, x_hi, lbound(phi), ubound(phi))
    call expect_bounds('rhs', r_lo, r_hi, lbound(rhs), ubound(rhs))
    call check(all(nint(x) == codes(x_lo, x_hi, components)), 'phi arrives')
    call check(all(nint(r) == codes(r_lo, r_hi, components)), 'rhs arrives')
    call check(h == 0.3_real64 .and. redblack == colour, 'cell width and colour arrive')
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          if (modulo(i + j + k, 2) == redblack) x(i,j,k,:) = 2*x(i,j,k,:)
        end do
      end do
    end do
  end subroutine

  subroutine gsrb_poisson_original_real32(lo, hi, components, x, x_lo, x_hi, r, r_lo, r_hi, h, redblack)
    integer, intent(in) :: lo(3), hi(3), components, x_lo(3), x_hi(3), r_lo(3), r_hi(3), redblack
    real(real32), intent(inout) :: x(x_lo(1):x_hi(1), x_lo(2):x_hi(2), x_lo(3):x_hi(3), components)
    real(real32), intent(in) :: r(r_lo(1):r_hi(1), r_lo(2):r_hi(2), r_lo(3):r_hi(3), components), h
    call note(lo, hi, components)
    call expect_bounds('phi in real32', x_lo, x_hi, lbound(phi32), ubound(phi32))
    call expect_bounds('rhs in real32', r_lo, r_hi, lbound(rhs32), ubound(rhs32))
    call check(all(nint(x) == codes(x_lo, x_hi, components)), 'phi arrives in real32')
    call check(all(nint(r) == codes(r_lo, r_hi, components)), 'rhs arrives in real32')
    call check(h == 0.3_real32 .and. redblack == colour, 'cell width and colour arrive in real32')
    x(lo(1),lo(2),lo(3),components) = -1
  end subroutine

  ! Copies a single child of each coarse cell.
  subroutine average_original(lo, hi, components, fine, fine_lo, fine_hi, coarse, coarse_lo, coarse_hi)
    integer, intent(in) :: lo(3), hi(3), components, fine_lo(3), fine_hi(3), coarse_lo(3), coarse_hi(3)
    real(real64), intent(in) :: fine(fine_lo(1):fine_hi(1), fine_lo(2):fine_hi(2), fine_lo(3):fine_hi(3), components)
    real(real64), intent(inout) :: coarse(coarse_lo(1):coarse_hi(1), coarse_lo(2):coarse_hi(2), &
      coarse_lo(3):coarse_hi(3), components)
    integer :: i, j, k
    call note(lo, hi, components)
    call expect_bounds('fine', fine_lo, fine_hi, lbound(rhs), ubound(rhs))
    call expect_bounds('coarse', coarse_lo, coarse_hi, lbound(phi), ubound(phi))
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          coarse(i,j,k,:) = fine(2*i+1,2*j,2*k,:)
        end do
      end do
    end do
  end subroutine

  ! Writes a single cell.
  subroutine gsrb_helmholtz_original(lo, hi, components, x, x_lo, x_hi, r, r_lo, r_hi, alpha, beta, c, c_lo, c_hi, &
      dx, dx_lo, dx_hi, dy, dy_lo, dy_hi, dz, dz_lo, dz_hi, h, omega, redblack)
    integer, intent(in) :: lo(3), hi(3), components, x_lo(3), x_hi(3), r_lo(3), r_hi(3), c_lo(3), c_hi(3), redblack
    integer, intent(in) :: dx_lo(3), dx_hi(3), dy_lo(3), dy_hi(3), dz_lo(3), dz_hi(3)
    real(real64), intent(inout) :: x(x_lo(1):x_hi(1), x_lo(2):x_hi(2), x_lo(3):x_hi(3), components)
    real(real64), intent(in) :: r(r_lo(1):r_hi(1), r_lo(2):r_hi(2), r_lo(3):r_hi(3), components)
    real(real64), intent(in) :: c(c_lo(1):c_hi(1), c_lo(2):c_hi(2), c_lo(3):c_hi(3))
    real(real64), intent(in) :: dx(dx_lo(1):dx_hi(1), dx_lo(2):dx_hi(2), dx_lo(3):dx_hi(3))
    real(real64), intent(in) :: dy(dy_lo(1):dy_hi(1), dy_lo(2):dy_hi(2), dy_lo(3):dy_hi(3))
    real(real64), intent(in) :: dz(dz_lo(1):dz_hi(1), dz_lo(2):dz_hi(2), dz_lo(3):dz_hi(3))
    real(real64), intent(in) :: alpha, beta, h(3), omega
    call note(lo, hi, components)
    call expect_bounds('phi', x_lo, x_hi, lbound(phi), ubound(phi))
    call expect_bounds('rhs', r_lo, r_hi, lbound(rhs), ubound(rhs))
    call expect_bounds('a', c_lo, c_hi, lbound(a), ubound(a))
    call expect_bounds('bx', dx_lo, dx_hi, lbound(bx), ubound(bx))
    call expect_bounds('by', dy_lo, dy_hi, lbound(by), ubound(by))
    call expect_bounds('bz', dz_lo, dz_hi, lbound(bz), ubound(bz))
    call check(all(nint(c) == codes_of_one(c_lo, c_hi)), 'a shared array arrives')
    call check(all(nint(dx) == codes_of_one(dx_lo, dx_hi)) .and. all(nint(dy) == codes_of_one(dy_lo, dy_hi)) .and. &
      all(nint(dz) == codes_of_one(dz_lo, dz_hi)), 'arrays on faces arrive')
    call check(all(nint(r) == codes(r_lo, r_hi, components)), 'rhs arrives')
    call check(all([alpha, beta, omega] == [0.5_real64, 1.5_real64, 1.15_real64]), 'numbers arrive')
    call check(all(h == [0.1_real64, 0.2_real64, 0.3_real64]), 'three numbers arrive')
    call check(redblack == colour, 'the colour arrives')
    x(hi(1),hi(2),hi(3),components) = -1
  end subroutine

  function codes_of_one(lo, hi) result(one)
    integer, intent(in) :: lo(3), hi(3)
    integer :: one(hi(1)-lo(1)+1, hi(2)-lo(2)+1, hi(3)-lo(3)+1)
    one = reshape(codes(lo, hi, 1), shape(one))
  end function

  ! Writes a single ghost cell.
  subroutine fill_ghosts_original(lo, hi, components, x, x_lo, x_hi, given)
    integer, intent(in) :: lo(3), hi(3), components, x_lo(3), x_hi(3)
    real(real64), intent(inout) :: x(x_lo(1):x_hi(1), x_lo(2):x_hi(2), x_lo(3):x_hi(3), components)
    type(vf_boundary), intent(in) :: given
    call note(lo, hi, components)
    call expect_bounds('x', x_lo, x_hi, lbound(phi), ubound(phi))
    call expect_sides(given)
    x(lo(1)-1,lo(2),lo(3),components) = -1
  end subroutine

  subroutine expect_sides(given)
    type(vf_boundary), intent(in) :: given
    call check(all(given%kind == sides%kind) .and. given%order == sides%order .and. &
      all(given%distance == sides%distance), 'a boundary arrives')
  end subroutine

  subroutine dot_original(lo, hi, components, x, x_lo, x_hi, y, y_lo, y_hi, result)
    integer, intent(in) :: lo(3), hi(3), components, x_lo(3), x_hi(3), y_lo(3), y_hi(3)
    real(real64), intent(in) :: x(x_lo(1):x_hi(1), x_lo(2):x_hi(2), x_lo(3):x_hi(3), components)
    real(real64), intent(in) :: y(y_lo(1):y_hi(1), y_lo(2):y_hi(2), y_lo(3):y_hi(3), components)
    real(real64), intent(out) :: result
    call note(lo, hi, components)
    result = sum(x(lo(1):hi(1),lo(2):hi(2),lo(3):hi(3),:)*y(lo(1):hi(1),lo(2):hi(2),lo(3):hi(3),:))
  end subroutine

  ! Writes a single face.
  subroutine every_argument_original(lo, hi, components, count, x, x_lo, x_hi, h, m, m_lo, m_hi, given, step, part, &
      factor, direction)
    integer, intent(in) :: lo(3), hi(3), components, count, x_lo(3), x_hi(3), m_lo(3), m_hi(3), step(3), direction
    real(real64), intent(inout) :: x(x_lo(1):x_hi(1), x_lo(2):x_hi(2), x_lo(3):x_hi(3), components)
    integer(int32), intent(in) :: m(m_lo(1):m_hi(1), m_lo(2):m_hi(2), m_lo(3):m_hi(3))
    real(real64), intent(in) :: h(3), factor
    type(vf_boundary), intent(in) :: given
    type(vf_box), intent(in) :: part
    call note(lo, hi, components)
    call expect_bounds('x', x_lo, x_hi, lbound(phi), ubound(phi))
    call expect_bounds('mask', m_lo, m_hi, lbound(mask), ubound(mask))
    call check(all(m == codes_of_one(m_lo, m_hi)), 'an integer array arrives')
    call check(count == -7 .and. all(step == [-1, 2, -3]), 'integers arrive')
    call check(all(part%lower == window%lower) .and. all(part%upper == window%upper), 'a box as value arrives')
    call check(all(h == [0.1_real64, 0.2_real64, 0.3_real64]) .and. factor == 2.5_real64, 'numbers arrive')
    call expect_sides(given)
    call check(direction == 2, 'the direction arrives')
    x(lo(1),lo(2),lo(3),components) = -1
  end subroutine

end module
