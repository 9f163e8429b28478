! Several queues of kernels in the default context: kernels of different queues may run at the same time, if they do not use the
! same arrays. viewfab keeps the order itself, and the values are those of one queue.
module viewfab_queues
  use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_int, c_null_char, c_null_ptr, c_ptr
  use viewfab_status, only: VF_OK, VF_ERROR_NULL, VF_ERROR_STATE
  use viewfab_errors, only: vf_finish, vf_report
  use viewfab_context, only: vf_context_queue
  implicit none
  private
  public :: vf_queue

  ! A queue. An assignment copies a handle: destroy the queue through one variable.
  type :: vf_queue
    type(c_ptr), private :: handle = c_null_ptr
  contains
    procedure :: create, destroy, begin, end => end_use, wait
  end type

  ! The old name of vf_context_queue, for one release.
  interface vf_queue
    module procedure :: vf_queue_of_context
  end interface

  interface
    function c_queue_create(context, label, queue) result(status) bind(c, name='vf_queue_create')
      import :: c_char, c_int, c_ptr
      type(c_ptr), value :: context
      character(kind=c_char), intent(in) :: label(*)
      type(c_ptr), intent(inout) :: queue
      integer(c_int) :: status
    end function

    function c_queue_destroy(queue) result(status) bind(c, name='vf_queue_destroy')
      import :: c_int, c_ptr
      type(c_ptr), value :: queue
      integer(c_int) :: status
    end function

    function c_queue_begin(queue) result(status) bind(c, name='vf_queue_begin')
      import :: c_int, c_ptr
      type(c_ptr), value :: queue
      integer(c_int) :: status
    end function

    function c_queue_end(queue) result(status) bind(c, name='vf_queue_end')
      import :: c_int, c_ptr
      type(c_ptr), value :: queue
      integer(c_int) :: status
    end function

    function c_queue_wait(queue) result(status) bind(c, name='vf_queue_wait')
      import :: c_int, c_ptr
      type(c_ptr), value :: queue
      integer(c_int) :: status
    end function
  end interface

contains

  function vf_queue_of_context(ierr) result(queue)
!GCC$ ATTRIBUTES DEPRECATED :: vf_queue_of_context
    integer(c_int), intent(out), optional :: ierr
    type(c_ptr) :: queue
    queue = vf_context_queue(ierr)
  end function

  ! Makes a queue, beside the own queue of the default context, and destroys an earlier queue of the variable.
  !   label  name for messages and profiles; it is required
  !   ierr   VF_ERROR_STATE (the context has 16 queues already; the earlier queue is in use), VF_ERROR_MEMORY, VF_ERROR_DEVICE, and
  !          the errors of vf_init
  subroutine create(self, label, ierr)
    class(vf_queue), intent(inout) :: self
    character(*), intent(in) :: label
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    status = VF_OK
    if (c_associated(self%handle)) status = c_queue_destroy(self%handle)
    if (status == VF_OK) status = c_queue_create(c_null_ptr, trim(label)//c_null_char, self%handle)
    call vf_finish(status, ierr)
  end subroutine

  ! Waits for the work of the queue, and ends the queue. A queue that was not created ends without an effect.
  !   ierr  VF_ERROR_STATE (a begin has no end: nothing is done; the context was closed), VF_ERROR_DEVICE (also of an earlier
  !         kernel; the queue has ended then)
  subroutine destroy(self, ierr)
    class(vf_queue), intent(inout) :: self
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    status = c_queue_destroy(self%handle)
    if (status /= VF_ERROR_STATE) self%handle = c_null_ptr
    call vf_finish(status, ierr)
  end subroutine

  ! Kernels that this thread calls from now on go to the queue, until the end of the same queue. Pairs may be nested, at most 16:
  ! the inner queue counts. Other threads are not affected; a thread ends its pairs before it ends. Kernels over arrays of remote
  ! ranks, kernels built with VIEWFAB_BOUNDS, several kernels as one operation, exchanges of ghosts and solvers go to the own queue
  ! of the context, which waits for all others.
  !   ierr  VF_ERROR_NULL (the queue was not created, or was destroyed), VF_ERROR_STATE (a copy of the variable destroyed it;
  !         too many begins)
  subroutine begin(self, ierr)
    class(vf_queue), intent(in) :: self
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    status = created(self, 'begin')
    if (status == VF_OK) status = c_queue_begin(self%handle)
    call vf_finish(status, ierr)
  end subroutine

  ! Ends the last begin of this thread: the queue of the begin before counts again.
  !   ierr  VF_ERROR_NULL, VF_ERROR_STATE (another queue was begun later, or none)
  subroutine end_use(self, ierr)
    class(vf_queue), intent(in) :: self
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    status = created(self, 'end')
    if (status == VF_OK) status = c_queue_end(self%handle)
    call vf_finish(status, ierr)
  end subroutine

  ! Waits until the device has done all work of the queue so far. Arrays stay on the device: to_host brings values.
  !   ierr  VF_ERROR_NULL, VF_ERROR_STATE (the queue was destroyed), VF_ERROR_DEVICE (also of an earlier kernel)
  subroutine wait(self, ierr)
    class(vf_queue), intent(in) :: self
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    status = created(self, 'wait')
    if (status == VF_OK) status = c_queue_wait(self%handle)
    call vf_finish(status, ierr)
  end subroutine

  ! VF_ERROR_NULL for a queue that was not created, or that this variable destroyed.
  function created(self, what) result(status)
    class(vf_queue), intent(in) :: self
    character(*), intent(in) :: what
    integer(c_int) :: status
    status = VF_OK
    if (.not. c_associated(self%handle)) status = vf_report(VF_ERROR_NULL, 'vf_queue%' // what // &
      ': the queue was not created, or was destroyed: call create first')
  end function

end module
