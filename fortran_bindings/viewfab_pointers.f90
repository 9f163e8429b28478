! From an address to a Fortran pointer with the program's own lower bounds, for each kind and rank.
! Pointer dummies are CONTIGUOUS throughout: without it gfortran makes copies on the host when it
! passes them on, and so reads device memory.
module viewfab_pointers
  use, intrinsic :: iso_c_binding, only: c_f_pointer, c_int64_t, c_null_ptr, c_ptr
  use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
  implicit none
  private
  public :: gaps, place, point

  ! Where an array begins and which bounds it has.
  type :: place
    logical :: found = .false.
    type(c_ptr) :: address = c_null_ptr
    integer(c_int64_t) :: lower(7) = 1, extents(7) = 0
  end type

  ! call point(p, spot): p becomes the array at that place; disassociated where none was found.
  ! The type and rank of p are the caller's word.
  interface point
    procedure :: &
      point_real32_1, point_real32_2, point_real32_3, point_real32_4, &
      point_real64_1, point_real64_2, point_real64_3, point_real64_4, &
      point_int32_1, point_int32_2, point_int32_3, point_int32_4, &
      point_int64_1, point_int64_2, point_int64_3, point_int64_4, &
      point_logical_1, point_logical_2, point_logical_3, point_logical_4
  end interface

contains

  ! Whether an array with these elements from one index to the next is not in one piece.
  pure function gaps(spot, strides)
    type(place), intent(in) :: spot
    integer(c_int64_t), intent(in) :: strides(:)
    logical :: gaps
    integer(c_int64_t) :: expected
    integer :: d
    gaps = .false.
    if (any(spot%extents(:size(strides)) == 0)) return
    expected = 1
    do d = 1, size(strides)
      gaps = gaps .or. (spot%extents(d) > 1 .and. strides(d) /= expected)
      expected = expected*max(spot%extents(d), 1_c_int64_t)
    end do
  end function

  subroutine point_real32_1(p, spot)
    real(real32), pointer, contiguous, intent(out) :: p(:)
    type(place), intent(in) :: spot
    real(real32), pointer, contiguous :: from_one(:)
    nullify (p)
    if (.not. spot%found) return
    call c_f_pointer(spot%address, from_one, spot%extents(1:1))
    p(spot%lower(1):) => from_one
  end subroutine

  subroutine point_real32_2(p, spot)
    real(real32), pointer, contiguous, intent(out) :: p(:,:)
    type(place), intent(in) :: spot
    real(real32), pointer, contiguous :: from_one(:,:)
    nullify (p)
    if (.not. spot%found) return
    call c_f_pointer(spot%address, from_one, spot%extents(1:2))
    p(spot%lower(1):, spot%lower(2):) => from_one
  end subroutine

  subroutine point_real32_3(p, spot)
    real(real32), pointer, contiguous, intent(out) :: p(:,:,:)
    type(place), intent(in) :: spot
    real(real32), pointer, contiguous :: from_one(:,:,:)
    nullify (p)
    if (.not. spot%found) return
    call c_f_pointer(spot%address, from_one, spot%extents(1:3))
    p(spot%lower(1):, spot%lower(2):, spot%lower(3):) => from_one
  end subroutine

  subroutine point_real32_4(p, spot)
    real(real32), pointer, contiguous, intent(out) :: p(:,:,:,:)
    type(place), intent(in) :: spot
    real(real32), pointer, contiguous :: from_one(:,:,:,:)
    nullify (p)
    if (.not. spot%found) return
    call c_f_pointer(spot%address, from_one, spot%extents(1:4))
    p(spot%lower(1):, spot%lower(2):, spot%lower(3):, spot%lower(4):) => from_one
  end subroutine

  subroutine point_real64_1(p, spot)
    real(real64), pointer, contiguous, intent(out) :: p(:)
    type(place), intent(in) :: spot
    real(real64), pointer, contiguous :: from_one(:)
    nullify (p)
    if (.not. spot%found) return
    call c_f_pointer(spot%address, from_one, spot%extents(1:1))
    p(spot%lower(1):) => from_one
  end subroutine

  subroutine point_real64_2(p, spot)
    real(real64), pointer, contiguous, intent(out) :: p(:,:)
    type(place), intent(in) :: spot
    real(real64), pointer, contiguous :: from_one(:,:)
    nullify (p)
    if (.not. spot%found) return
    call c_f_pointer(spot%address, from_one, spot%extents(1:2))
    p(spot%lower(1):, spot%lower(2):) => from_one
  end subroutine

  subroutine point_real64_3(p, spot)
    real(real64), pointer, contiguous, intent(out) :: p(:,:,:)
    type(place), intent(in) :: spot
    real(real64), pointer, contiguous :: from_one(:,:,:)
    nullify (p)
    if (.not. spot%found) return
    call c_f_pointer(spot%address, from_one, spot%extents(1:3))
    p(spot%lower(1):, spot%lower(2):, spot%lower(3):) => from_one
  end subroutine

  subroutine point_real64_4(p, spot)
    real(real64), pointer, contiguous, intent(out) :: p(:,:,:,:)
    type(place), intent(in) :: spot
    real(real64), pointer, contiguous :: from_one(:,:,:,:)
    nullify (p)
    if (.not. spot%found) return
    call c_f_pointer(spot%address, from_one, spot%extents(1:4))
    p(spot%lower(1):, spot%lower(2):, spot%lower(3):, spot%lower(4):) => from_one
  end subroutine

  subroutine point_int32_1(p, spot)
    integer(int32), pointer, contiguous, intent(out) :: p(:)
    type(place), intent(in) :: spot
    integer(int32), pointer, contiguous :: from_one(:)
    nullify (p)
    if (.not. spot%found) return
    call c_f_pointer(spot%address, from_one, spot%extents(1:1))
    p(spot%lower(1):) => from_one
  end subroutine

  subroutine point_int32_2(p, spot)
    integer(int32), pointer, contiguous, intent(out) :: p(:,:)
    type(place), intent(in) :: spot
    integer(int32), pointer, contiguous :: from_one(:,:)
    nullify (p)
    if (.not. spot%found) return
    call c_f_pointer(spot%address, from_one, spot%extents(1:2))
    p(spot%lower(1):, spot%lower(2):) => from_one
  end subroutine

  subroutine point_int32_3(p, spot)
    integer(int32), pointer, contiguous, intent(out) :: p(:,:,:)
    type(place), intent(in) :: spot
    integer(int32), pointer, contiguous :: from_one(:,:,:)
    nullify (p)
    if (.not. spot%found) return
    call c_f_pointer(spot%address, from_one, spot%extents(1:3))
    p(spot%lower(1):, spot%lower(2):, spot%lower(3):) => from_one
  end subroutine

  subroutine point_int32_4(p, spot)
    integer(int32), pointer, contiguous, intent(out) :: p(:,:,:,:)
    type(place), intent(in) :: spot
    integer(int32), pointer, contiguous :: from_one(:,:,:,:)
    nullify (p)
    if (.not. spot%found) return
    call c_f_pointer(spot%address, from_one, spot%extents(1:4))
    p(spot%lower(1):, spot%lower(2):, spot%lower(3):, spot%lower(4):) => from_one
  end subroutine

  subroutine point_int64_1(p, spot)
    integer(int64), pointer, contiguous, intent(out) :: p(:)
    type(place), intent(in) :: spot
    integer(int64), pointer, contiguous :: from_one(:)
    nullify (p)
    if (.not. spot%found) return
    call c_f_pointer(spot%address, from_one, spot%extents(1:1))
    p(spot%lower(1):) => from_one
  end subroutine

  subroutine point_int64_2(p, spot)
    integer(int64), pointer, contiguous, intent(out) :: p(:,:)
    type(place), intent(in) :: spot
    integer(int64), pointer, contiguous :: from_one(:,:)
    nullify (p)
    if (.not. spot%found) return
    call c_f_pointer(spot%address, from_one, spot%extents(1:2))
    p(spot%lower(1):, spot%lower(2):) => from_one
  end subroutine

  subroutine point_int64_3(p, spot)
    integer(int64), pointer, contiguous, intent(out) :: p(:,:,:)
    type(place), intent(in) :: spot
    integer(int64), pointer, contiguous :: from_one(:,:,:)
    nullify (p)
    if (.not. spot%found) return
    call c_f_pointer(spot%address, from_one, spot%extents(1:3))
    p(spot%lower(1):, spot%lower(2):, spot%lower(3):) => from_one
  end subroutine

  subroutine point_int64_4(p, spot)
    integer(int64), pointer, contiguous, intent(out) :: p(:,:,:,:)
    type(place), intent(in) :: spot
    integer(int64), pointer, contiguous :: from_one(:,:,:,:)
    nullify (p)
    if (.not. spot%found) return
    call c_f_pointer(spot%address, from_one, spot%extents(1:4))
    p(spot%lower(1):, spot%lower(2):, spot%lower(3):, spot%lower(4):) => from_one
  end subroutine

  subroutine point_logical_1(p, spot)
    logical, pointer, contiguous, intent(out) :: p(:)
    type(place), intent(in) :: spot
    logical, pointer, contiguous :: from_one(:)
    nullify (p)
    if (.not. spot%found) return
    call c_f_pointer(spot%address, from_one, spot%extents(1:1))
    p(spot%lower(1):) => from_one
  end subroutine

  subroutine point_logical_2(p, spot)
    logical, pointer, contiguous, intent(out) :: p(:,:)
    type(place), intent(in) :: spot
    logical, pointer, contiguous :: from_one(:,:)
    nullify (p)
    if (.not. spot%found) return
    call c_f_pointer(spot%address, from_one, spot%extents(1:2))
    p(spot%lower(1):, spot%lower(2):) => from_one
  end subroutine

  subroutine point_logical_3(p, spot)
    logical, pointer, contiguous, intent(out) :: p(:,:,:)
    type(place), intent(in) :: spot
    logical, pointer, contiguous :: from_one(:,:,:)
    nullify (p)
    if (.not. spot%found) return
    call c_f_pointer(spot%address, from_one, spot%extents(1:3))
    p(spot%lower(1):, spot%lower(2):, spot%lower(3):) => from_one
  end subroutine

  subroutine point_logical_4(p, spot)
    logical, pointer, contiguous, intent(out) :: p(:,:,:,:)
    type(place), intent(in) :: spot
    logical, pointer, contiguous :: from_one(:,:,:,:)
    nullify (p)
    if (.not. spot%found) return
    call c_f_pointer(spot%address, from_one, spot%extents(1:4))
    p(spot%lower(1):, spot%lower(2):, spot%lower(3):, spot%lower(4):) => from_one
  end subroutine

end module
