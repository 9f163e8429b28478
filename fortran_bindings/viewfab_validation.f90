! Validation: kernels are compared with their originals inside the program, and a report tells the
! result; see validate.h and report.h. vf_<kernel>_register_original registers originals.
!
! A setting with a kernel's name, without vf_ (kernel='gsrb_poisson'), is for this kernel. A setting
! without a name is for all kernels without their own setting. The kernel need not have been called yet.
module viewfab_validation
  use, intrinsic :: iso_c_binding, only: c_bool, c_char, c_double, c_int, c_int64_t, c_loc, &
    c_null_ptr, c_ptr, c_size_t
  use, intrinsic :: iso_fortran_env, only: int64, output_unit
  use viewfab_status, only: VF_OK
  use viewfab_c, only: c_text, f_text
  use viewfab_errors, only: vf_finish
  implicit none
  private
  public :: vf_mode, vf_mode_device, vf_mode_original, vf_mode_check
  public :: vf_keep, vf_keep_port, vf_keep_original, vf_tolerance
  public :: vf_validate_mode, vf_validate_every, vf_validate_keep, vf_validate_order
  public :: vf_validate_stop, vf_validate_more, vf_validate_more_in_ghosts, &
    vf_validate_perturb, vf_validate_tolerance
  public :: vf_report_write, vf_print_report, vf_report_passed, vf_report_reset, vf_report_quiet

  ! The way a kernel runs. The mode has a type of its own, so that no number can stand in its place.
  type :: vf_mode
    integer(c_int) :: code = 0     ! enum vf_mode
  end type
  type(vf_mode), parameter :: VF_MODE_DEVICE = vf_mode(0)    ! the port alone
  type(vf_mode), parameter :: VF_MODE_ORIGINAL = vf_mode(1)  ! the original alone, on the host
  type(vf_mode), parameter :: VF_MODE_CHECK = vf_mode(2)     ! both, and their results are compared

  ! The result with which the program goes on after a checked call.
  type :: vf_keep
    integer(c_int) :: code = 0     ! enum vf_keep
  end type
  type(vf_keep), parameter :: VF_KEEP_PORT = vf_keep(0)
  type(vf_keep), parameter :: VF_KEEP_ORIGINAL = vf_keep(1)

  ! The tolerance for the difference of two results. An element passes if it meets any of the measures;
  ! equal bits always pass, and NaN passes only beside NaN. No measure may be negative.
  type, bind(c) :: vf_tolerance
    real(c_double) :: absolute = 0   ! of the difference, in the units of the array
    real(c_double) :: relative = 0   ! of the difference over the larger of the two magnitudes
    real(c_double) :: scaled = 0     ! of the difference over the largest magnitude written by the original
    real(c_double) :: ulp = 0        ! floating-point numbers of the array's kind between the two
  end type

  interface
    function c_validate_mode(kernel, mode) result(status) bind(c, name='vf_validate_mode')
      import :: c_int, c_ptr
      type(c_ptr), value :: kernel
      integer(c_int), value :: mode
      integer(c_int) :: status
    end function

    function c_validate_every(kernel, every) result(status) bind(c, name='vf_validate_every')
      import :: c_int, c_ptr
      type(c_ptr), value :: kernel
      integer(c_int), value :: every
      integer(c_int) :: status
    end function

    function c_validate_keep(kernel, keep) result(status) bind(c, name='vf_validate_keep')
      import :: c_int, c_ptr
      type(c_ptr), value :: kernel
      integer(c_int), value :: keep
      integer(c_int) :: status
    end function

    function c_validate_order(kernel, on) result(status) bind(c, name='vf_validate_order')
      import :: c_bool, c_int, c_ptr
      type(c_ptr), value :: kernel
      logical(c_bool), value :: on
      integer(c_int) :: status
    end function

    function c_validate_stop(kernel, on) result(status) bind(c, name='vf_validate_stop')
      import :: c_bool, c_int, c_ptr
      type(c_ptr), value :: kernel
      logical(c_bool), value :: on
      integer(c_int) :: status
    end function

    function c_validate_more(kernel, on) result(status) bind(c, name='vf_validate_more')
      import :: c_bool, c_int, c_ptr
      type(c_ptr), value :: kernel
      logical(c_bool), value :: on
      integer(c_int) :: status
    end function

    function c_validate_more_in_ghosts(kernel, layers) result(status) &
        bind(c, name='vf_validate_more_in_ghosts')
      import :: c_int, c_ptr
      type(c_ptr), value :: kernel
      integer(c_int), intent(in) :: layers(3)
      integer(c_int) :: status
    end function

    function c_validate_perturb(kernel, seed, size) result(status) bind(c, name='vf_validate_perturb')
      import :: c_double, c_int, c_int64_t, c_ptr
      type(c_ptr), value :: kernel
      integer(c_int64_t), value :: seed
      real(c_double), value :: size
      integer(c_int) :: status
    end function

    function c_validate_tolerance(kernel, tolerance) result(status) &
        bind(c, name='vf_validate_tolerance')
      import :: c_int, c_ptr
      type(c_ptr), value :: kernel, tolerance
      integer(c_int) :: status
    end function

    subroutine c_report_quiet(on) bind(c, name='vf_report_quiet')
      import :: c_bool
      logical(c_bool), value :: on
    end subroutine

    function c_report_text(buffer, size, needed) result(status) bind(c, name='vf_report_text')
      import :: c_char, c_int, c_size_t
      character(kind=c_char), intent(inout) :: buffer(*)
      integer(c_size_t), value :: size
      integer(c_size_t), intent(inout) :: needed
      integer(c_int) :: status
    end function

    function c_report_write(file) result(status) bind(c, name='vf_report_write')
      import :: c_char, c_int
      character(kind=c_char), intent(in) :: file(*)
      integer(c_int) :: status
    end function

    function c_report_passed(checked) result(passed) bind(c, name='vf_report_passed')
      import :: c_bool, c_int64_t
      integer(c_int64_t), intent(inout) :: checked
      logical(c_bool) :: passed
    end function

    function c_report_reset() result(status) bind(c, name='vf_report_reset')
      import :: c_int
      integer(c_int) :: status
    end function
  end interface

  interface vf_validate_more_in_ghosts
    module procedure more_in_layers, more_in_layers_of_directions
  end interface

contains

  ! Sets the mode of later calls of a kernel.
  !   mode    VF_MODE_DEVICE, VF_MODE_ORIGINAL or VF_MODE_CHECK. A later call without an original for
  !           the kind of its arrays gives VF_ERROR_STATE if this call named the kernel, and runs the
  !           port otherwise
  !   kernel  name without vf_; absent: every kernel
  !   ierr    VF_ERROR_ARGUMENT (mode, environment variables of the validation), VF_ERROR_MEMORY;
  !           all settings of this module can give these errors
  subroutine vf_validate_mode(mode, kernel, ierr)
    type(vf_mode), intent(in) :: mode
    character(*), intent(in), optional :: kernel
    integer(c_int), intent(out), optional :: ierr
    character(:), allocatable, target :: name
    name = name_of(kernel)
    call vf_finish(c_validate_mode(address(name), mode%code), ierr)
  end subroutine

  ! Checks only some of the calls; the other calls run the port. Calls with another colour or direction,
  ! other labels of views, integers or kinds of boundaries are variants, and each variant has its own
  ! sample.
  !   every   of each variant, the first call is checked, and later one call in `every`, at places without
  !           a period, the same in each run; at least 1
  !   kernel  name without vf_; absent: every kernel
  !   ierr    VF_ERROR_ARGUMENT (every)
  subroutine vf_validate_every(every, kernel, ierr)
    integer, intent(in) :: every
    character(*), intent(in), optional :: kernel
    integer(c_int), intent(out), optional :: ierr
    character(:), allocatable, target :: name
    name = name_of(kernel)
    call vf_finish(c_validate_every(address(name), int(every, c_int)), ierr)
  end subroutine

  ! Chooses the result with which the program goes on after checked calls.
  !   keep    VF_KEEP_PORT (default) or VF_KEEP_ORIGINAL
  !   kernel  name without vf_; absent: every kernel
  !   ierr    VF_ERROR_ARGUMENT (keep)
  subroutine vf_validate_keep(keep, kernel, ierr)
    type(vf_keep), intent(in) :: keep
    character(*), intent(in), optional :: kernel
    integer(c_int), intent(out), optional :: ierr
    character(:), allocatable, target :: name
    name = name_of(kernel)
    call vf_finish(c_validate_keep(address(name), keep%code), ierr)
  end subroutine

  ! With .true., checked calls run the port once more, with its points in another order. No bit of the
  ! results may change.
  !   on      .true. to run the port once more; the default is .false.
  !   kernel  name without vf_; absent: every kernel
  !   ierr    as for vf_validate_mode
  subroutine vf_validate_order(on, kernel, ierr)
    logical, intent(in) :: on
    character(*), intent(in), optional :: kernel
    integer(c_int), intent(out), optional :: ierr
    character(:), allocatable, target :: name
    name = name_of(kernel)
    call vf_finish(c_validate_order(address(name), logical(on, c_bool)), ierr)
  end subroutine

  ! With .true., a checked call fails with VF_ERROR_MISMATCH if it finds an error.
  !   on      .true. to fail; .false. (default) to go on and only report the error
  !   kernel  name without vf_; absent: every kernel
  !   ierr    as for vf_validate_mode
  subroutine vf_validate_stop(on, kernel, ierr)
    logical, intent(in) :: on
    character(*), intent(in), optional :: kernel
    integer(c_int), intent(out), optional :: ierr
    character(:), allocatable, target :: name
    name = name_of(kernel)
    call vf_finish(c_validate_stop(address(name), logical(on, c_bool)), ierr)
  end subroutine

  ! Tells that the original does more than its port: it changes elements outside of the points of a
  ! call, or arrays that the kernel only reads. Such changes are then a remark of the report. Otherwise
  ! they fail the call, because a port with too small a box leaves the same traces.
  !   on      .true. if the original does more; the default is .false.
  !   kernel  name without vf_; absent: every kernel
  !   ierr    as for vf_validate_mode
  subroutine vf_validate_more(on, kernel, ierr)
    logical, intent(in) :: on
    character(*), intent(in), optional :: kernel
    integer(c_int), intent(out), optional :: ierr
    character(:), allocatable, target :: name
    name = name_of(kernel)
    call vf_finish(c_validate_more(address(name), logical(on, c_bool)), ierr)
  end subroutine

  ! The same for an original that does more only in the ghosts of written arrays, as a loop with the
  ! exchange of its halo does. Its changes elsewhere, and in arrays that the kernel only reads, still
  ! fail the call, so that the check still finds a box that is one cell short.
  !   layers  the outermost layers at both ends of a written view in which the original may do more:
  !           one number, or three, a number for each direction; 0 or more. A direction with at most
  !           twice as many elements has no ghosts. 0 acts as vf_validate_more(.false.); the setting
  !           replaces a setting of vf_validate_more
  !   kernel  name without vf_; absent: every kernel
  !   ierr    VF_ERROR_ARGUMENT (a negative number); as for vf_validate_mode
  subroutine more_in_layers(layers, kernel, ierr)
    integer, intent(in) :: layers
    character(*), intent(in), optional :: kernel
    integer(c_int), intent(out), optional :: ierr
    call more_in_layers_of_directions([layers, layers, layers], kernel, ierr)
  end subroutine

  subroutine more_in_layers_of_directions(layers, kernel, ierr)
    integer, intent(in) :: layers(3)
    character(*), intent(in), optional :: kernel
    integer(c_int), intent(out), optional :: ierr
    character(:), allocatable, target :: name
    name = name_of(kernel)
    call vf_finish(c_validate_more_in_ghosts(address(name), int(layers, c_int)), ierr)
  end subroutine

  ! With a seed, a checked call without findings is checked once more, on perturbed inputs. Smooth
  ! fields, uniform grids and constant coefficients hide errors, since confused neighbours have the same
  ! values. Each real element x of the call's arrays, and each real value, becomes x (1 + size u), with
  ! a number u between -1 and 1 that depends on seed, call, argument and element. Zeros stay, except in
  ! arrays with zeros alone, whose elements become size u; integers and logicals stay. Port and original
  ! run on the perturbed inputs and are compared; the program goes on with the results of the true
  ! inputs. Ports of routines cannot run again; the report tells this.
  !   seed    1 or more; 0 (default): no second check
  !   kernel  name without vf_; absent: every kernel
  !   size    below 1; absent: 1e-3
  !   ierr    VF_ERROR_ARGUMENT (seed, size); as for vf_validate_mode
  subroutine vf_validate_perturb(seed, kernel, size, ierr)
    integer, intent(in) :: seed
    character(*), intent(in), optional :: kernel
    real(c_double), intent(in), optional :: size
    integer(c_int), intent(out), optional :: ierr
    character(:), allocatable, target :: name
    real(c_double) :: given
    name = name_of(kernel)
    given = 0
    if (present(size)) given = size
    call vf_finish(c_validate_perturb(address(name), int(seed, c_int64_t), given), ierr)
  end subroutine

  ! Sets the tolerance for the difference of port and original.
  !   tolerance  such as vf_tolerance(ulp=8); absent: the default, ulp 4 or scaled 16 epsilon of
  !              the array's kind, more if rounding explains the difference. For sums of n terms the
  !              default is (n/2 + 16) epsilon times the sum of the terms' magnitudes, as the order of
  !              additions explains such a difference
  !   kernel     name without vf_; absent: every kernel without a tolerance of its own
  !   ierr       VF_ERROR_ARGUMENT (a negative number or NaN)
  subroutine vf_validate_tolerance(tolerance, kernel, ierr)
    type(vf_tolerance), intent(in), optional :: tolerance
    character(*), intent(in), optional :: kernel
    integer(c_int), intent(out), optional :: ierr
    character(:), allocatable, target :: name
    type(vf_tolerance), target :: given
    type(c_ptr) :: measures
    name = name_of(kernel)
    measures = c_null_ptr
    if (present(tolerance)) then
      given = tolerance
      measures = c_loc(given)
    end if
    call vf_finish(c_validate_tolerance(address(name), measures), ierr)
  end subroutine

  ! Writes the findings so far to a file.
  !   file  name; JSON if the name ends in .json, else text. '-' is C's standard output; use
  !         vf_print_report to keep the order with the program's own output
  !   ierr  VF_ERROR_STATE (the file cannot be written), VF_ERROR_MEMORY
  subroutine vf_report_write(file, ierr)
    character(*), intent(in) :: file
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_report_write(c_text(file)), ierr)
  end subroutine

  ! Prints the findings so far on the output unit.
  !   ierr  VF_ERROR_MEMORY
  subroutine vf_print_report(ierr)
    integer(c_int), intent(out), optional :: ierr
    character(kind=c_char), allocatable, target :: buffer(:)
    character(:), allocatable :: text
    integer(c_size_t) :: needed
    integer(c_int) :: status
    allocate (buffer(1))
    needed = 0
    status = c_report_text(buffer, size(buffer, kind=c_size_t), needed)
    if (status == VF_OK) then
      deallocate (buffer)
      allocate (buffer(max(needed, 1_c_size_t)))
      status = c_report_text(buffer, size(buffer, kind=c_size_t), needed)
    end if
    if (status == VF_OK) then
      text = f_text(c_loc(buffer))
      if (len(text) > 0) then                 ! write ends the line itself
        if (text(len(text):) == new_line('a')) text = text(:len(text) - 1)
      end if
      write (output_unit, '(a)') text
    end if
    call vf_finish(status, ierr)
  end subroutine

  ! True if all checked calls passed. The result is also .false. if the mode check is set, for all kernels or for one, and no
  ! call was checked. In mode device there is nothing to check, and the result is .true.
  !   checked  number of checked calls (out)
  function vf_report_passed(checked) result(passed)
    integer(int64), intent(out), optional :: checked
    logical :: passed
    integer(c_int64_t) :: calls
    calls = 0
    passed = c_report_passed(calls)
    if (present(checked)) checked = calls
  end function

  ! At its end, a program with a failed validation prints a line on standard error, unless the program
  ! has taken the report since the failure. This setting leaves out the line.
  !   on  .true. to leave out the line; the default is .false.
  subroutine vf_report_quiet(on)
    logical, intent(in) :: on
    call c_report_quiet(logical(on, c_bool))
  end subroutine

  ! Forgets the findings so far; modes, tolerances and originals stay.
  !   ierr  VF_OK
  subroutine vf_report_reset(ierr)
    integer(c_int), intent(out), optional :: ierr
    call vf_finish(c_report_reset(), ierr)
  end subroutine

  ! The name with a zero byte for C; '' for every kernel. An empty name differs from '' by its zero byte.
  function name_of(kernel) result(name)
    character(*), intent(in), optional :: kernel
    character(:), allocatable :: name
    name = ''
    if (present(kernel)) name = c_text(kernel)
  end function

  function address(name) result(pointer)
    character(*), intent(in), target :: name
    type(c_ptr) :: pointer
    pointer = c_null_ptr
    if (len(name) > 0) pointer = c_loc(name)
  end function

end module
