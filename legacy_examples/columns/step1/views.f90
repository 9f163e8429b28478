! Views of the fields of the physics: each view has the name of its array.
module columns_views
  use viewfab, only: vf_columns, vf_view, vf_views_to_host
  use columns_state
  implicit none
  private
  public :: wrap_views, fields_to_host, views, columns

  type view_type
    type(vf_view) :: col_dp, col_p, col_t, col_phi, col_cover, col_ph, rain_flux, enthalpy_flux, clv, col_phis, land, &
      total_cover, convective, convection
  end type view_type

  type(view_type), target :: views
  type(vf_columns) :: columns

contains

  subroutine wrap_views()
    associate (w => views)
      call w%col_dp%wrap(col_dp, axes='i k b', label='col_dp')
      call w%col_p%wrap(col_p, axes='i k b', label='col_p')
      call w%col_t%wrap(col_t, axes='i k b', label='col_t')
      call w%col_phi%wrap(col_phi, axes='i k b', label='col_phi')
      call w%col_cover%wrap(col_cover, axes='i k b', label='col_cover')
      call w%col_ph%wrap(col_ph, axes='i k b', label='col_ph')
      call w%rain_flux%wrap(rain_flux, axes='i k b', label='rain_flux')
      call w%enthalpy_flux%wrap(enthalpy_flux, axes='i k b', label='enthalpy_flux')
      call w%clv%wrap(clv, axes='i k s b', label='clv')
      call w%col_phis%wrap(col_phis, axes='i b', label='col_phis')
      call w%land%wrap(land, axes='i b', label='land')
      call w%total_cover%wrap(total_cover, axes='i b', label='total_cover')
      call w%convective%wrap(convective, axes='i b', label='convective')
      call w%convection%wrap(convection, axes='i b', label='convection')
    end associate
    columns = vf_columns(1, settings%nproma, blocks=[1, nblocks], columns=settings%ngptot)
  end subroutine wrap_views

  ! The fields of the physics in the summary and in the result file.
  subroutine fields_to_host()
    associate (w => views)
      call vf_views_to_host([w%col_p, w%col_ph, w%col_phi, w%col_t, w%clv, w%rain_flux, w%enthalpy_flux, w%col_cover, &
        w%total_cover])
    end associate
  end subroutine fields_to_host

end module columns_views
