! Loops of a legacy code as originals of the kernels of planes, profiles, tables and columns. `wrong` makes them differ from
! their kernels at a single point.
module loop_originals
  use, intrinsic :: iso_fortran_env, only: int32, real64
  implicit none
  public
  real(real64), save :: wrong = 0
contains

  subroutine divergence_original(lo, hi, components, u, u_lo, u_hi, v, v_lo, v_hi, dx, dx_lo, dx_hi, dy, dy_lo, dy_hi, d, &
      d_lo, d_hi)
    integer, intent(in) :: lo(2), hi(2), components
    integer, intent(in) :: u_lo(2), u_hi(2), v_lo(2), v_hi(2), dx_lo(1), dx_hi(1), dy_lo(1), dy_hi(1), d_lo(2), d_hi(2)
    real(real64), intent(in) :: u(u_lo(1):u_hi(1), u_lo(2):u_hi(2), components)
    real(real64), intent(in) :: v(v_lo(1):v_hi(1), v_lo(2):v_hi(2), components)
    real(real64), intent(in) :: dx(dx_lo(1):dx_hi(1)), dy(dy_lo(1):dy_hi(1))
    real(real64), intent(inout) :: d(d_lo(1):d_hi(1), d_lo(2):d_hi(2), components)
    integer :: i, j, n
    do n = 1, components
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          d(i,j,n) = (u(i+1,j,n) - u(i,j,n))/dx(i) + (v(i,j+1,n) - v(i,j,n))/dy(j)
        end do
      end do
    end do
    d(lo(1)+1,hi(2),components) = d(lo(1)+1,hi(2),components) + wrong
  end subroutine

  subroutine coordinate_original(lo, hi, components, x, x_lo, x_hi, c1, c1_lo, c1_hi, c2, c2_lo, c2_hi, mu, mu_lo, mu_hi, &
      w, t, t_lo, t_hi)
    integer, intent(in) :: lo(3), hi(3), components
    integer, intent(in) :: x_lo(3), x_hi(3), c1_lo(1), c1_hi(1), c2_lo(1), c2_hi(1), mu_lo(2), mu_hi(2), t_lo(3), t_hi(3)
    real(real64), intent(in) :: x(x_lo(1):x_hi(1), x_lo(2):x_hi(2), x_lo(3):x_hi(3), components)
    real(real64), intent(in) :: c1(c1_lo(1):c1_hi(1)), c2(c2_lo(1):c2_hi(1), components), w(components)
    real(real64), intent(in) :: mu(mu_lo(1):mu_hi(1), mu_lo(2):mu_hi(2))
    real(real64), intent(inout) :: t(t_lo(1):t_hi(1), t_lo(2):t_hi(2), t_lo(3):t_hi(3), components)
    integer :: i, j, k, n
    do n = 1, components
      do k = lo(3), hi(3)
        do j = lo(2), hi(2)
          do i = lo(1), hi(1)
            t(i,j,k,n) = ((c1(k-1) + c1(k))*mu(i,j) + c2(k,n))*w(n)*x(i,j,k,n)
          end do
        end do
      end do
    end do
    t(hi(1),lo(2),lo(3)+1,1) = t(hi(1),lo(2),lo(3)+1,1) + wrong
  end subroutine

  subroutine lookup_original(lo, hi, components, table, table_lo, table_hi, entry, entry_lo, entry_hi, x, x_lo, x_hi, &
      from, from_lo, from_hi, y, y_lo, y_hi)
    integer, intent(in) :: lo(2), hi(2), components
    integer, intent(in) :: table_lo(1), table_hi(1), entry_lo(2), entry_hi(2), x_lo(2), x_hi(2), from_lo(1), from_hi(1), &
      y_lo(2), y_hi(2)
    real(real64), intent(in) :: table(table_lo(1):table_hi(1))
    integer(int32), intent(in) :: entry(entry_lo(1):entry_hi(1), entry_lo(2):entry_hi(2)), from(from_lo(1):from_hi(1))
    real(real64), intent(in) :: x(x_lo(1):x_hi(1), x_lo(2):x_hi(2), components)
    real(real64), intent(inout) :: y(y_lo(1):y_hi(1), y_lo(2):y_hi(2), components)
    integer :: i, j, n
    do n = 1, components
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          y(i,j,n) = table(entry(i,j))*x(from(i),j,n)
        end do
      end do
    end do
    y(lo(1),lo(2),1) = y(lo(1),lo(2),1) + wrong
  end subroutine

  subroutine mass_original(lo, hi, components, rho, rho_lo, rho_hi, dz, dz_lo, dz_hi, mass, mass_lo, mass_hi, first, last)
    integer, intent(in) :: lo(2), hi(2), components
    integer, intent(in) :: rho_lo(3), rho_hi(3), dz_lo(1), dz_hi(1), mass_lo(2), mass_hi(2)
    integer(int32), intent(in) :: first, last
    real(real64), intent(in) :: rho(rho_lo(1):rho_hi(1), rho_lo(2):rho_hi(2), rho_lo(3):rho_hi(3)), dz(dz_lo(1):dz_hi(1))
    real(real64), intent(inout) :: mass(mass_lo(1):mass_hi(1), mass_lo(2):mass_hi(2))
    integer :: i, j, k
    if (components /= 1) return
    do j = lo(2), hi(2)
      do i = lo(1), hi(1)
        mass(i,j) = 0
        do k = first, last
          mass(i,j) = mass(i,j) + rho(i,j,k)*dz(k)
        end do
      end do
    end do
    mass(hi(1),hi(2)) = mass(hi(1),hi(2)) + wrong
  end subroutine

  subroutine interpolate_original(lo, hi, components, z, z_lo, z_hi, u, u_lo, u_hi)
    integer, intent(in) :: lo(1), hi(1), components
    integer, intent(in) :: z_lo(1), z_hi(1), u_lo(1), u_hi(1)
    real(real64), intent(in) :: z(z_lo(1):z_hi(1), components)
    real(real64), intent(inout) :: u(u_lo(1):u_hi(1), components)
    integer :: i, n
    do n = 1, components
      do i = lo(1), hi(1)
        u(2*i-1,n) = u(2*i-1,n) + z(i,n)
        u(2*i,n) = u(2*i,n) + (z(i,n) + z(i+1,n))*0.5_real64
      end do
    end do
    u(2*lo(1),1) = u(2*lo(1),1) + wrong
  end subroutine
end module
