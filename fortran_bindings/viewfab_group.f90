! Groups: processes (ranks) that work together; see group.h. vf_group_create of the module
! viewfab_mpi makes a group of MPI processes, create_alone makes a group of this process alone. Ranks
! count from 0, as in MPI.
!
! Errors that collective calls can give beside the errors named with them: VF_ERROR_NULL (the group is
! not set), VF_ERROR_STATE (the group was destroyed, its context closed, MPI_Finalize called),
! VF_ERROR_PEER (another rank failed, left, made another call, or did not come within VF_WAIT seconds).
module viewfab_group
  use, intrinsic :: iso_c_binding, only: c_associated, c_double, c_int, c_int64_t, c_null_ptr, c_ptr
  use viewfab_status, only: VF_OK
  use viewfab_c, only: f_text
  use viewfab_errors, only: vf_finish
  implicit none
  private
  public :: vf_group, vf_group_figures

  ! The cost of a group for this process so far.
  type, bind(c) :: vf_group_figures
    real(c_double) :: create_seconds = 0        ! time to make the group
    real(c_double) :: exchange_seconds = 0      ! of the host, in exchanges of ghosts and fences
    integer(c_int64_t) :: exchanges = 0         ! number of exchanges and fences
    integer(c_int64_t) :: sent_bytes = 0        ! of ghosts, to other ranks
    integer(c_int64_t) :: buffer_bytes = 0      ! of this rank, for exchanges
    integer(c_int64_t) :: collective_calls = 0  ! other collective calls
    real(c_double) :: collective_seconds = 0    ! of the host, in the other collective calls
  end type

  ! An assignment between groups copies only the handle: destroy only one of the two variables.
  type :: vf_group
    ! Public for viewfab's own modules: programs leave it alone.
    type(c_ptr) :: handle = c_null_ptr
  contains
    procedure :: create_alone, is_set, fence, figures, destroy
    procedure :: rank => own_rank
    procedure :: ranks => rank_count
    procedure :: transport => transport_name
  end type

  interface
    function c_group_create_alone(context, group) result(status) bind(c, name='vf_group_create_alone')
      import :: c_int, c_ptr
      type(c_ptr), value :: context
      type(c_ptr), intent(inout) :: group
      integer(c_int) :: status
    end function

    function c_group_size(group, rank, ranks) result(status) bind(c, name='vf_group_size')
      import :: c_int, c_ptr
      type(c_ptr), value :: group
      integer(c_int), intent(inout) :: rank, ranks
      integer(c_int) :: status
    end function

    function c_group_transport(group, rank, name, why) result(status) bind(c, name='vf_group_transport')
      import :: c_int, c_ptr
      type(c_ptr), value :: group
      integer(c_int), value :: rank
      type(c_ptr), intent(inout) :: name, why
      integer(c_int) :: status
    end function

    function c_group_fence(group) result(status) bind(c, name='vf_group_fence')
      import :: c_int, c_ptr
      type(c_ptr), value :: group
      integer(c_int) :: status
    end function

    function c_group_figures_get(group, figures) result(status) bind(c, name='vf_group_figures_get')
      import :: c_int, c_ptr, vf_group_figures
      type(c_ptr), value :: group
      type(vf_group_figures), intent(inout) :: figures
      integer(c_int) :: status
    end function

    function c_group_destroy(group) result(status) bind(c, name='vf_group_destroy')
      import :: c_int, c_ptr
      type(c_ptr), intent(inout) :: group
      integer(c_int) :: status
    end function
  end interface

contains

  ! Makes a group of this process alone, in the default context: code for many ranks then runs on a
  ! single process, without MPI. The group is not set before; destroy ends it.
  !   ierr  VF_ERROR_MEMORY, errors of vf_init
  subroutine create_alone(self, ierr)
    class(vf_group), intent(inout) :: self
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_group_create_alone(c_null_ptr, self%handle), ierr)
  end subroutine

  ! True from creation until destroy.
  function is_set(self)
    class(vf_group), intent(in) :: self
    logical :: is_set
    is_set = c_associated(self%handle)
  end function

  ! Number of this process in the group, from 0; -1 if the group is not set.
  function own_rank(self) result(rank)
    class(vf_group), intent(in) :: self
    integer(c_int) :: rank, ranks
    rank = -1
    ranks = 0
    if (.not. self%is_set()) return
    if (c_group_size(self%handle, rank, ranks) /= VF_OK) rank = -1
  end function

  ! Number of ranks; 0 if the group is not set.
  function rank_count(self) result(ranks)
    class(vf_group), intent(in) :: self
    integer(c_int) :: rank, ranks
    rank = -1
    ranks = 0
    if (.not. self%is_set()) return
    if (c_group_size(self%handle, rank, ranks) /= VF_OK) ranks = 0
  end function

  ! The way to another process: 'self', 'flat', 'ipc', 'shared', 'device' or 'staged'; '' after a
  ! failure. group.h explains the ways.
  !   rank  of the other process, from 0
  !   why   the reason for this way and against faster ways
  !   ierr  VF_ERROR_NULL, VF_ERROR_STATE, VF_ERROR_ARGUMENT (rank)
  function transport_name(self, rank, why, ierr) result(name)
    class(vf_group), intent(in) :: self
    integer(c_int), intent(in) :: rank
    character(:), allocatable, intent(out), optional :: why
    integer(c_int), intent(out), optional :: ierr
    character(:), allocatable :: name
    type(c_ptr) :: word, reason
    integer(c_int) :: status
    name = ''
    if (present(why)) why = ''
    word = c_null_ptr
    reason = c_null_ptr
    status = c_group_transport(self%handle, rank, word, reason)
    if (status == VF_OK) then
      name = f_text(word)
      if (present(why)) why = f_text(reason)
    end if
    call vf_finish(status, ierr)
  end function

  ! Waits for all ranks, in stream order: work queued by a rank before its call is done, and visible
  ! to work that any rank queues behind its call. Collective.
  !   ierr  VF_ERROR_DEVICE
  subroutine fence(self, ierr)
    class(vf_group), intent(in) :: self
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_group_fence(self%handle), ierr)
  end subroutine

  ! The cost of the group for this process so far; zeros after a failure.
  !   ierr  VF_ERROR_NULL, VF_ERROR_STATE
  function figures(self, ierr)
    class(vf_group), intent(in) :: self
    integer(c_int), intent(out), optional :: ierr
    type(vf_group_figures) :: figures
    call vf_finish(c_group_figures_get(self%handle, figures), ierr)
  end function

  ! Ends the group, before MPI_Finalize. Release its layouts and the sets on them before. Collective.
  ! Destroying a group that is not set does nothing.
  !   ierr  VF_ERROR_STATE: a layout or a set on a layout still exists, and nothing was done; or
  !         MPI_Finalize was called already, or the context was closed, and the group is ended only here
  subroutine destroy(self, ierr)
    class(vf_group), intent(inout) :: self
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    status = VF_OK
    if (self%is_set()) status = c_group_destroy(self%handle)
    call vf_finish(status, ierr)
  end subroutine

end module
