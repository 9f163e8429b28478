! Brings the layers back to the places given by the pressure of the surface.
module columns_vertical_remap
  use, intrinsic :: iso_fortran_env, only: error_unit
  use columns_definitions, only: np, ps0, r8
  use columns_remap_ppm, only: remap_ppm
  use columns_state
  implicit none
  private
  public :: vertical_remap

contains

  ! Tracers, wind and temperature, by their masses.
  subroutine vertical_remap()
    real(r8) :: dp1(np,np,nlev), dp2(np,np,nlev), mass(np,np,nlev,3), ps
    integer :: ie, i, j, k
    logical :: too_far

    too_far = .false.
    !$omp parallel do private(dp1, dp2, mass, ps, i, j, k) reduction(.or.: too_far)
    do ie = 1, nelem
      do j = 1, np
        do i = 1, np
          ps = hyai(1)*ps0
          do k = 1, nlev
            ps = ps + dp3d(i,j,k,n0,ie)
          end do
          do k = 1, nlev
            dp1(i,j,k) = dp3d(i,j,k,n0,ie)
            dp2(i,j,k) = (hyai(k+1) - hyai(k))*ps0 + (hybi(k+1) - hybi(k))*ps
          end do
        end do
      end do
      too_far = too_far .or. moved_too_far(dp1, dp2)

      call remap_ppm(nlev, qsize, dp1, dp2, qdp(:,:,:,:,n0_qdp,ie))
      do k = 1, nlev
        do j = 1, np
          do i = 1, np
            mass(i,j,k,1) = t(i,j,k,n0,ie)*dp1(i,j,k)
            mass(i,j,k,2) = v(i,j,1,k,n0,ie)*dp1(i,j,k)
            mass(i,j,k,3) = v(i,j,2,k,n0,ie)*dp1(i,j,k)
          end do
        end do
      end do
      call remap_ppm(nlev, 3, dp1, dp2, mass)
      do k = 1, nlev
        do j = 1, np
          do i = 1, np
            t(i,j,k,n0,ie) = mass(i,j,k,1)/dp2(i,j,k)
            v(i,j,1,k,n0,ie) = mass(i,j,k,2)/dp2(i,j,k)
            v(i,j,2,k,n0,ie) = mass(i,j,k,3)/dp2(i,j,k)
            dp3d(i,j,k,n0,ie) = dp2(i,j,k)
          end do
        end do
      end do
    end do
    if (too_far) then
      write(error_unit, '(a)') 'columns: layers have moved by more than remap_ppm can follow; remap_every has to be smaller'
      flush(error_unit)
      error stop 4
    end if
  end subroutine vertical_remap

  ! True if some layer has lost its thickness, has sunk by more than the layer above it, or is NaN.
  pure function moved_too_far(dp1, dp2) result(too_far)
    real(r8), intent(in) :: dp1(np,np,nlev), dp2(np,np,nlev)
    logical :: too_far
    real(r8) :: above, bottom
    integer :: i, j, k

    too_far = .not. all(dp1 > 0) .or. .not. all(dp2 > 0)
    do j = 1, np
      do i = 1, np
        above = 0
        bottom = dp2(i,j,1)
        do k = 2, nlev
          bottom = bottom + dp2(i,j,k)
          too_far = too_far .or. bottom < above
          above = above + dp1(i,j,k-1)
        end do
      end do
    end do
  end function moved_too_far

end module columns_vertical_remap
