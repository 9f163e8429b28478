! Errors come back in ierr or go to the handler, with a text that names the array and the indices.
module recorder
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  integer(c_int) :: seen = 0
  integer :: calls = 0
  character(:), allocatable :: seen_text
contains
  subroutine record(status, text)
    integer(c_int), intent(in) :: status
    character(*), intent(in) :: text
    calls = calls + 1
    seen = status
    seen_text = text
  end subroutine
end module

program error_handling
  use, intrinsic :: iso_fortran_env, only: real64
  use viewfab
  use claims
  use recorder
  implicit none
  real(real64), target :: phi(-1:8,-1:8,-1:8)
  phi = 0
  call outside()
  call handler()
  call after_release()
  call refused_release()
  call wrapping_again()
  call joining()
contains

  subroutine outside()
    type(vf_view) :: v
    integer :: ierr
    call v%wrap(phi, [-1, -1, -1], 'phi')
    call vf_fill_value(vf_box([-1, -1, -1], [8, 8, 97]), v, 1.0_real64, ierr)
    call check(ierr == VF_ERROR_BOX, 'a box outside the view comes back in ierr')
    call check(mentions(vf_last_error(), 'phi', '97'), 'the text has the label and the index')
    call v%to_host()
    call check(all(phi == 0), 'a refused kernel changed nothing')
    call vf_fill_value(vf_box([-1, -1, -1], [8, 8, 8]), v, 0.0_real64, ierr)
    call check(ierr == VF_OK, 'ierr is VF_OK after success')
    call v%to_host()
    call v%release()
  end subroutine

  subroutine handler()
    type(vf_view) :: v
    integer :: ierr
    call vf_error_use_handler(record)
    call v%wrap(phi, [-1, -1, -1], 'phi')
    call check(calls == 0, 'success does not call the handler')
    call vf_fill_value(vf_box([-1, -1, -1], [98, 8, 8]), v, 1.0_real64)
    call check(calls == 1 .and. seen == VF_ERROR_BOX, 'without ierr the handler gets the status')
    call check(mentions(seen_text, 'phi', '98'), 'and the text')
    call check(seen_text == vf_last_error(), 'which is the last error')
    call vf_fill_value(vf_box([-1, -1, -1], [98, 8, 8]), v, 1.0_real64, ierr)
    call check(calls == 1, 'with ierr the handler is not called')
    call v%wrap(phi(::2,:,:), label='half')
    call check(calls == 2 .and. seen == VF_ERROR_STRIDED, 'errors found in Fortran reach it too')
    call check(vf_box_cells(vf_box_coarsen(vf_box([0, 0, 0], [7, 7, 7]), 0)) == 0 &
      .and. calls == 3 .and. seen == VF_ERROR_ARGUMENT, 'so do those of functions')
    call check(v%is_set(), 'the program goes on when the handler returns')
    call v%release()
    call vf_error_use_handler()
    call check(len(vf_status_text(VF_ERROR_BOX)) > 0, 'each status has a text')
  end subroutine

  subroutine after_release()
    type(vf_view) :: v, copy
    integer :: ierr
    call vf_fill_value(vf_box([0, 0, 0], [1, 1, 1]), v, 1.0_real64, ierr)
    call check(ierr == VF_ERROR_NULL, 'a view that was never set is refused')
    call v%wrap(phi, [-1, -1, -1], 'phi')
    copy = v
    call v%release()
    call check(.not. v%is_set(), 'a released view is not set')
    call v%sync_h2d(ierr)
    call check(ierr == VF_ERROR_NULL, 'sync_h2d after release is refused')
    call v%sync_d2h(ierr)
    call check(ierr == VF_ERROR_NULL, 'sync_d2h after release is refused')
    call v%to_host(ierr=ierr)
    call check(ierr == VF_ERROR_NULL, 'to_host after release is refused')
    call v%to_device(vf_update, ierr)
    call check(ierr == VF_ERROR_NULL, 'to_device after release is refused')
    call v%mark_written(vf_host, ierr)
    call check(ierr == VF_ERROR_NULL, 'mark_written after release is refused')
    call vf_fill_value(vf_box([0, 0, 0], [1, 1, 1]), v, 1.0_real64, ierr)
    call check(ierr == VF_ERROR_NULL, 'a kernel after release is refused')
    call check(.not. v%valid_on(vf_host), 'a released view is valid nowhere')
    call v%release(ierr=ierr)
    call check(ierr == VF_OK, 'a second release does nothing')
    call copy%to_host(ierr=ierr)
    call check(ierr == VF_ERROR_NULL, 'a copy of a released view is refused')
    call copy%release(ierr=ierr)
    call check(ierr == VF_ERROR_NULL .and. .not. copy%is_set(), 'its release says so, once')
  end subroutine

  subroutine refused_release()
    type(vf_view) :: v
    integer :: ierr
    phi = 1
    call v%wrap(phi, [-1, -1, -1], 'phi')
    call vf_fill_value(vf_box([-1, -1, -1], [8, 8, 8]), v, 2.0_real64)
    if (.not. v%valid_on(vf_host)) then
      call v%release(ierr=ierr)
      call check(ierr == VF_ERROR_STALE .and. v%is_set(), 'a release that loses values is refused')
      call check(index(vf_last_error(), 'phi') > 0, 'and its text has the label')
      call v%wrap(phi, ierr=ierr)
      call check(ierr == VF_ERROR_STALE .and. v%is_set(), 'so is a wrap over such a view')
      call v%to_host()
      call check(all(phi == 2), 'the values are still there')
      call vf_fill_value(vf_box([-1, -1, -1], [8, 8, 8]), v, 3.0_real64)
      call v%release(discard=.true.)
      call check(all(phi == 2), 'discard lets them go, and the host keeps its own')
    end if
    call v%release()
  end subroutine

  subroutine wrapping_again()
    type(vf_view) :: v
    real(real64), target :: other(3)
    other = 0
    call v%wrap(phi, [-1, -1, -1], 'phi')
    call v%wrap(other, label='other')
    call check(v%label() == 'other', 'wrap releases what the view was before')
    call v%wrap(other, label='same')
    call check(v%label() == 'same', 'the same array can be wrapped by the same view again')
    call v%release()
  end subroutine

  subroutine joining()
    type(vf_view) :: v, w
    integer :: ierr
    phi = 1
    call v%wrap(phi, [-1, -1, -1], 'phi')
    call vf_fill_value(vf_box([-1, -1, -1], [8, 8, 8]), v, 2.0_real64)
    if (.not. v%valid_on(vf_host)) then
      call w%wrap(phi, ierr=ierr)
      call check(ierr == VF_ERROR_OVERLAP .and. .not. w%is_set(), &
        'without join an array whose newest values are on the device is refused')
    end if
    call w%wrap(phi, [0, 0, 0], 'joined', join=.true.)
    call check(w%valid_on(vf_host) .eqv. v%valid_on(vf_host), 'join keeps the state')
    call w%to_host()
    call check(all(phi == 2), 'the joined view fetches what the other one wrote')
    call v%release()
    call vf_fill_value(vf_box([0, 0, 0], [9, 9, 9]), w, 3.0_real64)
    call w%to_host()
    call check(all(phi == 3), 'the joined view outlives the other one')
    call w%wrap(phi, label='all')
    call v%wrap(phi(:,:,2:3), label='slab', join=.true.)
    call vf_fill_value(vf_box([1, 1, 1], [10, 10, 2]), v, 4.0_real64)
    call w%to_host()
    call check(all(phi(:,:,2:3) == 4) .and. count(phi == 4) == 200, 'a slab can be joined')
    call v%release()
    call w%wrap(phi(:,:,2:3), label='slab')
    call v%wrap(phi, label='all', join=.true., ierr=ierr)
    call check(ierr == VF_ERROR_OVERLAP, 'an array around a live slab is refused')
    call w%release()
  end subroutine
end program
