! The type of a view. What all views can do is inherited: see viewfab_view_base (release, moving
! data, state) and viewfab_view_wrap (wrap, create). This module adds the pointers to both sides.
module viewfab_view
  use, intrinsic :: iso_c_binding, only: c_associated, c_int, c_int64_t, c_loc, c_null_ptr, c_ptr
  use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
  use viewfab_status, only: VF_OK, VF_ERROR_ARGUMENT, VF_ERROR_KIND, VF_ERROR_NULL
  use viewfab_access, only: vf_access
  use viewfab_errors, only: vf_digits, vf_finish, vf_report
  use viewfab_c, only: c_view_bounds, c_view_device_address, c_view_host_address, c_view_rank, &
    c_view_strides, c_view_type, vf_int32, vf_int64, vf_logical32, &
    vf_max_axes, vf_real32, vf_real64
  use viewfab_pointers, only: gaps, place, point
  use viewfab_view_wrap, only: vf_view_wrap
  implicit none
  private
  public :: vf_view

  ! host_pointer(p, ierr): lets p point to the host array, with the bounds of the view. Nothing is
  ! moved: call to_host before p is used. p is for arrays that viewfab owns, where it is the only
  ! way in; for wrapped ones it is an alias of the program's array.
  !
  ! device_pointer(p, access, ierr): makes the array usable on the device, as to_device does, and
  ! lets p point to it there, with the bounds of the view. On a GPU the program must not touch p
  ! itself: it passes p to device code. OpenMP's is_device_ptr and OpenACC's deviceptr want a dummy
  ! without POINTER, so the loop stands in a procedure of its own to which p is passed. Kernels that
  ! were called before may still run: call vf_wait first, or use viewfab's queue (vf_queue).
  !
  !   p       of the type and rank of the view: real32, real64, int32, int64 or default logical, rank
  !           1 to 4, POINTER and CONTIGUOUS (without CONTIGUOUS gfortran copies device memory on the host when p is
  !           passed on, and crashes). It is valid until release; on an error it is disassociated.
  !           A view without elements fits any type.
  !   access  vf_read, vf_write or vf_update: what the code that uses p does. Without a default,
  !           because a forgotten vf_update would lose what that code writes.
  !   ierr    VF_ERROR_NULL (view not set), VF_ERROR_KIND (p is of another type), VF_ERROR_ARGUMENT
  !           (p is of another rank, or an axis is selected so that there are gaps), VF_ERROR_MEMORY
  !           or VF_ERROR_DEVICE (device_pointer)
  type, extends(vf_view_wrap) :: vf_view
  contains
    procedure, private :: &
      host_real32_1, host_real32_2, host_real32_3, host_real32_4, &
      host_real64_1, host_real64_2, host_real64_3, host_real64_4, &
      host_int32_1, host_int32_2, host_int32_3, host_int32_4, &
      host_int64_1, host_int64_2, host_int64_3, host_int64_4, &
      host_logical_1, host_logical_2, host_logical_3, host_logical_4
    generic :: host_pointer => &
      host_real32_1, host_real32_2, host_real32_3, host_real32_4, &
      host_real64_1, host_real64_2, host_real64_3, host_real64_4, &
      host_int32_1, host_int32_2, host_int32_3, host_int32_4, &
      host_int64_1, host_int64_2, host_int64_3, host_int64_4, &
      host_logical_1, host_logical_2, host_logical_3, host_logical_4
    procedure, private :: &
      device_real32_1, device_real32_2, device_real32_3, device_real32_4, &
      device_real64_1, device_real64_2, device_real64_3, device_real64_4, &
      device_int32_1, device_int32_2, device_int32_3, device_int32_4, &
      device_int64_1, device_int64_2, device_int64_3, device_int64_4, &
      device_logical_1, device_logical_2, device_logical_3, device_logical_4
    generic :: device_pointer => &
      device_real32_1, device_real32_2, device_real32_3, device_real32_4, &
      device_real64_1, device_real64_2, device_real64_3, device_real64_4, &
      device_int32_1, device_int32_2, device_int32_3, device_int32_4, &
      device_int64_1, device_int64_2, device_int64_3, device_int64_4, &
      device_logical_1, device_logical_2, device_logical_3, device_logical_4
  end type

  ! Stands in for the address of an array that has no elements, which may be null.
  integer(int64), target, save :: nothing = 0

contains

  subroutine host_real32_1(self, p, ierr)
    class(vf_view), intent(in) :: self
    real(real32), pointer, contiguous, intent(out) :: p(:)
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_host(self, vf_real32, 1, ierr))
  end subroutine

  subroutine host_real32_2(self, p, ierr)
    class(vf_view), intent(in) :: self
    real(real32), pointer, contiguous, intent(out) :: p(:,:)
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_host(self, vf_real32, 2, ierr))
  end subroutine

  subroutine host_real32_3(self, p, ierr)
    class(vf_view), intent(in) :: self
    real(real32), pointer, contiguous, intent(out) :: p(:,:,:)
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_host(self, vf_real32, 3, ierr))
  end subroutine

  subroutine host_real32_4(self, p, ierr)
    class(vf_view), intent(in) :: self
    real(real32), pointer, contiguous, intent(out) :: p(:,:,:,:)
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_host(self, vf_real32, 4, ierr))
  end subroutine

  subroutine host_real64_1(self, p, ierr)
    class(vf_view), intent(in) :: self
    real(real64), pointer, contiguous, intent(out) :: p(:)
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_host(self, vf_real64, 1, ierr))
  end subroutine

  subroutine host_real64_2(self, p, ierr)
    class(vf_view), intent(in) :: self
    real(real64), pointer, contiguous, intent(out) :: p(:,:)
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_host(self, vf_real64, 2, ierr))
  end subroutine

  subroutine host_real64_3(self, p, ierr)
    class(vf_view), intent(in) :: self
    real(real64), pointer, contiguous, intent(out) :: p(:,:,:)
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_host(self, vf_real64, 3, ierr))
  end subroutine

  subroutine host_real64_4(self, p, ierr)
    class(vf_view), intent(in) :: self
    real(real64), pointer, contiguous, intent(out) :: p(:,:,:,:)
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_host(self, vf_real64, 4, ierr))
  end subroutine

  subroutine host_int32_1(self, p, ierr)
    class(vf_view), intent(in) :: self
    integer(int32), pointer, contiguous, intent(out) :: p(:)
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_host(self, vf_int32, 1, ierr))
  end subroutine

  subroutine host_int32_2(self, p, ierr)
    class(vf_view), intent(in) :: self
    integer(int32), pointer, contiguous, intent(out) :: p(:,:)
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_host(self, vf_int32, 2, ierr))
  end subroutine

  subroutine host_int32_3(self, p, ierr)
    class(vf_view), intent(in) :: self
    integer(int32), pointer, contiguous, intent(out) :: p(:,:,:)
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_host(self, vf_int32, 3, ierr))
  end subroutine

  subroutine host_int32_4(self, p, ierr)
    class(vf_view), intent(in) :: self
    integer(int32), pointer, contiguous, intent(out) :: p(:,:,:,:)
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_host(self, vf_int32, 4, ierr))
  end subroutine

  subroutine host_int64_1(self, p, ierr)
    class(vf_view), intent(in) :: self
    integer(int64), pointer, contiguous, intent(out) :: p(:)
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_host(self, vf_int64, 1, ierr))
  end subroutine

  subroutine host_int64_2(self, p, ierr)
    class(vf_view), intent(in) :: self
    integer(int64), pointer, contiguous, intent(out) :: p(:,:)
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_host(self, vf_int64, 2, ierr))
  end subroutine

  subroutine host_int64_3(self, p, ierr)
    class(vf_view), intent(in) :: self
    integer(int64), pointer, contiguous, intent(out) :: p(:,:,:)
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_host(self, vf_int64, 3, ierr))
  end subroutine

  subroutine host_int64_4(self, p, ierr)
    class(vf_view), intent(in) :: self
    integer(int64), pointer, contiguous, intent(out) :: p(:,:,:,:)
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_host(self, vf_int64, 4, ierr))
  end subroutine

  subroutine host_logical_1(self, p, ierr)
    class(vf_view), intent(in) :: self
    logical, pointer, contiguous, intent(out) :: p(:)
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_host(self, vf_logical32, 1, ierr))
  end subroutine

  subroutine host_logical_2(self, p, ierr)
    class(vf_view), intent(in) :: self
    logical, pointer, contiguous, intent(out) :: p(:,:)
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_host(self, vf_logical32, 2, ierr))
  end subroutine

  subroutine host_logical_3(self, p, ierr)
    class(vf_view), intent(in) :: self
    logical, pointer, contiguous, intent(out) :: p(:,:,:)
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_host(self, vf_logical32, 3, ierr))
  end subroutine

  subroutine host_logical_4(self, p, ierr)
    class(vf_view), intent(in) :: self
    logical, pointer, contiguous, intent(out) :: p(:,:,:,:)
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_host(self, vf_logical32, 4, ierr))
  end subroutine

  subroutine device_real32_1(self, p, access, ierr)
    class(vf_view), intent(in) :: self
    real(real32), pointer, contiguous, intent(out) :: p(:)
    type(vf_access), intent(in) :: access
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_device(self, vf_real32, 1, access, ierr))
  end subroutine

  subroutine device_real32_2(self, p, access, ierr)
    class(vf_view), intent(in) :: self
    real(real32), pointer, contiguous, intent(out) :: p(:,:)
    type(vf_access), intent(in) :: access
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_device(self, vf_real32, 2, access, ierr))
  end subroutine

  subroutine device_real32_3(self, p, access, ierr)
    class(vf_view), intent(in) :: self
    real(real32), pointer, contiguous, intent(out) :: p(:,:,:)
    type(vf_access), intent(in) :: access
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_device(self, vf_real32, 3, access, ierr))
  end subroutine

  subroutine device_real32_4(self, p, access, ierr)
    class(vf_view), intent(in) :: self
    real(real32), pointer, contiguous, intent(out) :: p(:,:,:,:)
    type(vf_access), intent(in) :: access
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_device(self, vf_real32, 4, access, ierr))
  end subroutine

  subroutine device_real64_1(self, p, access, ierr)
    class(vf_view), intent(in) :: self
    real(real64), pointer, contiguous, intent(out) :: p(:)
    type(vf_access), intent(in) :: access
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_device(self, vf_real64, 1, access, ierr))
  end subroutine

  subroutine device_real64_2(self, p, access, ierr)
    class(vf_view), intent(in) :: self
    real(real64), pointer, contiguous, intent(out) :: p(:,:)
    type(vf_access), intent(in) :: access
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_device(self, vf_real64, 2, access, ierr))
  end subroutine

  subroutine device_real64_3(self, p, access, ierr)
    class(vf_view), intent(in) :: self
    real(real64), pointer, contiguous, intent(out) :: p(:,:,:)
    type(vf_access), intent(in) :: access
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_device(self, vf_real64, 3, access, ierr))
  end subroutine

  subroutine device_real64_4(self, p, access, ierr)
    class(vf_view), intent(in) :: self
    real(real64), pointer, contiguous, intent(out) :: p(:,:,:,:)
    type(vf_access), intent(in) :: access
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_device(self, vf_real64, 4, access, ierr))
  end subroutine

  subroutine device_int32_1(self, p, access, ierr)
    class(vf_view), intent(in) :: self
    integer(int32), pointer, contiguous, intent(out) :: p(:)
    type(vf_access), intent(in) :: access
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_device(self, vf_int32, 1, access, ierr))
  end subroutine

  subroutine device_int32_2(self, p, access, ierr)
    class(vf_view), intent(in) :: self
    integer(int32), pointer, contiguous, intent(out) :: p(:,:)
    type(vf_access), intent(in) :: access
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_device(self, vf_int32, 2, access, ierr))
  end subroutine

  subroutine device_int32_3(self, p, access, ierr)
    class(vf_view), intent(in) :: self
    integer(int32), pointer, contiguous, intent(out) :: p(:,:,:)
    type(vf_access), intent(in) :: access
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_device(self, vf_int32, 3, access, ierr))
  end subroutine

  subroutine device_int32_4(self, p, access, ierr)
    class(vf_view), intent(in) :: self
    integer(int32), pointer, contiguous, intent(out) :: p(:,:,:,:)
    type(vf_access), intent(in) :: access
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_device(self, vf_int32, 4, access, ierr))
  end subroutine

  subroutine device_int64_1(self, p, access, ierr)
    class(vf_view), intent(in) :: self
    integer(int64), pointer, contiguous, intent(out) :: p(:)
    type(vf_access), intent(in) :: access
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_device(self, vf_int64, 1, access, ierr))
  end subroutine

  subroutine device_int64_2(self, p, access, ierr)
    class(vf_view), intent(in) :: self
    integer(int64), pointer, contiguous, intent(out) :: p(:,:)
    type(vf_access), intent(in) :: access
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_device(self, vf_int64, 2, access, ierr))
  end subroutine

  subroutine device_int64_3(self, p, access, ierr)
    class(vf_view), intent(in) :: self
    integer(int64), pointer, contiguous, intent(out) :: p(:,:,:)
    type(vf_access), intent(in) :: access
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_device(self, vf_int64, 3, access, ierr))
  end subroutine

  subroutine device_int64_4(self, p, access, ierr)
    class(vf_view), intent(in) :: self
    integer(int64), pointer, contiguous, intent(out) :: p(:,:,:,:)
    type(vf_access), intent(in) :: access
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_device(self, vf_int64, 4, access, ierr))
  end subroutine

  subroutine device_logical_1(self, p, access, ierr)
    class(vf_view), intent(in) :: self
    logical, pointer, contiguous, intent(out) :: p(:)
    type(vf_access), intent(in) :: access
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_device(self, vf_logical32, 1, access, ierr))
  end subroutine

  subroutine device_logical_2(self, p, access, ierr)
    class(vf_view), intent(in) :: self
    logical, pointer, contiguous, intent(out) :: p(:,:)
    type(vf_access), intent(in) :: access
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_device(self, vf_logical32, 2, access, ierr))
  end subroutine

  subroutine device_logical_3(self, p, access, ierr)
    class(vf_view), intent(in) :: self
    logical, pointer, contiguous, intent(out) :: p(:,:,:)
    type(vf_access), intent(in) :: access
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_device(self, vf_logical32, 3, access, ierr))
  end subroutine

  subroutine device_logical_4(self, p, access, ierr)
    class(vf_view), intent(in) :: self
    logical, pointer, contiguous, intent(out) :: p(:,:,:,:)
    type(vf_access), intent(in) :: access
    integer(c_int), intent(out), optional :: ierr
    call point(p, on_device(self, vf_logical32, 4, access, ierr))
  end subroutine

  ! The place of the host array; not found, with the error reported, where p does not fit.
  function on_host(self, code, rank, ierr) result(spot)
    class(vf_view), intent(in) :: self
    integer(c_int), intent(in) :: code
    integer, intent(in) :: rank
    integer(c_int), intent(out), optional :: ierr
    type(place) :: spot
    integer(c_int) :: status
    status = fit('host_pointer', self, code, rank, spot)
    if (status == VF_OK) status = c_view_host_address(self%handle, spot%address)
    call conclude(status, spot, ierr)
  end function

  ! The same on the device, after what the access needs.
  function on_device(self, code, rank, access, ierr) result(spot)
    class(vf_view), intent(in) :: self
    integer(c_int), intent(in) :: code
    integer, intent(in) :: rank
    type(vf_access), intent(in) :: access
    integer(c_int), intent(out), optional :: ierr
    type(place) :: spot
    integer(c_int) :: status
    status = fit('device_pointer', self, code, rank, spot)
    if (status == VF_OK) status = c_view_device_address(self%handle, access%code, spot%address)
    call conclude(status, spot, ierr)
  end function

  subroutine conclude(status, spot, ierr)
    integer(c_int), intent(in) :: status
    type(place), intent(inout) :: spot
    integer(c_int), intent(out), optional :: ierr
    spot%found = status == VF_OK
    if (.not. c_associated(spot%address)) spot%address = c_loc(nothing)
    call vf_finish(status, ierr)
  end subroutine

  ! Compares type and rank of a pointer with those of the view, and gets the bounds.
  function fit(caller, self, code, rank, spot) result(status)
    character(*), intent(in) :: caller
    class(vf_view), intent(in) :: self
    integer(c_int), intent(in) :: code
    integer, intent(in) :: rank
    type(place), intent(out) :: spot
    integer(c_int) :: status
    integer(c_int) :: own_code
    integer(c_int64_t) :: upper(vf_max_axes), strides(vf_max_axes)
    integer :: own_rank
    if (.not. self%is_set()) then
      status = vf_report(VF_ERROR_NULL, caller // ': the view is not set')
      return
    end if
    own_code = c_view_type(self%handle)
    own_rank = int(c_view_rank(self%handle))
    upper = 0
    status = c_view_bounds(self%handle, spot%lower, upper)
    if (status == VF_OK) status = c_view_strides(self%handle, strides)
    if (status /= VF_OK) return
    spot%extents(1:own_rank) = upper(1:own_rank) - spot%lower(1:own_rank) + 1
    if (rank /= own_rank) then
      status = vf_report(VF_ERROR_ARGUMENT, caller // " of '" // self%label() &
        // "': the pointer has rank " // vf_digits(int(rank, int64)) // ', the array has rank ' &
        // vf_digits(int(own_rank, int64)))
    else if (code /= own_code .and. all(spot%extents(1:rank) > 0)) then
      status = vf_report(VF_ERROR_KIND, caller // " of '" // self%label() // "': the pointer is " &
        // type_name(code) // ', the array is ' // type_name(own_code))
    else if (gaps(spot, strides(1:rank))) then
      status = vf_report(VF_ERROR_ARGUMENT, caller // " of '" // self%label() &
        // "': with an axis selected its elements have gaps, which a pointer has not")
    end if
  end function

  pure function type_name(code) result(name)
    integer(c_int), intent(in) :: code
    character(:), allocatable :: name
    character(9), parameter :: names(5) = [character(9) :: 'real32', 'real64', 'int32', 'int64', 'logical32']
    name = 'of unknown type'
    if (code >= 1 .and. code <= size(names)) name = trim(names(code))
  end function

end module
