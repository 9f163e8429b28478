! The queries of a layout: numbers and owners of the boxes, the own boxes, and refusals. A group of one process owns all boxes.
program layout_queries
  use, intrinsic :: iso_c_binding, only: c_int
  use claims, only: check
  use viewfab
  implicit none
  type(vf_group) :: group
  type(vf_layout) :: layout
  type(vf_box) :: boxes(3), box
  integer(c_int) :: n, ierr

  call check(.not. group%is_set(), 'a group is not set before create')
  call check(.not. layout%is_set(), 'a layout is not set before create')
  call check(layout%box_count() == 0, 'a layout that is not set has no boxes')
  do n = 1, 3
    boxes(n) = vf_box_of(4*n, 4*n + 3, -1, n)
  end do
  call group%create_alone()
  call layout%create(group, boxes, label='rows')
  call check(group%is_set() .and. layout%is_set(), 'both are set behind create')
  call check(layout%box_count() == 3 .and. layout%own_count() == 3, 'the process owns all boxes')
  do n = 1, layout%own_count()
    box = layout%box(layout%number(n))
    call check(all(box%lower == boxes(n)%lower) .and. all(box%upper == boxes(n)%upper), 'the box of a place is the given box')
    call check(layout%owner(layout%number(n)) == group%rank(), 'the process owns its box')
  end do
  boxes = layout%own_boxes()
  call check(all(boxes%lower(1) == [4, 8, 12]), 'own_boxes gives the boxes in the order of places')
  n = layout%owner(99_c_int, ierr)
  call check(ierr == VF_ERROR_ARGUMENT, 'a number without a box is refused')
  call group%fence()
  call layout%release()
  call check(.not. layout%is_set(), 'a released layout is not set')
  call group%destroy()
  call check(.not. group%is_set(), 'a destroyed group is not set')
  call vf_finalize()
end program
