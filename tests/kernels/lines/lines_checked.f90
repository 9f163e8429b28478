! Kernels with lines on sets of boxes of different shapes, validated with the replaced loops as originals.
module rows_of_a_code
  use, intrinsic :: iso_fortran_env, only: real64
  use plain_rows, only: plain_relax_27
  implicit none
  public
  integer :: runs = 0
  real(real64) :: wrong = 0     ! added to a single element, so that the port seems wrong
contains

  subroutine relax_27_original(lo, hi, components, r, r_lo, r_hi, x, x_lo, x_hi, c)
    integer, intent(in) :: lo(3), hi(3), components, r_lo(3), r_hi(3), x_lo(3), x_hi(3)
    real(real64), intent(in) :: r(r_lo(1):r_hi(1), r_lo(2):r_hi(2), r_lo(3):r_hi(3), components), c(3)
    real(real64), intent(inout) :: x(x_lo(1):x_hi(1), x_lo(2):x_hi(2), x_lo(3):x_hi(3), components)
    integer :: n
    runs = runs + 1
    do n = 1, components
      call plain_relax_27(x(:,:,:,n), x_lo, x_hi, r(:,:,:,n), r_lo, r_hi, lo, hi, c)
    end do
    x(hi(1),hi(2),hi(3),components) = x(hi(1),hi(2),hi(3),components) + wrong
  end subroutine

end module

program lines_checked
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use claims, only: check
  use levels
  use lines_kernels
  use plain_rows
  use rows_of_a_code
  use viewfab
  implicit none
  integer, parameter :: components = 2
  real(real64), parameter :: c(3) = [-0.375_real64, 0.0313_real64, -0.0156_real64]
  character(*), parameter :: kernel = 'relax_27'
  character(16) :: argument
  real(real64) :: tolerance
  call get_command_argument(1, argument)
  tolerance = merge(0.0_real64, 1e-14_real64, argument == 'exact')
  call vf_init()
  call on_sets(9)
  call on_sets(70)
  call beside_the_original()
  call vf_finalize()
contains

  ! Boxes from a single cell on, at indices of either sign. One box is empty, and another box has rows of several parts.
  pure function some_boxes(count) result(boxes)
    integer, intent(in) :: count
    type(vf_box) :: boxes(count)
    integer :: b, low(3)
    do b = 1, count
      low = [7*b - 60, 3 - 5*b, b - 4]
      boxes(b) = vf_box(low, low + [modulo(11*b, 37), modulo(b, 5), modulo(3*b, 4)])
    end do
    boxes(2) = vf_box([1, 1, 1], [0, 4, 4])
    boxes(3) = vf_box([-9, -9, -9], [-9, -9, -9])
    boxes(5) = vf_box([-1200, 2, 3], [1999, 3, 4])
  end function

  subroutine on_sets(count)
    integer, intent(in) :: count
    type(level), target :: x, r, v
    type(vf_box) :: boxes(count)
    type(vf_counters) :: start, finish
    integer :: b, n
    boxes = some_boxes(count)
    call make_level(x, 'x', boxes, 0, components)
    call make_level(r, 'r', boxes, 1, components)
    call make_level(v, 'v', boxes, 0, components)
    do b = 1, count
      associate (p => x%patches(b), q => r%patches(b), s => v%patches(b), lo => boxes(b)%lower, hi => boxes(b)%upper)
        do n = 1, components
          call plain_relax_27(p%expected(:,:,:,n), p%lo, p%hi, q%expected(:,:,:,n), q%lo, q%hi, lo, hi, c)
          call plain_residual_27(s%expected(:,:,:,n), s%lo, s%hi, q%expected(:,:,:,n), q%lo, q%hi, p%expected(:,:,:,n), &
            p%lo, p%hi, lo, hi, c)
        end do
      end associate
    end do
    call vf_counters_get(start)
    call vf_relax_27(boxes, r%set, x%set, c)
    call vf_residual_27(boxes, r%set, x%set, v%set, c)
    call vf_counters_get(finish)
    call check(finish%launches - start%launches == 2, 'a call on sets is one launch')
    call compare(x, 'relax_27 on sets', tolerance)
    call compare(v, 'residual_27 on sets', tolerance)
    call compare(r, 'what is only read stays', 0.0_real64)
    call x%set%release()
    call r%set%release()
    call v%set%release()
  end subroutine

  subroutine beside_the_original()
    type(level), target :: x, r
    type(vf_box) :: boxes(9)
    integer(int64) :: checked
    boxes = some_boxes(9)
    call make_level(x, 'x', boxes, 0, components)
    call make_level(r, 'r', boxes, 1, components)
    call vf_relax_27_register_original(relax_27_original)
    call vf_validate_mode(VF_MODE_CHECK, kernel)
    if (argument == 'exact') call vf_validate_tolerance(vf_tolerance(ulp=0.0_real64), kernel)
    call vf_relax_27(boxes, r%set, x%set, c)
    call check(runs == 8, 'the original runs for each box that is not empty')
    if (.not. vf_report_passed()) call vf_print_report()
    call check(vf_report_passed(checked) .and. checked == 8, 'the port gives what rows of the original give')
    wrong = 0.5_real64
    call vf_relax_27(boxes, r%set, x%set, c)
    call check(.not. vf_report_passed(checked) .and. checked == 16, 'a difference is found')
    call vf_report_reset()
    call vf_validate_mode(VF_MODE_DEVICE, kernel)
    call x%set%release(discard=.true.)
    call r%set%release()
  end subroutine
end program
