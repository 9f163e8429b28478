! Helpers of these programs: the situations of a kernel call, arrays of pseudo-random values with views of them, and the
! comparison with the results of plain loops. CMakeLists.txt explains how to write a program.
module harness
  use, intrinsic :: iso_fortran_env, only: error_unit, int64, output_unit, real64
  use working_kind, only: wp
  use viewfab
  use claims, only: check
  implicit none
  private
  public :: situation, situations, field, begin, finish, make, covered, refined, alternating
  public :: expect, expect_unchanged, expect_number

  ! A situation of a kernel call.
  type :: situation
    character(60) :: what
    type(vf_box), allocatable :: boxes(:)
    integer :: lo(3), hi(3)          ! cells of the arrays, without ghosts
    integer :: margin                ! up to so many more cells on each side
    integer :: components
  contains
    procedure :: single              ! makes the call for a single box
  end type

  ! An array of a legacy code, a view of it, and its values before the call.
  type :: field
    character(:), allocatable :: name
    integer :: lo(3), hi(3)          ! allocated bounds
    real(wp), allocatable :: a(:,:,:,:), before(:,:,:,:)
    type(vf_view) :: view
  end type

  ! A difference may come from contracted or reordered operations: some roundings of the sum of abs(terms).
  real(wp), parameter :: tolerance = 16*epsilon(1.0_wp)

  character(:), allocatable, save :: kernel, kind_name
  logical, save :: exact = .false.           ! all bits have to be the same
  integer(int64), save :: random_state = 1, compared = 0
  integer, save :: arrays_made = 0

contains

  ! Notes the name of the tested kernel. The program's argument `exact` asks for the same bits.
  subroutine begin(name)
    character(*), intent(in) :: name
    character(16) :: argument
    kernel = name
    kind_name = merge('real32', 'real64', storage_size(1.0_wp) == 32)
    call get_command_argument(1, argument)
    call check(argument == '' .or. argument == 'exact', 'the only argument is exact')
    exact = argument == 'exact'
  end subroutine

  subroutine finish()
    call check(compared > 0, kernel // ': something was compared')
    write (output_unit, '(4a,i0,2a)') kernel, ', ', kind_name, ': ', compared, ' values compared with plain loops', &
      trim(merge(', bit for bit', '             ', exact))
  end subroutine

  ! All situations; each kernel goes through all of them.
  function situations() result(cases)
    type(situation), allocatable :: cases(:)
    type(vf_box) :: tiles(27)
    integer :: components, count, t
    allocate (cases(40))
    count = 0
    do t = 0, 26
      tiles(t+1) = tile(vf_box([-6, -5, -4], [5, 3, 6]), [modulo(t, 3), modulo(t/3, 3), t/9])
    end do
    do components = 1, 3, 2
      call add('even extents, bounds from 1', vf_box([1, 1, 1], [8, 6, 4]), 0)
      call add('odd extents, bounds from 0', vf_box([0, 0, 0], [6, 4, 8]), 0)
      call add('even extents, negative even low', vf_box([-6, -4, -8], [1, 3, -1]), 2)
      call add('even extents, negative odd low', vf_box([-5, -3, -7], [2, 4, -2]), 2)
      call add('odd extents, negative odd low', vf_box([-7, -3, -5], [3, 1, 1]), 2)
      call add('odd extents, negative even low', vf_box([-4, -2, -6], [4, 0, -2]), 2)
      call add('positive odd low', vf_box([3, 5, 7], [11, 10, 13]), 2)
      call add('one cell', vf_box([-1, -3, -1], [-1, -3, -1]), 2)
      call add('more cells than one thread or one GPU block takes', vf_box([-17, -9, -3], [51, 11, 9]), 2)
      call add('tile in a larger array', vf_box([-3, -2, -5], [4, 2, 3]), 2, vf_box([-9, -6, -7], [12, 9, 8]))
      call add_list('several boxes', [vf_box([-8, -5, -6], [-2, 0, -1]), vf_box([-1, -5, -6], [3, 0, -1]), &
        vf_box([2, 4, 1], [9, 7, 3]), vf_box([-8, 2, 5], [11, 2, 5])], vf_box([-9, -6, -7], [12, 9, 8]))
      call add_list('27 tiles of a box', tiles, vf_box([-6, -5, -4], [5, 3, 6]))
      call add_list('boxes, of which some are empty', [vf_box([3, 0, 0], [2, 4, 4]), vf_box([-3, 1, 0], [1, 2, 4]), &
        vf_box([2, 0, 0], [4, -1, 4])], vf_box([-3, -2, 0], [4, 4, 4]))
      call add('empty box', vf_box([1, 1, 1], [4, 0, 4]), 2, vf_box([1, 1, 1], [4, 4, 4]))
      call add_list('no boxes', tiles(1:0), vf_box([1, 1, 1], [4, 4, 4]))
    end do
    cases = cases(1:count)
  contains
    subroutine add(what, box, margin, within)
      character(*), intent(in) :: what
      type(vf_box), intent(in) :: box
      integer, intent(in) :: margin
      type(vf_box), intent(in), optional :: within
      type(vf_box) :: cells
      cells = box
      if (present(within)) cells = within
      call add_list(what, [box], cells)
      cases(count)%margin = margin
    end subroutine

    subroutine add_list(what, boxes, within)
      character(*), intent(in) :: what
      type(vf_box), intent(in) :: boxes(:), within
      count = count + 1
      cases(count)%what = what
      allocate (cases(count)%boxes(size(boxes)), source=boxes)
      cases(count)%lo = within%lower
      cases(count)%hi = within%upper
      cases(count)%margin = 2
      cases(count)%components = components
    end subroutine
  end function

  ! A part of a box that is cut in 3 x 3 x 3 parts.
  pure function tile(box, place)
    type(vf_box), intent(in) :: box
    integer, intent(in) :: place(3)
    type(vf_box) :: tile
    integer :: extent(3)
    extent = box%upper - box%lower + 1
    tile = vf_box(box%lower + place*extent/3, box%lower + (place + 1)*extent/3 - 1)
  end function

  pure logical function single(self)
    class(situation), intent(in) :: self
    single = size(self%boxes) == 1
  end function

  ! Makes an array of pseudo-random values, and wraps it.
  !   reach       ghosts that the kernel needs
  !   lo, hi      cells without ghosts, if they differ from the situation
  !   components  if they differ from the situation
  !   positive    all values above zero
  subroutine make(f, name, s, reach, lo, hi, components, positive)
    type(field), intent(inout), target :: f
    character(*), intent(in) :: name
    type(situation), intent(in) :: s
    integer, intent(in) :: reach
    integer, intent(in), optional :: lo(3), hi(3), components
    logical, intent(in), optional :: positive
    integer :: i, j, k, n, count
    count = s%components
    if (present(components)) count = components
    f%name = name
    f%lo = s%lo
    f%hi = s%hi
    if (present(lo)) f%lo = lo
    if (present(hi)) f%hi = hi
    arrays_made = arrays_made + 1
    ! The arrays of a call have different shapes, so a mix-up of their strides shows.
    f%lo = f%lo - reach - modulo([2, 0, 1] + arrays_made, s%margin + 1)
    f%hi = f%hi + reach + modulo([0, 1, 2] + arrays_made, s%margin + 1)
    if (f%view%is_set()) call f%view%release()
    if (allocated(f%a)) deallocate (f%a)
    if (allocated(f%before)) deallocate (f%before)   ! an array of the same shape would keep its bounds
    allocate (f%a(f%lo(1):f%hi(1), f%lo(2):f%hi(2), f%lo(3):f%hi(3), count))
    do n = 1, count
      do k = f%lo(3), f%hi(3)
        do j = f%lo(2), f%hi(2)
          do i = f%lo(1), f%hi(1)
            f%a(i,j,k,n) = random_value()
          end do
        end do
      end do
    end do
    if (present(positive)) then
      if (positive) f%a = abs(f%a)
    end if
    f%before = f%a
    call f%view%wrap(f%a, lower=[f%lo, 1], label=name)
  end subroutine

  ! A number of either sign and of magnitude 0.5 to 2, with all its bits in use; the same series in each run.
  function random_value() result(value)
    real(wp) :: value
    integer(int64) :: high, low
    high = random_number_31()
    low = random_number_31()
    value = real(0.5_real64 + 1.5_real64*(real(high, real64) + real(low, real64)/2.0_real64**31)/2.0_real64**31, wp)
    if (modulo(low, 2_int64) == 1) value = -value
  end function

  function random_number_31() result(number)
    integer(int64) :: number
    random_state = modulo(random_state*48271_int64, 2147483647_int64)
    number = random_state
  end function

  ! The fine cells of a coarse box.
  elemental function refined(box)
    type(vf_box), intent(in) :: box
    type(vf_box) :: refined
    refined = vf_box(2*box%lower, 2*box%upper + 1)
  end function

  ! True in the cells of the boxes; with a colour only in cells of this colour.
  pure function covered(f, boxes, colour) result(mask)
    type(field), intent(in) :: f
    type(vf_box), intent(in) :: boxes(:)
    integer, intent(in), optional :: colour
    logical :: mask(f%lo(1):f%hi(1), f%lo(2):f%hi(2), f%lo(3):f%hi(3))
    integer :: i, j, k
    do k = f%lo(3), f%hi(3)
      do j = f%lo(2), f%hi(2)
        do i = f%lo(1), f%hi(1)
          mask(i,j,k) = in_one_of(boxes, [i, j, k])
          if (present(colour)) mask(i,j,k) = mask(i,j,k) .and. modulo(i + j + k, 2) == colour
        end do
      end do
    end do
  end function

  pure function in_one_of(boxes, cell) result(inside)
    type(vf_box), intent(in) :: boxes(:)
    integer, intent(in) :: cell(3)
    logical :: inside
    integer :: b
    inside = .false.
    do b = 1, size(boxes)
      inside = inside .or. all(cell >= boxes(b)%lower .and. cell <= boxes(b)%upper)
    end do
  end function

  ! The magnitudes of the values, with signs that alternate from cell to cell. On these values all terms of a difference
  ! operator have the same sign, so the operator gives the sum of their magnitudes.
  pure function alternating(f) result(values)
    type(field), intent(in) :: f
    real(wp) :: values(f%lo(1):f%hi(1), f%lo(2):f%hi(2), f%lo(3):f%hi(3), size(f%a, 4))
    integer :: i, j, k
    do k = f%lo(3), f%hi(3)
      do j = f%lo(2), f%hi(2)
        do i = f%lo(1), f%hi(1)
          values(i,j,k,:) = merge(-1, 1, modulo(i + j + k, 2) == 1)*abs(f%before(i,j,k,:))
        end do
      end do
    end do
  end function

  ! Stops the program unless each component of the array has the plain loops' result in the kernel's cells, and its old
  ! values everywhere else.
  !   expected  result of the plain loops
  !   terms     of either sign: sum of the magnitudes of the terms of each result
  !   written   the kernel's cells
  !   note      more about the call
  !   rounded   .true.: the order of the operations is open, so bits may differ in any case
  subroutine expect(f, s, expected, terms, written, note, rounded)
    type(field), intent(inout), target :: f
    type(situation), intent(in) :: s
    real(wp), intent(in) :: expected(f%lo(1):, f%lo(2):, f%lo(3):, :)
    real(wp), intent(in) :: terms(f%lo(1):, f%lo(2):, f%lo(3):, :)
    logical, intent(in) :: written(f%lo(1):, f%lo(2):, f%lo(3):)
    character(*), intent(in), optional :: note
    logical, intent(in), optional :: rounded
    integer :: i, j, k, n, first(4), wrong
    real(wp) :: wanted
    logical :: good, to_the_bit
    to_the_bit = exact
    if (present(rounded)) to_the_bit = exact .and. .not. rounded
    wrong = 0
    call f%view%to_host()
    do n = 1, size(f%a, 4)
      do k = f%lo(3), f%hi(3)
        do j = f%lo(2), f%hi(2)
          do i = f%lo(1), f%hi(1)
            wanted = f%before(i,j,k,n)
            if (written(i,j,k)) wanted = expected(i,j,k,n)
            good = same_bits(f%a(i,j,k,n), wanted)
            if (written(i,j,k) .and. .not. to_the_bit) good = good .or. &
              abs(f%a(i,j,k,n) - wanted) <= tolerance*abs(terms(i,j,k,n))
            good = good .and. abs(wanted) <= huge(wanted)
            if (.not. good) then
              if (wrong == 0) first = [i, j, k, n]
              wrong = wrong + 1
            end if
          end do
        end do
      end do
    end do
    compared = compared + size(f%a, kind=int64)
    if (wrong > 0) call report()
    f%before = f%a
  contains
    subroutine report()
      character(:), allocatable :: more
      more = ''
      if (present(note)) more = ', ' // note
      i = first(1)
      j = first(2)
      k = first(3)
      n = first(4)
      call fail(s, f%name // more)
      write (error_unit, '(9a)') '  ', decimal(wrong), ' of ', decimal(size(f%a)), ' values are wrong, first at (', &
        decimal(i) // ',' // decimal(j) // ',' // decimal(k) // ',' // decimal(n), '), where the kernel ', &
        trim(merge('writes        ', 'must not write', written(i,j,k)))
      wanted = f%before(i,j,k,n)
      if (written(i,j,k)) wanted = expected(i,j,k,n)
      call show('  expected ', wanted)
      call show('  found    ', f%a(i,j,k,n))
      call show('  before   ', f%before(i,j,k,n))
      if (written(i,j,k) .and. .not. to_the_bit) call show('  allowed  ', tolerance*abs(terms(i,j,k,n)))
      write (error_unit, '(5a)') '  bounds of ', f%name, ' ', text(vf_box(f%lo, f%hi)), &
        trim(merge('; all bits must be the same', '                           ', to_the_bit))
      error stop 1
    end subroutine
  end subroutine

  ! Stops the program unless the array has its old bits.
  subroutine expect_unchanged(f, s)
    type(field), intent(inout), target :: f
    type(situation), intent(in) :: s
    call expect(f, s, f%before, f%before, covered(f, [vf_box ::]))
  end subroutine

  ! Stops the program if a reduction gave another number than the plain loops.
  !   terms   sum of the magnitudes of the terms
  !   values  how many terms there are; each adds a rounding of real64. 0: the result is not rounded at all
  subroutine expect_number(s, found, expected, terms, values)
    type(situation), intent(in) :: s
    real(real64), intent(in) :: found, expected, terms
    integer, intent(in) :: values
    real(real64) :: allowed
    allowed = 0
    if (values > 0) allowed = (real(tolerance, real64) + values*epsilon(1.0_real64))*terms
    compared = compared + 1
    if (abs(found - expected) <= allowed) return
    call fail(s, 'result')
    write (error_unit, '(3(a,es24.16e3))') '  expected ', expected, ', found ', found, ', may differ by ', allowed
    error stop 1
  end subroutine

  subroutine fail(s, what)
    type(situation), intent(in) :: s
    character(*), intent(in) :: what
    integer :: b
    write (error_unit, '(8a,i0,a)') 'does not hold: ', kernel, ' in ', kind_name, ' equals plain loops: ', what, ', ', &
      trim(s%what) // ', ', s%components, ' components'
    do b = 1, min(size(s%boxes), 8)
      write (error_unit, '(2a)') '  box ', text(s%boxes(b))
    end do
    if (size(s%boxes) > 8) write (error_unit, '(a,i0,a)') '  and ', size(s%boxes) - 8, ' more'
  end subroutine

  subroutine show(what, value)
    character(*), intent(in) :: what
    real(wp), intent(in) :: value
    write (error_unit, '(a,es24.16e3,a,z0)') what, value, ', bits ', value
  end subroutine

  elemental function same_bits(x, y)
    real(wp), intent(in) :: x, y
    logical :: same_bits
    integer, parameter :: words = storage_size(1.0_wp)/storage_size(0)
    same_bits = all(transfer(x, [0], words) == transfer(y, [0], words))
  end function

  ! (lower : upper) of the three directions
  function text(box)
    type(vf_box), intent(in) :: box
    character(:), allocatable :: text
    integer :: d
    text = '('
    do d = 1, 3
      text = text // decimal(box%lower(d)) // ':' // decimal(box%upper(d)) // merge(', ', ') ', d < 3)
    end do
    text = trim(text)
  end function

  pure function decimal(number)
    integer, intent(in) :: number
    character(:), allocatable :: decimal
    character(12) :: buffer
    write (buffer, '(i0)') number
    decimal = trim(buffer)
  end function

end module
