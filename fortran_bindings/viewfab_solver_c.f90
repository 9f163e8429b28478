! What the solver shares with C: the types, constants and functions of solver.h.
module viewfab_solver_c
  use, intrinsic :: iso_c_binding, only: c_bool, c_char, c_double, c_funptr, c_int, c_int64_t, c_null_funptr, c_null_ptr, c_ptr
  use viewfab_boundary, only: vf_boundary
  use viewfab_box, only: vf_box
  implicit none
  private
  public :: vf_multigrid_options, vf_multigrid_report, vf_history
  public :: c_create_stretched, c_create_helmholtz, c_create_poisson_layout, &
    c_create_helmholtz_layout, c_set_size, c_solve, c_shape, c_destroy, c_layout_refuse, c_refuse

  ! Values of the options method, start, cycle and bottom.
  integer(c_int), parameter, public :: vf_method_cycles = 0, vf_method_conjugate_gradients = 1, &
    vf_method_robust = 2, vf_method_auto = 3
  integer(c_int), parameter, public :: vf_start_full = 0, vf_start_guess = 1, vf_start_zero = 2
  integer(c_int), parameter, public :: vf_cycle_v = 1, vf_cycle_f = 2
  integer(c_int), parameter, public :: vf_bottom_auto = 0, vf_bottom_smooths = 1, &
    vf_bottom_conjugate_gradients = 2
  integer(c_int), parameter, public :: vf_precision_auto = 0, vf_precision_double = 1

  ! How a solver works; the initial values are the defaults of the library.
  type, bind(c) :: vf_multigrid_options
    integer(c_int) :: method = 3                  ! vf_method_auto
    integer(c_int) :: start = 0                   ! full multigrid, what phi holds, or 0
    integer(c_int) :: cycle = 1                   ! V or F
    integer(c_int) :: pre = 3, post = 2           ! smooths before and after the coarse correction
    integer(c_int) :: bottom = 0                  ! how the coarsest level is solved
    integer(c_int) :: bottom_smooths = 8
    integer(c_int) :: bottom_iterations = 200
    real(c_double) :: bottom_accuracy = 1e-2_c_double
    real(c_double) :: omega = 1, omega_near = 1.32_c_double
    real(c_double) :: relative = 1e-10_c_double   ! max |rhs - L phi| <= relative * max |rhs|
    real(c_double) :: absolute = 0                ! or <= this
    integer(c_int) :: max_cycles = 100
    ! Of viewfab's own modules: programs leave them alone and give a procedure to create.
    type(c_funptr) :: history = c_null_funptr
    type(c_ptr) :: history_data = c_null_ptr
    type(c_ptr) :: widths(3) = c_null_ptr         ! c_loc of the widths of the cells in a direction; null: all are h
    integer(c_int64_t) :: agglomerate_cells = 2097152 ! over ranks: smaller levels are on every rank; 0: none is resampled
    integer(c_int) :: precision = 0               ! of cycles: real32 where that is enough, or real64
  end type

  ! What a solve did.
  type, bind(c) :: vf_multigrid_report
    integer(c_int) :: cycles = 0          ! after the start
    integer(c_int) :: method = 0          ! method that ended the solve: not vf_method_auto
    real(c_double) :: rhs_norm = 0        ! max |rhs|, values on walls included
    real(c_double) :: residual = 0        ! max |rhs - L phi| of the solution in double, measured at the end
    real(c_double) :: rhs_change = 0      ! singular systems: the mean that was subtracted from rhs
    real(c_double) :: stored_residual = 0 ! that of what phi holds: more than residual where phi is real32
  end type

  abstract interface
    ! Called with the residual after every cycle, and with that before the first as cycle 0. Its own solver
    ! can be neither used nor released nor created anew there (VF_ERROR_STATE).
    subroutine vf_history(cycle, residual)
      import :: c_double, c_int
      integer(c_int), intent(in) :: cycle
      real(c_double), intent(in) :: residual
    end subroutine
  end interface

  interface
    function c_create_stretched(context, boxes, box_count, h, sides, options, solver) result(status) &
        bind(c, name='vf_multigrid_create_stretched')
      import :: c_double, c_int, c_ptr, vf_boundary, vf_box, vf_multigrid_options
      type(c_ptr), value :: context
      type(vf_box), intent(in) :: boxes(*)
      integer(c_int), value :: box_count
      real(c_double), intent(in) :: h(3)
      type(vf_boundary), intent(in) :: sides
      type(vf_multigrid_options), intent(in) :: options
      type(c_ptr), intent(inout) :: solver
      integer(c_int) :: status
    end function

    function c_create_helmholtz(context, boxes, box_count, alpha, beta, a, bx, by, bz, h, sides, &
        options, solver) result(status) bind(c, name='vf_multigrid_create_helmholtz')
      import :: c_double, c_int, c_ptr, vf_boundary, vf_box, vf_multigrid_options
      type(c_ptr), value :: context
      type(vf_box), intent(in) :: boxes(*)
      integer(c_int), value :: box_count
      real(c_double), value :: alpha, beta
      type(c_ptr), intent(in) :: a(*), bx(*), by(*), bz(*)
      real(c_double), intent(in) :: h(3)
      type(vf_boundary), intent(in) :: sides
      type(vf_multigrid_options), intent(in) :: options
      type(c_ptr), intent(inout) :: solver
      integer(c_int) :: status
    end function

    function c_create_poisson_layout(layout, h, sides, options, solver) result(status) &
        bind(c, name='vf_multigrid_create_poisson_layout')
      import :: c_double, c_int, c_ptr, vf_boundary, vf_multigrid_options
      type(c_ptr), value :: layout
      real(c_double), value :: h
      type(vf_boundary), intent(in) :: sides
      type(vf_multigrid_options), intent(in) :: options
      type(c_ptr), intent(inout) :: solver
      integer(c_int) :: status
    end function

    function c_create_helmholtz_layout(layout, alpha, beta, a, bx, by, bz, h, sides, options, solver) &
        result(status) bind(c, name='vf_multigrid_create_helmholtz_layout')
      import :: c_double, c_int, c_ptr, vf_boundary, vf_multigrid_options
      type(c_ptr), value :: layout
      real(c_double), value :: alpha, beta
      type(c_ptr), intent(in) :: a, bx, by, bz
      real(c_double), intent(in) :: h(3)
      type(vf_boundary), intent(in) :: sides
      type(vf_multigrid_options), intent(in) :: options
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

    ! Tell other ranks of a call that is refused on this one; return the status.
    function c_layout_refuse(layout, call, status) result(given) bind(c, name='vf_layout_refuse')
      import :: c_char, c_int, c_ptr
      type(c_ptr), value :: layout
      character(kind=c_char), intent(in) :: call(*)
      integer(c_int), value :: status
      integer(c_int) :: given
    end function

    function c_refuse(solver, status) result(given) bind(c, name='vf_multigrid_refuse')
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
