! component_of makes a view of some components. The view shares data and state with its parent.
program component_views
  use, intrinsic :: iso_c_binding, only: c_associated, c_loc
  use, intrinsic :: iso_fortran_env, only: real64
  use viewfab
  use claims
  implicit none
  real(real64), target :: a(0:3,0:3,0:3,3)
  real(real64), pointer, contiguous :: p(:,:,:,:)
  type(vf_view) :: all_of_it, part
  integer :: ierr
  a = 1
  call all_of_it%wrap(a, [0, 0, 0, 1], 'a')
  call part%component_of(all_of_it, 2, 1)
  call part%host_pointer(p)
  call check(c_associated(c_loc(p), c_loc(a(0,0,0,2))), 'a part begins at its first component')
  call check(lbound(p, 4) == 2 .and. ubound(p, 4) == 2, 'a part has the bounds of its parent')
  call vf_fill_value(vf_box([0, 0, 0], [3, 3, 3]), part, 5.0_real64)
  call check(all_of_it%valid_on(vf_host) .eqv. part%valid_on(vf_host), 'both share one state')
  call all_of_it%to_host()
  call check(all(a(:,:,:,2) == 5), 'a kernel writes the components of the part')
  call check(all(a(:,:,:,1) == 1) .and. all(a(:,:,:,3) == 1), 'and no others')
  call part%component_of(all_of_it, 3, 2, ierr)
  call check(ierr == VF_ERROR_COMPONENT, 'components that are not there are refused')
  call part%host_pointer(p)
  call check(lbound(p, 4) == 2, 'a refused call leaves the view as it was')
  call all_of_it%release()
  call check(part%is_set(), 'the part outlives its parent')
  call part%component_of(part, 2, 1)
  call part%to_host()
  call check(all(a(:,:,:,2) == 5), 'a view can be its own parent')
  call part%release()
  call part%component_of(all_of_it, 1, 1, ierr)
  call check(ierr == VF_ERROR_NULL, 'a released view has no components')
end program
