! A legacy routine of several loop nests and its port, compared from Fortran. The views come one by one, as lists and
! beside sets; the original is a loop at the call or a registered procedure.
module legacy_routine
  use, intrinsic :: iso_fortran_env, only: real64
  implicit none
  private
  public :: legacy_step

contains

  ! Fills periodic ghosts in x and copied ghosts in y and z, then computes u = u + dt laplacian(u) with its own flux,
  ! then the largest magnitude and the sum of u.
  subroutine legacy_step(u, work, lo, hi, dt, largest)
    integer, intent(in) :: lo(3), hi(3)
    real(real64), intent(inout) :: u(lo(1)-1:hi(1)+1, lo(2)-1:hi(2)+1, lo(3)-1:hi(3)+1)
    real(real64), intent(inout) :: work(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3))
    real(real64), intent(in) :: dt
    real(real64), intent(out) :: largest
    integer :: i, j, k

    u(lo(1)-1, lo(2):hi(2), lo(3):hi(3)) = u(hi(1), lo(2):hi(2), lo(3):hi(3))
    u(hi(1)+1, lo(2):hi(2), lo(3):hi(3)) = u(lo(1), lo(2):hi(2), lo(3):hi(3))
    u(lo(1):hi(1), lo(2)-1, lo(3):hi(3)) = u(lo(1):hi(1), lo(2), lo(3):hi(3))
    u(lo(1):hi(1), hi(2)+1, lo(3):hi(3)) = u(lo(1):hi(1), hi(2), lo(3):hi(3))
    u(lo(1):hi(1), lo(2):hi(2), lo(3)-1) = u(lo(1):hi(1), lo(2):hi(2), lo(3))
    u(lo(1):hi(1), lo(2):hi(2), hi(3)+1) = u(lo(1):hi(1), lo(2):hi(2), hi(3))
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          work(i,j,k) = u(i-1,j,k) + u(i+1,j,k) + u(i,j-1,k) + u(i,j+1,k) + u(i,j,k-1) + u(i,j,k+1) - 6*u(i,j,k)
        end do
      end do
    end do
    largest = 0
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          u(i,j,k) = u(i,j,k) + dt*work(i,j,k)
          largest = max(largest, abs(u(i,j,k)))
        end do
      end do
    end do
  end subroutine legacy_step

end module legacy_routine

! The data of the registered original: a module, as in a code that keeps its fields in modules.
module fields
  use, intrinsic :: iso_fortran_env, only: real64
  implicit none
  integer, parameter :: lo(3) = [-2, 0, 5], hi(3) = [5, 4, 10]
  real(real64), parameter :: dt = 0.1_real64
  real(real64), allocatable, target, save :: u(:,:,:), work(:,:,:)

contains

  subroutine step_original()
    use legacy_routine, only: legacy_step
    real(real64) :: largest
    call legacy_step(u, work, lo, hi, dt, largest)
  end subroutine step_original

end module fields

program ported_routine
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
  use viewfab
  use fields
  use legacy_routine, only: legacy_step
  use claims, only: check, mentions
  implicit none
  type :: level
    type(vf_view) :: a_view, b_view
  end type
  type(vf_view) :: u_view, work_view, views(2)
  type(vf_set) :: u_set, work_set
  type(vf_boundary) :: sides
  type(vf_box) :: box
  real(real64) :: largest
  integer(c_int) :: ierr
  integer(int64) :: checked

  call vf_init()
  allocate (u(lo(1)-1:hi(1)+1, lo(2)-1:hi(2)+1, lo(3)-1:hi(3)+1), work(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3)))
  call u_view%wrap(u, lower=lo - 1, label='u')
  call work_view%wrap(work, lower=lo, label='work')
  box = vf_box(lo, hi)
  sides%kind = [vf_periodic, vf_neumann, vf_neumann, vf_periodic, vf_neumann, vf_neumann]

  call without_a_check()
  call vf_validate_mode(VF_MODE_CHECK, 'step')
  call right_port_passes()
  call wrong_ports_are_named()
  call numbers_of_all_kinds()
  call each_kind_differs_alone()
  call lists_and_sets()
  call arrays_and_single_views_in_one_list()
  call registered_originals()
  call a_check_that_stops()
  call order_is_kept()
  call vf_finalize()

contains

  subroutine start()
    integer :: i, j, k
    call u_view%to_host(vf_write)
    call work_view%to_host(vf_write)
    do k = lo(3) - 1, hi(3) + 1
      do j = lo(2) - 1, hi(2) + 1
        do i = lo(1) - 1, hi(1) + 1
          u(i,j,k) = modulo(0.37_real64*i + 0.21_real64*j + 0.13_real64*k, 1.0_real64)
        end do
      end do
    end do
    work = -1
  end subroutine start

  ! The port. Its arguments leave out the ghosts or change the box.
  subroutine port(ghosts, last)
    logical, intent(in) :: ghosts
    integer, intent(in) :: last
    type(vf_box) :: part
    part = vf_box(lo, [hi(1), hi(2), last])
    if (ghosts) call vf_fill_ghosts(box, u_view, sides)
    call vf_apply_poisson(box, u_view, work_view, 1.0_real64)
    call vf_axpy(part, dt, work_view, u_view)
    call vf_norm_max(box, u_view, largest)
  end subroutine port

  subroutine step(ghosts, last, ierr)
    logical, intent(in) :: ghosts
    integer, intent(in) :: last
    integer(c_int), intent(out), optional :: ierr
    real(real64) :: legacy_largest
    call start()
    call vf_check_begin('step', u_view, work_view)
    call port(ghosts, last)
    call vf_check_value('step', 'largest', largest)
    do while (vf_check_original('step'))
      call legacy_step(u, work, lo, hi, dt, legacy_largest)
      call vf_check_value('step', 'largest', legacy_largest)
    end do
    call vf_check_end('step', ierr)
  end subroutine step

  subroutine without_a_check()
    call step(.true., hi(3))
    call check(vf_report_passed(checked) .and. checked == 0, 'in mode device nothing is checked')
    call vf_check_end('step')
  end subroutine without_a_check

  subroutine right_port_passes()
    call step(.true., hi(3))
    call check(vf_report_passed(checked), 'a right port passes')
    call check(checked == 1, 'the routine was checked')
    call vf_report_reset()
  end subroutine right_port_passes

  subroutine wrong_ports_are_named()
    call vf_validate_stop(.true., 'step')
    call step(.false., hi(3), ierr)
    call check(ierr == VF_ERROR_MISMATCH, 'a missing ghost fill stops the program')
    call check(mentions(vf_last_error(), 'step: ', 'differs in'), 'a missing ghost fill is named')
    call check(mentions(vf_last_error(), "'u': ", 'none of which fills ghosts'), 'its cause is named')
    call vf_report_reset()
    call step(.true., hi(3) - 1, ierr)
    call check(ierr == VF_ERROR_MISMATCH, 'a box that is too small stops the program')
    call vf_report_reset()
    call vf_validate_stop(.false., 'step')
    call step(.true., hi(3) - 1)
    call check(.not. vf_report_passed(), 'without stop the report tells it')
    call vf_report_reset()
  end subroutine wrong_ports_are_named

  subroutine numbers_of_all_kinds()
    real(real64) :: wide
    real(real32) :: single
    integer(int32) :: count
    integer(int64) :: steps
    wide = 1.5_real64
    single = 2.5_real32
    count = 3
    steps = 4
    call vf_check_begin('step', u_view)
    call give(wide, single, count, steps)
    do while (vf_check_original('step'))
      wide = 1.5_real64
      single = 2.625_real32
      count = 2
      steps = 4
      call give(wide, single, count, steps)
    end do
    call check(single <= 2.5_real32 .and. single >= 2.5_real32 .and. count == 3, &
      'the program goes on with the numbers of the port')
    call vf_validate_stop(.true., 'step')
    call vf_check_end('step', ierr)
    call check(ierr == VF_ERROR_MISMATCH, 'numbers that differ stop the program')
    call check(mentions(vf_last_error(), "the number 'single' differs", 'port 2.5, original 2.625'), 'they are named')
    call vf_validate_stop(.false., 'step')
    call vf_report_reset()
  end subroutine numbers_of_all_kinds

  subroutine give(wide, single, count, steps)
    real(real64), intent(inout) :: wide
    real(real32), intent(inout) :: single
    integer(int32), intent(inout) :: count
    integer(int64), intent(inout) :: steps
    call vf_check_value('step', 'wide', wide)
    call vf_check_value('step', 'single', single)
    call vf_check_value('step', 'count', count)
    call vf_check_value('step', 'steps', steps)
  end subroutine give

  ! One number at a time differs, the integers in one half of their bits. Beside each number of 32 bits stands another one,
  ! which is not given and differs.
  subroutine each_kind_differs_alone()
    real(real64) :: wide
    real(real32) :: singles(2)
    integer(int32) :: counts(2)
    integer(int64) :: steps
    logical :: flags(2)
    integer :: which
    character(*), parameter :: said(0:6) = [character(80) :: ' ', "'wide' differs: port 1.5, original 1.50000", &
      "'single' differs: port 2.5, original 2.625", "'count' differs: port -3, original -4", &
      "'steps' differs: port 1099511627783, original 2199023255559", &
      "'steps' differs: port 1099511627783, original 1099511627784", "'flag' differs: port "]
    call vf_validate_stop(.true., 'step')
    do which = 0, 6
      wide = 1.5_real64
      singles = 2.5_real32
      counts = -3
      steps = 2_int64**40 + 7
      flags = .true.
      call vf_check_begin('step', u_view)
      call give(wide, singles(1), counts(1), steps)
      call vf_check_value('step', 'flag', flags(1))
      do while (vf_check_original('step'))
        wide = merge(1.5_real64 + 1e-6_real64, 1.5_real64, which == 1)
        singles = [merge(2.625_real32, 2.5_real32, which == 2), 7.0_real32]
        counts = [merge(-4, -3, which == 3), 7]
        steps = merge(2_int64**41 + 7, merge(2_int64**40 + 8, 2_int64**40 + 7, which == 5), which == 4)
        flags = [which /= 6, .false.]
        call give(wide, singles(1), counts(1), steps)
        call vf_check_value('step', 'flag', flags(1))
      end do
      call vf_check_end('step', ierr)
      call check(ierr == merge(VF_OK, VF_ERROR_MISMATCH, which == 0), 'one number that differs is enough')
      if (which > 0) call check(mentions(vf_last_error(), 'the number ' // trim(said(which)), ''), 'its kind is its own')
      call check(steps == 2_int64**40 + 7 .and. all(counts == [-3, 7]) .and. flags(1) .and. .not. flags(2), &
        'the numbers of the port are put back, and nothing beside them')
      call check(all(nint(1000*singles) == [2500, 7000]) .and. nint(1e8_real64*wide) == 150000000, &
        'real numbers of the port are put back')
      call vf_report_reset()
    end do
    call vf_validate_stop(.false., 'step')
  end subroutine each_kind_differs_alone

  subroutine lists_and_sets()
    real(real64) :: legacy_largest
    views = [u_view, work_view]
    call start()
    call vf_check_begin('step', [u_view, work_view])
    call port(.true., hi(3))
    do while (vf_check_original('step'))
      call legacy_step(u, work, lo, hi, dt, legacy_largest)
    end do
    call vf_check_end('step')
    call start()
    call vf_check_begin('step', views(1:1))
    call vf_check_scratch('step', views(2:2))
    call port(.true., hi(3))
    do while (vf_check_original('step'))
      call legacy_step(u, work, lo, hi, dt, legacy_largest)
    end do
    call vf_check_end('step')
    call start()
    call u_set%wrap([box], [u_view], label='u of all boxes')
    call work_set%wrap([box], [work_view], label='work of all boxes')
    call vf_check_begin('step', u_set, work_set)
    call vf_fill_ghosts([box], u_set, sides)
    call vf_apply_poisson([box], u_set, work_set, 1.0_real64)
    call vf_axpy([box], dt, work_set, u_set)
    do while (vf_check_original('step'))
      call legacy_step(u, work, lo, hi, dt, legacy_largest)
    end do
    call vf_check_end('step')
    call vf_check_begin('step', views(1:1), [work_set])
    do while (vf_check_original('step'))
    end do
    call vf_check_end('step')
    call u_set%release()
    call work_set%release()
    call check(vf_report_passed(checked), 'lists and sets pass where the port is right')
    call check(checked == 3, 'they are checked, but for the routine that does nothing')
    call vf_report_reset()
  end subroutine lists_and_sets

  ! Components of arrays of structures, arrays of views, single views and sets: the port and the original have the same
  ! list.
  subroutine arrays_and_single_views_in_one_list()
    type(level) :: levels(3)
    real(real64), target :: a(4, 3), b(4, 3), c(4)
    type(vf_view) :: c_view
    type(vf_box) :: all
    integer :: l, form
    all = vf_box([1, 1, 1], [4, 1, 1])
    c = 0
    a = 0
    b = 0
    call c_view%wrap(c, label='c')
    do l = 1, 3
      call levels(l)%a_view%wrap(a(:, l), label='a')
      call levels(l)%b_view%wrap(b(:, l), label='b')
    end do
    do form = 1, 4
      do l = 1, 3
        call levels(l)%b_view%to_host(vf_write)
      end do
      call c_view%to_host(vf_write)
      b = 0
      c = 0
      if (form == 1) call vf_check_begin('step', levels%b_view, c_view)
      if (form == 2) call vf_check_begin('step', levels%b_view, [c_view], levels(1)%a_view)
      if (form == 3) call vf_check_begin('step', levels%a_view, levels%b_view, [c_view])
      if (form == 4) call vf_check_begin('step', levels%a_view, c_view, levels(2)%b_view, levels(1)%b_view, levels(3)%b_view)
      do l = 1, 3
        call vf_fill_value(all, levels(l)%b_view, real(l, real64))
      end do
      call vf_fill_value(all, c_view, 7.0_real64)
      do while (vf_check_original('step'))
        do l = 1, 3
          b(:, l) = l
        end do
        c = 7
      end do
      call vf_check_end('step')
      call check(vf_report_passed(checked) .and. checked == form, 'all of the list are compared, and no others')
    end do
    call vf_report_reset()
    do l = 1, 3
      call levels(l)%a_view%release()
      call levels(l)%b_view%to_host()
      call levels(l)%b_view%release()
    end do
    call c_view%to_host()
    call c_view%release()
  end subroutine arrays_and_single_views_in_one_list

  subroutine registered_originals()
    call vf_check_register_original('step', step_original)
    call start()
    call vf_check_begin('step', u_view, work_view)
    call port(.true., hi(3))
    call vf_check_end('step')
    call check(vf_report_passed(checked) .and. checked == 1, 'a registered original runs at the end')
    call start()
    call vf_check_begin('step', u_view, work_view)
    call port(.true., hi(3) - 2)
    call vf_check_end('step')
    call check(.not. vf_report_passed(), 'a wrong box is found against it')
    call vf_report_reset()
    call vf_check_forget_original('step')
    call vf_check_begin('step', u_view, work_view)
    call vf_check_end('step', ierr)
    call check(ierr == VF_ERROR_STATE, 'an end without an original is refused')
    call vf_report_reset()
  end subroutine registered_originals

  ! After the check, the arrays hold the port's results again, on the host and on the device.
  subroutine a_check_that_stops()
    real(real64) :: expected
    call start()
    call port(.true., hi(3))
    call u_view%to_host()
    expected = sum(u)
    call step(.true., hi(3))
    call u_view%to_host()
    call check(sum(u) == expected, 'the program goes on with the results of the port')
    call vf_report_reset()
  end subroutine a_check_that_stops

  subroutine order_is_kept()
    call vf_check_end('step', ierr)
    call check(ierr == VF_ERROR_STATE, 'an end without a begin is refused')
    call vf_check_begin('step', u_view)
    call vf_check_begin('step', u_view, ierr=ierr)
    call check(ierr == VF_ERROR_STATE, 'a begin without an end is refused')
    call check(mentions(vf_last_error(), 'step', 'has not ended'), 'and told')
    do while (vf_check_original('step'))
    end do
    call vf_check_end('step')
  end subroutine order_is_kept

end program ported_routine
