! A view has the lower bounds that wrap was given, 1 without them, and kernels go by these.
program lower_bounds
  use, intrinsic :: iso_fortran_env, only: real64
  use viewfab
  use claims
  implicit none
  real(real64), allocatable, target :: a(:,:,:)
  real(real64), pointer, contiguous :: p(:,:,:)
  type(vf_view) :: v
  integer :: ierr
  allocate (a(-3:4,0:5,7:9))
  a = 1

  call v%wrap(a, label='a')
  call v%host_pointer(p)
  call check(all(lbound(p) == 1) .and. all(ubound(p) == shape(a)), 'without lower it is 1')

  call v%wrap(a, lower=lbound(a), label='a')
  call v%host_pointer(p)
  call check(all(lbound(p) == lbound(a)) .and. all(ubound(p) == ubound(a)), 'lower is kept')

  call vf_set_value(vf_box([-3, 0, 7], [-3, 0, 7]), v, 5.0_real64)
  call v%to_host(vf_update)
  call check(a(-3,0,7) == 5 .and. count(a == 5) == 1, 'a kernel writes the element of that index')
  call vf_set_value(vf_box(lbound(a), ubound(a)), v, 6.0_real64)
  call v%to_host()
  call check(all(a == 6), 'a kernel reaches every element')
  call vf_set_value(vf_box([-4, 0, 7], [0, 0, 7]), v, 7.0_real64, ierr)
  call check(ierr == VF_ERROR_BOX, 'a box below the bounds is refused')
  call vf_set_value(vf_box([-3, 0, 7], [4, 5, 10]), v, 7.0_real64, ierr)
  call check(ierr == VF_ERROR_BOX, 'a box above the bounds is refused')

  call v%wrap(a, lower=[-3, 0], label='short', ierr=ierr)
  call check(ierr == VF_ERROR_ARGUMENT, 'lower with too few values is refused')
  call check(mentions(vf_last_error(), "'short'", '2 values'), 'and the text says what it got')
  call check(mentions(vf_last_error(), "'short'", 'rank 3'), 'and what it needs')
  call check(v%is_set(), 'a refused wrap leaves the view as it was')
  call v%wrap(a, lower=[-3, 0, 7, 1], ierr=ierr)
  call check(ierr == VF_ERROR_ARGUMENT, 'lower with too many values is refused')
  call v%release()
end program
