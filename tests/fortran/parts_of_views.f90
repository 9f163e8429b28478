! Parts of views: syncs, accesses and announcements of boxes and components, and the example of the guide.
module exchanged
  use viewfab
  implicit none
contains

  ! Legacy code on the host: periodic ghosts.
  subroutine exchange_ghosts(phi)
    double precision, intent(inout) :: phi(0:,0:,0:)
    integer :: last(3)
    last = ubound(phi) - 1
    phi(0,:,:) = phi(last(1),:,:)
    phi(last(1)+1,:,:) = phi(1,:,:)
    phi(:,0,:) = phi(:,last(2),:)
    phi(:,last(2)+1,:) = phi(:,1,:)
    phi(:,:,0) = phi(:,:,last(3))
    phi(:,:,last(3)+1) = phi(:,:,1)
  end subroutine

  subroutine smooth_and_exchange(phi, phi_v, rhs_v, interior, h, sweeps)
    double precision, target, intent(inout) :: phi(0:,0:,0:)       ! with a layer of ghosts around the interior
    type(vf_view), intent(in) :: phi_v, rhs_v
    type(vf_box), intent(in) :: interior
    double precision, intent(in) :: h
    integer, intent(in) :: sweeps
    type(vf_box) :: core
    integer :: sweep, colour
    core = vf_box(interior%lower + 1, interior%upper - 1)           ! the interior without its outermost cells
    do sweep = 1, sweeps
      do colour = 0, 1
        call phi_v%sync_d2h_ghosts(core, depth=1)                   ! the outermost cells come to the host
        call exchange_ghosts(phi)                                   ! not ported: reads them, and writes the ghosts
        call phi_v%sync_h2d_ghosts(interior, depth=1)               ! the ghosts go to the device
        call vf_gsrb_poisson(interior, phi_v, rhs_v, h, colour)     ! moves nothing
      end do
    end do
  end subroutine

  ! The same with moves of whole arrays.
  subroutine smooth_whole(phi, phi_v, rhs_v, interior, h, sweeps)
    double precision, target, intent(inout) :: phi(0:,0:,0:)
    type(vf_view), intent(in) :: phi_v, rhs_v
    type(vf_box), intent(in) :: interior
    double precision, intent(in) :: h
    integer, intent(in) :: sweeps
    integer :: sweep, colour
    do sweep = 1, sweeps
      do colour = 0, 1
        call phi_v%to_host(vf_update)
        call exchange_ghosts(phi)
        call vf_gsrb_poisson(interior, phi_v, rhs_v, h, colour)
      end do
    end do
  end subroutine

end module

program parts_of_views
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use viewfab
  use claims
  use exchanged
  implicit none
  call example_of_the_guide()
  call boxes_and_components()
  call refusals()
contains

  subroutine example_of_the_guide()
    integer, parameter :: nx = 11, ny = 8, nz = 6, sweeps = 3
    double precision, target :: phi(0:nx+1,0:ny+1,0:nz+1), rhs(nx,ny,nz), again(0:nx+1,0:ny+1,0:nz+1)
    type(vf_view) :: phi_v, rhs_v, again_v
    type(vf_counters) :: before, after
    type(vf_box) :: interior
    integer :: i
    interior = vf_box([1, 1, 1], [nx, ny, nz])
    phi = reshape([(sin(real(i, real64)), i=1, size(phi))], shape(phi))
    rhs = reshape([(cos(real(i, real64)), i=1, size(rhs))], shape(rhs))
    again = phi
    call phi_v%wrap(phi, [0, 0, 0], 'phi')
    call rhs_v%wrap(rhs, [1, 1, 1], 'rhs')
    call again_v%wrap(again, [0, 0, 0], 'again')
    call phi_v%to_device(vf_update)
    call phi_v%counters(before)
    call smooth_and_exchange(phi, phi_v, rhs_v, interior, 0.1d0, sweeps)
    call phi_v%counters(after)
    call smooth_whole(again, again_v, rhs_v, interior, 0.1d0, sweeps)
    call phi_v%to_host()
    call again_v%to_host()
    call check(all(phi == again), 'moves of the layers alone give the bits of moves of whole arrays')
    if (after%copies_to_host > 0) then
      call check(after%bytes_to_device - before%bytes_to_device == 2 * sweeps * 8_int64 * (size(phi) - nx * ny * nz), &
        'the ghosts alone travel to the device')
      call check(after%bytes_to_host - before%bytes_to_host &
        == 2 * sweeps * 8_int64 * (nx * ny * nz - (nx - 2) * (ny - 2) * (nz - 2)), &
        'the outermost cells alone travel to the host')
    end if
    call phi_v%release()
    call rhs_v%release()
    call again_v%release()
  end subroutine

  subroutine boxes_and_components()
    double precision, target :: a(-1:6,0:4,3:5,2)
    type(vf_view) :: v
    type(vf_box) :: plane, other
    plane = vf_box([-1, 0, 4], [6, 4, 4])
    other = vf_box([-1, 0, 5], [6, 4, 5])
    a = 1
    call v%wrap(a, [-1, 0, 3, 1], 'a')
    call vf_fill_value(vf_box([-1, 0, 3], [6, 4, 5]), v, 2d0)
    call v%sync_d2h(plane)
    call check(all(a(:,:,4,:) == 2), 'a sync of a box brings its elements')
    call check(v%valid_on(vf_host, plane), 'the box is the newest on both sides')
    call v%sync_d2h(box=other, components=[2, 2])
    call check(all(a(:,:,5,2) == 2), 'a sync of a box brings the components asked for')
    call v%to_host(vf_write, plane, [1, 1])
    a(:,:,4,1) = 3
    call v%to_host(box=other)
    call check(all(a(:,:,5,:) == 2), 'an access to a box brings what is old in it')
    call v%mark_written(vf_host, other)
    a(:,:,5,:) = 4
    call v%mark_written(vf_host, box=other)
    call v%sync_h2d(other)
    call v%to_device(vf_read, components=[1, 1])
    call v%to_device(vf_read, box=plane)
    call check(v%valid_on(vf_device), 'all parts went to the device')
    call v%sync_d2h(components=[1, 1])
    call v%to_host()
    call check(all(a(:,:,3,:) == 2) .and. all(a(:,:,4,1) == 3) .and. all(a(:,:,4,2) == 2) .and. all(a(:,:,5,:) == 4), &
      'each side wrote its own parts')
    call v%release()
  end subroutine

  subroutine refusals()
    double precision, target :: a(4,4)
    type(vf_view) :: v
    integer :: ierr
    a = 0
    call v%wrap(a, [1, 1], 'small')
    call v%sync_h2d(vf_box([1, 1, 1], [5, 4, 1]), ierr=ierr)
    call check(ierr == VF_ERROR_BOX, 'a box outside of the view is refused')
    call check(mentions(vf_last_error(), '(1:5, 1:4)', "'small'"), 'the text has the box and the label')
    call v%to_host(components=[0, 1], ierr=ierr)
    call check(ierr == VF_ERROR_COMPONENT, 'a component that the view does not have is refused')
    call v%sync_h2d_ghosts(vf_box([2, 2, 1], [3, 3, 1]), -1, ierr=ierr)
    call check(ierr == VF_ERROR_ARGUMENT, 'a negative depth is refused')
    call v%sync_h2d_ghosts(vf_box([2, 2, 1], [3, 3, 1]))
    call v%release()
  end subroutine
end program
