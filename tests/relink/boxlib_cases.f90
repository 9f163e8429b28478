! Helpers of these programs: random boxes, arrays between guards, and the comparison of a legacy symbol with plain loops.
!
! A program makes arrays for a case, calls the symbol and keeps its results (keep_library). Then it calls the plain loops with
! the same values (keep_plain). A third call has values with such signs that the result is the sum of the absolute values of all
! terms (keep_terms); the tolerance follows from this sum. compare() looks at every allocated element, guards included. An
! element that the plain loops did not change must have its old bits.
module boxlib_cases
  use, intrinsic :: iso_fortran_env, only: error_unit, int32, int64, output_unit, real64
  implicit none
  private
  public :: field, mask_field, begin, finish, symbol, next_case, next_arrays, case_number, note
  public :: draw, uniform, draw_box, draw_tile, make, make_like, make_mask, settle
  public :: alternate, keep_library, keep_plain, keep_terms, restore, compare, compare_number, ignore, away
  public :: same_bits, stated_order, any_order

  ! The ways to compare results. same_bits: no product is added, so contraction cannot change the result. stated_order: the
  ! order of operations is stated, so the bits are compared if nothing is contracted. any_order: never compares bits.
  integer, parameter :: same_bits = 0, stated_order = 1, any_order = 2

  integer, parameter :: guard = 40

  ! An array of a legacy code. A call gets v(at) as its first element; a larger array may begin before v(at).
  type :: field
    character(8) :: name = ''
    integer :: lo(3) = 0, hi(3) = 0    ! allocated bounds
    integer :: components = 0, at = 0  ! components from v(at) on
    logical :: ignored = .false.
    real(real64), allocatable :: v(:), before(:), got(:), right(:), terms(:)
  end type

  type :: mask_field
    character(8) :: name = ''
    integer :: lo(3) = 0, hi(3) = 0, at = 0
    integer(int32), allocatable :: v(:), before(:)
  end type

  type :: field_pointer
    type(field), pointer :: p => null()
  end type

  type :: mask_pointer
    type(mask_field), pointer :: p => null()
  end type

  character(:), allocatable, save :: symbol   ! the symbol that this run tests
  integer, save :: case_number = 0
  type(field_pointer), save :: fields(32)
  type(mask_pointer), save :: masks(16)
  integer, save :: field_count = 0, mask_count = 0
  logical, save :: exact = .false.            ! nothing is contracted
  integer(int64), save :: random_state = 1, written = 0
  integer, save :: failures = 0
  character(160), save :: noted = ''
  integer, save :: box(3, 2) = 0, tile(3, 2) = 0

contains

  ! usage: PROGRAM SYMBOL [exact]
  subroutine begin()
    character(64) :: argument
    call get_command_argument(1, argument)
    symbol = trim(argument)
    call get_command_argument(2, argument)
    exact = argument == 'exact'
    if (symbol == '' .or. .not. (exact .or. argument == '')) error stop 'usage: PROGRAM SYMBOL [exact]'
  end subroutine

  subroutine finish()
    if (failures > 0) then
      write (error_unit, '(2a,i0,a)') symbol, ': ', failures, ' differences'
      error stop 1
    end if
    if (written == 0) error stop 'nothing was compared'
    write (output_unit, '(2a,i0,a,i0,a)') symbol, ': ', case_number, ' cases, ', written, ' values written'
  end subroutine

  ! Begins the next of so many cases. The same numbers are drawn in every run.
  logical function next_case(cases)
    integer, intent(in) :: cases
    next_case = case_number < cases
    if (.not. next_case) return
    case_number = case_number + 1
    random_state = 1 + case_number*7919_int64
    call next_arrays()
    noted = ''
    box = 0
    tile = 0
  end function

  ! Other arrays from here on.
  subroutine next_arrays()
    field_count = 0
    mask_count = 0
  end subroutine

  ! Values to print if the case fails.
  subroutine note(name, values)
    character(*), intent(in) :: name
    integer, intent(in) :: values(:)
    write (noted(len_trim(noted) + 2:), '(a,*(1x,i0))') name, values
  end subroutine

  integer function draw(least, most)
    integer, intent(in) :: least, most
    random_state = mod(random_state*48271_int64, 2147483647_int64)
    draw = least + int(mod(random_state/16, most - least + 1_int64))
  end function

  real(real64) function uniform(least, most)
    real(real64), intent(in) :: least, most
    real(real64) :: coarse
    coarse = draw(0, 67108863)
    uniform = least + (most - least)*((coarse + draw(0, 67108863)/67108864.0_real64)/67108864.0_real64)
  end function

  ! A box of odd or even extents at lows of any sign.
  subroutine draw_box(lo, hi, least, most)
    integer, intent(out) :: lo(3), hi(3)
    integer, intent(in) :: least, most          ! extents
    integer :: d
    do d = 1, 3
      lo(d) = draw(-9, 6)
      hi(d) = lo(d) + draw(least, most) - 1
    end do
    box(:, 1) = lo
    box(:, 2) = hi
    tile = box
  end subroutine

  ! A tile of blo..bhi: all of the box, strictly inside, along one side, anywhere, empty.
  subroutine draw_tile(blo, bhi, lo, hi)
    integer, intent(in) :: blo(3), bhi(3)
    integer, intent(out) :: lo(3), hi(3)
    integer :: d, which
    lo = blo
    hi = bhi
    which = mod(case_number, 6)
    do d = 1, 3
      if ((which == 1 .or. which == 2) .and. bhi(d) - blo(d) > 1) then
        lo(d) = blo(d) + 1
        hi(d) = bhi(d) - 1
      else if (which >= 3) then
        lo(d) = draw(blo(d), bhi(d))
        hi(d) = draw(lo(d), bhi(d))
      end if
    end do
    d = draw(1, 3)
    if (which == 2) then
      if (draw(0, 1) == 0) lo(d) = blo(d)
      if (lo(d) /= blo(d)) hi(d) = bhi(d)
    else if (which == 5) then
      hi(d) = lo(d) - draw(1, 2)
    end if
    tile(:, 1) = lo
    tile(:, 2) = hi
  end subroutine

  ! An array that has at least lo..hi, with random values between least and most. Half of the arrays are the last components of
  ! a larger array.
  subroutine make(f, name, lo, hi, components, least, most)
    type(field), intent(inout), target :: f
    character(*), intent(in) :: name
    integer, intent(in) :: lo(3), hi(3), components
    real(real64), intent(in) :: least, most
    integer :: d, e, leading, cells
    f%name = name
    do d = 1, 3
      f%lo(d) = lo(d) - draw(0, 2)
      f%hi(d) = hi(d) + draw(0, 2)
    end do
    f%components = components
    leading = draw(0, 1)
    cells = product(f%hi - f%lo + 1)
    f%at = guard + leading*cells + 1
    if (allocated(f%v)) deallocate (f%v)
    allocate (f%v(2*guard + (leading + components)*cells))
    f%v(1:guard) = [(guard_value(e), e = 1, guard)]
    do e = guard + 1, size(f%v) - guard
      f%v(e) = uniform(least, most)
    end do
    f%v(size(f%v) - guard + 1:) = f%v(1:guard)
    f%ignored = .false.
    call register(f)
  end subroutine

  ! The distance of an array's bounds from the box: large if the call does not look at the array.
  integer function away(looked_at)
    logical, intent(in) :: looked_at
    away = merge(0, 100, looked_at)
  end function

  ! An array with the bounds and values of another array.
  subroutine make_like(f, name, other)
    type(field), intent(inout), target :: f
    character(*), intent(in) :: name
    type(field), intent(in) :: other
    f%name = name
    f%lo = other%lo
    f%hi = other%hi
    f%components = other%components
    f%at = other%at
    f%v = other%v
    f%ignored = .false.
    call register(f)
  end subroutine

  ! Takes the present values of f as its values before the calls.
  subroutine settle(f)
    type(field), intent(inout) :: f
    f%before = f%v
    f%got = f%v
    f%right = f%v
    f%terms = f%v
  end subroutine

  subroutine register(f)
    type(field), intent(inout), target :: f
    call settle(f)
    field_count = field_count + 1
    fields(field_count)%p => f
  end subroutine

  ! A mask on at least lo..hi: with pattern 0, 1 or 2 all elements have this value; pattern 3 is random, with negative elements
  ! too.
  subroutine make_mask(m, name, lo, hi, pattern)
    type(mask_field), intent(inout), target :: m
    character(*), intent(in) :: name
    integer, intent(in) :: lo(3), hi(3), pattern
    integer :: d, e
    m%name = name
    do d = 1, 3
      m%lo(d) = lo(d) - draw(0, 2)
      m%hi(d) = hi(d) + draw(0, 2)
    end do
    m%at = guard + 1
    if (allocated(m%v)) deallocate (m%v)
    allocate (m%v(2*guard + product(m%hi - m%lo + 1)), source=-77_int32)
    do e = guard + 1, size(m%v) - guard
      m%v(e) = pattern
      if (pattern == 3) m%v(e) = draw(-1, 2)
    end do
    m%before = m%v
    mask_count = mask_count + 1
    masks(mask_count)%p => m
  end subroutine

  ! A NaN, so that results show a read of a guard.
  real(real64) function guard_value(e)
    integer, intent(in) :: e
    guard_value = transfer(9221120237041090560_int64 + 4096 + e, guard_value)
  end function

  ! Absolute values, negative in the cells whose i+j+k is even (parity 0) or odd.
  subroutine alternate(f, parity)
    type(field), intent(inout) :: f
    integer, intent(in) :: parity
    integer :: i, j, k, n, e
    e = f%at
    do n = 1, f%components
      do k = f%lo(3), f%hi(3)
        do j = f%lo(2), f%hi(2)
          do i = f%lo(1), f%hi(1)
            f%v(e) = merge(-abs(f%v(e)), abs(f%v(e)), modulo(i + j + k, 2) == parity)
            e = e + 1
          end do
        end do
      end do
    end do
  end subroutine

  ! Excludes f from the comparison: both calls may leave any values in f, except in its guards.
  subroutine ignore(f)
    type(field), intent(inout) :: f
    f%ignored = .true.
  end subroutine

  subroutine keep_library()
    integer :: f, m
    do f = 1, field_count
      fields(f)%p%got(:) = fields(f)%p%v
    end do
    do m = 1, mask_count
      if (any(masks(m)%p%v /= masks(m)%p%before)) call fail('the mask ' // trim(masks(m)%p%name) // ' was changed')
    end do
    call restore()
  end subroutine

  subroutine keep_plain()
    integer :: f
    do f = 1, field_count
      fields(f)%p%right(:) = fields(f)%p%v
    end do
    call restore()
  end subroutine

  subroutine keep_terms()
    integer :: f
    do f = 1, field_count
      fields(f)%p%terms(:) = abs(fields(f)%p%v)
    end do
    call restore()
  end subroutine

  ! The values before the calls.
  subroutine restore()
    integer :: f
    do f = 1, field_count
      fields(f)%p%v(:) = fields(f)%p%before
    end do
  end subroutine

  ! Allows a difference of so many roundings of the sum of terms if bits are not compared.
  subroutine compare(order, roundings)
    integer, intent(in) :: order
    real(real64), intent(in) :: roundings
    integer :: f, e
    do f = 1, field_count
      associate (x => fields(f)%p)
        do e = 1, size(x%v)
          if (.not. has_bits(x%right(e), x%before(e))) written = written + 1
          if (has_bits(x%got(e), x%right(e))) cycle
          if (x%ignored .and. e > guard .and. e <= size(x%v) - guard) cycle
          if (.not. has_bits(x%right(e), x%before(e)) .and. tolerated(x%got(e), x%right(e), x%terms(e), order, roundings)) cycle
          call fail_at(x, e)
        end do
      end associate
    end do
  end subroutine

  subroutine compare_number(name, got, right, terms, order, roundings)
    character(*), intent(in) :: name
    real(real64), intent(in) :: got, right, terms, roundings
    integer, intent(in) :: order
    character(160) :: text
    written = written + 1
    if (has_bits(got, right) .or. tolerated(got, right, terms, order, roundings)) return
    write (text, '(2a,es25.17,a,es25.17)') name, ' is', got, ', and by its formula', right
    call fail(trim(text))
  end subroutine

  ! A NaN is not.
  logical function tolerated(got, right, terms, order, roundings)
    real(real64), intent(in) :: got, right, terms, roundings
    integer, intent(in) :: order
    tolerated = order /= same_bits .and. .not. (exact .and. order == stated_order) &
      .and. abs(got - right) <= roundings*epsilon(1.0_real64)*abs(terms)
  end function

  logical function has_bits(a, b)
    real(real64), intent(in) :: a, b
    has_bits = transfer(a, 0_int64) == transfer(b, 0_int64)
  end function

  subroutine fail_at(x, e)
    type(field), intent(in) :: x
    integer, intent(in) :: e
    character(200) :: text
    integer :: extent(3), c, at(4)
    extent = x%hi - x%lo + 1
    c = e - x%at
    if (e <= guard .or. e > size(x%v) - guard) then
      write (text, '(3a,i0)') 'outside of ', trim(x%name), ', elements from its first one: ', c
    else
      c = c + merge(0, product(extent), c >= 0)        ! the component before the components of the call is number 0
      at = [x%lo(1) + mod(c, extent(1)), x%lo(2) + mod(c/extent(1), extent(2)), &
        x%lo(3) + mod(c/(extent(1)*extent(2)), extent(3)), c/product(extent) + merge(1, 0, e >= x%at)]
      write (text, '(2a,3(i0,","),i0,a)') trim(x%name), '(', at, ')'
    end if
    write (text(len_trim(text) + 1:), '(3(a,es24.16))') ' is', x%got(e), ', by its formula', x%right(e), ', before', x%before(e)
    call fail(trim(text))
  end subroutine

  subroutine fail(text)
    character(*), intent(in) :: text
    failures = failures + 1
    if (failures > 8) return
    write (error_unit, '(2a,i0,2(a,3(1x,i0),a,3(1x,i0)),2a)') symbol, ', case ', case_number, ', box', box(:, 1), ' to', &
      box(:, 2), ', tile', tile(:, 1), ' to', tile(:, 2), ',', trim(noted)
    write (error_unit, '(2a)') '  ', text
  end subroutine

end module
