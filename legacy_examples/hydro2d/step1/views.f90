! Views of the chunk's fields: each has the name of its array.
module hydro2d_views
  use viewfab, only: vf_box, vf_box_of, vf_view
  use hydro2d_definitions, only: chunk
  implicit none
  private
  public :: wrap_views, views, cells, nodes

  type view_type
    type(vf_view) :: density0, density1, energy0, energy1, pressure, viscosity, soundspeed, xvel0, xvel1, yvel0, yvel1, &
      vol_flux_x, mass_flux_x, vol_flux_y, mass_flux_y, work1, work2, work3, work4, work5, work6, work7, volume, celldx, &
      celldy
  end type view_type

  type(view_type), target :: views
  type(vf_box) :: cells, nodes

contains

  subroutine wrap_views()
    integer :: lower(2)

    lower = lbound(chunk%field%density0)     ! as of all arrays
    associate (v => views, f => chunk%field)
      call v%density0%wrap(f%density0, lower, 'density0')
      call v%density1%wrap(f%density1, lower, 'density1')
      call v%energy0%wrap(f%energy0, lower, 'energy0')
      call v%energy1%wrap(f%energy1, lower, 'energy1')
      call v%pressure%wrap(f%pressure, lower, 'pressure')
      call v%viscosity%wrap(f%viscosity, lower, 'viscosity')
      call v%soundspeed%wrap(f%soundspeed, lower, 'soundspeed')
      call v%xvel0%wrap(f%xvel0, lower, 'xvel0')
      call v%xvel1%wrap(f%xvel1, lower, 'xvel1')
      call v%yvel0%wrap(f%yvel0, lower, 'yvel0')
      call v%yvel1%wrap(f%yvel1, lower, 'yvel1')
      call v%vol_flux_x%wrap(f%vol_flux_x, lower, 'vol_flux_x')
      call v%mass_flux_x%wrap(f%mass_flux_x, lower, 'mass_flux_x')
      call v%vol_flux_y%wrap(f%vol_flux_y, lower, 'vol_flux_y')
      call v%mass_flux_y%wrap(f%mass_flux_y, lower, 'mass_flux_y')
      call v%work1%wrap(f%work1, lower, 'work1')
      call v%work2%wrap(f%work2, lower, 'work2')
      call v%work3%wrap(f%work3, lower, 'work3')
      call v%work4%wrap(f%work4, lower, 'work4')
      call v%work5%wrap(f%work5, lower, 'work5')
      call v%work6%wrap(f%work6, lower, 'work6')
      call v%work7%wrap(f%work7, lower, 'work7')
      call v%volume%wrap(f%volume, lower, 'volume')
      call v%celldx%wrap(f%celldx, lower(1:1), 'celldx')
      call v%celldy%wrap(f%celldy, lower(2:2), 'celldy')
    end associate
    cells = vf_box_of([chunk%x_min, chunk%y_min], [chunk%x_max, chunk%y_max])
    nodes = vf_box_of([chunk%x_min, chunk%y_min], [chunk%x_max + 1, chunk%y_max + 1])
  end subroutine wrap_views

end module hydro2d_views
