! The C side of viewfab's core, for Fortran. Every C symbol is bound in only one place (symbols
! for parts of views in viewfab_parts_c, of set.h in viewfab_set, of smooth.h in viewfab_smooth, of solver.h in viewfab_solver, of
! validate.h and report.h in viewfab_validation, of kernels in their modules), because flang
! miscompiles a symbol with two interface blocks.
! Names lose their "vf_" and gain "c_": c_view_wrap is vf_view_wrap. viewfab.h explains the
! arguments. Programs do not use this module: the module viewfab does not pass it on.
module viewfab_c
  use, intrinsic :: iso_c_binding, only: c_bool, c_char, c_f_pointer, c_associated, c_int, &
    c_int64_t, c_null_char, c_ptr, c_size_t
  use viewfab_elements, only: vf_real32, vf_real64, vf_int32, vf_int64, vf_logical32
  implicit none
  private
  public :: vf_counters, vf_memory, c_text, f_text
  public :: vf_real32, vf_real64, vf_int32, vf_int64, vf_logical32, vf_max_axes, vf_max_rank
  public :: c_last_error, c_status_text, c_error_report
  public :: c_init, c_finalize, c_context_device, c_context_queue, c_context_wait
  public :: c_context_use_tile, c_counters_get, c_counters_reset, c_config_text, c_memory_get, c_memory_report
  public :: c_view_wrap, c_view_wrap_axes, c_view_wrap_section, c_view_select, c_view_strides, c_view_create
  public :: c_view_component, c_view_release
  public :: c_view_label, c_view_type, c_view_rank, c_view_bounds, c_view_host_address
  public :: c_views_release, c_views_to_host, c_views_to_device
  public :: c_view_sync_h2d, c_view_sync_d2h, c_view_to_host, c_view_to_device, c_view_prefetch, c_view_wait
  public :: c_view_mark_written, c_view_device_address, c_view_state, c_view_in_place, c_view_counters
  public :: vf_fence

  integer, parameter :: vf_max_rank = 4, vf_max_axes = 7

  ! The work of a context, or of one view, so far: struct vf_counters. For one view only the copies
  ! and bytes are meaningful.
  type, bind(c) :: vf_counters
    integer(c_int64_t) :: copies_to_device = 0, bytes_to_device = 0
    integer(c_int64_t) :: copies_to_host = 0, bytes_to_host = 0
    integer(c_int64_t) :: launches = 0       ! kernel calls with at least one point
    integer(c_int64_t) :: waits = 0          ! times the host waited for the device
    integer(c_int64_t) :: locked_bytes = 0   ! page-locked host memory at present
    integer(c_int64_t) :: locks_refused = 0  ! arrays that could not be page-locked
    integer(c_int64_t) :: device_bytes = 0   ! device memory of arrays in use at present
    integer(c_int64_t) :: evictions = 0      ! arrays that left the device because memory was short
    integer(c_int64_t) :: evicted_bytes = 0  ! of these arrays
    integer(c_int64_t) :: cut_calls = 0      ! calls in slabs, because their arrays did not fit on the device
    integer(c_int64_t) :: host_calls = 0     ! such calls that cannot be cut, and ran on the host
  end type

  ! Device memory of the default context's device, in bytes but for the numbers: struct vf_memory.
  type, bind(c) :: vf_memory
    integer(c_int64_t) :: bytes = 0          ! in use now, by arrays and scratch of calls
    integer(c_int64_t) :: most_bytes = 0     ! in use at once so far
    integer(c_int64_t) :: kept_bytes = 0     ! given back, and kept for later arrays
    integer(c_int64_t) :: limit_bytes = 0    ! of VF_DEVICE_MEMORY; 0: none
    integer(c_int64_t) :: taken = 0          ! number of blocks taken from the device
    integer(c_int64_t) :: reused = 0         ! number of kept blocks handed out again
    integer(c_int64_t) :: evictions = 0      ! number of arrays that left the device because memory was short
    integer(c_int64_t) :: evicted_bytes = 0  ! of these arrays
    integer(c_int64_t) :: cut_calls = 0      ! number of calls in slabs, because their arrays did not fit on the device
    integer(c_int64_t) :: host_calls = 0     ! number of such calls that cannot be cut, and ran on the host
  end type

  interface
    function c_last_error() result(text) bind(c, name='vf_last_error')
      import :: c_ptr
      type(c_ptr) :: text
    end function

    function c_status_text(status) result(text) bind(c, name='vf_status_text')
      import :: c_int, c_ptr
      integer(c_int), value :: status
      type(c_ptr) :: text
    end function

    function c_error_report(code, text) result(status) bind(c, name='vfi_error_report')
      import :: c_char, c_int
      integer(c_int), value :: code
      character(kind=c_char), intent(in) :: text(*)
      integer(c_int) :: status
    end function

    function c_init(device) result(status) bind(c, name='vf_init')
      import :: c_int, c_ptr
      type(c_ptr), value :: device
      integer(c_int) :: status
    end function

    function c_finalize() result(status) bind(c, name='vf_finalize')
      import :: c_int
      integer(c_int) :: status
    end function

    function c_context_device(context) result(name) bind(c, name='vf_context_device')
      import :: c_ptr
      type(c_ptr), value :: context
      type(c_ptr) :: name
    end function

    function c_context_queue(context, queue) result(status) bind(c, name='vf_context_queue')
      import :: c_int, c_ptr
      type(c_ptr), value :: context
      type(c_ptr), intent(inout) :: queue
      integer(c_int) :: status
    end function

    function c_context_wait(context) result(status) bind(c, name='vf_context_wait')
      import :: c_int, c_ptr
      type(c_ptr), value :: context
      integer(c_int) :: status
    end function

    function c_context_use_tile(context, tile) result(status) bind(c, name='vf_context_use_tile')
      import :: c_int, c_ptr
      type(c_ptr), value :: context
      integer(c_int), intent(in) :: tile(3)
      integer(c_int) :: status
    end function

    function c_counters_get(context, counters) result(status) bind(c, name='vf_counters_get')
      import :: c_int, c_ptr, vf_counters
      type(c_ptr), value :: context
      type(vf_counters), intent(inout) :: counters
      integer(c_int) :: status
    end function

    function c_counters_reset(context) result(status) bind(c, name='vf_counters_reset')
      import :: c_int, c_ptr
      type(c_ptr), value :: context
      integer(c_int) :: status
    end function

    function c_config_text(buffer, size, needed) result(status) bind(c, name='vf_config_text')
      import :: c_char, c_int, c_size_t
      character(kind=c_char), intent(inout) :: buffer(*)
      integer(c_size_t), value :: size
      integer(c_size_t), intent(inout) :: needed
      integer(c_int) :: status
    end function

    function c_memory_get(context, memory) result(status) bind(c, name='vf_memory_get')
      import :: c_int, c_ptr, vf_memory
      type(c_ptr), value :: context
      type(vf_memory), intent(inout) :: memory
      integer(c_int) :: status
    end function

    function c_memory_report(buffer, size, needed) result(status) bind(c, name='vf_memory_report')
      import :: c_char, c_int, c_size_t
      character(kind=c_char), intent(inout) :: buffer(*)
      integer(c_size_t), value :: size
      integer(c_size_t), intent(inout) :: needed
      integer(c_int) :: status
    end function

    function c_view_wrap(context, host, type, rank, extents, lower, label, rule, view) &
        result(status) bind(c, name='vf_view_wrap')
      import :: c_char, c_int, c_int64_t, c_ptr
      type(c_ptr), value :: context, host
      integer(c_int), value :: type, rank
      integer(c_int64_t), intent(in) :: extents(*)
      integer(c_int), intent(in) :: lower(*)
      character(kind=c_char), intent(in) :: label(*)
      integer(c_int), value :: rule
      type(c_ptr), intent(inout) :: view
      integer(c_int) :: status
    end function

    function c_view_wrap_section(context, host, type, rank, extents, steps, lower, label, view) &
        result(status) bind(c, name='vf_view_wrap_section')
      import :: c_char, c_int, c_int64_t, c_ptr
      type(c_ptr), value :: context, host
      integer(c_int), value :: type, rank
      integer(c_int64_t), intent(in) :: extents(*), steps(*)
      integer(c_int), intent(in) :: lower(*)
      character(kind=c_char), intent(in) :: label(*)
      type(c_ptr), intent(inout) :: view
      integer(c_int) :: status
    end function

    function c_view_wrap_axes(context, host, type, rank, extents, lower, axes, label, rule, view) &
        result(status) bind(c, name='vf_view_wrap_axes')
      import :: c_char, c_int, c_int64_t, c_ptr
      type(c_ptr), value :: context, host
      integer(c_int), value :: type, rank
      integer(c_int64_t), intent(in) :: extents(*)
      integer(c_int), intent(in) :: lower(*)
      character(kind=c_char), intent(in) :: axes(*), label(*)
      integer(c_int), value :: rule
      type(c_ptr), intent(inout) :: view
      integer(c_int) :: status
    end function

    function c_view_select(parent, axis, index, view) result(status) bind(c, name='vf_view_select')
      import :: c_char, c_int, c_ptr
      type(c_ptr), value :: parent
      character(kind=c_char), intent(in) :: axis(*)
      integer(c_int), value :: index
      type(c_ptr), intent(inout) :: view
      integer(c_int) :: status
    end function

    function c_view_create(context, type, rank, extents, lower, label, view) &
        result(status) bind(c, name='vf_view_create')
      import :: c_char, c_int, c_int64_t, c_ptr
      type(c_ptr), value :: context
      integer(c_int), value :: type, rank
      integer(c_int64_t), intent(in) :: extents(*)
      integer(c_int), intent(in) :: lower(*)
      character(kind=c_char), intent(in) :: label(*)
      type(c_ptr), intent(inout) :: view
      integer(c_int) :: status
    end function

    function c_view_component(parent, first, count, view) &
        result(status) bind(c, name='vf_view_component')
      import :: c_int, c_ptr
      type(c_ptr), value :: parent
      integer(c_int), value :: first, count
      type(c_ptr), intent(inout) :: view
      integer(c_int) :: status
    end function

    function c_view_release(view, discard) result(status) bind(c, name='vf_view_release')
      import :: c_bool, c_int, c_ptr
      type(c_ptr), intent(inout) :: view
      logical(c_bool), value :: discard
      integer(c_int) :: status
    end function

    function c_views_release(views, count, discard) result(status) bind(c, name='vf_views_release')
      import :: c_bool, c_int, c_ptr
      type(c_ptr), intent(inout) :: views(*)
      integer(c_int), value :: count
      logical(c_bool), value :: discard
      integer(c_int) :: status
    end function

    function c_views_to_host(views, count, intent) result(status) bind(c, name='vf_views_to_host')
      import :: c_int, c_ptr
      type(c_ptr), intent(in) :: views(*)
      integer(c_int), value :: count, intent
      integer(c_int) :: status
    end function

    function c_views_to_device(views, count, intent) result(status) bind(c, name='vf_views_to_device')
      import :: c_int, c_ptr
      type(c_ptr), intent(in) :: views(*)
      integer(c_int), value :: count, intent
      integer(c_int) :: status
    end function

    function c_view_label(view) result(text) bind(c, name='vf_view_label')
      import :: c_ptr
      type(c_ptr), value :: view
      type(c_ptr) :: text
    end function

    function c_view_type(view) result(code) bind(c, name='vf_view_type')
      import :: c_int, c_ptr
      type(c_ptr), value :: view
      integer(c_int) :: code
    end function

    function c_view_rank(view) result(rank) bind(c, name='vf_view_rank')
      import :: c_int, c_ptr
      type(c_ptr), value :: view
      integer(c_int) :: rank
    end function

    function c_view_bounds(view, lower, upper) result(status) bind(c, name='vf_view_bounds')
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: view
      integer(c_int64_t), intent(inout) :: lower(*), upper(*)
      integer(c_int) :: status
    end function

    function c_view_strides(view, strides) result(status) bind(c, name='vf_view_strides')
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: view
      integer(c_int64_t), intent(inout) :: strides(*)
      integer(c_int) :: status
    end function

    function c_view_host_address(view, address) result(status) &
        bind(c, name='vf_view_host_address')
      import :: c_int, c_ptr
      type(c_ptr), value :: view
      type(c_ptr), intent(inout) :: address
      integer(c_int) :: status
    end function

    function c_view_sync_h2d(view) result(status) bind(c, name='vf_view_sync_h2d')
      import :: c_int, c_ptr
      type(c_ptr), value :: view
      integer(c_int) :: status
    end function

    function c_view_sync_d2h(view) result(status) bind(c, name='vf_view_sync_d2h')
      import :: c_int, c_ptr
      type(c_ptr), value :: view
      integer(c_int) :: status
    end function

    function c_view_to_host(view, intent) result(status) bind(c, name='vf_view_to_host')
      import :: c_int, c_ptr
      type(c_ptr), value :: view
      integer(c_int), value :: intent
      integer(c_int) :: status
    end function

    function c_view_to_device(view, intent) result(status) bind(c, name='vf_view_to_device')
      import :: c_int, c_ptr
      type(c_ptr), value :: view
      integer(c_int), value :: intent
      integer(c_int) :: status
    end function

    function c_view_prefetch(view, side) result(status) bind(c, name='vf_view_prefetch')
      import :: c_int, c_ptr
      type(c_ptr), value :: view
      integer(c_int), value :: side
      integer(c_int) :: status
    end function

    function c_view_wait(view) result(status) bind(c, name='vf_view_wait')
      import :: c_int, c_ptr
      type(c_ptr), value :: view
      integer(c_int) :: status
    end function

    function c_view_mark_written(view, side) result(status) bind(c, name='vf_view_mark_written')
      import :: c_int, c_ptr
      type(c_ptr), value :: view
      integer(c_int), value :: side
      integer(c_int) :: status
    end function

    function c_view_device_address(view, intent, address) result(status) &
        bind(c, name='vf_view_device_address')
      import :: c_int, c_ptr
      type(c_ptr), value :: view
      integer(c_int), value :: intent
      type(c_ptr), intent(inout) :: address
      integer(c_int) :: status
    end function

    function c_view_state(view, host_valid, device_valid) result(status) &
        bind(c, name='vf_view_state')
      import :: c_bool, c_int, c_ptr
      type(c_ptr), value :: view
      logical(c_bool), intent(inout) :: host_valid, device_valid
      integer(c_int) :: status
    end function

    function c_view_in_place(view, in_place) result(status) bind(c, name='vf_view_in_place')
      import :: c_bool, c_int, c_ptr
      type(c_ptr), value :: view
      logical(c_bool), intent(inout) :: in_place
      integer(c_int) :: status
    end function

    function c_view_counters(view, counters) result(status) bind(c, name='vf_view_counters')
      import :: c_int, c_ptr, vf_counters
      type(c_ptr), value :: view
      type(vf_counters), intent(inout) :: counters
      integer(c_int) :: status
    end function

    ! Does nothing, but the compiler cannot know this: it stores a before the call and loads a again
    ! afterwards. A routine with a dummy argument a without TARGET calls vf_fence before and after
    ! kernel calls on a view of a. A dummy with TARGET or ASYNCHRONOUS needs no fence.
    !   a  array of any type and rank, contiguous (a copy would arrive for a strided section)
    subroutine vf_fence(a) bind(c, name='vf_fence')
      type(*), intent(inout), target :: a(*)
    end subroutine
  end interface

contains

  ! The text with a zero byte for C at its end. Blanks at the end are dropped.
  pure function c_text(text) result(ended)
    character(*), intent(in) :: text
    character(:), allocatable :: ended
    ended = trim(text) // c_null_char
  end function

  ! A copy of a C text, '' for NULL.
  function f_text(text) result(copy)
    type(c_ptr), intent(in) :: text
    character(:), allocatable :: copy
    character(kind=c_char), pointer :: letter(:)
    integer :: i, n
    copy = ''
    if (.not. c_associated(text)) return
    call c_f_pointer(text, letter, [huge(1)])   ! the bound is only nominal: a zero byte ends the text
    n = 0
    do while (letter(n + 1) /= c_null_char)
      n = n + 1
    end do
    copy = repeat(' ', n)
    do i = 1, n
      copy(i:i) = letter(i)
    end do
  end function

end module
