! Kernels with results, compared with plain loops: sums by the documented tree, bit by bit, and extrema with their first
! place; written arrays beside them; calls on a box, on boxes and on sets, with results on the host and on the device.
program test_results
  use, intrinsic :: ieee_arithmetic, only: ieee_is_nan, ieee_negative_inf, ieee_positive_inf, ieee_quiet_nan, ieee_value
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use claims, only: check
  use harness
  use plain_results, only: plain_least, plain_tree_sum
  use result_kernels_kernels
  use viewfab
  use working_kind, only: wp
  implicit none
  type :: list
    real(real64), allocatable :: values(:)
    type(vf_place), allocatable :: places(:)     ! of each
    integer, allocatable :: lengths(:)
  end type
  real(wp), parameter :: w = 0.3_wp
  real(real64) :: infinity
  type(situation), allocatable :: cases(:)
  type(field), target :: x, y
  integer :: c, d, colour
  infinity = ieee_value(infinity, ieee_positive_inf)
  call begin('results')
  cases = situations()
  do c = 1, size(cases)
    call compare_totals(cases(c), ties=.false.)
    call compare_totals(cases(c), ties=.true.)
    do colour = 0, 1
      call compare_colours(cases(c), colour)
    end do
    do d = 0, 2
      call compare_faces(cases(c), d)
    end do
    call compare_old_form(cases(c))
  end do
  call compare_larger()
  call find_nan()
  call compare_sets()
  call compare_plane([1, 1], [7, 4], 0)
  call compare_plane([-3, -8], [-3, -8], 1)
  call compare_plane([-301, 5], [88, 41], 1)
  call finish()
contains

  ! The elements of an array at the points of a call.
  function listed(s, f) result(l)
    type(situation), intent(in) :: s
    type(field), intent(in) :: f
    type(list) :: l
    integer :: b, i, j, k, n, count
    count = 0
    do b = 1, size(s%boxes)
      count = count + product(max(s%boxes(b)%upper - s%boxes(b)%lower + 1, 0))*s%components
    end do
    allocate (l%values(count), l%places(count), l%lengths(size(s%boxes)*s%components))
    count = 0
    do b = 1, size(s%boxes)
      do n = 1, s%components
        l%lengths((b - 1)*s%components + n) = product(max(s%boxes(b)%upper - s%boxes(b)%lower + 1, 0))
        do k = s%boxes(b)%lower(3), s%boxes(b)%upper(3)
          do j = s%boxes(b)%lower(2), s%boxes(b)%upper(2)
            do i = s%boxes(b)%lower(1), s%boxes(b)%upper(1)
              count = count + 1
              l%places(count) = vf_place(b, [i, j, k], n)
              l%values(count) = real(element(f%before, f%lo, [i, j, k], n), real64)
            end do
          end do
        end do
      end do
    end do
  end function

  pure function element(values, lo, index, n)
    integer, intent(in) :: lo(3), index(3), n
    real(wp), intent(in) :: values(lo(1):, lo(2):, lo(3):, :)
    real(wp) :: element
    element = values(index(1), index(2), index(3), n)
  end function

  logical function same_place(a, b)
    type(vf_place), intent(in) :: a, b
    same_place = a%box == b%box .and. all(a%index == b%index) .and. a%component == b%component
  end function

  logical function same_bits(a, b)
    real(real64), intent(in) :: a, b
    same_bits = transfer(a, 0_int64) == transfer(b, 0_int64)
  end function

  subroutine claim_sum(s, l, terms, given, found, name)
    type(situation), intent(in) :: s
    type(list), intent(in) :: l
    real(real64), intent(in) :: terms(:,:), found
    logical, intent(in) :: given(:)
    character(*), intent(in) :: name
    call check(same_bits(found, plain_tree_sum(terms, given, l%lengths)), name // ' has the bits of the tree: ' // s%what)
  end subroutine

  ! sign -1: the largest
  subroutine claim_extremum(s, l, values, given, sign, found, place, name)
    type(situation), intent(in) :: s
    type(list), intent(in) :: l
    real(real64), intent(in) :: values(:), sign, found
    logical, intent(in) :: given(:)
    type(vf_place), intent(in), optional :: place
    character(*), intent(in) :: name
    real(real64) :: least
    type(vf_place) :: right
    integer :: first
    call plain_least(sign*values, given, infinity, least, first)
    call check(found == sign*least, name // ' is that of plain loops: ' // s%what)
    right = vf_place()
    if (first > 0) right = l%places(first)
    if (present(place)) call check(same_place(place, right), 'the place of ' // name // ' is the first: ' // s%what)
  end subroutine

  subroutine compare_totals(s, ties)
    type(situation), intent(in) :: s
    logical, intent(in) :: ties
    real(real64) :: total, squares, least, most, positive, magnitude, smallest, count
    type(vf_place) :: least_place, most_place, positive_place
    call make(x, 'x', s, reach=0)
    call make(y, 'y', s, reach=0)
    if (ties) then                       ! values shared by many cells
      x%a = aint(2*x%a)/2
      x%before = x%a
    end if
    if (s%single()) then
      call vf_step_totals(s%boxes(1), x%view, y%view, w, total, squares, least, least_place, most, most_place, positive, &
        positive_place, magnitude, smallest, count)
    else
      call vf_step_totals(s%boxes, x%view, y%view, w, total, squares, least, least_place, most, most_place, positive, &
        positive_place, magnitude, smallest, count)
    end if
    call claim_totals(s, total, squares, least, least_place, most, most_place, positive, positive_place, magnitude, &
      smallest, count)
    call expect_added(s, 1)
    call compare_on_device(s, [total, squares, least, most, positive, magnitude, smallest, count])
  end subroutine

  subroutine claim_totals(s, total, squares, least, least_place, most, most_place, positive, positive_place, magnitude, &
      smallest, count)
    type(situation), intent(in) :: s
    real(real64), intent(in) :: total, squares, least, most, positive, magnitude, smallest, count
    type(vf_place), intent(in) :: least_place, most_place, positive_place
    type(list) :: l
    logical, allocatable :: all_cells(:), above(:)
    real(wp), allocatable :: values(:)
    l = listed(s, x)
    values = real(l%values, wp)
    allocate (all_cells(size(values)), source=.true.)
    above = values > 0
    call claim_sum(s, l, reshape([(l%values(c), real(w, real64), c = 1, size(values))], [2, size(values)]), all_cells, &
      total, 'total')
    call claim_sum(s, l, reshape(real(values*values, real64), [1, size(values)]), all_cells, squares, 'squares')
    call claim_sum(s, l, reshape(merge(1.0_real64, 0.0_real64, above), [1, size(values)]), above, count, 'count')
    call claim_extremum(s, l, l%values, all_cells, 1.0_real64, least, least_place, 'least')
    call claim_extremum(s, l, l%values, all_cells, -1.0_real64, most, most_place, 'most')
    call claim_extremum(s, l, l%values, above, 1.0_real64, positive, positive_place, 'positive')
    call claim_extremum(s, l, abs(l%values), all_cells, -1.0_real64, magnitude, name='magnitude')
    call claim_extremum(s, l, abs(l%values), all_cells, 1.0_real64, smallest, name='smallest')
  end subroutine

  ! y has had w x added so many times, in the boxes alone.
  subroutine expect_added(s, times)
    type(situation), intent(in) :: s
    integer, intent(in) :: times
    real(wp), allocatable :: right(:,:,:,:)
    integer :: m, t, at(3), first(4)
    type(list) :: l
    l = listed(s, x)
    right = y%before
    first = lbound(right)
    do t = 1, times
      do m = 1, size(l%values)
        at = l%places(m)%index - y%lo + first(1:3)
        right(at(1), at(2), at(3), l%places(m)%component) = right(at(1), at(2), at(3), l%places(m)%component) &
          + times_w(real(l%values(m), wp))
      end do
    end do
    call expect(y, s, right, abs(right) + 1, covered(y, s%boxes))
    call expect_unchanged(x, s)
  end subroutine

  ! Kept in memory in between, so no compiler contracts the product with a sum.
  function times_w(value) result(product_of)
    real(wp), intent(in) :: value
    real(wp) :: product_of
    real(wp), volatile :: kept
    kept = w*value
    product_of = kept
  end function

  ! Results on the device, and calls for some of the results or for none.
  subroutine compare_on_device(s, numbers)
    type(situation), intent(in) :: s
    real(real64), intent(in) :: numbers(:)
    real(real64), target :: taken(9)
    real(real64) :: least
    type(vf_view) :: taken_view
    type(vf_place) :: least_place
    integer :: r
    taken = -7
    call taken_view%wrap(taken, label='taken')
    call vf_step_totals(s%boxes, x%view, y%view, w, taken_view)
    call taken_view%to_host()
    do r = 1, size(numbers)
      call check(same_bits(taken(r), numbers(r)), 'results on the device are those on the host: ' // s%what)
    end do
    call check(taken(9) == -7, 'nothing is written behind the results: ' // s%what)
    call taken_view%release()
    call vf_step_totals(s%boxes, x%view, y%view, w, least=least, least_place=least_place)
    call check(same_bits(least, numbers(3)), 'one result alone is the same: ' // s%what)
    call vf_step_totals(s%boxes, x%view, y%view, w)
    call expect_added(s, 3)
  end subroutine

  subroutine compare_colours(s, of_colour)
    type(situation), intent(in) :: s
    integer, intent(in) :: of_colour
    real(real64) :: change, largest
    type(vf_place) :: place
    type(list) :: l
    real(wp), allocatable :: halves(:), expected(:,:,:,:)
    logical, allocatable :: given(:)
    logical, allocatable :: mask(:,:,:)
    integer :: n
    call make(x, 'x', s, reach=0)
    l = listed(s, x)
    halves = real(l%values, wp)/2
    given = [(modulo(sum(l%places(n)%index), 2) == of_colour, n = 1, size(halves))]
    if (s%single()) then
      call vf_colour_totals(s%boxes(1), x%view, of_colour, change, largest, place)
    else
      call vf_colour_totals(s%boxes, x%view, of_colour, change, largest, place)
    end if
    call claim_sum(s, l, reshape(real(halves, real64), [1, size(halves)]), given, change, 'change')
    call claim_extremum(s, l, real(abs(halves), real64), given, -1.0_real64, largest, place, 'largest')
    allocate (mask, source=covered(x, s%boxes, of_colour))
    allocate (expected, source=x%before/2)
    call expect(x, s, expected, expected, mask)
  end subroutine

  subroutine compare_faces(s, direction)
    type(situation), intent(in) :: s
    integer, intent(in) :: direction
    real(real64) :: steps, down
    type(vf_place) :: place
    type(list) :: l
    real(wp), allocatable :: differences(:)
    logical, allocatable :: given(:)
    integer :: m, low(3)
    call make(x, 'x', s, reach=1)
    l = listed(s, x)
    allocate (differences(size(l%values)))
    do m = 1, size(differences)
      low = l%places(m)%index
      low(direction + 1) = low(direction + 1) - 1
      differences(m) = element(x%before, x%lo, l%places(m)%index, l%places(m)%component) &
        - element(x%before, x%lo, low, l%places(m)%component)
    end do
    allocate (given(size(differences)), source=.true.)
    call vf_face_totals(s%boxes, x%view, direction, down, place, steps)
    call claim_sum(s, l, reshape(real(differences, real64), [1, size(differences)]), given, steps, 'steps')
    call claim_extremum(s, l, real(differences, real64), given, 1.0_real64, down, place, 'steepest_down')
    call expect_unchanged(x, s)
  end subroutine

  subroutine compare_old_form(s)
    type(situation), intent(in) :: s
    real(real64) :: least
    type(list) :: l
    logical, allocatable :: given(:)
    call make(x, 'x', s, reach=0)
    l = listed(s, x)
    allocate (given(size(l%values)), source=.true.)
    call vf_smallest(s%boxes, x%view, least)
    call claim_extremum(s, l, l%values, given, 1.0_real64, least, name='the smallest')
  end subroutine

  ! A box of many tiles; tiles and lanes cut its rows at odd places.
  subroutine compare_larger()
    integer :: shape
    do shape = 1, 3
      cases(1)%what = 'a box of several tiles'
      cases(1)%components = 2
      cases(1)%lo = [-3, 2, -1]
      if (shape == 1) cases(1)%hi = cases(1)%lo + [66, 17, 20] - 1
      if (shape == 2) cases(1)%hi = cases(1)%lo + [9001, 2, 1] - 1
      if (shape == 3) cases(1)%hi = cases(1)%lo + [1, 3, 4099] - 1
      cases(1)%margin = 1
      cases(1)%boxes = [vf_box(cases(1)%lo, cases(1)%hi)]
      call compare_totals(cases(1), ties=.true.)
      call compare_colours(cases(1), 1)
      call compare_faces(cases(1), 1)
      call compare_old_form(cases(1))
    end do
  end subroutine

  ! A kernel of rank 2: a point has the colour of i + j, and a place has no k.
  subroutine compare_plane(lo, hi, of_colour)
    integer, intent(in) :: lo(2), hi(2), of_colour
    integer, parameter :: components = 2
    type(list) :: l
    type(situation) :: s
    type(vf_view) :: plane_view, factors_view
    type(vf_place) :: place, right
    real(wp), target :: plane(lo(1):hi(1), lo(2):hi(2), components), factors(lo(2)-1:hi(2)+1)
    real(wp) :: before(lo(1):hi(1), lo(2):hi(2), components), expected(lo(1):hi(1), lo(2):hi(2), components)
    logical :: given(size(plane))
    real(real64) :: total, most, least
    integer :: i, j, n, m, first
    allocate (l%values(size(plane)), l%places(size(plane)))
    l%lengths = [size(plane)/components, size(plane)/components]
    m = 0
    do j = lo(2) - 1, hi(2) + 1
      factors(j) = 1 + real(modulo(j*7, 11), wp)/8
    end do
    do n = 1, components
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          m = m + 1
          before(i,j,n) = real(modulo(i*2971 + j*617 + n*89, 1009), wp)/7 - 50
          expected(i,j,n) = before(i,j,n)
          given(m) = modulo(i + j, 2) == of_colour
          if (given(m)) expected(i,j,n) = before(i,j,n)*factors(j)
          l%values(m) = real(expected(i,j,n), real64)
          l%places(m) = vf_place(1, [i, j, 0], n)
        end do
      end do
    end do
    plane = before
    call plane_view%wrap(plane, lower=lbound(plane), label='plane')
    call factors_view%wrap(factors, lower=lbound(factors), label='factors')
    call vf_plane_totals(vf_box_of(lo, hi), plane_view, factors_view, of_colour, total, most, place)
    call plane_view%to_host()
    call check(all(plane == expected), 'a plane is written')
    s%what = 'a plane'
    call claim_sum(s, l, reshape(l%values, [1, size(given)]), given, total, 'total')
    call plain_least(-l%values, given, infinity, least, first)
    right = vf_place()
    if (first > 0) right = l%places(first)
    call check(same_bits(most, -least), 'the largest of a plane')
    call check(same_place(place, right), 'the place in a plane')
    call plane_view%release()
    call factors_view%release()
  end subroutine

  ! The first of several NaNs stays.
  subroutine find_nan()
    type(situation) :: s
    real(real64) :: least, most, total
    type(vf_place) :: least_place, most_place
    s = cases(1)
    call make(x, 'x', s, reach=0)
    call make(y, 'y', s, reach=0)
    x%a(s%lo(1), s%lo(2) + 1, s%hi(3), 2) = ieee_value(1.0_wp, ieee_quiet_nan)
    x%a(s%lo(1), s%lo(2) + 2, s%hi(3) - 3, 2) = ieee_value(1.0_wp, ieee_quiet_nan)
    x%a(s%lo(1), s%lo(2), s%lo(3), 1) = ieee_value(1.0_wp, ieee_negative_inf)
    call x%view%to_device(vf_read)
    call vf_step_totals(s%boxes, x%view, y%view, w, total, least=least, least_place=least_place, most=most, &
      most_place=most_place)
    call check(ieee_is_nan(least) .and. ieee_is_nan(most) .and. ieee_is_nan(total), 'a NaN stays')
    call check(same_place(least_place, vf_place(1, [s%lo(1), s%lo(2) + 2, s%hi(3) - 3], 2)), 'the place of the first NaN')
    call check(same_place(most_place, least_place), 'whatever the operation')
    call y%view%to_host()
  end subroutine

  ! Sets have the bits of views, empty boxes among them.
  subroutine compare_sets()
    integer :: m
    do m = 1, size(cases)
      if (size(cases(m)%boxes) > 1) call compare_set(cases(m))
    end do
  end subroutine

  subroutine compare_set(s)
    type(situation), intent(in) :: s
    type(vf_set) :: xs, ys
    real(real64) :: total, squares, least, most, positive, magnitude, smallest, count
    type(vf_place) :: least_place, most_place, positive_place
    call make(x, 'x', s, reach=0)
    call make(y, 'y', s, reach=0)
    call xs%create(s%boxes, 0.0_wp, components=s%components, label='xs')
    call ys%create(s%boxes, 0.0_wp, components=s%components, label='ys')
    call copy_into(xs, x)
    call copy_into(ys, y)
    call vf_step_totals(s%boxes, xs, ys, w, total, squares, least, least_place, most, most_place, positive, &
      positive_place, magnitude, smallest, count)
    call claim_totals(s, total, squares, least, least_place, most, most_place, positive, positive_place, magnitude, &
      smallest, count)
    call copy_back(ys, y)
    call expect_added(s, 1)
    call xs%release()
    call ys%release()
  end subroutine

  subroutine copy_into(set, f)
    type(vf_set), intent(in) :: set
    type(field), intent(in) :: f
    real(wp), pointer, contiguous :: p(:,:,:,:)
    type(vf_view) :: part
    type(vf_box) :: box
    integer :: b
    call set%to_host()
    do b = 1, set%box_count()
      box = set%box(b)
      if (any(box%upper < box%lower)) cycle
      part = set%view(b)
      call part%host_pointer(p)
      p = f%a(box%lower(1):box%upper(1), box%lower(2):box%upper(2), box%lower(3):box%upper(3), :)
    end do
  end subroutine

  subroutine copy_back(set, f)
    type(vf_set), intent(in) :: set
    type(field), intent(inout) :: f
    real(wp), pointer, contiguous :: p(:,:,:,:)
    type(vf_view) :: part
    type(vf_box) :: box
    integer :: b
    call set%to_host()
    call f%view%to_host()
    do b = 1, set%box_count()
      box = set%box(b)
      if (any(box%upper < box%lower)) cycle
      part = set%view(b)
      call part%host_pointer(p)
      f%a(box%lower(1):box%upper(1), box%lower(2):box%upper(2), box%lower(3):box%upper(3), :) = p
    end do
  end subroutine
end program
