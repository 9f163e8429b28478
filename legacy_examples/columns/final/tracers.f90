! One step of the tracers, in three stages of half its length.
module columns_tracers
  use columns_definitions, only: rrearth
  use columns_kernels, only: vf_mean_divergence, vf_mean_of_shared, vf_mean_of_stages, vf_neighbour_bounds, &
    vf_tracer_bounds, vf_tracer_step
  use columns_state
  use columns_views, only: elements, selected, views
  use viewfab, only: vf_box_of
  implicit none
  private
  public :: tracers_step

contains

  subroutine tracers_step()
    integer :: old

    associate (w => views)
      call vf_mean_divergence(elements, w%dvv, w%dinv, w%metdet, w%spheremp, w%vn0, w%divdp, w%own_div, rrearth)
      call vf_mean_of_shared(selected(nlev), w%shared, w%rspheremp, w%own_div, w%divdp_proj)
    end associate
    call stage(n0_qdp, 0)
    call stage(np1_qdp, 1)
    call stage(np1_qdp, 2)
    call vf_mean_of_stages(elements, views%qdp_at(n0_qdp), views%qdp_at(np1_qdp))
    old = n0_qdp
    n0_qdp = np1_qdp
    np1_qdp = old
  end subroutine tracers_step

  subroutine stage(from, number)
    integer, intent(in) :: from, number

    associate (w => views)
      call vf_tracer_bounds(elements, w%dp_start, w%divdp_proj, w%qdp_at(from), w%own_min, w%own_max, number, dt/2)
      call vf_neighbour_bounds(vf_box_of(1, 1, 1, nlev*qsize, 1, nelem), w%neighbours, w%own_min, w%own_max, w%qmin, w%qmax)
      call vf_tracer_step(elements, w%dvv, w%dinv, w%metdet, w%spheremp, w%dp_start, w%vn0, w%divdp, w%divdp_proj, &
        w%qdp_at(from), w%qmin, w%qmax, w%own_qdp, number, dt/2, rrearth)
      call vf_mean_of_shared(selected(nlev*qsize), w%shared, w%rspheremp, w%own_qdp, w%qdp_at(np1_qdp))
    end associate
  end subroutine stage

end module columns_tracers
