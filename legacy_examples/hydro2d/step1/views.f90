! Views of the chunk's fields: each has the name of its array.
module hydro2d_views
  use viewfab, only: vf_box, vf_box_of, vf_view, vf_views_to_host, vf_views_wrap
  use hydro2d_definitions, only: chunk
  implicit none
  private
  public :: wrap_views, fields_to_host, views, cells, nodes

  type view_type
    type(vf_view) :: density0, density1, energy0, energy1, pressure, viscosity, soundspeed, xvel0, xvel1, yvel0, yvel1, &
      vol_flux_x, mass_flux_x, vol_flux_y, mass_flux_y, work1, work2, work3, work4, work5, work6, work7, volume, celldx, &
      celldy
  end type view_type

  type(view_type), target :: views
  type(vf_box) :: cells, nodes

contains

  subroutine wrap_views()
    associate (v => views, c => chunk, f => chunk%field)
      call vf_views_wrap(v%density0, f%density0, 'density0', v%density1, f%density1, 'density1', v%energy0, f%energy0, 'energy0', &
        v%energy1, f%energy1, 'energy1', v%pressure, f%pressure, 'pressure', v%viscosity, f%viscosity, 'viscosity', &
        v%soundspeed, f%soundspeed, 'soundspeed')
      call vf_views_wrap(v%xvel0, f%xvel0, 'xvel0', v%xvel1, f%xvel1, 'xvel1', v%yvel0, f%yvel0, 'yvel0', &
        v%yvel1, f%yvel1, 'yvel1', v%vol_flux_x, f%vol_flux_x, 'vol_flux_x', v%mass_flux_x, f%mass_flux_x, 'mass_flux_x', &
        v%vol_flux_y, f%vol_flux_y, 'vol_flux_y', v%mass_flux_y, f%mass_flux_y, 'mass_flux_y')
      call vf_views_wrap(v%work1, f%work1, 'work1', v%work2, f%work2, 'work2', v%work3, f%work3, 'work3', &
        v%work4, f%work4, 'work4', v%work5, f%work5, 'work5', v%work6, f%work6, 'work6', v%work7, f%work7, 'work7')
      call vf_views_wrap(v%volume, f%volume, 'volume', v%celldx, f%celldx, 'celldx', v%celldy, f%celldy, 'celldy')
      cells = vf_box_of(c%x_min, c%x_max, c%y_min, c%y_max)
      nodes = vf_box_of(c%x_min, c%x_max + 1, c%y_min, c%y_max + 1)
    end associate
  end subroutine wrap_views

  ! The fields of the result file.
  subroutine fields_to_host()
    associate (v => views)
      call vf_views_to_host([v%density0, v%energy0, v%pressure, v%xvel0, v%yvel0])
    end associate
  end subroutine fields_to_host

end module hydro2d_views
