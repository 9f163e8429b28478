! The default context: the device that a program uses, its queue, and figures about its work.
module viewfab_context
  use, intrinsic :: iso_c_binding, only: c_char, c_int, c_loc, c_null_char, c_null_ptr, c_ptr, &
    c_size_t
  use, intrinsic :: iso_fortran_env, only: int64, output_unit
  use viewfab_status, only: VF_OK, VF_ERROR_ARGUMENT
  use viewfab_errors, only: vf_digits, vf_finish, vf_report
  use viewfab_c, only: c_config_text, c_context_device, c_context_queue, c_context_use_tile, &
    c_context_wait, c_counters_get, c_counters_reset, c_finalize, c_init, c_memory_get, c_memory_report, f_text, &
    vf_counters, vf_memory
  implicit none
  private
  public :: vf_init, vf_finalize, vf_context_wait, vf_context_device, vf_context_queue, vf_context_use_tile
  public :: vf_counters, vf_counters_get, vf_counters_reset, vf_print_config
  public :: vf_memory, vf_memory_get, vf_memory_report

contains

  ! Opens the default context. Calls that need the context open it themselves, as vf_init() does. A
  ! second call with the open device does nothing.
  !   device  'host', 'cuda' or 'hip', or such a name with an ordinal ('cuda:1'). Absent: the
  !           environment variable VF_DEVICE; if the variable is unset or empty, the first GPU
  !           present, or the host without a GPU.
  !   ierr    VF_ERROR_DEVICE (unknown, not built, absent), VF_ERROR_STATE (another device is open);
  !           without a device: call vf_init(ierr=ierr)
  subroutine vf_init(device, ierr)
    character(*), intent(in), optional :: device
    integer(c_int), intent(out), optional :: ierr
    character(kind=c_char), allocatable, target :: name(:)
    integer :: i
    if (present(device)) then
      allocate (name(len_trim(device) + 1))
      do i = 1, len_trim(device)
        name(i) = device(i:i)
      end do
      name(size(name)) = c_null_char
      call vf_finish(c_init(c_loc(name)), ierr)
    else
      call vf_finish(c_init(c_null_ptr), ierr)
    end if
  end subroutine

  ! Releases every view of the default context and closes the context. Values that are only on the
  ! device are lost. A view that the program still holds gives VF_ERROR_NULL afterwards, until the
  ! program wraps it again.
  !   ierr  VF_ERROR_STATE (an original runs for a call on a view of the context; nothing is done),
  !         VF_ERROR_DEVICE
  subroutine vf_finalize(ierr)
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_finalize(), ierr)
  end subroutine

  ! Waits until all queued work is done.
  !   ierr  VF_ERROR_DEVICE if an earlier kernel failed on the device
  subroutine vf_context_wait(ierr)
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_context_wait(c_null_ptr), ierr)
  end subroutine

  ! Name of the device in use, such as 'host' or 'cuda:0'.
  function vf_context_device() result(name)
    character(:), allocatable :: name
    name = f_text(c_context_device(c_null_ptr))
  end function

  ! Native handle of the queue (cudaStream_t, hipStream_t; null on the host), for code that launches
  ! its own kernels between viewfab's. viewfab keeps the ownership of the queue.
  !   ierr  VF_ERROR_DEVICE if the context could not be opened; the result is then null
  function vf_context_queue(ierr) result(queue)
    integer(c_int), intent(out), optional :: ierr
    type(c_ptr) :: queue
    queue = c_null_ptr
    call vf_finish(c_context_queue(c_null_ptr, queue), ierr)
  end function

  ! Sets the number of points of a GPU block in each direction. In the first direction a coloured
  ! kernel counts the cells of one colour. A block has tile(1)*tile(2) threads, and each thread takes
  ! tile(3) points in turn; small boxes get smaller blocks.
  !   tile  three values, each at least 1, the product of the first two at most 256
  !   ierr  VF_ERROR_ARGUMENT
  subroutine vf_context_use_tile(tile, ierr)
    integer(c_int), intent(in) :: tile(:)
    integer(c_int), intent(out), optional :: ierr
    if (size(tile) == 3) then
      call vf_finish(c_context_use_tile(c_null_ptr, tile), ierr)
    else
      call vf_finish(vf_report(VF_ERROR_ARGUMENT, 'vf_context_use_tile: tile has ' &
        // vf_digits(size(tile, kind=int64)) // ' values, but needs 3'), ierr)
    end if
  end subroutine

  ! The work on the default context since it was opened or since vf_counters_reset.
  subroutine vf_counters_get(counters, ierr)
    type(vf_counters), intent(out) :: counters
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_counters_get(c_null_ptr, counters), ierr)
  end subroutine

  ! Sets the counters to zero, except the counters of memory in use now.
  subroutine vf_counters_reset(ierr)
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_counters_reset(c_null_ptr), ierr)
  end subroutine

  ! Prints version, devices built and present, and every VF_* environment variable with its value
  ! and meaning, on the output unit. Fortran prints the text, not C, so that the text keeps its order
  ! with the program's own output.
  subroutine vf_print_config(ierr)
    integer(c_int), intent(out), optional :: ierr
    character(kind=c_char), allocatable, target :: buffer(:)
    integer(c_size_t) :: needed
    integer(c_int) :: status
    allocate (buffer(1))
    needed = 0
    status = c_config_text(buffer, size(buffer, kind=c_size_t), needed)
    if (status == VF_OK) then
      deallocate (buffer)
      allocate (buffer(max(needed, 1_c_size_t)))
      status = c_config_text(buffer, size(buffer, kind=c_size_t), needed)
    end if
    if (status == VF_OK) call print_text(buffer)
    call vf_finish(status, ierr)
  end subroutine

  ! The device memory in use, kept and limited, on the device of the default context.
  subroutine vf_memory_get(memory, ierr)
    type(vf_memory), intent(out) :: memory
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_memory_get(c_null_ptr, memory), ierr)
  end subroutine

  ! Prints the device memory by label on the output unit, and the arrays that nobody released before their device was closed.
  subroutine vf_memory_report(ierr)
    integer(c_int), intent(out), optional :: ierr
    character(kind=c_char), allocatable, target :: buffer(:)
    integer(c_size_t) :: needed
    integer(c_int) :: status
    allocate (buffer(1))
    needed = 0
    status = c_memory_report(buffer, size(buffer, kind=c_size_t), needed)
    if (status == VF_OK) then
      deallocate (buffer)
      allocate (buffer(max(needed, 1_c_size_t)))
      status = c_memory_report(buffer, size(buffer, kind=c_size_t), needed)
    end if
    if (status == VF_OK) call print_text(buffer)
    call vf_finish(status, ierr)
  end subroutine

  subroutine print_text(buffer)
    character(kind=c_char), intent(in), contiguous, target :: buffer(:)
    character(:), allocatable :: text
    text = f_text(c_loc(buffer(1)))
    if (len(text) > 0) then                 ! write ends the line itself
      if (text(len(text):) == new_line('a')) text = text(:len(text) - 1)
    end if
    write (output_unit, '(a)') text
  end subroutine

end module
