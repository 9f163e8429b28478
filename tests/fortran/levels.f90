! A level of boxes in the form of a legacy code: an array of derived types, a type for each box, whose arrays have the code's
! own bounds and shapes. Plain loops get the same values a second time.
module levels
  use, intrinsic :: iso_fortran_env, only: error_unit, int64, real64
  use viewfab
  use claims, only: check
  implicit none
  private
  public :: patch, level, make_level, compare, random_value

  type :: patch
    integer :: lo(3), hi(3)                          ! bounds of the arrays
    real(real64), allocatable :: a(:,:,:,:)
    real(real64), allocatable :: expected(:,:,:,:)   ! for plain loops
    real(real64), allocatable :: before(:,:,:,:)
  end type

  type :: level
    type(patch), allocatable :: patches(:)
    type(vf_set) :: set
  end type

  integer(int64), save :: random_state = 1

contains

  ! Pseudo-random values in every element, from 0.5 to 2. The views are released: the set needs no view of the program.
  !   reach  ghosts that kernels need; arrays have up to two more on each side, each a different number
  !   face   1, 2, 3: an extra element in this direction
  subroutine make_level(made, name, boxes, reach, components, face)
    type(level), intent(inout), target :: made
    character(*), intent(in) :: name
    type(vf_box), intent(in) :: boxes(:)
    integer, intent(in) :: reach, components
    integer, intent(in), optional :: face
    type(vf_view) :: views(size(boxes))
    integer :: b
    if (made%set%is_set()) call made%set%release()
    if (allocated(made%patches)) deallocate (made%patches)
    allocate (made%patches(size(boxes)))
    do b = 1, size(boxes)
      associate (p => made%patches(b))
        p%lo = boxes(b)%lower - reach - modulo([2, 0, 1] + b, 3)
        p%hi = boxes(b)%upper + reach + modulo([0, 2, 1] + 2*b, 3)
        if (present(face)) p%hi(face) = p%hi(face) + 1
        allocate (p%a(p%lo(1):p%hi(1), p%lo(2):p%hi(2), p%lo(3):p%hi(3), components))
        call fill(p%a)
        p%expected = p%a
        p%before = p%a
        call views(b)%wrap(p%a, lower=[p%lo, 1], label=name)
      end associate
    end do
    call made%set%wrap(boxes, views, label=name)
    do b = 1, size(boxes)
      call views(b)%release()
    end do
  end subroutine

  ! Stops unless every element has the value of the plain loops. Elements unchanged by the plain loops must keep their bits.
  !   tolerance  the largest difference by contracted or reordered operations
  subroutine compare(found, claim, tolerance)
    type(level), intent(inout), target :: found
    character(*), intent(in) :: claim
    real(real64), intent(in) :: tolerance
    integer :: b, at(4)
    logical, allocatable :: wrong(:,:,:,:)
    call found%set%to_host()
    do b = 1, size(found%patches)
      associate (p => found%patches(b))
        wrong = abs(p%a - p%expected) > merge(0.0_real64, tolerance, p%expected == p%before)
        if (any(wrong)) then
          at = findloc(wrong, .true.) + [p%lo, 1] - 1
          write (error_unit, '(a,i0,a,4i4,2(a,es24.16))') 'array ', b, ' at', at, ': found ', p%a(at(1),at(2),at(3),at(4)), &
            ', expected ', p%expected(at(1),at(2),at(3),at(4))
          call check(.false., claim)
        end if
        p%before = p%a
        p%expected = p%a
      end associate
    end do
  end subroutine

  subroutine fill(a)
    real(real64), intent(out) :: a(:,:,:,:)
    integer :: i, j, k, n
    do n = 1, size(a, 4)
      do k = 1, size(a, 3)
        do j = 1, size(a, 2)
          do i = 1, size(a, 1)
            a(i,j,k,n) = random_value()
          end do
        end do
      end do
    end do
  end subroutine

  function random_value() result(value)
    real(real64) :: value
    random_state = modulo(random_state*48271_int64, 2147483647_int64)
    value = 0.5_real64 + 1.5_real64*real(random_state, real64)/2147483647.0_real64
  end function

end module
