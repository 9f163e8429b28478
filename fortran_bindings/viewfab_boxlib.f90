! Calls that a relinked code may add: regions in which its arrays stay on the device, and the memory of these arrays; see
! viewfab/boxlib.h. The module viewfab does not contain this module, because a relinked code uses no other part of viewfab.
module viewfab_boxlib
  use, intrinsic :: iso_c_binding, only: c_char, c_int, c_loc, c_null_ptr, c_ptr, c_size_t
  use, intrinsic :: iso_fortran_env, only: int32, int64, real64
  use viewfab_status, only: VF_ERROR_STRIDED, VF_OK
  use viewfab_c, only: c_text
  use viewfab_errors, only: vf_finish, vf_report
  implicit none
  private
  public :: vf_offload_begin, vf_offload_end, vf_memory_register, vf_memory_unregister

  ! Registers memory of arrays for legacy kernels, so that the arrays keep their device memory from call to call. Call it once
  ! for each allocation. Memory that is registered again, or overlaps registered memory, counts as freed in between.
  !   array    a whole allocation, with TARGET in its declaration: real64 or int32, of rank 1 to 4, contiguous; or
  !   address, bytes  the same as an address (type(c_ptr)) and its size in bytes (int64)
  !   label    name for messages; absent: 'array'
  !   ierr     VF_ERROR_STRIDED, VF_ERROR_NULL (address), VF_ERROR_MEMORY, and errors of a kernel that was still to run
  interface vf_memory_register
    module procedure :: register_real64, register_int32, register_address
  end interface

  ! To be called before registered memory is freed: device values are dropped. Unregistered memory is no error.
  !   array or address  as for vf_memory_register
  !   ierr     errors of a kernel that was still to run
  interface vf_memory_unregister
    module procedure :: unregister_real64, unregister_int32, unregister_address
  end interface

  interface
    function c_offload_begin() result(status) bind(c, name='vf_offload_begin')
      import :: c_int
      integer(c_int) :: status
    end function

    function c_offload_end() result(status) bind(c, name='vf_offload_end')
      import :: c_int
      integer(c_int) :: status
    end function

    function c_memory_register(address, bytes, label) result(status) bind(c, name='vf_memory_register')
      import :: c_char, c_int, c_ptr, c_size_t
      type(c_ptr), value :: address
      integer(c_size_t), value :: bytes
      character(kind=c_char), intent(in) :: label(*)
      integer(c_int) :: status
    end function

    function c_memory_unregister(address) result(status) bind(c, name='vf_memory_unregister')
      import :: c_int, c_ptr
      type(c_ptr), value :: address
      integer(c_int) :: status
    end function
  end interface

contains

  ! Begins a region: inside, the host neither reads nor writes arrays in registered memory. Regions may be nested; only
  ! the outermost region counts. Call it from a single thread, while no other thread calls legacy kernels.
  !   ierr  VF_OK
  subroutine vf_offload_begin(ierr)
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_offload_begin(), ierr)
  end subroutine

  ! Ends a region: copies all newer values from the device to the host.
  !   ierr  VF_ERROR_STATE (no region has begun), VF_ERROR_DEVICE (also of an earlier kernel), and errors of a kernel that
  !         was still to run; after an error the region goes on
  subroutine vf_offload_end(ierr)
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_offload_end(), ierr)
  end subroutine

  subroutine register_real64(array, label, ierr)
    real(real64), target, intent(in) :: array(..)
    character(*), intent(in), optional :: label
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    status = contiguous_only(is_contiguous(array))
    if (status == VF_OK) status = told(first_real64(array), 8*size(array, kind=int64), label)
    call vf_finish(status, ierr)
  end subroutine

  subroutine register_int32(array, label, ierr)
    integer(int32), target, intent(in) :: array(..)
    character(*), intent(in), optional :: label
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    status = contiguous_only(is_contiguous(array))
    if (status == VF_OK) status = told(first_int32(array), 4*size(array, kind=int64), label)
    call vf_finish(status, ierr)
  end subroutine

  subroutine register_address(address, bytes, label, ierr)
    type(c_ptr), intent(in) :: address
    integer(int64), intent(in) :: bytes
    character(*), intent(in), optional :: label
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_memory_register(address, int(bytes, c_size_t), c_text(name_of(label))), ierr)
  end subroutine

  subroutine unregister_real64(array, ierr)
    real(real64), target, intent(in) :: array(..)
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_memory_unregister(first_real64(array)), ierr)
  end subroutine

  subroutine unregister_int32(array, ierr)
    integer(int32), target, intent(in) :: array(..)
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_memory_unregister(first_int32(array)), ierr)
  end subroutine

  subroutine unregister_address(address, ierr)
    type(c_ptr), intent(in) :: address
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_memory_unregister(address), ierr)
  end subroutine

  ! Registers memory; an array without elements has no memory to register.
  function told(first, bytes, label) result(status)
    type(c_ptr), intent(in) :: first
    integer(int64), intent(in) :: bytes
    character(*), intent(in), optional :: label
    integer(c_int) :: status
    status = VF_OK
    if (bytes > 0) status = c_memory_register(first, int(bytes, c_size_t), c_text(name_of(label)))
  end function

  function contiguous_only(contiguous) result(status)
    logical, intent(in) :: contiguous
    integer(c_int) :: status
    status = VF_OK
    if (.not. contiguous) status = vf_report(VF_ERROR_STRIDED, 'vf_memory_register: the array is a section; tell of ' // &
      'the whole allocation')
  end function

  function name_of(label) result(name)
    character(*), intent(in), optional :: label
    character(:), allocatable :: name
    name = 'array'
    if (present(label)) name = label
  end function

  function first_real64(array) result(first)
    real(real64), target, intent(in) :: array(..)
    type(c_ptr) :: first
    first = c_null_ptr
    if (size(array, kind=int64) == 0) return
    select rank (array)
    rank (1)
      first = c_loc(array(lbound(array, 1)))
    rank (2)
      first = c_loc(array(lbound(array, 1), lbound(array, 2)))
    rank (3)
      first = c_loc(array(lbound(array, 1), lbound(array, 2), lbound(array, 3)))
    rank (4)
      first = c_loc(array(lbound(array, 1), lbound(array, 2), lbound(array, 3), lbound(array, 4)))
    end select
  end function

  function first_int32(array) result(first)
    integer(int32), target, intent(in) :: array(..)
    type(c_ptr) :: first
    first = c_null_ptr
    if (size(array, kind=int64) == 0) return
    select rank (array)
    rank (1)
      first = c_loc(array(lbound(array, 1)))
    rank (2)
      first = c_loc(array(lbound(array, 1), lbound(array, 2)))
    rank (3)
      first = c_loc(array(lbound(array, 1), lbound(array, 2), lbound(array, 3)))
    rank (4)
      first = c_loc(array(lbound(array, 1), lbound(array, 2), lbound(array, 3), lbound(array, 4)))
    end select
  end function

end module
