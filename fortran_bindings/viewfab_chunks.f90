! A loop over chunks: work in pieces, each of which has arrays of its own. While the kernels of a chunk run, viewfab brings the
! arrays of the next chunk to the device, and the results of the chunk before to the host.
module viewfab_chunks
  use, intrinsic :: iso_c_binding, only: c_int, c_null_ptr, c_ptr
  use viewfab_status, only: VF_OK
  use viewfab_errors, only: vf_finish
  use viewfab_field, only: vf_field
  implicit none
  private
  public :: vf_chunks

  ! A loop. An assignment copies a handle: end the loop through one variable.
  type :: vf_chunks
    type(c_ptr), private :: handle = c_null_ptr
  contains
    procedure :: begin, next, end => end_loop
  end type

  interface
    function c_chunks_begin(views, arrays, chunks, loop) result(status) bind(c, name='vf_chunks_begin')
      import :: c_int, c_ptr
      type(c_ptr), intent(in) :: views(*)
      integer(c_int), value :: arrays, chunks
      type(c_ptr), intent(inout) :: loop
      integer(c_int) :: status
    end function

    function c_chunks_next(loop, chunk) result(status) bind(c, name='vf_chunks_next')
      import :: c_int, c_ptr
      type(c_ptr), value :: loop
      integer(c_int), intent(inout) :: chunk
      integer(c_int) :: status
    end function

    function c_chunks_end(loop) result(status) bind(c, name='vf_chunks_end')
      import :: c_int, c_ptr
      type(c_ptr), intent(inout) :: loop
      integer(c_int) :: status
    end function
  end interface

contains

  ! Begins a loop, and ends an earlier loop of the variable. The call moves nothing.
  !   views  views(a, c): array a of chunk c; views, or sets, of one context. List the arrays that travel. At least one array
  !          a chunk; any number of chunks, also none
  !   ierr   VF_ERROR_NULL (a view is not set: the text counts chunks from 0), VF_ERROR_ARGUMENT (no arrays), VF_ERROR_MEMORY
  subroutine begin(self, views, ierr)
    class(vf_chunks), intent(inout) :: self
    class(vf_field), intent(in) :: views(:,:)
    integer(c_int), intent(out), optional :: ierr
    type(c_ptr) :: handles(size(views, 1), size(views, 2))
    integer :: a, c
    integer(c_int) :: status
    do c = 1, size(views, 2)
      do a = 1, size(views, 1)
        handles(a, c) = views(a, c)%handle
      end do
    end do
    status = c_chunks_end(self%handle)
    status = c_chunks_begin(handles, size(views, 1, kind=c_int), size(views, 2, kind=c_int), self%handle)
    call vf_finish(status, ierr)
  end subroutine

  ! Goes to the next chunk; .false. behind the last chunk: the host then has the newest values of all arrays, and the next call
  ! begins with the first chunk again. Until then the program may not write arrays of later chunks, and may not read results.
  ! Before a chunk the call queues copies to the host of the arrays that the device wrote in the chunk before, and copies to the
  ! device of the arrays of the next chunk. Which arrays go to the device, viewfab learns from the first chunk: those of which a
  ! kernel moved at least the half. A loop that is kept for many passes learns once.
  !   chunk  number of the chunk, from 1; 0 behind the last
  !   ierr   VF_ERROR_NULL (the loop was not begun, a view was released), VF_ERROR_MEMORY, VF_ERROR_DEVICE. The result is then
  !          .false., and a further call tries to go to the same chunk
  function next(self, chunk, ierr) result(more)
    class(vf_chunks), intent(in) :: self
    integer, intent(out) :: chunk
    integer(c_int), intent(out), optional :: ierr
    logical :: more
    integer(c_int) :: place, status
    place = -1
    status = c_chunks_next(self%handle, place)
    chunk = int(place) + 1
    more = status == VF_OK .and. place >= 0
    call vf_finish(status, ierr)
  end function

  ! Ends a loop; the views stay. A loop that was not begun ends without an effect. In the middle of a pass copies may still be on
  ! their way: see wait of a view.
  subroutine end_loop(self)
    class(vf_chunks), intent(inout) :: self
    integer(c_int) :: status
    status = c_chunks_end(self%handle)
  end subroutine

end module
