! The default context: the device that a program uses, its queue, and what has been done on it.
module viewfab_context
  use, intrinsic :: iso_c_binding, only: c_char, c_int, c_loc, c_null_char, c_null_ptr, c_ptr, &
    c_size_t
  use, intrinsic :: iso_fortran_env, only: int64, output_unit
  use viewfab_status, only: VF_OK, VF_ERROR_ARGUMENT
  use viewfab_errors, only: vf_digits, vf_finish, vf_report
  use viewfab_c, only: c_config_text, c_context_device, c_context_queue, c_context_set_tile, &
    c_context_wait, c_counters_get, c_counters_reset, c_finalize, c_init, f_text, vf_counters
  implicit none
  private
  public :: vf_init, vf_finalize, vf_wait, vf_device_name, vf_queue, vf_set_tile
  public :: vf_counters, vf_get_counters, vf_reset_counters, vf_print_config

contains

  ! Opens the default context. Calls that need it open it by themselves, as vf_init(); calling it
  ! again with the device that is open does nothing.
  !   device  'host', 'cuda', 'hip', or one of them with an ordinal ('cuda:1'). Absent: the
  !           environment variable VF_DEVICE, or, where that is unset or empty, the first GPU
  !           present, or the host.
  !   ierr    VF_ERROR_DEVICE (unknown, not built, absent), VF_ERROR_STATE (another one is open);
  !           with it alone: call vf_init(ierr=ierr)
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

  ! Releases every view of the default context and closes it. Values that are only on the device are
  ! lost. A view that the program still holds gives VF_ERROR_NULL from then on, until it is wrapped
  ! again.
  subroutine vf_finalize(ierr)
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_finalize(), ierr)
  end subroutine

  ! Waits until all that was queued is done.
  !   ierr  VF_ERROR_DEVICE where an earlier kernel failed on the device
  subroutine vf_wait(ierr)
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_context_wait(c_null_ptr), ierr)
  end subroutine

  ! Name of the device in use, such as 'host' or 'cuda:0'.
  function vf_device_name() result(name)
    character(:), allocatable :: name
    name = f_text(c_context_device(c_null_ptr))
  end function

  ! Native handle of the queue (cudaStream_t, hipStream_t; null on the host), for code that launches
  ! kernels of its own between viewfab's. It stays viewfab's own.
  !   ierr  VF_ERROR_DEVICE where the context could not be opened; the result is then null
  function vf_queue(ierr) result(queue)
    integer(c_int), intent(out), optional :: ierr
    type(c_ptr) :: queue
    queue = c_null_ptr
    call vf_finish(c_context_queue(c_null_ptr, queue), ierr)
  end function

  ! Sets how many points one GPU block covers in each direction. In the first one a coloured kernel
  ! counts the cells of one colour. A block has tile(1)*tile(2) threads, each of which takes tile(3)
  ! points in turn; small boxes get smaller blocks.
  !   tile  three values, each at least 1, the product of the first two at most 256
  !   ierr  VF_ERROR_ARGUMENT
  subroutine vf_set_tile(tile, ierr)
    integer(c_int), intent(in) :: tile(:)
    integer(c_int), intent(out), optional :: ierr
    if (size(tile) == 3) then
      call vf_finish(c_context_set_tile(c_null_ptr, tile), ierr)
    else
      call vf_finish(vf_report(VF_ERROR_ARGUMENT, 'vf_set_tile: tile has ' &
        // vf_digits(size(tile, kind=int64)) // ' values, but needs 3'), ierr)
    end if
  end subroutine

  ! What has been done on the default context since it was opened or since vf_reset_counters.
  subroutine vf_get_counters(counters, ierr)
    type(vf_counters), intent(out) :: counters
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_counters_get(c_null_ptr, counters), ierr)
  end subroutine

  ! Sets the counters to zero, other than those of what is in use now.
  subroutine vf_reset_counters(ierr)
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_counters_reset(c_null_ptr), ierr)
  end subroutine

  ! Prints version, devices built and present, and every VF_* environment variable with its value
  ! and meaning, on the output unit. The text is printed here and not by C, so that it stands in
  ! order with the program's own output.
  subroutine vf_print_config(ierr)
    integer(c_int), intent(out), optional :: ierr
    character(kind=c_char), allocatable, target :: buffer(:)
    character(:), allocatable :: text
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
    if (status == VF_OK) then
      text = f_text(c_loc(buffer))
      if (len(text) > 0) then                 ! write ends the line by itself
        if (text(len(text):) == new_line('a')) text = text(:len(text) - 1)
      end if
      write (output_unit, '(a)') text
    end if
    call vf_finish(status, ierr)
  end subroutine

end module
