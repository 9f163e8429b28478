! The loop of a step. Arrays have a layer of ghosts, which hold 0.
module heat_diffusion
  use, intrinsic :: iso_fortran_env, only: dp => real64
  implicit none
  private
  public :: diffuse, set_start

contains

  subroutine set_start(n, u)
    integer, intent(in) :: n(3)
    real(dp), intent(out) :: u(0:,0:,0:)
    integer :: i, j, k

    u = 0
    do k = 1, n(3)
      do j = 1, n(2)
        do i = 1, n(1)
          u(i,j,k) = real(mod(i*j + 3*k, 17), dp)
        end do
      end do
    end do
  end subroutine set_start

  subroutine diffuse(n, number, u, next)
    integer, intent(in) :: n(3)
    real(dp), intent(in) :: number, u(0:,0:,0:)
    real(dp), intent(inout) :: next(0:,0:,0:)
    integer :: i, j, k

    !$omp parallel do collapse(2)
    do k = 1, n(3)
      do j = 1, n(2)
        do i = 1, n(1)
          next(i,j,k) = u(i,j,k) + number*((u(i-1,j,k) + u(i+1,j,k)) + (u(i,j-1,k) + u(i,j+1,k)) + &
            (u(i,j,k-1) + u(i,j,k+1)) - 6*u(i,j,k))
        end do
      end do
    end do
  end subroutine diffuse

end module heat_diffusion
