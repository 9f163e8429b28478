! Boxes: construction from bounds, growth, coarsening by division rounded down, and counts of cells.
program boxes
  use, intrinsic :: iso_fortran_env, only: int64
  use viewfab
  use claims
  implicit none
  type(vf_box), parameter :: empty = vf_box([5, 0, 0], [4, 3, 3])
  integer, parameter :: last = huge(1), first = -last - 1
  integer :: ierr
  call check(same(vf_box_of([2], [9]), vf_box([2, 1, 1], [9, 1, 1])), 'rank 1')
  call check(same(vf_box_of([2, -3], [9, 4]), vf_box([2, -3, 1], [9, 4, 1])), 'rank 2')
  call check(same(vf_box_of([2, -3, 0], [9, 4, 7]), vf_box([2, -3, 0], [9, 4, 7])), 'rank 3')
  call check(same(vf_box_of(2, 9), vf_box([2, 1, 1], [9, 1, 1])), 'bounds of one loop')
  call check(same(vf_box_of(2, 9, -3, 4), vf_box([2, -3, 1], [9, 4, 1])), 'bounds of two loops')
  call check(same(vf_box_of(2, 9, -3, 4, 0, 7), vf_box([2, -3, 0], [9, 4, 7])), 'bounds of three loops')
  call check(vf_box_cells(vf_box_of(2, 1, -3, 4)) == 0, 'a loop that does not run makes an empty box')
  call check(vf_box_cells(vf_box_of([1, 1], [2], ierr)) == 0 .and. ierr == VF_ERROR_ARGUMENT, &
    'bounds of different sizes are refused')
  call check(same(vf_box_grow(vf_box([0, 0, 0], [7, 7, 7]), 2), vf_box([-2, -2, -2], [9, 9, 9])), &
    'a box grows on all sides')
  call check(vf_box_cells(vf_box_grow(empty, 3)) == 0, 'an empty box does not grow')
  call check(same(vf_box_coarsen(vf_box([-3, -1, 0], [7, 8, 1]), 2), &
    vf_box([-2, -1, 0], [3, 4, 0])), 'coarsening rounds down, below zero too')
  call check(same(vf_box_coarsen(vf_box([-5, -4, -9], [3, 4, 5]), 4), &
    vf_box([-2, -1, -3], [0, 1, 1])), 'coarsening by 4')
  call check(vf_box_cells(vf_box_coarsen(vf_box([1, 0, 0], [0, 3, 3]), 2)) == 0, &
    'an empty box stays empty when coarsened')
  call check(same(vf_box_refine(vf_box([-2, 0, 1], [-1, 3, 1]), 2), &
    vf_box([-4, 0, 2], [-1, 7, 3])), 'refining')
  call check(vf_box_cells(vf_box_refine(empty, 2)) == 0, 'an empty box stays empty when refined')
  call check(vf_box_cells(vf_box([-1, 0, 0], [0, 2, 3])) == 24, 'cells are counted')
  call check(vf_box_cells(vf_box([1, 1, 1], [4000, 4000, 4000])) == 64000000000_int64, &
    'cells are counted beyond 32 bits')
  call check(vf_box_cells(vf_box([first, first, first], [last, last, last])) == huge(1_int64) .and. &
    vf_box_cells(vf_box([first, first, 1], [last, last, 0])) == 0, 'too many cells to count are not few')
  call check(same(vf_box_grow(vf_box([first + 1, 0, last - 1], [5, last - 1, last]), 3), &
    vf_box([first, -3, last - 4], [8, last, last])), 'a box grows up to the ends of the integers')
  call check(same(vf_box_refine(vf_box([first, -5, 0], [first, last, 1]), 4), &
    vf_box([first, -20, 0], [first, last, 7])), 'refined indices end with the integers')
  call check(same(vf_box_coarsen(vf_box([first, 0, 0], [last, 1, 1]), 3), &
    vf_box([-715827883, 0, 0], [715827882, 0, 0])), 'coarsening rounds down at the ends of the integers')
  call check(all(vf_box_cells(vf_box_coarsen([vf_box([0, 0, 0], [7, 7, 7]), empty], 2)) &
    == [64_int64, 0_int64]), 'functions of boxes take arrays of them')
contains
  pure function same(a, b)
    type(vf_box), intent(in) :: a, b
    logical :: same
    same = all(a%lower == b%lower) .and. all(a%upper == b%upper)
  end function
end program
