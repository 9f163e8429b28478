! Brings the layers back to the places given by the pressure of the surface.
module columns_vertical_remap
  use, intrinsic :: iso_fortran_env, only: error_unit
  use columns_definitions, only: ps0, r8
  use columns_kernels, only: vf_masses_state, vf_remap_grid, vf_remap_masses, vf_state_masses
  use columns_state
  use columns_views, only: elements, selected, views
  use viewfab, only: vf_norm_max, vf_view
  implicit none
  private
  public :: vertical_remap

contains

  ! Tracers, wind and temperature, by their masses.
  subroutine vertical_remap()
    real(r8) :: too_far

    associate (w => views, edge => views%edge)
      call vf_remap_grid(elements, w%hyai, w%hybi, w%dp3d_at(n0), w%dp_new, w%inside, w%place, w%slope_weight, edge(1), edge(2), &
        edge(3), edge(4), edge(5), w%too_far, ps0, hyai(1)*ps0)
      call vf_norm_max(selected(1), w%too_far, too_far)
      if (too_far > 0) then
        write(error_unit, '(a)') 'columns: layers have moved by more than remap_ppm can follow; remap_every has to be smaller'
        flush(error_unit)
        error stop 4
      end if

      call remap(w%qdp_at(n0_qdp))
      call vf_state_masses(elements, w%t_at(n0), w%v_at(n0), w%dp3d_at(n0), w%masses)
      call remap(w%masses)
      call vf_masses_state(elements, w%masses, w%dp_new, w%t_at(n0), w%v_at(n0), w%dp3d_at(n0))
    end associate
  end subroutine vertical_remap

  subroutine remap(masses)
    type(vf_view), intent(in) :: masses

    associate (w => views, edge => views%edge)
      call vf_remap_masses(elements, w%dp3d_at(n0), w%inside, w%place, w%slope_weight, edge(1), edge(2), edge(3), edge(4), &
        edge(5), masses)
    end associate
  end subroutine remap

end module columns_vertical_remap
