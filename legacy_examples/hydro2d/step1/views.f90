! Views of the chunk's fields, each with the name of its array; vf_wrap_type writes the module of their type.
module hydro2d_views
  use viewfab, only: vf_box, vf_box_of, vf_views_to_host
  use field_type_views, only: views_of_field_type
  use hydro2d_definitions, only: chunk
  implicit none
  private
  public :: wrap_views, fields_to_host, views, cells, nodes

  type(views_of_field_type), target :: views
  type(vf_box) :: cells, nodes

contains

  subroutine wrap_views()
    call views%wrap(chunk%field)
    associate (c => chunk)
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
