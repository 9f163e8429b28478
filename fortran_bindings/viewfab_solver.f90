! The multigrid solver; see solver.h, which says what each argument means.
module viewfab_solver
  use, intrinsic :: iso_c_binding, only: c_associated, c_bool, c_double, c_f_pointer, c_funloc, c_int, c_int64_t, &
    c_loc, c_null_ptr, c_ptr
  use viewfab_boundary, only: vf_boundary
  use viewfab_box, only: vf_box
  use viewfab_c, only: c_text
  use viewfab_errors, only: vf_finish, vf_report
  use viewfab_layout, only: vf_layout
  use viewfab_set, only: vf_set
  use viewfab_solver_c
  use viewfab_status, only: VF_OK, VF_ERROR_ARGUMENT, VF_ERROR_NULL
  use viewfab_view, only: vf_view
  implicit none
  private
  public :: vf_multigrid, vf_multigrid_options, vf_multigrid_report, vf_history

  public :: vf_method_cycles, vf_method_conjugate_gradients, vf_method_robust, vf_method_auto
  public :: vf_start_full, vf_start_guess, vf_start_zero
  public :: vf_cycle_v, vf_cycle_f, vf_bottom_auto, vf_bottom_smooths, vf_bottom_conjugate_gradients
  public :: vf_precision_auto, vf_precision_double

  ! What a callback needs; it does not move while its solver lives.
  type :: listener
    procedure(vf_history), pointer, nopass :: call => null()
  end type

  ! A solver. An assignment copies only the handle: one of the two is to be released.
  type :: vf_multigrid
    private
    type(c_ptr) :: handle = c_null_ptr
    type(listener), pointer :: heard => null()
  contains
    procedure, private :: create_poisson_box, create_poisson_boxes, create_stretched_box, create_stretched_boxes
    procedure, private :: create_helmholtz_box, create_helmholtz_boxes, create_helmholtz_sets
    procedure, private :: create_poisson_layout, create_helmholtz_layout
    procedure, private :: solve_box, solve_boxes, solve_sets
    generic :: create_poisson => create_poisson_box, create_poisson_boxes, create_stretched_box, &
      create_stretched_boxes, create_poisson_layout
    generic :: create_helmholtz => create_helmholtz_box, create_helmholtz_boxes, create_helmholtz_sets, &
      create_helmholtz_layout
    generic :: solve => solve_box, solve_boxes, solve_sets
    procedure :: is_set, shape_of, release
  end type

contains

  ! Makes a solver for laplacian(phi) = rhs in the default context; one that was made before is
  ! released.
  !   box or boxes  cells of the domain; boxes tile a rectangle
  !   h             cell width, the same in all directions, or (3) one for each direction
  !   sides         boundary of the domain
  !   options       default: the initial values of the type
  !   history       called after every cycle
  !   ierr          VF_ERROR_ARGUMENT, VF_ERROR_BOX, VF_ERROR_MEMORY, VF_ERROR_DEVICE, VF_ERROR_STATE (in the
  !                 history procedure of the solver itself)
  subroutine create_poisson_box(self, box, h, sides, options, history, ierr)
    class(vf_multigrid), intent(inout) :: self
    type(vf_box), intent(in) :: box
    real(c_double), intent(in) :: h
    type(vf_boundary), intent(in) :: sides
    type(vf_multigrid_options), intent(in), optional :: options
    procedure(vf_history), optional :: history
    integer(c_int), intent(out), optional :: ierr
    call self%create_stretched_boxes([box], [h, h, h], sides, options, history, ierr)
  end subroutine

  subroutine create_poisson_boxes(self, boxes, h, sides, options, history, ierr)
    class(vf_multigrid), intent(inout) :: self
    type(vf_box), intent(in) :: boxes(:)
    real(c_double), intent(in) :: h
    type(vf_boundary), intent(in) :: sides
    type(vf_multigrid_options), intent(in), optional :: options
    procedure(vf_history), optional :: history
    integer(c_int), intent(out), optional :: ierr
    call self%create_stretched_boxes(boxes, [h, h, h], sides, options, history, ierr)
  end subroutine

  subroutine create_stretched_box(self, box, h, sides, options, history, ierr)
    class(vf_multigrid), intent(inout) :: self
    type(vf_box), intent(in) :: box
    real(c_double), intent(in) :: h(3)
    type(vf_boundary), intent(in) :: sides
    type(vf_multigrid_options), intent(in), optional :: options
    procedure(vf_history), optional :: history
    integer(c_int), intent(out), optional :: ierr
    call self%create_stretched_boxes([box], h, sides, options, history, ierr)
  end subroutine

  subroutine create_stretched_boxes(self, boxes, h, sides, options, history, ierr)
    class(vf_multigrid), intent(inout) :: self
    type(vf_box), intent(in) :: boxes(:)
    real(c_double), intent(in) :: h(3)
    type(vf_boundary), intent(in) :: sides
    type(vf_multigrid_options), intent(in), optional :: options
    procedure(vf_history), optional :: history
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    call drop(self, status)
    if (status == VF_OK) status = c_create_stretched(c_null_ptr, boxes, size(boxes, kind=c_int), h, &
      sides, completed(self, options, history), self%handle)
    call vf_finish(status, ierr)
  end subroutine

  ! The same for alpha a phi - beta div(b grad phi) = rhs.
  !   a           coefficient in the cells (read); this and the next are a view a box, or a set of the boxes
  !   bx, by, bz  coefficients on the faces, one more in their own direction (read)
  !   h           cell widths
  ! The coefficients are copied.
  subroutine create_helmholtz_box(self, box, alpha, beta, a, bx, by, bz, h, sides, options, history, ierr)
    class(vf_multigrid), intent(inout) :: self
    type(vf_box), intent(in) :: box
    real(c_double), intent(in) :: alpha, beta, h(3)
    type(vf_view), intent(in) :: a, bx, by, bz
    type(vf_boundary), intent(in) :: sides
    type(vf_multigrid_options), intent(in), optional :: options
    procedure(vf_history), optional :: history
    integer(c_int), intent(out), optional :: ierr
    call self%create_helmholtz_boxes([box], alpha, beta, [a], [bx], [by], [bz], h, sides, options, history, ierr)
  end subroutine

  subroutine create_helmholtz_boxes(self, boxes, alpha, beta, a, bx, by, bz, h, sides, options, history, ierr)
    class(vf_multigrid), intent(inout) :: self
    type(vf_box), intent(in) :: boxes(:)
    real(c_double), intent(in) :: alpha, beta, h(3)
    type(vf_view), intent(in) :: a(:), bx(:), by(:), bz(:)
    type(vf_boundary), intent(in) :: sides
    type(vf_multigrid_options), intent(in), optional :: options
    procedure(vf_history), optional :: history
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    call drop(self, status)
    if (status == VF_OK .and. any([size(a), size(bx), size(by), size(bz)] /= size(boxes))) &
      status = vf_report(VF_ERROR_ARGUMENT, 'create_helmholtz: there are not as many views as boxes')
    if (status == VF_OK) status = c_create_helmholtz(c_null_ptr, boxes, size(boxes, kind=c_int), alpha, &
      beta, handles(a), handles(bx), handles(by), handles(bz), h, sides, &
      completed(self, options, history), self%handle)
    call vf_finish(status, ierr)
  end subroutine

  subroutine create_helmholtz_sets(self, boxes, alpha, beta, a, bx, by, bz, h, sides, options, history, ierr)
    class(vf_multigrid), intent(inout) :: self
    type(vf_box), intent(in) :: boxes(:)
    real(c_double), intent(in) :: alpha, beta, h(3)
    type(vf_set), intent(in) :: a, bx, by, bz
    type(vf_boundary), intent(in) :: sides
    type(vf_multigrid_options), intent(in), optional :: options
    procedure(vf_history), optional :: history
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    call drop(self, status)
    call check_coefficients(a, bx, by, bz, status)
    if (status == VF_OK) status = c_create_helmholtz(c_null_ptr, boxes, size(boxes, kind=c_int), alpha, &
      beta, [a%handle], [bx%handle], [by%handle], [bz%handle], h, sides, &
      completed(self, options, history), self%handle)
    call vf_finish(status, ierr)
  end subroutine

  ! Makes a solver for the boxes of all ranks of a layout, which tile a rectangle. Collective, with the same
  ! numbers everywhere; solves are then, too, and take sets on the layout, or views of the own boxes.
  !   ierr  as above, and VF_ERROR_PEER: what failed on another rank, or numbers that differ
  subroutine create_poisson_layout(self, layout, h, sides, options, history, ierr)
    class(vf_multigrid), intent(inout) :: self
    type(vf_layout), intent(in) :: layout
    real(c_double), intent(in) :: h
    type(vf_boundary), intent(in) :: sides
    type(vf_multigrid_options), intent(in), optional :: options
    procedure(vf_history), optional :: history
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    call drop(self, status)
    if (status == VF_OK) status = c_create_poisson_layout(layout%handle, h, sides, &
      completed(self, options, history), self%handle)
    call vf_finish(status, ierr)
  end subroutine

  ! a, bx, by and bz are sets on the layout.
  subroutine create_helmholtz_layout(self, layout, alpha, beta, a, bx, by, bz, h, sides, options, history, ierr)
    class(vf_multigrid), intent(inout) :: self
    type(vf_layout), intent(in) :: layout
    real(c_double), intent(in) :: alpha, beta, h(3)
    type(vf_set), intent(in) :: a, bx, by, bz
    type(vf_boundary), intent(in) :: sides
    type(vf_multigrid_options), intent(in), optional :: options
    procedure(vf_history), optional :: history
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    call drop(self, status)
    call check_coefficients(a, bx, by, bz, status)
    if (status /= VF_OK) then
      status = c_layout_refuse(layout%handle, c_text('vf_multigrid_create_helmholtz_layout'), status)
    else
      status = c_create_helmholtz_layout(layout%handle, alpha, beta, a%handle, bx%handle, by%handle, bz%handle, h, &
        sides, completed(self, options, history), self%handle)
    end if
    call vf_finish(status, ierr)
  end subroutine

  ! Solves: reads rhs (and phi, with start = vf_start_guess), writes the cells of phi.
  !   phi, rhs  views of each box, or sets of the boxes
  !   wall      values on Dirichlet walls, in the ghost cells beside them; default 0
  !   report    what was done
  !   ierr      VF_ERROR_DIVERGED (phi is as before), VF_ERROR_STAGNATED (phi holds the last
  !             approximation), VF_ERROR_BOX, VF_ERROR_KIND, VF_ERROR_COMPONENT, VF_ERROR_CONTEXT,
  !             VF_ERROR_STATE (the context was closed since create, or in the solver's own history procedure)
  subroutine solve_box(self, phi, rhs, wall, report, ierr)
    class(vf_multigrid), intent(in) :: self
    type(vf_view), intent(in) :: phi, rhs
    type(vf_view), intent(in), optional :: wall
    type(vf_multigrid_report), intent(out), optional :: report
    integer(c_int), intent(out), optional :: ierr
    if (present(wall)) then
      call self%solve_boxes([phi], [rhs], [wall], report, ierr)
    else
      call self%solve_boxes([phi], [rhs], report=report, ierr=ierr)
    end if
  end subroutine

  subroutine solve_boxes(self, phi, rhs, wall, report, ierr)
    class(vf_multigrid), intent(in) :: self
    type(vf_view), intent(in) :: phi(:), rhs(:)
    type(vf_view), intent(in), optional :: wall(:)
    type(vf_multigrid_report), intent(out), optional :: report
    integer(c_int), intent(out), optional :: ierr
    type(vf_multigrid_report) :: done
    type(c_ptr), allocatable, target :: walls(:)
    type(c_ptr) :: wall_list
    integer(c_int) :: status
    wall_list = c_null_ptr
    if (present(wall)) then
      walls = handles(wall)
      wall_list = c_loc(walls)
    end if
    status = c_solve(self%handle, handles(phi), handles(rhs), wall_list, done)
    if (present(report)) report = done
    call vf_finish(status, ierr)
  end subroutine

  subroutine solve_sets(self, phi, rhs, wall, report, ierr)
    class(vf_multigrid), intent(in) :: self
    type(vf_set), intent(in) :: phi, rhs
    type(vf_set), intent(in), optional :: wall
    type(vf_multigrid_report), intent(out), optional :: report
    integer(c_int), intent(out), optional :: ierr
    type(vf_multigrid_report) :: done
    type(c_ptr), target :: walls(1)
    type(c_ptr) :: wall_list
    integer(c_int) :: status
    status = VF_OK
    wall_list = c_null_ptr
    call check_set(phi, 'solve: phi', status)
    call check_set(rhs, 'solve: rhs', status)
    if (present(wall)) then
      call check_set(wall, 'solve: wall', status)
      walls = wall%handle
      wall_list = c_loc(walls)
    end if
    if (status /= VF_OK) then
      status = c_refuse(self%handle, status)
    else
      status = c_solve(self%handle, [phi%handle], [rhs%handle], wall_list, done)
    end if
    if (present(report)) report = done
    call vf_finish(status, ierr)
  end subroutine

  ! C takes the first handle of a list for that of a set only where the set is alive: it would look for
  ! more handles behind any other one.
  subroutine check_set(set, who, status)
    type(vf_set), intent(in) :: set
    character(*), intent(in) :: who
    integer(c_int), intent(inout) :: status
    logical(c_bool) :: is_set
    integer(c_int) :: boxes
    if (status /= VF_OK) return
    is_set = .false.
    status = c_set_size(set%handle, is_set, boxes)
    if (status /= VF_OK .or. .not. is_set) &
      status = vf_report(VF_ERROR_NULL, who // ' is not set, or was released')
  end subroutine

  subroutine check_coefficients(a, bx, by, bz, status)
    type(vf_set), intent(in) :: a, bx, by, bz
    integer(c_int), intent(inout) :: status
    call check_set(a, 'create_helmholtz: a', status)
    call check_set(bx, 'create_helmholtz: bx', status)
    call check_set(by, 'create_helmholtz: by', status)
    call check_set(bz, 'create_helmholtz: bz', status)
  end subroutine

  ! True from create until release.
  function is_set(self)
    class(vf_multigrid), intent(in) :: self
    logical :: is_set
    is_set = c_associated(self%handle)
  end function

  ! Number of levels, cells of the coarsest one, bytes of device memory.
  subroutine shape_of(self, levels, coarsest, bytes, ierr)
    class(vf_multigrid), intent(in) :: self
    integer(c_int), intent(out) :: levels, coarsest(3)
    integer(c_int64_t), intent(out) :: bytes
    integer(c_int), intent(out), optional :: ierr
    levels = 0
    coarsest = 0
    bytes = 0
    call vf_finish(c_shape(self%handle, levels, coarsest, bytes), ierr)
  end subroutine

  ! Ends the solver, also after vf_finalize. Releasing one that is not set does nothing; its own history procedure
  ! cannot release it (VF_ERROR_STATE).
  subroutine release(self, ierr)
    class(vf_multigrid), intent(inout) :: self
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    call drop(self, status)
    call vf_finish(status, ierr)
  end subroutine

  subroutine drop(self, status)
    class(vf_multigrid), intent(inout) :: self
    integer(c_int), intent(out) :: status
    status = c_destroy(self%handle)
    if (c_associated(self%handle)) return
    if (associated(self%heard)) deallocate (self%heard)
    self%heard => null()
  end subroutine

  ! The options with the callback, which C calls through `hear`.
  function completed(self, options, history) result(all)
    class(vf_multigrid), intent(inout) :: self
    type(vf_multigrid_options), intent(in), optional :: options
    procedure(vf_history), optional :: history
    type(vf_multigrid_options) :: all
    if (present(options)) all = options
    if (.not. present(history)) return
    allocate (self%heard)
    self%heard%call => history
    all%history = c_funloc(hear)
    all%history_data = c_loc(self%heard)
  end function

  subroutine hear(cycle, residual, data) bind(c, name='')
    integer(c_int), value :: cycle
    real(c_double), value :: residual
    type(c_ptr), value :: data
    type(listener), pointer :: heard
    call c_f_pointer(data, heard)
    call heard%call(cycle, residual)
  end subroutine

  pure function handles(views) result(list)
    type(vf_view), intent(in) :: views(:)
    type(c_ptr), allocatable :: list(:)
    integer :: v
    allocate (list(size(views)))
    do v = 1, size(views)
      list(v) = views(v)%handle
    end do
  end function

end module
