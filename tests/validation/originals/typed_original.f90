! Originals of a kernel with values and arrays of each type. The arguments arrive, and the results agree with the port.
! On the host they agree to the last bit, also for exponentials and powers. A difference is found.
module decays
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use claims, only: check
  use viewfab_decay_marked
  implicit none
  public
  real(real64), parameter :: given(0:3) = [-0.3_real64, 1.7_real64, 0.6_real64, -1.1_real64]
  integer, parameter :: given_steps(5) = [3, -5, 7, 11, 2147483647]
  integer :: calls = 0
  logical :: upward = .true.
  integer :: speed = vf_decay_marked_slow
  logical :: flip = .false.          ! the original inverts one logical result
  integer(int64) :: more = 0         ! added to one count by the original
contains

  subroutine decay(lo, hi, components, x, x_lo, x_hi, rates, wet, wet_lo, wet_hi, numbers, f, f_lo, f_hi, upwards, &
      d, d_lo, d_hi, choice, count, count_lo, count_hi, dried, dried_lo, dried_hi)
    integer, intent(in) :: lo(3), hi(3), components, x_lo(3), x_hi(3), wet_lo(3), wet_hi(3), f_lo(3), f_hi(3)
    integer, intent(in) :: d_lo(3), d_hi(3), count_lo(3), count_hi(3), dried_lo(3), dried_hi(3), choice, numbers(5)
    real(real64), intent(in) :: rates(4)
    logical, intent(in) :: upwards
    real(real64), intent(inout) :: x(x_lo(1):x_hi(1), x_lo(2):x_hi(2), x_lo(3):x_hi(3), components)
    logical, intent(in) :: wet(wet_lo(1):wet_hi(1), wet_lo(2):wet_hi(2), wet_lo(3):wet_hi(3))
    real(real32), intent(in) :: f(f_lo(1):f_hi(1), f_lo(2):f_hi(2), f_lo(3):f_hi(3), components)
    real(real64), intent(in) :: d(d_lo(1):d_hi(1), d_lo(2):d_hi(2), d_lo(3):d_hi(3), components)
    integer(int64), intent(inout) :: count(count_lo(1):count_hi(1), count_lo(2):count_hi(2), &
      count_lo(3):count_hi(3), components)
    logical, intent(inout) :: dried(dried_lo(1):dried_hi(1), dried_lo(2):dried_hi(2), dried_lo(3):dried_hi(3), components)
    integer :: i, j, k, n
    real(real64) :: rate
    calls = calls + 1
    call expect_values(real(rates, real64), given, numbers, upwards, choice)
    rate = rates(1)
    if (choice == vf_decay_marked_fast) rate = rates(4)
    do n = 1, components
      do k = lo(3), hi(3)
        do j = lo(2), hi(2)
          do i = lo(1), hi(1)
            if (wet(i,j,k)) x(i,j,k,n) = x(i,j,k,n)*(exp(rate*real(f(i,j,k,n), real64))*sin(rates(2)*d(i,j,k,n)) &
              *d(i,j,k,n)**rates(3))
            dried(i,j,k,n) = f(i,j,k,n) < 0.5_real32
          end do
        end do
      end do
    end do
    call tally(lo, hi, components, numbers, upwards, count, count_lo, count_hi, dried, dried_lo, dried_hi)
  end subroutine

  include 'viewfab_decay_marked_original_real32.inc'
    integer :: i, j, k, n
    real(real32) :: rate
    calls = calls + 1
    call expect_values(real(a, real64), real(real(given, real32), real64), steps, up, how)
    rate = a(1)
    if (how == vf_decay_marked_fast) rate = a(4)
    do n = 1, components
      do k = lo(3), hi(3)
        do j = lo(2), hi(2)
          do i = lo(1), hi(1)
            if (wet(i,j,k)) x(i,j,k,n) = x(i,j,k,n)*(exp(rate*f(i,j,k,n))*sin(a(2)*real(d(i,j,k,n), real32)) &
              *real(d(i,j,k,n), real32)**a(3))
            dried(i,j,k,n) = f(i,j,k,n) < 0.5_real32
          end do
        end do
      end do
    end do
    call tally(lo, hi, components, steps, up, count, count_lo, count_hi, dried, dried_lo, dried_hi)
  end subroutine

  ! To explain a difference, the check tries the original with other values.
  subroutine expect_values(rates, wanted, numbers, upwards, choice)
    real(real64), intent(in) :: rates(4), wanted(4)
    integer, intent(in) :: numbers(5), choice
    logical, intent(in) :: upwards
    if (flip .or. more /= 0) return
    call check(all(rates == wanted), 'four numbers arrive')
    call check(all(numbers == given_steps), 'five integers arrive')
    call check(upwards .eqv. upward, 'a logical arrives')
    call check(choice == speed, 'a choice arrives')
  end subroutine

  subroutine tally(lo, hi, components, numbers, upwards, count, count_lo, count_hi, dried, dried_lo, dried_hi)
    integer, intent(in) :: lo(3), hi(3), components, numbers(5), count_lo(3), count_hi(3), dried_lo(3), dried_hi(3)
    logical, intent(in) :: upwards
    integer(int64), intent(inout) :: count(count_lo(1):count_hi(1), count_lo(2):count_hi(2), &
      count_lo(3):count_hi(3), components)
    logical, intent(inout) :: dried(dried_lo(1):dried_hi(1), dried_lo(2):dried_hi(2), dried_lo(3):dried_hi(3), components)
    integer :: i, j, k, n
    do n = 1, components
      do k = lo(3), hi(3)
        do j = lo(2), hi(2)
          do i = lo(1), hi(1)
            if (upwards) count(i,j,k,n) = count(i,j,k,n) + numbers(5)
            if (.not. upwards) count(i,j,k,n) = count(i,j,k,n) - numbers(1)
          end do
        end do
      end do
    end do
    count(lo(1),lo(2),lo(3),1) = count(lo(1),lo(2),lo(3),1) + more
    if (flip) dried(hi(1),hi(2),hi(3),components) = .not. dried(hi(1),hi(2),hi(3),components)
  end subroutine

end module

program typed_original
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use claims
  use decays
  use viewfab
  use viewfab_decay_marked_original
  implicit none
  type(vf_view) :: x_v, wet_v, f_v, d_v, count_v, dried_v
  type(vf_box), parameter :: box = vf_box([-4, -2, 1], [3, 3, 5])
  real(real64), target :: x(-5:3, -2:4, 0:6, 2), d(-4:3, -3:3, 1:5, 2)
  real(real32), target :: x32(-5:3, -2:4, 0:6, 2), f(-4:4, -2:3, 1:5, 2)
  logical, target :: wet(-4:3, -2:3, 0:5), dried(-6:3, -2:3, 1:5, 2), same
  integer(int64), target :: count(-4:3, -2:3, 1:7, 2)
  character(32) :: device
  integer :: i, j, k
  call get_environment_variable('VF_DEVICE', device)
  call vf_decay_marked_register_original(decay)
  call vf_decay_marked_register_original_real32(decay_marked_original_real32)
  call vf_validate_mode(VF_MODE_CHECK)
  ! On the host, port and original use the same C library.
  if (device == 'host') call vf_validate_tolerance(vf_tolerance())
  call random_number(x)
  call random_number(x32)
  call random_number(d)
  call random_number(f)
  count = 9007199254740993_int64
  do k = 0, 5
    do j = -2, 3
      do i = -4, 3
        wet(i,j,k) = modulo(i + 2*j + k, 3) /= 0
      end do
    end do
  end do
  call wet_v%wrap(wet, [-4, -2, 0], 'wet')
  call f_v%wrap(f, [-4, -2, 1, 1], 'f')
  call d_v%wrap(d, [-4, -3, 1, 1], 'd')
  call count_v%wrap(count, [-4, -2, 1, 1], 'count')
  call dried_v%wrap(dried, [-6, -2, 1, 1], 'dried')

  call x_v%wrap(x, [-5, -2, 0, 1], 'x')
  call calls_that_agree(64)
  call x_v%release(discard=.true.)
  call x_v%wrap(x32, [-5, -2, 0, 1], 'x')
  call calls_that_agree(32)
  call check(calls == 8, 'the originals of both kinds run')

  flip = .true.
  call differs('logical')
  flip = .false.
  more = 2_int64**32
  call differs('int64 beyond 32 bits')
  more = 1
  call differs('int64 beyond what reals can tell')
  call values_of_routines()
  call vf_finalize()
contains

  subroutine calls_that_agree(kind_of_x)
    integer, intent(in) :: kind_of_x
    integer :: turn
    do turn = 0, 3
      upward = modulo(turn, 2) == 0
      speed = merge(vf_decay_marked_fast, vf_decay_marked_slow, turn < 2)
      call run(kind_of_x)
    end do
    call check(vf_report_passed(), 'the port gives what the original gives')
  end subroutine

  subroutine run(kind_of_x)
    integer, intent(in) :: kind_of_x
    if (kind_of_x == 64) then
      call vf_decay_marked(box, x_v, given, wet_v, given_steps, f_v, upward, d_v, speed, count_v, dried_v)
    else
      call vf_decay_marked(box, x_v, real(given, real32), wet_v, given_steps, f_v, upward, d_v, speed, count_v, dried_v)
    end if
  end subroutine

  subroutine differs(what)
    character(*), intent(in) :: what
    call vf_report_reset()
    call run(32)
    call check(.not. vf_report_passed(), 'a difference is found: ' // what)
  end subroutine

  ! A result of a routine may also be a logical.
  subroutine values_of_routines()
    integer :: turn
    call vf_report_reset()
    do turn = 1, 2
      call vf_check_begin('verdict', [dried_v])
      call dried_v%to_host(vf_update)
      dried(1,1,1,1) = turn == 1
      same = .true.
      call vf_check_value('verdict', 'same', same)
      do while (vf_check_original('verdict'))
        dried(1,1,1,1) = turn == 1
        same = turn == 1
        call vf_check_value('verdict', 'same', same)
        call check(same, 'the program goes on with the truth of the port')
      end do
      call vf_check_end('verdict')
      call check(vf_report_passed() .eqv. turn == 1, 'a truth that a routine gives back is compared')
    end do
  end subroutine
end program
