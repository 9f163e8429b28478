! Arrays that make no set, and refused calls on a set; the text of each failure has the label.
program refused_sets
  use, intrinsic :: iso_fortran_env, only: real32, real64
  use claims, only: check, mentions
  use viewfab
  implicit none
  type(vf_box), parameter :: boxes(2) = [vf_box([1, 1, 1], [4, 4, 4]), vf_box([5, 1, 1], [6, 4, 4])]
  real(real64), target :: a(4,4,4), b(2,4,4), two(4,4,4,2)
  real(real32), target :: single(2,4,4)
  type(vf_view) :: a_v, b_v, two_v, single_v, part, unset
  type(vf_set) :: set, same
  integer :: status
  call vf_init()
  a = 1
  b = 2
  two = 3
  single = 4
  call a_v%wrap(a, lower=[1, 1, 1], label='a')
  call b_v%wrap(b, lower=[5, 1, 1], label='b')
  call two_v%wrap(two, label='two')
  call single_v%wrap(single, lower=[5, 1, 1], label='single')

  call vf_fill_value(boxes, set, 0.0_real64, ierr=status)
  call check(status == VF_ERROR_NULL, 'a set that was never made is refused')
  call set%wrap(boxes, [a_v], label='fields', ierr=status)
  call check(status == VF_ERROR_ARGUMENT .and. mentions(vf_last_error(), "'fields'", '2 boxes'), 'a view is missing')
  call set%wrap(boxes, [a_v, unset], label='fields', ierr=status)
  call check(status == VF_ERROR_NULL .and. .not. set%is_set(), 'a view is not set')
  call set%wrap(boxes, [a_v, a_v], label='fields', ierr=status)
  call check(status == VF_ERROR_OVERLAP .and. mentions(vf_last_error(), "'fields'", "'a'"), 'views share memory')
  call part%component_of(two_v, 2, 1)
  call set%wrap(boxes, [two_v, part], label='fields', ierr=status)
  call check(status == VF_ERROR_COMPONENT .or. status == VF_ERROR_OVERLAP, 'a view and a component of it make no set')
  call set%wrap(boxes, [a_v, single_v], label='fields', ierr=status)
  call check(status == VF_ERROR_KIND .and. mentions(vf_last_error(), "'fields'", "'single'"), 'kinds differ')
  call set%wrap(boxes, [two_v, b_v], label='fields', ierr=status)
  call check(status == VF_ERROR_COMPONENT .and. mentions(vf_last_error(), "'fields'", "'two'"), 'components differ')

  call set%wrap(boxes, [a_v, b_v], label='fields')
  call vf_fill_value(boxes([2, 1]), set, 7.0_real64, ierr=status)
  call check(status == VF_ERROR_BOX .and. mentions(vf_last_error(), "'a'", '5:6'), 'a box needs more than its view has')
  call vf_fill_value(boxes(1), set, 7.0_real64, ierr=status)
  call check(status == VF_ERROR_ARGUMENT .and. mentions(vf_last_error(), "'fields'", '2 boxes'), 'boxes are too few')
  call vf_copy(boxes, a_v, set, ierr=status)
  call check(status /= VF_OK .and. mentions(vf_last_error(), "'a'", 'vf_copy'), 'a view of a set is not beside it in a call')
  call check(all(a == 1) .and. all(b == 2), 'calls that are refused change nothing')

  ! The set owns the views' arrays too, so its views may end before it.
  same = set
  call a_v%release()
  call b_v%release()
  call vf_fill_value(boxes, set, 7.0_real64)
  call set%release(ierr=status)
  if (status == VF_OK) then
    call check(all(a == 7), 'the set is released at once only where the host has the values')
    call check(.not. set%is_set(), 'a released set is not set')
  else
    call check(status == VF_ERROR_STALE .and. set%is_set(), 'the last view of values on the device stays')
    call set%to_host()
    call check(all(a == 7) .and. all(b == 7), 'to_host brings all arrays')
    call set%release()
  end if
  call check(same%box_count() == 0 .and. same%label() == '', 'a copy of a released set is dead')
  call vf_fill_value(boxes, same, 7.0_real64, ierr=status)
  call check(status == VF_ERROR_NULL .and. mentions(vf_last_error(), 'vf_fill_value', 'released'), 'a released set is refused')
  call same%to_host(ierr=status)
  call check(status == VF_ERROR_NULL, 'a released set does not move')
  call same%release(ierr=status)
  call check(status == VF_ERROR_NULL .and. .not. same%is_set(), 'a copy is released once')
  call set%release()

  ! A set variable is released before it is wrapped again; vf_finalize ends sets too.
  call a_v%wrap(a, lower=[1, 1, 1], label='a')
  call b_v%wrap(b, lower=[5, 1, 1], label='b')
  call set%wrap(boxes, [a_v, b_v], label='fields')
  call set%wrap(boxes(1:1), [a_v], label='one')
  call check(set%box_count() == 1 .and. set%label() == 'one', 'a set can be made anew')
  call vf_fill_value(boxes(1), set, 8.0_real64)
  call set%to_host()
  call check(all(a == 8), 'a set of one box goes with a single box')
  call vf_finalize()
  call vf_fill_value(boxes(1), set, 8.0_real64, ierr=status)
  call check(status == VF_ERROR_NULL, 'a set ends with its context')
  call set%create(boxes, 0.0_real64, label='after')
  call check(set%box_count() == 2, 'a dead set can be made anew')
  call set%release()
  call vf_finalize()
end program
