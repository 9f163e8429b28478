! The result file: raw binary, for each field its rank and extents as 32-bit integers, and its values, first index fastest.
module columns_output
  use, intrinsic :: iso_fortran_env, only: int32
  use columns_definitions, only: r8
  use columns_state
  use run_files, only: open_file
  implicit none
  private
  public :: write_fields

contains

  ! t, v, dp3d, vn0, omega_p, phi, divdp, qdp, qmin, qmax of the elements; p, half-level p, phi, t, species, fluxes, covers and rain
  ! of the columns; the windowed sums. Only the last time level of a field is written.
  subroutine write_fields(base)
    character(len=*), intent(in) :: base
    integer :: unit

    unit = open_file(base // '.fields', 'stream', 'unformatted')
    call write_field(unit, shape(t(:,:,:,n0,:)), t(:,:,:,n0,:))
    call write_field(unit, shape(v(:,:,:,:,n0,:)), v(:,:,:,:,n0,:))
    call write_field(unit, shape(dp3d(:,:,:,n0,:)), dp3d(:,:,:,n0,:))
    call write_field(unit, shape(vn0), vn0)
    call write_field(unit, shape(omega_p), omega_p)
    call write_field(unit, shape(phi), phi)
    call write_field(unit, shape(divdp), divdp)
    call write_field(unit, shape(qdp(:,:,:,:,n0_qdp,:)), qdp(:,:,:,:,n0_qdp,:))
    call write_field(unit, shape(qmin), qmin)
    call write_field(unit, shape(qmax), qmax)
    call write_field(unit, shape(col_p), col_p)
    call write_field(unit, shape(col_ph), col_ph)
    call write_field(unit, shape(col_phi), col_phi)
    call write_field(unit, shape(col_t), col_t)
    call write_field(unit, shape(clv), clv)
    call write_field(unit, shape(rain_flux), rain_flux)
    call write_field(unit, shape(enthalpy_flux), enthalpy_flux)
    call write_field(unit, shape(col_cover), col_cover)
    call write_field(unit, shape(total_cover), total_cover)
    call write_field(unit, shape(rain), rain)
    call write_field(unit, shape(windowed), windowed)
    close(unit)
  end subroutine write_fields

  subroutine write_field(unit, extents, values)
    integer, intent(in) :: unit, extents(:)
    real(r8), intent(in) :: values(product(extents))

    write(unit) int(size(extents), int32), int(extents, int32), values
  end subroutine write_field

end module columns_output
