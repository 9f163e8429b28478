! The C side of the solver: the types, constants and functions of solver.h.
module viewfab_solver_c
  use, intrinsic :: iso_c_binding, only: c_bool, c_char, c_double, c_funptr, c_int, c_int64_t, c_null_funptr, c_null_ptr, c_ptr
  use viewfab_boundary, only: vf_boundary
  use viewfab_box, only: vf_box
  implicit none
  private
  public :: vf_multigrid_options, vf_multigrid_report, vf_history
  public :: c_multigrid_options, c_multigrid_problem, c_multigrid_create, c_set_size, c_solve, c_shape, c_destroy, &
    c_layout_refuse, c_refuse

  ! Values of the options method, start, cycle and bottom.
  integer(c_int), parameter, public :: vf_method_cycles = 0, vf_method_conjugate_gradients = 1, &
    vf_method_robust = 2, vf_method_auto = 3
  integer(c_int), parameter, public :: vf_start_full = 0, vf_start_guess = 1, vf_start_zero = 2
  integer(c_int), parameter, public :: vf_cycle_v = 1, vf_cycle_f = 2
  integer(c_int), parameter, public :: vf_bottom_auto = 0, vf_bottom_smooths = 1, &
    vf_bottom_conjugate_gradients = 2
  integer(c_int), parameter, public :: vf_precision_auto = 0, vf_precision_double = 1

  ! Widths of the cells of a direction, from the first cell of the domain on; not allocated: all are h.
  type :: cell_widths
    real(c_double), allocatable :: cells(:)
  end type

  ! The options of a solver; the initial values are the defaults of the library.
  type :: vf_multigrid_options
    integer(c_int) :: method = 3                  ! vf_method_auto
    integer(c_int) :: start = 0                   ! full multigrid, the values of phi, or 0
    integer(c_int) :: cycle = 1                   ! V or F
    integer(c_int) :: pre = 3, post = 2           ! smooths before and after the coarse correction
    integer(c_int) :: bottom = 0                  ! solver of the coarsest level
    integer(c_int) :: bottom_smooths = 8
    integer(c_int) :: bottom_iterations = 200
    real(c_double) :: bottom_accuracy = 1e-2_c_double
    real(c_double) :: omega = 1, omega_near = 1.32_c_double
    real(c_double) :: relative = 1e-10_c_double   ! max |rhs - L phi| <= relative * max |rhs|
    real(c_double) :: absolute = 0                ! or <= absolute
    integer(c_int) :: max_cycles = 100
    type(cell_widths) :: widths(3) = cell_widths(null()) ! options%widths(1)%cells = [...] for x
    integer(c_int64_t) :: agglomerate_cells = 2097152 ! over ranks: smaller levels are on every rank; 0: no level is resampled
    integer(c_int) :: precision = 0               ! of cycles: real32 if real32 is enough, or real64
  end type

  ! struct vf_multigrid_options; vf_multigrid_options has the initial values.
  type, bind(c) :: c_multigrid_options
    integer(c_int) :: method, start, cycle, pre, post, bottom, bottom_smooths, bottom_iterations
    real(c_double) :: bottom_accuracy, omega, omega_near, relative, absolute
    integer(c_int) :: max_cycles
    type(c_funptr) :: history = c_null_funptr
    type(c_ptr) :: history_data = c_null_ptr
    type(c_ptr) :: widths(3) = c_null_ptr
    integer(c_int64_t) :: agglomerate_cells
    integer(c_int) :: precision
  end type

  ! The figures of a solve.
  type, bind(c) :: vf_multigrid_report
    integer(c_int) :: cycles = 0          ! after the start
    integer(c_int) :: method = 0          ! method that ended the solve: not vf_method_auto
    real(c_double) :: rhs_norm = 0        ! max |rhs|, values on walls included
    real(c_double) :: residual = 0        ! max |rhs - L phi| of the solution in double, measured at the end
    real(c_double) :: rhs_change = 0      ! singular systems: the mean that was subtracted from rhs
    real(c_double) :: stored_residual = 0 ! residual of the stored phi: more than residual if phi is real32
  end type

  ! struct vf_multigrid_problem
  type, bind(c) :: c_multigrid_problem
    type(c_ptr) :: context = c_null_ptr
    type(c_ptr) :: boxes = c_null_ptr
    integer(c_int) :: box_count = 0
    type(c_ptr) :: layout = c_null_ptr    ! in place of the members above
    real(c_double) :: h(3) = 0
    type(c_ptr) :: sides = c_null_ptr
    real(c_double) :: alpha = 0, beta = 0
    type(c_ptr) :: a = c_null_ptr, bx = c_null_ptr, by = c_null_ptr, bz = c_null_ptr ! null: no coefficients
  end type

  abstract interface
    ! Called with the residual before the first cycle, as cycle 0, and with the residual after every cycle. The
    ! procedure can neither use nor release nor create its own solver (VF_ERROR_STATE).
    subroutine vf_history(cycle, residual)
      import :: c_double, c_int
      integer(c_int), intent(in) :: cycle
      real(c_double), intent(in) :: residual
    end subroutine
  end interface

  interface
    function c_multigrid_create(problem, options, solver) result(status) bind(c, name='vf_multigrid_create')
      import :: c_int, c_ptr, c_multigrid_problem, c_multigrid_options
      type(c_multigrid_problem), intent(in) :: problem
      type(c_multigrid_options), intent(in) :: options
      type(c_ptr), intent(inout) :: solver
      integer(c_int) :: status
    end function

    function c_set_size(set, is_set, box_count) result(status) bind(c, name='vf_set_size')
      import :: c_bool, c_int, c_ptr
      type(c_ptr), value :: set
      logical(c_bool), intent(inout) :: is_set
      integer(c_int), intent(inout) :: box_count
      integer(c_int) :: status
    end function

    ! Tell other ranks that this rank refuses a call; return the status.
    function c_layout_refuse(layout, call, status) result(given) bind(c, name='vfi_layout_refuse')
      import :: c_char, c_int, c_ptr
      type(c_ptr), value :: layout
      character(kind=c_char), intent(in) :: call(*)
      integer(c_int), value :: status
      integer(c_int) :: given
    end function

    function c_refuse(solver, status) result(given) bind(c, name='vfi_multigrid_refuse')
      import :: c_int, c_ptr
      type(c_ptr), value :: solver
      integer(c_int), value :: status
      integer(c_int) :: given
    end function

    function c_solve(solver, phi, rhs, wall, report) result(status) bind(c, name='vf_multigrid_solve')
      import :: c_int, c_ptr, vf_multigrid_report
      type(c_ptr), value :: solver, wall
      type(c_ptr), intent(in) :: phi(*), rhs(*)
      type(vf_multigrid_report), intent(inout) :: report
      integer(c_int) :: status
    end function

    function c_shape(solver, levels, coarsest, bytes) result(status) bind(c, name='vf_multigrid_shape')
      import :: c_int, c_int64_t, c_ptr
      type(c_ptr), value :: solver
      integer(c_int), intent(inout) :: levels, coarsest(3)
      integer(c_int64_t), intent(inout) :: bytes
      integer(c_int) :: status
    end function

    function c_destroy(solver) result(status) bind(c, name='vf_multigrid_destroy')
      import :: c_int, c_ptr
      type(c_ptr), intent(inout) :: solver
      integer(c_int) :: status
    end function
  end interface

end module
