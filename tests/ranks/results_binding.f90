! Results over ranks in Fortran: the layout in place of boxes, for every kind of specific procedure.
program results_binding
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use viewfab
  use viewfab_mpi
  use ranks_results_kernels, only: vf_step_totals
  implicit none
  include 'mpif.h'
  integer :: code
  call MPI_Init(code)
  call compare(4)
  call compare_real32()
  call vf_finalize()
  call MPI_Finalize(code)
contains

  subroutine make(group, layout, boxes, count)
    type(vf_group), intent(inout) :: group
    type(vf_layout), intent(inout) :: layout
    type(vf_box), intent(out) :: boxes(:)
    integer, intent(in) :: count
    integer :: owners(count), b
    call vf_group_create(group, MPI_COMM_WORLD)
    do b = 1, count
      boxes(b) = vf_box([20*b, 1, 1], [20*b + 16 + modulo(b, 3), 18, 10 + b])
      owners(b) = modulo(b*b + b/2, group%ranks())
    end do
    call layout%create(group, boxes, owners, label='boxes')
  end subroutine

  subroutine compare(count)
    integer, intent(in) :: count
    type(vf_group) :: group
    type(vf_layout) :: layout
    type(vf_box) :: boxes(count)
    type(vf_set) :: x, y, all_x, all_y
    type(vf_view) :: taken, one
    type(vf_place) :: place, wanted_place
    real(real64), target :: numbers(11), wanted(8), number(1)
    real(real64) :: total, least
    integer :: ierr, r
    call make(group, layout, boxes, count)
    call x%create(layout, 0.0_real64, label='x')
    call y%create(layout, 0.0_real64, label='y')
    call all_x%create(boxes, 0.0_real64, label='all x')
    call all_y%create(boxes, 0.0_real64, label='all y')
    call fill(x, layout)
    call fill(all_x)
    call vf_axpy(layout, 0.25_real64, x, y)
    call vf_axpy(boxes, 0.25_real64, all_x, all_y)

    call vf_dot(layout, x, y, total)
    call vf_dot(boxes, all_x, all_y, wanted(1))
    call check(same(total, wanted(1)) .and. total > 1, 'a reduction over ranks is that of all boxes')
    call one%wrap(number, label='one')
    call vf_dot(layout, x, y, one)
    call one%to_host()
    call check(same(number(1), wanted(1)), 'it stays on the device')

    call vf_step_totals(layout, x, y, 0.5_real64, total, least=least, least_place=place)
    call vf_step_totals(boxes, all_x, all_y, 0.5_real64, wanted(1), least=wanted(3), least_place=wanted_place)
    call check(same(total, wanted(1)) .and. same(least, wanted(3)), 'several results over ranks')
    call check(place%box == wanted_place%box .and. place%box > 1, 'a place has the number of the layout, from 1')
    call check(all(place%index == wanted_place%index) .and. place%component == 1, 'a place is that of all boxes')
    call vf_step_totals(boxes, all_x, all_y, 0.5_real64, wanted(1), wanted(2), wanted(3), wanted_place, wanted(4), &
      wanted_place, wanted(5), wanted_place, wanted(6), wanted(7), wanted(8))
    numbers = -99
    call taken%wrap(numbers, label='numbers')
    call vf_step_totals(layout, x, y, 0.5_real64, taken)
    call taken%to_host()
    call check(all([(same(numbers(r), wanted(r)), r=1, 8)]), 'several results stay on the device, each at its place')
    call check(all(numbers(9:) < -98), 'nothing is written behind the results')

    call vf_dot(layout, x, all_x, total, ierr)
    call check(ierr == VF_ERROR_ARGUMENT, 'a set on no layout is refused')
    call taken%release()
    call one%release()
    call end_all(group, layout, x, y, all_x, all_y)
  end subroutine

  subroutine compare_real32()
    type(vf_group) :: group
    type(vf_layout) :: layout
    type(vf_box) :: boxes(3)
    type(vf_set) :: x, y, all_x, all_y
    real(real64) :: is, wanted
    call make(group, layout, boxes, 3)
    call x%create(layout, 0.0_real32, label='x')
    call y%create(layout, 0.0_real32, label='y')
    call all_x%create(boxes, 0.0_real32, label='all x')
    call all_y%create(boxes, 0.0_real32, label='all y')
    call vf_fill_value(layout, x, 0.1_real32)
    call vf_fill_value(boxes, all_x, 0.1_real32)
    call vf_step_totals(layout, x, y, 0.3_real32, is)
    call vf_step_totals(boxes, all_x, all_y, 0.3_real32, wanted)
    call check(same(is, wanted) .and. is > 0, 'coefficients of real32')
    call end_all(group, layout, x, y, all_x, all_y)
  end subroutine

  ! Numbers by the global index and the number of the box.
  subroutine fill(set, layout)
    type(vf_set), intent(in) :: set
    type(vf_layout), intent(in), optional :: layout
    type(vf_view) :: view
    type(vf_box) :: box
    real(real64), pointer, contiguous :: cells(:,:,:,:)
    integer :: b, i, j, k, number
    call set%to_host(vf_write)
    do b = 1, set%box_count()
      number = b
      if (present(layout)) number = layout%number(b)
      box = set%box(b)
      view = set%view(b)
      call view%host_pointer(cells)
      do k = box%lower(3), box%upper(3)
        do j = box%lower(2), box%upper(2)
          do i = box%lower(1), box%upper(1)
            cells(i, j, k, 1) = sin(real(i + 3*j, real64)) - 0.1_real64*number + 1.0e-6_real64*cos(real(k, real64))
          end do
        end do
      end do
    end do
  end subroutine

  subroutine end_all(group, layout, x, y, all_x, all_y)
    type(vf_group), intent(inout) :: group
    type(vf_layout), intent(inout) :: layout
    type(vf_set), intent(inout) :: x, y, all_x, all_y
    call x%release(discard=.true.)
    call y%release(discard=.true.)
    call all_x%release(discard=.true.)
    call all_y%release(discard=.true.)
    call layout%release()
    call group%destroy()
  end subroutine

  pure function same(a, b)
    real(real64), intent(in) :: a, b
    logical :: same
    same = transfer(a, 1_int64) == transfer(b, 1_int64)
  end function

  subroutine check(condition, claim)
    logical, intent(in) :: condition
    character(*), intent(in) :: claim
    if (condition) return
    print '(a)', 'failed: ' // claim
    error stop 1
  end subroutine
end program
