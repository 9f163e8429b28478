! The multigrid solver; solver.h explains each argument.
module viewfab_solver
  use, intrinsic :: iso_c_binding, only: c_associated, c_bool, c_double, c_f_pointer, c_funloc, c_int, c_int64_t, &
    c_loc, c_null_ptr, c_ptr
  use, intrinsic :: iso_fortran_env, only: int64
  use viewfab_boundary, only: vf_boundary
  use viewfab_box, only: vf_box
  use viewfab_c, only: c_text
  use viewfab_errors, only: vf_digits, vf_finish, vf_report
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

  ! Data of a callback; it does not move during the life of its solver.
  type :: listener
    procedure(vf_history), pointer, nopass :: call => null()
  end type

  ! A solver. An assignment copies only the handle: release only one of the two variables.
  type :: vf_multigrid
    private
    type(c_ptr) :: handle = c_null_ptr
    type(listener), pointer :: heard => null()
  contains
    procedure, private :: create_poisson_box, create_poisson_boxes, create_anisotropic_box, create_anisotropic_boxes
    procedure, private :: create_helmholtz_box, create_helmholtz_boxes, create_helmholtz_sets
    procedure, private :: create_poisson_layout, create_helmholtz_layout
    procedure, private :: solve_box, solve_boxes, solve_sets
    generic :: create_poisson => create_poisson_box, create_poisson_boxes, create_anisotropic_box, &
      create_anisotropic_boxes, create_poisson_layout
    generic :: create_helmholtz => create_helmholtz_box, create_helmholtz_boxes, create_helmholtz_sets, &
      create_helmholtz_layout
    generic :: solve => solve_box, solve_boxes, solve_sets
    procedure :: is_set, shape_of, release
  end type

contains

  ! Makes a solver for laplacian(phi) = rhs in the default context; an earlier solver of the variable
  ! is released.
  !   box or boxes  cells of the domain; boxes tile a rectangle
  !   h             cell width, the same in all directions, or (3) one for each direction
  !   sides         boundary of the domain
  !   options       default: the initial values of the type
  !   history       called after every cycle
  !   ierr          VF_ERROR_ARGUMENT (also options%widths of another size than the domain), VF_ERROR_BOX, VF_ERROR_MEMORY,
  !                 VF_ERROR_DEVICE, VF_ERROR_STATE (in the
  !                 history procedure of the solver itself)
  subroutine create_poisson_box(self, box, h, sides, options, history, ierr)
    class(vf_multigrid), intent(inout) :: self
    type(vf_box), intent(in) :: box
    real(c_double), intent(in) :: h
    type(vf_boundary), intent(in) :: sides
    type(vf_multigrid_options), intent(in), optional :: options
    procedure(vf_history), optional :: history
    integer(c_int), intent(out), optional :: ierr
    call self%create_anisotropic_boxes([box], [h, h, h], sides, options, history, ierr)
  end subroutine

  subroutine create_poisson_boxes(self, boxes, h, sides, options, history, ierr)
    class(vf_multigrid), intent(inout) :: self
    type(vf_box), intent(in) :: boxes(:)
    real(c_double), intent(in) :: h
    type(vf_boundary), intent(in) :: sides
    type(vf_multigrid_options), intent(in), optional :: options
    procedure(vf_history), optional :: history
    integer(c_int), intent(out), optional :: ierr
    call self%create_anisotropic_boxes(boxes, [h, h, h], sides, options, history, ierr)
  end subroutine

  subroutine create_anisotropic_box(self, box, h, sides, options, history, ierr)
    class(vf_multigrid), intent(inout) :: self
    type(vf_box), intent(in) :: box
    real(c_double), intent(in) :: h(3)
    type(vf_boundary), intent(in) :: sides
    type(vf_multigrid_options), intent(in), optional :: options
    procedure(vf_history), optional :: history
    integer(c_int), intent(out), optional :: ierr
    call self%create_anisotropic_boxes([box], h, sides, options, history, ierr)
  end subroutine

  subroutine create_anisotropic_boxes(self, boxes, h, sides, options, history, ierr)
    class(vf_multigrid), intent(inout) :: self
    type(vf_box), intent(in) :: boxes(:)
    real(c_double), intent(in) :: h(3)
    type(vf_boundary), intent(in) :: sides
    type(vf_multigrid_options), intent(in), optional :: options
    procedure(vf_history), optional :: history
    integer(c_int), intent(out), optional :: ierr
    integer(c_int) :: status
    call drop(self, status)
    if (status == VF_OK) status = make(self, c_multigrid_problem(h=h), sides, options, history, boxes)
    call vf_finish(status, ierr)
  end subroutine

  ! The same for alpha a phi - beta div(b grad phi) = rhs.
  !   a           coefficient in the cells (read); a, bx, by and bz are a view for each box, or a set of the boxes
  !   bx, by, bz  coefficients on the faces, one face more in their own direction (read)
  !   h           cell widths
  ! The solver copies the coefficients.
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
    if (status == VF_OK) status = make(self, c_multigrid_problem(h=h, alpha=alpha, beta=beta), sides, options, history, &
      boxes, handles(a), handles(bx), handles(by), handles(bz))
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
    if (status == VF_OK) status = make(self, c_multigrid_problem(h=h, alpha=alpha, beta=beta), sides, options, history, &
      boxes, [a%handle], [bx%handle], [by%handle], [bz%handle])
    call vf_finish(status, ierr)
  end subroutine

  ! Makes a solver for the boxes of all ranks of a layout; the boxes tile a rectangle. Collective, with the same
  ! numbers on all ranks. Solves are then collective too, and take sets on the layout, or views of the own boxes.
  !   ierr  as above, and VF_ERROR_PEER: a failure on another rank, or different numbers
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
    if (status == VF_OK) status = make(self, c_multigrid_problem(layout=layout%handle, h=[h, h, h]), sides, options, history, &
      layout=layout)
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
      status = c_layout_refuse(layout%handle, c_text('vf_multigrid_create'), status)
    else
      status = make(self, c_multigrid_problem(layout=layout%handle, h=h, alpha=alpha, beta=beta), sides, options, history, &
        layout=layout, a=[a%handle], bx=[bx%handle], by=[by%handle], bz=[bz%handle])
    end if
    call vf_finish(status, ierr)
  end subroutine

  ! Hands a problem to C, with the addresses of its parts.
  !   problem       all members that are no addresses, and the layout
  !   layout        of a problem over ranks
  !   boxes         of a problem without a layout
  !   a ... bz      handles of the coefficients, if there are any
  function make(self, problem, sides, options, history, boxes, a, bx, by, bz, layout) result(status)
    class(vf_multigrid), intent(inout) :: self
    type(c_multigrid_problem), intent(in) :: problem
    type(vf_boundary), intent(in), target :: sides
    type(vf_multigrid_options), intent(in), optional :: options
    procedure(vf_history), optional :: history
    type(vf_layout), intent(in), optional :: layout
    type(vf_box), intent(in), optional, target, contiguous :: boxes(:)
    type(c_ptr), intent(in), optional, target, contiguous :: a(:), bx(:), by(:), bz(:)
    integer(c_int) :: status
    type(c_multigrid_problem) :: whole
    type(vf_multigrid_options), target :: given
    if (present(options)) given = options
    status = check_widths(given, layout, boxes)
    if (status /= VF_OK) then
      if (present(layout)) status = c_layout_refuse(layout%handle, c_text('vf_multigrid_create'), status)
      return
    end if
    whole = problem
    whole%sides = c_loc(sides)
    if (present(boxes)) then
      whole%box_count = size(boxes, kind=c_int)
      if (size(boxes) > 0) whole%boxes = c_loc(boxes)
    end if
    whole%a = first(a)
    whole%bx = first(bx)
    whole%by = first(by)
    whole%bz = first(bz)
    status = c_multigrid_create(whole, completed(self, given, history), self%handle)
  end function

  ! Refuses widths of another number than the cells of a direction: C would read beyond the array.
  function check_widths(options, layout, boxes) result(status)
    type(vf_multigrid_options), intent(in) :: options
    type(vf_layout), intent(in), optional :: layout
    type(vf_box), intent(in), optional :: boxes(:)
    integer(c_int) :: status
    integer(int64) :: lower(3), upper(3), cells
    type(vf_box) :: box
    integer :: b, d, count
    status = VF_OK
    count = 0
    if (present(boxes)) count = size(boxes)
    if (present(layout)) then
      if (layout%is_set()) count = layout%box_count()
    end if
    if (count == 0) return
    lower = huge(lower)
    upper = -huge(upper)
    do b = 1, count
      if (present(layout)) then
        box = layout%box(b)
      else
        box = boxes(b)
      end if
      lower = min(lower, int(box%lower, int64))
      upper = max(upper, int(box%upper, int64))
    end do
    do d = 1, 3
      cells = upper(d) - lower(d) + 1
      if (.not. allocated(options%widths(d)%cells)) cycle
      if (size(options%widths(d)%cells, kind=int64) == cells) cycle
      status = vf_report(VF_ERROR_ARGUMENT, 'vf_multigrid_create: options%widths(' // vf_digits(int(d, int64)) // ') has ' &
        // vf_digits(size(options%widths(d)%cells, kind=int64)) // ' numbers; the domain has ' // vf_digits(cells) // ' cells')
      return
    end do
  end function

  function first(list) result(address)
    type(c_ptr), intent(in), optional, target, contiguous :: list(:)
    type(c_ptr) :: address
    address = c_null_ptr
    if (.not. present(list)) return
    if (size(list) > 0) address = c_loc(list)
  end function

  ! Solves: reads rhs (and phi, with start = vf_start_guess), writes the cells of phi.
  !   phi, rhs  views of each box, or sets of the boxes
  !   wall      values on Dirichlet walls, in the ghost cells beside them; default 0
  !   report    figures of the solve
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

  ! Checks that a set is alive before a call: C takes a handle as a set only if the set is alive, and would
  ! read further handles of a list behind any other handle.
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

  ! Number of levels, cells of the coarsest level, bytes of device memory.
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

  ! Ends the solver, also after vf_finalize. Releasing a solver that is not set does nothing. The solver's own history
  ! procedure cannot release it (VF_ERROR_STATE).
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

  ! The options as C takes them, with the callback; C calls the callback through `hear`.
  function completed(self, options, history) result(all)
    class(vf_multigrid), intent(inout) :: self
    type(vf_multigrid_options), intent(in), target :: options
    procedure(vf_history), optional :: history
    type(c_multigrid_options) :: all
    integer :: d
    all = c_multigrid_options(method=options%method, start=options%start, cycle=options%cycle, pre=options%pre, &
      post=options%post, bottom=options%bottom, bottom_smooths=options%bottom_smooths, &
      bottom_iterations=options%bottom_iterations, bottom_accuracy=options%bottom_accuracy, omega=options%omega, &
      omega_near=options%omega_near, relative=options%relative, absolute=options%absolute, max_cycles=options%max_cycles, &
      agglomerate_cells=options%agglomerate_cells, precision=options%precision)
    do d = 1, 3
      if (allocated(options%widths(d)%cells)) all%widths(d) = c_loc(options%widths(d)%cells)
    end do
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
