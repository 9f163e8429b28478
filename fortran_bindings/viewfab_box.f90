! Boxes: ranges of cells in the calling code's own indices. All functions but vf_box_of are
! elemental: they take arrays of boxes too. An empty box (upper < lower in some direction) stays
! empty in each function. An index beyond the range of integers becomes the largest or smallest
! integer; kernels refuse boxes with such indices.
module viewfab_box
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: int64
  use viewfab_status, only: VF_OK, VF_ERROR_ARGUMENT
  use viewfab_errors, only: vf_digits, vf_finish, vf_report
  implicit none
  private
  public :: vf_box, vf_box_of, vf_box_grow, vf_box_coarsen, vf_box_refine, vf_box_cells

  ! Cells lower .. upper, both included. vf_box([0,0,0], [7,7,7]) are 8**3 cells.
  type, bind(c) :: vf_box
    integer(c_int) :: lower(3), upper(3)
  end type

  ! The box of an array of rank 1 to 3; the box has range 1:1 in directions that the array lacks.
  !
  ! vf_box_of(lower, upper, ierr)
  !   lower, upper  bounds, both of the same size, 1 to 3
  !   ierr          VF_ERROR_ARGUMENT for other sizes; the box is then empty
  !
  ! vf_box_of(x_min, x_max), vf_box_of(x_min, x_max, y_min, y_max),
  ! vf_box_of(x_min, x_max, y_min, y_max, z_min, z_max)
  !   first and last index of the loop over each direction
  interface vf_box_of
    module procedure :: box_of_bounds, box_of_line, box_of_plane, box_of_volume
  end interface

contains

  function box_of_bounds(lower, upper, ierr) result(box)
    integer(c_int), intent(in) :: lower(:), upper(:)
    integer(c_int), intent(out), optional :: ierr
    type(vf_box) :: box
    integer(c_int) :: status
    integer :: rank
    rank = size(lower)
    box = vf_box([1, 1, 1], [0, 0, 0])
    if (rank < 1 .or. rank > 3 .or. rank /= size(upper)) then
      status = vf_report(VF_ERROR_ARGUMENT, 'vf_box_of: lower has ' // vf_digits(int(rank, int64)) &
        // ' values and upper ' // vf_digits(size(upper, kind=int64)) &
        // '; both need the same number, 1 to 3')
    else
      status = VF_OK
      box = vf_box([1, 1, 1], [1, 1, 1])
      box%lower(1:rank) = lower
      box%upper(1:rank) = upper
    end if
    call vf_finish(status, ierr)
  end function

  pure function box_of_line(x_min, x_max) result(box)
    integer(c_int), intent(in) :: x_min, x_max
    type(vf_box) :: box
    box = vf_box([x_min, 1_c_int, 1_c_int], [x_max, 1_c_int, 1_c_int])
  end function

  pure function box_of_plane(x_min, x_max, y_min, y_max) result(box)
    integer(c_int), intent(in) :: x_min, x_max, y_min, y_max
    type(vf_box) :: box
    box = vf_box([x_min, y_min, 1_c_int], [x_max, y_max, 1_c_int])
  end function

  pure function box_of_volume(x_min, x_max, y_min, y_max, z_min, z_max) result(box)
    integer(c_int), intent(in) :: x_min, x_max, y_min, y_max, z_min, z_max
    type(vf_box) :: box
    box = vf_box([x_min, y_min, z_min], [x_max, y_max, z_max])
  end function

  ! The box with `by` more cells on each of its six sides; a negative `by` removes cells.
  elemental function vf_box_grow(box, by) result(grown)
    type(vf_box), intent(in) :: box
    integer(c_int), intent(in) :: by
    type(vf_box) :: grown
    grown = box
    if (is_empty(box)) return
    grown%lower = clamped(int(box%lower, int64) - by)
    grown%upper = clamped(int(box%upper, int64) + by)
  end function

  ! The coarse cells that contain the cells of the box. Division rounds down, below zero too.
  !   ratio  fine cells to a coarse cell in each direction, at least 1; any other ratio goes to the
  !          error handler as VF_ERROR_ARGUMENT and gives an empty box
  impure elemental function vf_box_coarsen(box, ratio) result(coarse)
    type(vf_box), intent(in) :: box
    integer(c_int), intent(in) :: ratio
    type(vf_box) :: coarse
    coarse = vf_box([1, 1, 1], [0, 0, 0])
    if (.not. good_ratio('vf_box_coarsen', ratio)) return
    coarse%lower = divide_down(box%lower, ratio)
    coarse%upper = divide_down(box%upper, ratio)
    ! Both ends of an empty range may round to the same coarse cell.
    where (box%upper < box%lower) coarse%upper = coarse%lower - 1
  end function

  ! The fine cells inside the cells of the box; ratio as for vf_box_coarsen.
  impure elemental function vf_box_refine(box, ratio) result(fine)
    type(vf_box), intent(in) :: box
    integer(c_int), intent(in) :: ratio
    type(vf_box) :: fine
    fine = vf_box([1, 1, 1], [0, 0, 0])
    if (.not. good_ratio('vf_box_refine', ratio)) return
    fine%lower = clamped(int(box%lower, int64) * ratio)
    fine%upper = clamped((int(box%upper, int64) + 1) * ratio - 1)
  end function

  ! Number of cells, 0 for an empty box; the largest integer if the number is larger.
  elemental function vf_box_cells(box) result(cells)
    type(vf_box), intent(in) :: box
    integer(int64) :: cells, extents(3)
    integer :: d
    extents = max(int(box%upper, int64) - box%lower + 1, 0_int64)
    cells = 1
    if (any(extents == 0)) cells = 0
    do d = 1, 3
      if (extents(d) == 0) cycle
      if (cells > huge(cells) / extents(d)) then
        cells = huge(cells)
      else
        cells = cells * extents(d)
      end if
    end do
  end function

  elemental function is_empty(box)
    type(vf_box), intent(in) :: box
    logical :: is_empty
    is_empty = any(box%upper < box%lower)
  end function

  elemental function divide_down(number, by) result(quotient)
    integer(c_int), intent(in) :: number, by
    integer(c_int) :: quotient
    quotient = int((int(number, int64) - modulo(number, by)) / by, c_int)
  end function

  elemental function clamped(index) result(integer_index)
    integer(int64), intent(in) :: index
    integer(c_int) :: integer_index
    integer(c_int), parameter :: last = huge(integer_index)
    integer_index = int(min(max(index, -int(last, int64) - 1), int(last, int64)), c_int)
  end function

  function good_ratio(caller, ratio) result(good)
    character(*), intent(in) :: caller
    integer(c_int), intent(in) :: ratio
    logical :: good
    good = ratio >= 1
    if (.not. good) call vf_finish(vf_report(VF_ERROR_ARGUMENT, &
      caller // ': the ratio is ' // vf_digits(int(ratio, int64)) // ', but must be at least 1'))
  end function

end module
